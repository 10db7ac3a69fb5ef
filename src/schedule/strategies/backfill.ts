/** Pulls past data once, week by week, newest first. */
import { daysFrom, daysLater, pacificDay } from '../../protocol/dates.ts';
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { spokenDay } from '../../tables/zone.ts';
import { day, type Input, numberIn, type Strategy, without } from './strategy.ts';

const SLICE_DAYS = 7;

/** How far back to go if `from` is not set. */
const USUAL_DAYS = 365;

/** Maximum slices per execution. Only one is allowed if the number of calls per day is unknown. */
const MOST_SLICES = 4;

interface Days {
  ask(from: string, to: string): Input;
  /** Number of calls per day of data; undefined if it can't be predicted. */
  readonly callsADay?: number;
  readonly options: readonly string[];
}

export const backfillOptions = { from: day };

export function backfill({ ask, callsADay, options }: Days): Strategy {
  return (input) => {
    const { filter, calls, now } = input;
    const startedAt = numberIn(input.state, 'startedAt') ?? now;
    const today = pacificDay(startedAt);
    const goal = day('from', filter.from) ?? daysLater(today, -USUAL_DAYS);
    const others = without(filter, [...options, ...Object.keys(backfillOptions)]);
    const before = String(input.state.back ?? daysLater(today, 1));
    let back = before;
    let left = calls;
    const pulls: Input[] = [];
    while (back > goal && left >= 1 && pulls.length < (callsADay ? MOST_SLICES : 1)) {
      const days = callsADay ? Math.min(SLICE_DAYS, Math.floor(left / callsADay)) : SLICE_DAYS;
      if (days < 1) break;
      const weekBack = daysLater(back, -days);
      const from = weekBack > goal ? weekBack : goal;
      pulls.push({ ...others, ...ask(from, daysLater(back, -1)) });
      left -= callsADay ? days * callsADay : 1;
      back = from;
    }
    const state = { ...input.state, startedAt, back };
    const note = progress(state, goal, before, now);
    return { pulls, inFull: pulls.length, isLast: back <= goal, state, note };
  };
}

/** Returns a note such as `back to Mar 2, 2025; 12 of 52 weeks; about 3 h left`. Omits the current year. */
function progress(
  { startedAt, back }: { readonly startedAt: number; readonly back: string },
  goal: string,
  before: string,
  now: number,
): string {
  const end = daysLater(pacificDay(startedAt), 1);
  const done = daysFrom(back, end);
  const known = daysFrom(before, end);
  const all = Math.max(done, daysFrom(goal, end));
  const weeks = (days: number) => Math.ceil(days / SLICE_DAYS);
  // Estimated from the days pulled so far.
  const left = known > 0 ? ((now - startedAt) / known) * (all - done) : 0;
  const time = left === 0 ? '' : `; about ${inWords(left)} left`;
  const year = back.slice(0, 4);
  const words = `${spokenDay(back)}${pacificDay(now).startsWith(year) ? '' : `, ${year}`}`;
  return `back to ${words}; ${weeks(done)} of ${weeks(all)} weeks${time}`;
}

function inWords(length: number): string {
  if (length >= 2 * DAY) return `${Math.round(length / DAY)} days`;
  if (length >= 1.5 * HOUR) return `${Math.round(length / HOUR)} h`;
  return `${Math.max(1, Math.round(length / MINUTE))} min`;
}
