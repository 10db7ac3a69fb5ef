import type { ActivityView } from '../../src/app/activity-view.ts';
import { ExportFile } from '../export/export-file.tsx';
import { Warehouse } from '../export/warehouse.tsx';
import { count } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { useServerView } from '../server-view.ts';
import { useShowSheet } from '../show-sheet.ts';
import { server } from '../transport.ts';
import { Gauges } from './gauges.tsx';
import { OpenPulls } from './open-pulls.tsx';
import { Runs } from './runs.tsx';

interface Props {
  readonly isOpen: boolean;
  /** True while the Pull tab is tracking a pull. */
  readonly isPulling: boolean;
  onResume(pull: ActivityView['open'][number]): void;
  onCanceled(id: string): void;
  onConnect(): void;
}

export function Activity({ isOpen, isPulling, onResume, onCanceled, onConnect }: Props) {
  const { view, loading, reload } = useServerView(isOpen, server.activity);
  const { failure, show } = useShowSheet();
  return (
    <>
      <div class="title">
        <h2>Activity</h2>
        <Button kind="quiet" busy={loading.busy} onClick={reload}>
          Reload
        </Button>
      </div>
      <Problem failure={loading.failure} />
      {!view && !loading.failure && <Loading>Loading activity…</Loading>}
      {view && (
        <>
          <OpenPulls
            pulls={view.open}
            now={view.now}
            isOpen={isOpen}
            isPulling={isPulling}
            onResume={onResume}
            onCanceled={onCanceled}
            onEnded={reload}
            onConnect={onConnect}
          />
          <Gauges gauges={view.gauges} now={view.now} />
          <p class="hint">{dayWords(view)}</p>
          <Runs runs={view.runs} now={view.now} onUndone={reload} />
          {view.sheets.length > 0 && (
            <section class="section stack">
              <h3>More sheets</h3>
              <div class="row">
                {view.sheets.map((sheet) => (
                  <Button key={sheet} kind="quiet" onClick={() => show(sheet)}>
                    Show {sheet}
                  </Button>
                ))}
              </div>
              <Problem failure={failure} />
            </section>
          )}
          <div>
            <ExportFile />
            <Warehouse />
          </div>
        </>
      )}
    </>
  );
}

/** Leaves out the reserve for formulas once pulls are out of calls, because formulas may have used it. */
function dayWords({ fetchesADay, fetchesLeft, fetchesKept }: ActivityView): string {
  const day = `Google's ${count(fetchesADay)} daily calls`;
  if (fetchesLeft === 0)
    return `Pulls have used all of their share of ${day}. More calls become available within 24 hours.`;
  return `${count(fetchesLeft)} of ${day} left for pulls; ${count(fetchesKept)} reserved for formulas.`;
}
