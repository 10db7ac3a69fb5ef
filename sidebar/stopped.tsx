/** Replaces the page if Google rejects its calls or runs them as another account. */
import { Button } from './parts/button.tsx';
import { Notice } from './parts/notice.tsx';
import type { Failure } from './transport.ts';

export function Stopped({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  return (
    <div class="panel">
      <Notice kind="bad" title="Several Google accounts?">
        <p>{failure.message}</p>
        <p>
          Reopen the sidebar from the menu. If this happens again, your browser is signed in to more than one Google
          account. Open the spreadsheet in a separate browser profile or a private window, signed in only to the account
          you use for your shop.
        </p>
      </Notice>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
