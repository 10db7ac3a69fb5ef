import type { Trial } from '../../src/account/connections.ts';
import { Notice } from '../parts/notice.tsx';
import { STOREFRONT_LABELS } from '../storefronts.ts';

export function TrialResult({ trial }: { readonly trial: Trial }) {
  return (
    <Notice kind={trial.storefronts.every(({ ok }) => ok) ? 'good' : 'note'} title={trial.message}>
      <ul class="answers">
        {trial.storefronts.map(({ storefront, ok, message }) => (
          <li key={storefront}>
            <span class={ok ? 'mark good' : 'mark bad'} aria-hidden="true">
              {ok ? '✓' : '✕'}
            </span>
            <span>
              <b>{STOREFRONT_LABELS[storefront]}:</b> {message}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
