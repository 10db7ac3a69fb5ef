/** Pacing of executions: call slots of a cap, which ones to wait for, when the next execution begins. */
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';

/** Waiting uses up the minutes that an execution may run. */
export interface WaitPolicy {
  /** No call is begun after this, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds to spend waiting. */
  readonly asleep: number;
  /** The same for an hour's calls, in proportion for fewer. */
  readonly asleepForCap?: number | undefined;
  /** Parallel calls, and the milliseconds per batch with all work in between. */
  readonly atOnce: number;
  readonly batch: number;
}

export interface Pacing extends Omit<WaitPolicy, 'until' | 'asleepForCap'> {
  /** Milliseconds after which an execution begins no batch. */
  readonly softStop: number;
  /** Milliseconds between executions of one piece of work. */
  readonly restart: number;
}

/** Pages fetched side by side, and at most before a write. */
export const CALLS_AT_ONCE = 20;
/** Google ends an execution after six minutes. */
export const EXECUTION = 6 * MINUTE;
/** What an execution never gave back is free after this. */
export const LEASE = EXECUTION + MINUTE;
/** Milliseconds per batch, with writing. */
export const BATCH = 2 * SECOND;
/** Well before Google ends an execution at six minutes. */
export const SOFT_STOP = 4.5 * MINUTE;

/** For work started by a person, whose page starts the next execution. */
export const BY_PERSON: Pacing = {
  atOnce: CALLS_AT_ONCE,
  batch: BATCH,
  softStop: SOFT_STOP,
  restart: 2 * SECOND,
  asleep: 20 * SECOND,
};

/** Longest wait for an hour's calls; otherwise a sixth of the interval. */
const LONGEST_WAIT = 166_000;

export function asleepForCap(every: number): number {
  return Math.min(LONGEST_WAIT, every / 6);
}

/** At most `wanted` slots, as many as are worth waiting for. */
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

/** How many even shares an execution may take. */
const HASTE = 4;

/** Much while much is left, but never all, with the next execution in `interval` milliseconds. */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}

export interface CallSlot {
  /** Epoch milliseconds. */
  readonly at: number;
  /** At least one. */
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

/** Slots free in both stores: the n-th is free when both are. */
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

export interface SendTime extends CallSlot {
  /** Sent alone, because the service may refuse it. */
  readonly isProbe?: true;
}

export type SendTimes = readonly SendTime[];

/** How many calls may go out at `now`, at most `most` in parallel; if none, when the next one may, or null if none is left. */
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
