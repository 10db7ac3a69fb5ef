/** The pacing of executions: call slots of a cap, which of them to wait for, and when the next execution begins. */
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';

/** How long an execution may wait for call slots. Waiting counts toward Google's execution time limit. */
export interface WaitPolicy {
  /** No call begins after this instant (epoch milliseconds). */
  readonly until: number;
  /** The longest wait in total, in milliseconds. */
  readonly asleep: number;
  /** The longest wait for as many calls as the cap allows, in milliseconds; proportionally less for fewer calls. */
  readonly asleepForCap?: number | undefined;
  /** The number of parallel calls in a batch. */
  readonly atOnce: number;
  /** Milliseconds from one batch to the next, including the work in between. */
  readonly batch: number;
}

export interface Pacing extends Omit<WaitPolicy, 'until' | 'asleepForCap'> {
  /** An execution starts no new batch after this many milliseconds. */
  readonly softStop: number;
  /** Milliseconds between two executions of one run. */
  readonly restart: number;
}

/** The most parallel calls, and the most pages that are fetched before a write. */
export const CALLS_AT_ONCE = 20;
/** Google ends an execution after six minutes. */
export const EXECUTION = 6 * MINUTE;
/** After this time, an execution that holds something has surely ended. */
export const LEASE = EXECUTION + MINUTE;
/** Milliseconds per batch, including the writing. */
export const BATCH = 2 * SECOND;
/** Executions stop well before Google would end them. */
export const SOFT_STOP = 4.5 * MINUTE;

/** The pacing of a pull that a person started, whose page starts each further execution. */
export const BY_PERSON: Pacing = {
  atOnce: CALLS_AT_ONCE,
  batch: BATCH,
  softStop: SOFT_STOP,
  restart: 2 * SECOND,
  asleep: 20 * SECOND,
};

const LONGEST_WAIT = 166_000;

/** The wait for as many calls as a cap has, for executions with this interval: a sixth of it. In milliseconds. */
export function asleepForCap(every: number): number {
  return Math.min(LONGEST_WAIT, every / 6);
}

/** The first slots, at most `wanted`, that are worth the wait. Without a policy, those that are free now. */
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

/** An execution may use this multiple of its even share of the day. */
const HASTE = 4;

/** How much of a daily amount an execution may use if the next one begins in `interval` milliseconds: never all of it. */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}

/** Calls that may be made from an instant on. */
export interface CallSlot {
  /** Epoch milliseconds. */
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

/** The number of slots that are free by an instant. */
export function freeBy(slots: CallSlots, instant: number): number {
  return total(slots.filter(({ at }) => at <= instant));
}

/** The slots that two stores have together: the n-th slot is free once it is free in both. */
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
  /** The call goes beyond a low cap. It is sent alone, because the service may refuse it. */
  readonly isProbe?: true;
}

export type SendTimes = readonly SendTime[];

/** How many calls may be sent at `now`, at most `most`. If none, `next` is when the next one may; null if none is left. */
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
