/** One store's record of a seller's operation: the calls of the last hour, and a cap that is lower than documented. */
import { DAY, HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { type CallSlot, type CallSlots, EXECUTION, total } from './pacing.ts';

/** Calls by the tick in which they ended at the latest. JavaScript keeps such keys in ascending order. */
type Counts = Readonly<Record<number, number>>;

export interface Usage {
  /** When the record began, in epoch milliseconds. A loan from an earlier record is not in its counts. */
  readonly since: number;
  /** Documented calls per hour. */
  readonly cap: number;
  /** Calls that were made, and reserved calls, which count at the end of their execution. */
  readonly counts: Counts;
  /** The service refuses all calls until then (epoch milliseconds). */
  readonly closed: number;
  /** Set once the service refused calls below the documented cap. */
  readonly low?: LowCap;
}

interface LowCap {
  /** Calls per hour that the service let through. */
  readonly cap: number;
  /** When to try more calls, in epoch milliseconds. */
  readonly probeAt: number;
}

export interface Reservation {
  readonly since: number;
  /** The tick at which its calls count until it is settled. */
  readonly tick: number;
}

/** Calls that were made in parallel. */
export interface Made {
  /** When the last one ended, in epoch milliseconds. */
  readonly at: number;
  /** Includes repeated and refused calls. */
  readonly count: number;
  /** Calls without an answer, which the service may count later. */
  readonly unanswered?: number;
}

/** The calls, among those made, that the service refused because of the cap. */
export interface Refusal {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly count: number;
  /** When the service accepts calls again, in epoch milliseconds. */
  readonly retryAt?: number;
}

/** The clocks of two executions differ by at most this much. */
export const SKEW = 2 * SECOND;
/** A call without an answer, or from a killed execution, reaches the service at most this late. */
export const IN_FLIGHT = 80 * SECOND;
/** A record with this many ticks is 7 KB long; Google truncates at 9 KB. */
const MOST_COUNTS = 400;
/** The time after a refusal before more calls than a low cap allows are tried, which may cost another refusal. */
const QUIET = 4 * HOUR;

/** Whether all of its numbers are possible at this time: a sum shows damage, not forgery. */
export function isUsage(value: Usage | undefined, now: number): value is Usage {
  if (typeof value?.counts !== 'object' || value.counts === null || value.low === null) return false;
  const { since, cap, counts, closed, low = { cap, probeAt: 0 } } = value;
  const isUpTo = (most: number) => (each: unknown) => typeof each === 'number' && each >= 0 && each <= most;
  return (
    [since, closed, low.probeAt].every(isUpTo(now + DAY)) &&
    [cap, low.cap, ...Object.values(counts)].every(isUpTo(Number.MAX_SAFE_INTEGER)) &&
    Object.keys(counts)
      .map(Number)
      .every(isUpTo(tickOf(now + DAY)))
  );
}

export function freshUsage(cap: number, now: number): Usage {
  return { since: now, cap, counts: {}, closed: 0 };
}

/** Replaces an unreadable record: all calls count as reserved by executions that have just begun. */
export function spentUsage(cap: number, now: number): Usage {
  return { ...freshUsage(cap, now), counts: { [tickOf(now + EXECUTION + IN_FLIGHT)]: cap } };
}

/** Ticks are fifths of a second since 2020. With whole seconds, hourly runs would wait a tenth longer. */
const [TICK, EPOCH] = [SECOND / 5, Date.UTC(2020, 0, 1)];

export function tickOf(instant: number): number {
  return Math.ceil((instant - EPOCH) / TICK);
}

/** When the slots of a tick's calls are surely free again, in epoch milliseconds. */
function backAt(tick: number): number {
  return EPOCH + tick * TICK + HOUR + SKEW;
}

/** When the slot of a call that ended at `at` is surely free again; both in epoch milliseconds. */
export function backAfter(at: number): number {
  return backAt(tickOf(at));
}

/** The slots in use, by the time at which they are free again, if that is later than `after` (epoch milliseconds). */
export function usedSlots({ counts }: Pick<Usage, 'counts'>, after: number): CallSlots {
  return Object.entries(counts)
    .map(([tick, count]): CallSlot => ({ at: backAt(Number(tick)), count }))
    .filter(({ at }) => at > after);
}

export function capOf({ cap, low }: Usage): number {
  return low?.cap ?? cap;
}

/** All slots of the cap by the time at which they are free. Slots that are free now come first, with the present time. */
export function freeSlots(usage: Usage, now: number): CallSlots {
  const from = Math.max(now, usage.closed);
  return freeBetween(usedSlots(usage, from), capOf(usage), from);
}

/** All slots of a cap by the time at which they are free, if `used` are in use at `from`. */
export function freeBetween(used: CallSlots, cap: number, from: number): CallSlots {
  let open = cap - total(used);
  const free: CallSlot[] = open > 0 ? [{ at: from, count: open }] : [];
  for (const { at, count } of used) {
    const before = Math.max(0, open);
    open += count;
    if (open > before) free.push({ at, count: open - before });
  }
  return free;
}

/** Reserves calls of an execution that ends at `until` at the latest (epoch milliseconds). */
export function reserved(usage: Usage, count: number, until: number): [Usage, Reservation] {
  const tick = tickOf(until + IN_FLIGHT);
  return [
    { ...usage, counts: plus(usage.counts, tick, count) },
    { since: usage.since, tick },
  ];
}

/** Moves the calls of a reservation to the time at which they were made, and frees those that were not made. */
export function settled(
  usage: Usage,
  { since, tick }: Reservation,
  count: number,
  made: readonly Made[],
  refusal?: Refusal,
): Usage {
  let counts = since === usage.since ? minus(usage.counts, tick, count) : usage.counts;
  for (const { at, count, unanswered = 0 } of made) {
    counts = plus(counts, tickOf(at), count - unanswered);
    counts = plus(counts, tickOf(at + IN_FLIGHT), unanswered);
  }
  const counted = { ...usage, counts };
  if (refusal) {
    // Calls that other executions reserved count, too: they may have been made, and the cap would seem too low.
    return refused(counted, total(usedSlots({ counts }, refusal.at)) - refusal.count, refusal);
  }
  const last = Math.max(...made.map(({ at }) => at));
  return usage.low && made.length > 0 ? allowed(counted, usage.low, total(usedSlots({ counts }, last))) : counted;
}

function plus(counts: Counts, tick: number, count: number): Counts {
  return count > 0 ? { ...counts, [tick]: (counts[tick] ?? 0) + count } : counts;
}

/** Subtracts calls from `tick` and later ticks, because a tick may have been merged into a later one. */
function minus(counts: Counts, tick: number, count: number): Counts {
  const left: Record<number, number> = { ...counts };
  let open = count;
  for (const each of Object.keys(counts).map(Number)) {
    if (each < tick || open === 0) continue;
    const taken = Math.min(open, left[each]!);
    open -= taken;
    left[each]! -= taken;
    if (left[each] === 0) delete left[each];
  }
  return left;
}

/** The record as it is stored: without calls older than an hour, and with at most `MOST_COUNTS` ticks. */
export function tidy(usage: Usage, now: number): Usage {
  const counts: Record<number, number> = {};
  for (const [tick, count] of Object.entries(usage.counts))
    if (backAt(Number(tick)) > now) counts[Number(tick)] = count;
  const ticks = Object.keys(counts).map(Number);
  while (ticks.length > MOST_COUNTS) {
    let closest = 1;
    for (let index = 2; index < ticks.length; index++)
      if (ticks[index]! - ticks[index - 1]! < ticks[closest]! - ticks[closest - 1]!) closest = index;
    const [earlier] = ticks.splice(closest - 1, 1) as [number];
    // The later tick takes the calls, so that no slot is free too early.
    counts[ticks[closest - 1]!]! += counts[earlier]!;
    delete counts[earlier];
  }
  return { ...usage, counts };
}

/** Whether a loan of `more` calls has to be settled soon: half of the cap is used, or the cap is uncertain. */
export function isClose(usage: Usage, more: number, now: number): boolean {
  return usage.low !== undefined || (total(usedSlots(usage, now)) + more) * 2 >= usage.cap;
}

/** The number of calls beyond a low cap to try now, because it may have grown: half of those below the documented cap. */
export function probeSize({ cap, low }: Usage, now: number): number {
  return low && now >= low.probeAt ? Math.ceil((cap - low.cap) / 2) : 0;
}

/** The service refused calls after it let `content` calls through within an hour, so that is its cap. */
function refused(usage: Usage, content: number, { at, retryAt = at }: Refusal): Usage {
  const { low } = usage;
  // Refusals within a minute are about the same calls.
  const isSame = low !== undefined && low.probeAt - QUIET > at - MINUTE;
  // A cap that shrinks again is shared with another program. One call in a hundred is left to that program.
  const spare = low && !isSame && content < low.cap ? Math.ceil(content / 100) : 0;
  const cap = Math.max(1, Math.min(capOf(usage), usage.cap - 1, content - spare));
  const closed = Math.max(usage.closed, Math.min(retryAt, at + HOUR));
  // An early refusal shows the calls of another program, not how low the cap is, so more is tried soon.
  const isEarly = !low && content < usage.cap / 2;
  return { ...usage, closed, low: { cap, probeAt: isEarly ? Math.max(closed, at + MINUTE) : at + QUIET } };
}

/** The service let `content` calls through within an hour. If that is more than the low cap, the cap has grown. */
function allowed(usage: Usage, low: LowCap, content: number): Usage {
  if (content <= low.cap) return usage;
  const { low: _, ...documented } = usage;
  return content >= usage.cap ? documented : { ...usage, low: { ...low, cap: content } };
}
