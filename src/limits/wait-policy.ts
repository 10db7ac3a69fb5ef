/** For which slots of the future a run stays: waiting uses up the minutes that it may run. */
import type { CallSlots } from './call-slots.ts';
import { first } from './call-slots.ts';

export interface WaitPolicy {
  /** No call is begun after this, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds in which the run may do nothing but wait. */
  readonly asleep: number;
  /** The same for all the calls of an hour, and in proportion for fewer: a short wait for many is worth more. */
  readonly asleepForCap?: number;
  /** Calls that go out side by side, and the milliseconds that they take with all that is done between two batches. */
  readonly atOnce: number;
  readonly batch: number;
}

/** At most `wanted` of the slots, as many of the first ones as are worth waiting for. `now` in epoch milliseconds. */
export function worthwhile(
  slots: CallSlots,
  wanted: number,
  cap: number,
  now: number,
  waitPolicy?: WaitPolicy,
): CallSlots {
  const asked = first(slots, wanted);
  if (!waitPolicy) return asked.filter(({ at }) => at <= now);
  const { until, asleep, asleepForCap = Number.POSITIVE_INFINITY, atOnce, batch } = waitPolicy;
  let clock = now;
  let waited = 0;
  let reached = 0;
  let worth = 0;
  let best = 0;
  for (const { at, count } of asked) {
    waited += Math.max(0, at - clock);
    clock = Math.max(clock, at);
    if (waited > asleep || clock >= until) break;
    const inTime = Math.min(count, Math.ceil((until - clock) / batch) * atOnce);
    clock += Math.ceil(count / atOnce) * batch;
    reached += inTime;
    const gain = Math.min(asleepForCap / cap, asleep) * reached - waited;
    if (gain >= best) [best, worth] = [gain, reached];
    if (inTime < count) break;
  }
  return first(asked, worth);
}

/** No run waits longer than this for the calls of an hour, or than a sixth of the time until the next run. */
const LONGEST_WAIT = 170_000;

/** How long a run should wait for all the calls of an hour when the next one is so many milliseconds later. */
export function asleepForCap(every: number): number {
  return Math.min(LONGEST_WAIT, every / 6);
}
