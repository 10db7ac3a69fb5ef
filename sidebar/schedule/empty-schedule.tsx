/** Introduces the schedule if no jobs exist. */
import { Button } from '../parts/button.tsx';
import { ConnectProblem } from '../parts/connect-link.tsx';
import { server } from '../transport.ts';
import { type ActionListener, useAction } from './action.ts';

interface Props {
  readonly isConnected: boolean;
  readonly listener: ActionListener;
  onConnect(): void;
}

export function EmptySchedule({ isConnected, listener, onConnect }: Props) {
  const { busy, failure, run } = useAction(listener);
  return (
    <section class="empty">
      <h2>Keep your tables up to date</h2>
      <p>
        Orders, stock, prices, and ads update automatically, even while this spreadsheet is closed. Urgent data comes
        first, within marketplace and Google limits.
      </p>
      <p>Each job is one row on the Jobs sheet. You can pause, change, or remove it at any time.</p>
      {isConnected ? (
        <Button kind="primary" busy={busy !== undefined} onClick={() => run('setUp', server.setUpJobs)}>
          Set up standard jobs
        </Button>
      ) : (
        <Button kind="primary" onClick={onConnect}>
          Go to Connect
        </Button>
      )}
      <p class="hint">
        {isConnected
          ? 'Jobs run under your Google account and use your connection.'
          : 'Jobs use your connection. Connect your shop first.'}
      </p>
      <ConnectProblem failure={failure} onConnect={onConnect} />
    </section>
  );
}
