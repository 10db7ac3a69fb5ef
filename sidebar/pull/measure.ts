import type { Cost } from '../../src/limits/planner.ts';
import type { Progress } from '../../src/pull/stored-run.ts';

export interface Measure {
  readonly done: number;
  /** Number of calls known so far. Grows when the marketplace reports more pages. */
  readonly total: number;
  /** Share of calls made, from 0 to 1. */
  readonly share: number;
  readonly perMinute: number | undefined;
  readonly secondsLeft: number | undefined;
}

export function callsOf(cost: Pick<Cost, 'calls'>): number {
  return Object.values(cost.calls.byOperation).reduce((sum, calls) => sum + calls, 0);
}

/** `now` and `since.at` are in epoch milliseconds. `since.calls` is the number of calls made by `since.at`. */
export function measure(
  { calls: done, callsLeft }: Pick<Progress, 'calls' | 'callsLeft'>,
  since: { at: number; calls: number },
  now: number,
): Measure {
  const total = done + callsLeft;
  const minutes = (now - since.at) / 60_000;
  const perMinute = done > since.calls && minutes > 0 ? (done - since.calls) / minutes : undefined;
  return {
    done,
    total,
    share: total > 0 ? done / total : 1,
    perMinute,
    secondsLeft: perMinute ? (callsLeft / perMinute) * 60 : undefined,
  };
}
