/** Ad performance day by day: the last days again, because they are restated, and those that were missed. */
import { daysBetween } from '../../protocol/pacific.ts';
import type { Lane, Occasion } from './lane.ts';
import { CALLS_A_PULL, pieces, without } from './lane.ts';
import { count } from './options.ts';
import { daysLater, pacificDay } from './pacific-days.ts';
import { leftOf, taking } from './round.ts';

/** Days before today that each cycle asks for again, unless `restate` says it. */
const RESTATED = 3;

/** Missed days that a cycle makes up for at most. */
const MOST_MISSED = 31;

export const adOptions = { restate: count(90) };

export const refreshAds: Lane = (occasion) => {
  const { filter, now, calls } = occasion;
  const days = leftOf(daysOf(occasion), occasion);
  const taken = days.slice(0, calls);
  const others = without(filter, Object.keys(adOptions));
  const turn = taking(days, calls, occasion);
  const pulls = runsOf(taken);
  return {
    ...turn,
    memory: { ...turn.memory, ...through(occasion, taken, daysLater(pacificDay(now), -1)) },
    inFull: pulls.length,
    pulls: pulls.map((run) => ({
      ...others,
      fromDate: run[0]!,
      toDate: run[run.length - 1]!,
      by: 'day',
    })),
  };
};

/** The days of this cycle, ascending. They are told from its begin: midnight in between changes nothing. */
function daysOf({ filter, memory, cycleAt }: Occasion): readonly string[] {
  const today = pacificDay(cycleAt);
  const first = daysLater(today, -(adOptions.restate('restate', filter.restate) ?? RESTATED));
  const known = typeof memory.through === 'string' ? memory.through : undefined;
  const missed = known === undefined ? [] : daysBetween(daysLater(known, 1), daysLater(first, -1));
  return [...missed.slice(0, MOST_MISSED), ...daysBetween(first, today)];
}

/** The last day up to which all are complete, with what is taken now. */
function through({ memory }: Occasion, taken: readonly string[], yesterday: string): { through?: string } {
  let last = typeof memory.through === 'string' ? memory.through : undefined;
  for (const day of taken) if (last === undefined || day === daysLater(last, 1)) last = day;
  if (last === undefined) return {};
  return { through: last < yesterday ? last : yesterday };
}

/** Days that follow each other, in pieces that are one pull each. */
function runsOf(days: readonly string[]): readonly (readonly string[])[] {
  const runs: string[][] = [];
  for (const day of days) {
    const run = runs[runs.length - 1];
    if (run && daysLater(run[run.length - 1]!, 1) === day) run.push(day);
    else runs.push([day]);
  }
  return runs.flatMap((run) => pieces(run, CALLS_A_PULL));
}
