/** For users without a connection: shows whose schedule refreshes the tables and which ones are late. */
import type { State } from '../src/app/state-view.ts';
import { every, joined, moment } from './format.ts';
import { Button } from './parts/button.tsx';

type Shared = NonNullable<State['shared']>;

interface Props {
  readonly shared: Shared;
  onConnect(): void;
}

export function SharedTables({ shared: { keepers, late }, onConnect }: Props) {
  const hasStopped = keepers.length > 0 && keepers.every(({ state }) => state !== 'on');
  return (
    <section class="card stack">
      <h3>Shared with you</h3>
      {keepers.length === 0 && <p>No schedule is set up to refresh these tables.</p>}
      {keepers.map((keeper) => (
        <p key={keeper.user}>{sentences(keeper)}</p>
      ))}
      {late.length > 0 && <p>Late: {joined(late)}.</p>}
      <p class="hint">You can use all tables and reports. To pull data yourself, connect with your own keys.</p>
      {hasStopped && (
        <p class="hint">
          If the owner left, connect the same shop with your own keys. Then take over the jobs in Schedule.
        </p>
      )}
      <div class="row">
        <Button kind="quiet" onClick={onConnect}>
          {hasStopped ? 'Connect and take over' : 'Connect with your own keys'}
        </Button>
      </div>
    </section>
  );
}

function sentences({ user, isMine, state, everyMinutes, lastAt, nextAt }: Shared['keepers'][number]): string {
  const now = Date.now();
  const person = isMine ? 'you' : user;
  const last = lastAt ? ` Last run ${moment(lastAt, now)}.` : '';
  if (state === 'off') return isMine ? 'Your schedule is off.' : `The schedule that ${person} set up is off.`;
  if (state === 'late') return `${isMine ? 'Your schedule' : `The schedule that ${person} set up`} has stopped.${last}`;
  return `Refreshed by ${person} ${every(everyMinutes)}.${last} ${lastAt ? 'Next' : 'First'} run ${moment(nextAt!, now)}.`;
}
