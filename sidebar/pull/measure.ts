/** How far a pull has come, how fast it goes, and how long it will still take. */
import type { Cost } from '../../src/limits/planner.ts';
import type { Progress } from '../../src/pull/stored-run.ts';

export interface Measure {
  readonly done: number;
  /** Calls in all, as far as is known by now; it grows when the marketplace names more pages. */
  readonly total: number;
  /** From 0 to 1. */
  readonly share: number;
  readonly perMinute: number | undefined;
  readonly secondsLeft: number | undefined;
}

export function callsOf(cost: Cost): number {
  return Object.values(cost.calls.byOperation).reduce((sum, calls) => sum + calls, 0);
}

/** `now` and `since.at` in epoch milliseconds; `since.calls` were made before. */
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
