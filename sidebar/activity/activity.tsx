/** The Activity tab: pulls that are not through, calls that are left, and the last runs. */
import type { Activity as View } from '../../src/app/activity-view.ts';
import { call } from '../call.ts';
import { useLooked } from '../looked.ts';
import { Button } from '../parts/button.tsx';
import { Loading } from '../parts/loading.tsx';
import { Problem } from '../parts/notice.tsx';
import { useShowing } from '../showing.ts';
import { count } from '../words.ts';
import { Gauges } from './gauges.tsx';
import { OpenPulls } from './open-pulls.tsx';
import { Runs } from './runs.tsx';

interface Props {
  readonly isOpen: boolean;
  /** The tab Pull follows a pull, so it can follow no other one. */
  readonly isPulling: boolean;
  onGoOn(pull: View['open'][number]): void;
  onCancelled(id: string): void;
  onConnect(): void;
}

export function Activity({ isOpen, isPulling, onGoOn, onCancelled, onConnect }: Props) {
  const { shown, looking, look } = useLooked(isOpen, () => call('activity'));
  const { failure, show } = useShowing();
  return (
    <>
      <div class="title">
        <h2>Activity</h2>
        <Button kind="quiet" busy={looking.busy} onClick={look}>
          Reload
        </Button>
      </div>
      <Problem failure={looking.failure} />
      {!shown && !looking.failure && <Loading>Looking up what goes on…</Loading>}
      {shown && (
        <>
          <OpenPulls
            pulls={shown.open}
            now={shown.now}
            isOpen={isOpen}
            isPulling={isPulling}
            onGoOn={onGoOn}
            onCancelled={onCancelled}
            onEnded={look}
            onConnect={onConnect}
          />
          <Gauges gauges={shown.gauges} now={shown.now} />
          <p class="hint">{dayWords(shown)}</p>
          <Runs runs={shown.runs} now={shown.now} />
          {shown.sheets.length > 0 && (
            <section class="section stack">
              <h3>Sheets that tell more</h3>
              <div class="row">
                {shown.sheets.map((sheet) => (
                  <Button key={sheet} kind="quiet" onClick={() => show(sheet)}>
                    Show {sheet}
                  </Button>
                ))}
              </div>
              <Problem failure={failure} />
            </section>
          )}
        </>
      )}
    </>
  );
}

/** What is kept for formulas is theirs to use up, so once pulls have none left it may be gone too. */
function dayWords({ fetchesADay, fetchesLeft, fetchesKept }: View): string {
  const day = `Google's ${count(fetchesADay)} calls a day`;
  if (fetchesLeft === 0) return `None of ${day} is left for pulls; they come back within 24 hours.`;
  return `${count(fetchesLeft)} of ${day} are left for pulls; ${count(fetchesKept)} are kept for formulas.`;
}
