/** The last runs, newest first: what each did, and what to do about those that went wrong. */
import type { ActivityView } from '../../src/app/activity-view.ts';
import { count, counted, lasting, moment } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Moment } from '../parts/moment.tsx';
import { UndoButton } from '../pull/undo-button.tsx';
import { startedBy } from './started-by.ts';

type Run = ActivityView['runs'][number];

interface Props {
  readonly runs: readonly Run[];
  readonly now: string;
  onUndone(): void;
}

const KINDS: Readonly<Record<string, 'good' | 'note' | 'bad'>> = {
  done: 'good',
  partial: 'note',
  waiting: 'note',
  killed: 'note',
  failed: 'bad',
};

export function Runs({ runs, now, onUndone }: Props) {
  return (
    <section class="section stack">
      <h3>Last runs</h3>
      {runs.length === 0 && <p class="hint">Nothing has run yet.</p>}
      <ul class="lines">
        {runs.map((run) => (
          <li key={run.run}>
            <div class="title">
              <h4>{run.what}</h4>
              <Badge kind={KINDS[run.state] ?? 'quiet'}>{run.state}</Badge>
            </div>
            <p class="hint">
              {run.started && <Moment at={run.started} now={now} />}, {startedBy(run.why)}, {run.who}
            </p>
            <p class="small">
              {counted(run.calls, 'call')}, {rowsOf(run)}, {lasting(run.seconds)}
            </p>
            {run.whatToDo && <p class={run.state === 'failed' ? 'wrong' : 'small'}>{run.whatToDo}</p>}
            <UndoButton
              run={run.run}
              kind="quiet"
              label={`Take back: ${run.what}${run.started ? `, ${moment(run.started, Date.parse(now))}` : ''}`}
              isOffered={run.canUndo}
              onUndone={onUndone}
            >
              Take back
            </UndoButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function rowsOf({ added, changed, gone }: Run): string {
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [gone, 'gone'],
  ] as const;
  const counts = parts.filter(([rows]) => rows > 0).map(([rows, word]) => `${count(rows)} ${word}`);
  return counts.length === 0 ? 'no row changed' : counts.join(', ');
}
