/** Shows the calls left this hour per operation. */
import type { ActivityView } from '../../src/app/activity-view.ts';
import { count } from '../format.ts';
import { Moment } from '../parts/moment.tsx';

interface Props {
  readonly gauges: ActivityView['gauges'];
  readonly now: string;
}

export function Gauges({ gauges, now }: Props) {
  if (gauges.length === 0) return null;
  return (
    <section class="section stack">
      <h3>Calls this hour</h3>
      <ul class="gauges">
        {gauges.map(({ operation, title, cap, left, freeAt }) => {
          const words = `${count(left)} of ${count(cap)} left`;
          return (
            <li key={operation}>
              <div class="title">
                <span>{title}</span>
                <span class="hint">{words}</span>
              </div>
              {/* biome-ignore lint/a11y/useSemanticElements: a meter element looks different in every browser */}
              <div
                class={left === 0 ? 'bar spent' : 'bar'}
                role="meter"
                aria-label={`${title} calls`}
                aria-valuemin={0}
                aria-valuemax={cap}
                aria-valuenow={left}
                aria-valuetext={words}
              >
                <span style={{ width: `${(100 * left) / Math.max(1, cap)}%` }} />
              </div>
              {freeAt && (
                <p class="hint">
                  Next call available <Moment at={freeAt} now={now} />.
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
