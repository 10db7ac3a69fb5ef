/** Pulls ads by day. Repeats recent days, because the service corrects them, and catches up on missed days. */
import { daysBetween, daysLater, pacificDay } from '../../protocol/dates.ts';
import { chunks } from '../../protocol/lists.ts';
import { DAY } from '../../protocol/time.ts';
import { backfillOptions } from './backfill.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  count,
  MISSED_DAYS,
  movedWatermark,
  type Strategy,
  type StrategyInput,
  type WorkbookView,
  without,
} from './strategy.ts';

/** Days pulled again, unless `restate` is set. */
const RESTATED = 3;

const MOST_MISSED = 31;

/** Requests one row per day, because rows for longer periods would overlap and count days twice. */
export const eachDay = { by: 'day' };

export const adOptions = { restate: count(90) };

export const refreshAds: Strategy = (input) => {
  const { filter, now, calls } = input;
  const days = afterWatermark(daysOf(input), input);
  const taken = days.slice(0, calls);
  // For ads, only backfills use `from`.
  const others = without(filter, [...Object.keys(adOptions), ...Object.keys(backfillOptions)]);
  const next = movedWatermark(days, calls, input);
  const pulls = runsOf(taken);
  return {
    ...next,
    state: { ...next.state, ...through(input, taken, daysLater(pacificDay(now), -1)) },
    inFull: pulls.length,
    pulls: pulls.map((run) => ({ ...others, fromDate: run[0]!, toDate: run[run.length - 1]!, ...eachDay })),
  };
};

/** Returns the cycle's days, ascending. They stay the same if midnight passes. */
function daysOf({ filter, state, cycleAt, view }: StrategyInput): readonly string[] {
  const today = pacificDay(cycleAt);
  const first = daysLater(today, -(adOptions.restate('restate', filter.restate) ?? RESTATED));
  const known = typeof state.through === 'string' ? state.through : newestDay(view, cycleAt - MISSED_DAYS * DAY);
  const missed = known === undefined ? [] : daysBetween(daysLater(known, 1), daysLater(first, -1));
  return [...missed.slice(0, MOST_MISSED), ...daysBetween(first, today)];
}

/** Returns the last day with rows, if after `since`. An undone run leaves a gap after it. */
function newestDay(view: WorkbookView, since: number): string | undefined {
  const newest = view.campaigns().reduce((last, { lastDay = 0 }) => Math.max(last, lastDay), since);
  return newest > since ? pacificDay(newest) : undefined;
}

/** Returns the last day of the uninterrupted range of complete days, including the days being pulled now. */
function through({ state }: StrategyInput, taken: readonly string[], yesterday: string): { through?: string } {
  let last = typeof state.through === 'string' ? state.through : undefined;
  for (const day of taken) if (last === undefined || day === daysLater(last, 1)) last = day;
  if (last === undefined) return {};
  return { through: last < yesterday ? last : yesterday };
}

function runsOf(days: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const day of days) {
    const run = runs[runs.length - 1];
    if (run && daysLater(run[run.length - 1]!, 1) === day) run.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => chunks(run, CALLS_A_PULL));
}
