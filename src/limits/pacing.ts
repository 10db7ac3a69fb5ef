/** How fast executions go: the call slots of a cap, which of them one waits for, and when the next execution begins. */
import { DAY, MINUTE, SECOND } from '../protocol/time.ts';

/** Waiting uses up the minutes that an execution may run. */
export interface WaitPolicy {
  /** No call is begun after this, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds in which the run may do nothing but wait. */
  readonly asleep: number;
  /** The same for all the calls of an hour, and in proportion for fewer: a short wait for many is worth more. */
  readonly asleepForCap?: number | undefined;
  /** Calls that go out side by side, and the milliseconds that they take with all that is done between two batches. */
  readonly atOnce: number;
  readonly batch: number;
}

export interface Pacing extends Omit<WaitPolicy, 'until'> {
  /** Milliseconds after which an execution begins no batch. */
  readonly softStop: number;
  /** Milliseconds from the end of an execution to the begin of the one that goes on with its work. */
  readonly restart: number;
  /** Milliseconds between two executions of a schedule; without, one begins when there is something to do. */
  readonly every?: number;
}

/** Pages that are fetched side by side, and at most before they are written. */
export const CALLS_AT_ONCE = 20;
/** Google ends an execution after six minutes. */
export const EXECUTION = 6 * MINUTE;
/** What an execution took and never gave back is free after this: it has surely ended. */
export const LEASE = EXECUTION + MINUTE;
/** What a batch takes: the median answer, a slow one, and the writing of what came. */
export const BATCH = 2 * SECOND;
/** After this an execution stops by itself, well before Google ends it at six minutes. */
export const SOFT_STOP = 4.5 * MINUTE;
/** A person who waits is told sooner that it goes on later. */
const PERSON_WAITS = 20 * SECOND;
const RESTART = 2 * SECOND;

const USUAL = { atOnce: CALLS_AT_ONCE, batch: BATCH, softStop: SOFT_STOP, restart: RESTART };

/** Of work that a person started, whose page starts the next execution. */
export const BY_PERSON: Pacing = { ...USUAL, asleep: PERSON_WAITS };

/** Of work on a schedule; `every` in milliseconds. */
export function onSchedule(every: number): Pacing {
  const asleep = asleepForCap(every);
  return { ...USUAL, asleep, asleepForCap: asleep, every };
}

/** No run waits longer than this for the calls of an hour, or than a sixth of the time until the next run. */
const LONGEST_WAIT = 166_000;

/** How long a run should wait for all the calls of an hour when the next one is so many milliseconds later. */
export function asleepForCap(every: number): number {
  return Math.min(LONGEST_WAIT, every / 6);
}

/** At most `wanted` of the call slots, as many of the first ones as are worth waiting for. `now` in epoch milliseconds. */
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

/** So many times its even share an execution may take of what is left. */
const HASTE = 4;

/**
 * What an execution may take of `left` when the next ones come after `interval` milliseconds each: much while much is left, so
 * that a backlog is worked off, and never so much that nothing is left for those to come. What is spent comes back a day
 * later; in the long run a fifth stays unspent.
 */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}

export interface CallSlot {
  /** Epoch milliseconds. */
  readonly at: number;
  /** How many become free then, at least one. */
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

/** All but the first `count` slots. */
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

/** The slots that are free in both of two stores: the n-th is free when the n-th of each is. */
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
  /** One call at a time, because the service may refuse it. */
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
