/** Execution pacing: which call slots to wait for, and when the next execution starts. */
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';

/** How long an execution may wait for call slots. Waiting counts toward Google's time limit. */
export interface WaitPolicy {
  /** No call starts after this time. */
  readonly until: number;
  /** Maximum total wait, in milliseconds. */
  readonly asleep: number;
  /** Maximum wait for as many calls as the cap allows, in milliseconds. Prorated for fewer calls. */
  readonly asleepForCap?: number | undefined;
  /** Parallel calls per batch. */
  readonly atOnce: number;
  /** Time from the start of one batch to the next, in milliseconds. */
  readonly batch: number;
}

export interface Pacing extends Omit<WaitPolicy, 'until' | 'asleepForCap'> {
  /** No batch starts after this time in the execution, in milliseconds. */
  readonly softStop: number;
  /** Pause between two executions of a run, in milliseconds. */
  readonly restart: number;
}

/** Maximum number of parallel calls, and of pages to fetch before a write. */
export const CALLS_AT_ONCE = 20;
/** Google's execution time limit. */
export const EXECUTION = 6 * MINUTE;
/** After this time, an execution is guaranteed to have ended. */
export const LEASE = EXECUTION + MINUTE;
/** Time per batch, including writes. */
export const BATCH = 2 * SECOND;
export const SOFT_STOP = 4.5 * MINUTE;

/** Pacing for pulls that a user starts. The page starts each further execution. */
export const BY_PERSON: Pacing = {
  atOnce: CALLS_AT_ONCE,
  batch: BATCH,
  softStop: SOFT_STOP,
  restart: 2 * SECOND,
  asleep: 20 * SECOND,
};

const LONGEST_WAIT = 166_000;

/** Returns `WaitPolicy.asleepForCap` in milliseconds: a sixth of the interval, at most `LONGEST_WAIT`. */
export function asleepForCap(every: number): number {
  return Math.min(LONGEST_WAIT, every / 6);
}

/** Returns the first slots, up to `wanted`, that are worth waiting for; without a policy, those that are free now. */
export function worthwhile(
  slots: CallSlots,
  wanted: number,
  cap: number,
  now: number,
  waitPolicy?: WaitPolicy,
): CallSlots {
  const wantedSlots = first(slots, wanted);
  if (!waitPolicy) return wantedSlots.filter(({ at }) => at <= now);
  const { until, asleep, asleepForCap = Number.POSITIVE_INFINITY, atOnce, batch } = waitPolicy;
  let clock = now;
  let waited = 0;
  let reached = 0;
  let worth = 0;
  let best = 0;
  for (const { at, count } of wantedSlots) {
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
  return first(wantedSlots, worth);
}

/** An execution may use up to this multiple of its even share of a daily amount. */
const HASTE = 4;

/** Returns how much of a daily amount an execution may use if the next one starts after `interval` milliseconds. */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}

export interface CallSlot {
  readonly at: number;
  /** At least 1. */
  readonly count: number;
}

export type CallSlots = readonly CallSlot[];

export function total(slots: CallSlots): number {
  return slots.reduce((sum, { count }) => sum + count, 0);
}

export function first<Slot extends CallSlot>(slots: readonly Slot[], count: number): readonly Slot[] {
  const taken: Slot[] = [];
  let open = count;
  for (const slot of slots) {
    if (open <= 0) break;
    taken.push({ ...slot, count: Math.min(open, slot.count) });
    open -= slot.count;
  }
  return taken;
}

export function without<Slot extends CallSlot>(slots: readonly Slot[], count: number): readonly Slot[] {
  let open = Math.max(0, count);
  const next = slots.findIndex((slot) => {
    if (slot.count > open) return true;
    open -= slot.count;
    return false;
  });
  if (next < 0) return [];
  const rest = slots.slice(next);
  if (open > 0) rest[0] = { ...rest[0]!, count: rest[0]!.count - open };
  return rest;
}

export function freeBy(slots: CallSlots, instant: number): number {
  return total(slots.filter(({ at }) => at <= instant));
}

/** Combines the slots of two stores: the nth slot is free once it is free in both. */
export function inEach(slots: CallSlots, others: CallSlots): CallSlots {
  const both: CallSlot[] = [];
  let [left, right] = [slots, others];
  while (left.length > 0 && right.length > 0) {
    const count = Math.min(left[0]!.count, right[0]!.count);
    const at = Math.max(left[0]!.at, right[0]!.at);
    const last = both[both.length - 1];
    if (last?.at === at) both[both.length - 1] = { at, count: last.count + count };
    else both.push({ at, count });
    [left, right] = [without(left, count), without(right, count)];
  }
  return both;
}

interface SendTime extends CallSlot {
  /** A call beyond a low cap. It is sent alone because the service may reject it. */
  readonly isProbe?: true;
}

export type SendTimes = readonly SendTime[];

/** Returns how many calls, up to `most`, may be sent now. `next` is when the next call may be sent, or null. */
export function nextSends(
  sendTimes: SendTimes,
  now: number,
  most: number,
): { readonly calls: number; readonly next: number | null } {
  let calls = 0;
  for (const { at, count, isProbe } of sendTimes) {
    if (at > now) return { calls, next: at };
    if (isProbe) return { calls: calls || Math.min(1, most), next: null };
    calls = Math.min(most, calls + count);
    if (calls === most) break;
  }
  return { calls, next: null };
}
