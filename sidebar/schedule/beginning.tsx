/** What there is while nothing has been set up: what scheduled refresh is good for, and the way to it. */
import { call } from '../call.ts';
import { Button } from '../parts/button.tsx';
import { Problem } from '../parts/notice.tsx';
import { ConnectLink } from '../pull/connect-link.tsx';
import type { Teller } from './acting.ts';
import { useActing } from './acting.ts';

interface Props {
  readonly isConnected: boolean;
  readonly teller: Teller;
  onConnect(): void;
}

export function Beginning({ isConnected, teller, onConnect }: Props) {
  const { busy, failure, act } = useActing(teller);
  return (
    <section class="empty">
      <h2>Tables that keep themselves fresh</h2>
      <p>
        New orders, stock, prices and ads arrive by themselves, also while this spreadsheet is closed. What is
        most urgent for your shop comes first, and the limits of the marketplace and of Google are kept.
      </p>
      <p>Each job is one row of the sheet Jobs. You can pause, change or remove it at any time.</p>
      {isConnected ? (
        <Button
          kind="primary"
          busy={busy !== undefined}
          onClick={() => act('setUp', () => call('setUpJobs'))}
        >
          Set up standard jobs
        </Button>
      ) : (
        <Button kind="primary" onClick={onConnect}>
          Go to Connect
        </Button>
      )}
      <p class="hint">
        {isConnected
          ? 'They run under your Google account, with your connection.'
          : 'Jobs pull with your connection: connect your shop first.'}
      </p>
      <Problem failure={failure}>
        <ConnectLink codes={[failure?.code ?? '']} onConnect={onConnect} />
      </Problem>
    </section>
  );
}
