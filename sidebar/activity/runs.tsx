import type { ActivityView } from '../../src/app/activity-view.ts';
import { count, counted, lasting, moment } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Moment } from '../parts/moment.tsx';
import { Problem } from '../parts/notice.tsx';
import { UndoButton } from '../pull/undo-button.tsx';
import { useShowRows } from '../show-sheet.ts';
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
      <h3>Recent runs</h3>
      {runs.length === 0 && <p class="hint">No runs yet.</p>}
      <ul class="lines">
        {runs.map((run) => (
          <li key={run.run}>
            <div class="title">
              <h4>{run.what}</h4>
              <Badge kind={KINDS[run.state] ?? 'quiet'}>{run.state}</Badge>
            </div>
            <p class="hint">
              {run.started && <Moment at={run.started} now={now} />}, {startedBy(run.why)}
              {run.who && `, ${run.who}`}
            </p>
            <p class="small">
              {counted(run.calls, 'call')}, {rowsOf(run)}, {lasting(run.seconds)}
            </p>
            {run.whatToDo && <p class={run.state === 'failed' ? 'wrong' : 'small'}>{run.whatToDo}</p>}
            {run.added + run.changed + run.gone > 0 && !run.isUndone && !run.isExport && (
              <ShowChanges run={run} now={now} />
            )}
            <UndoButton
              run={run.run}
              kind="quiet"
              label={`Undo: ${nameOf(run, now)}`}
              isOffered={run.canUndo}
              onUndone={onUndone}
            >
              Undo
            </UndoButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Distinguishes runs of the same kind for screen readers. */
function nameOf({ what, started }: Run, now: string): string {
  return started ? `${what}, ${moment(started, Date.parse(now))}` : what;
}

function ShowChanges({ run, now }: { readonly run: Run; readonly now: string }) {
  const { busy, failure, note, showChanges } = useShowRows();
  return (
    <>
      <Button
        kind="quiet"
        busy={busy}
        label={`Show what changed: ${nameOf(run, now)}`}
        onClick={() => showChanges(run.run)}
      >
        Show what changed
      </Button>
      {note && <p class="hint">{note}</p>}
      <Problem failure={failure} />
    </>
  );
}

function rowsOf({ added, changed, gone, isExport }: Run): string {
  if (isExport) return added > 0 ? `${count(added)} sent` : 'no rows sent';
  const parts = [
    [added, 'added'],
    [changed, 'changed'],
    [gone, 'gone'],
  ] as const;
  const counts = parts.filter(([rows]) => rows > 0).map(([rows, word]) => `${count(rows)} ${word}`);
  return counts.length === 0 ? 'no changes' : counts.join(', ');
}
