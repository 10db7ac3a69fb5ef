/**
 * One store's usage record of a seller's operation: calls in the last hour, and a lower cap learned from rejections.
 */
import { DAY, HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { type CallSlot, type CallSlots, EXECUTION, total } from './pacing.ts';

/** Number of calls per tick. JavaScript keeps integer keys in ascending order. */
type Counts = Readonly<Record<number, number>>;

export interface Usage {
  /** Start of this record. Excludes calls reserved in an earlier record. */
  readonly since: number;
  /** Documented calls per hour. */
  readonly cap: number;
  /** Completed calls keyed by end time, and reserved calls keyed by the latest time they can reach the service. */
  readonly counts: Counts;
  /** The service rejects all calls until this time. */
  readonly closed: number;
  /** Set after the service rejected calls below the documented cap. */
  readonly low?: LowCap;
}

interface LowCap {
  /** Calls per hour that the service accepted. */
  readonly cap: number;
  /** When to test a higher cap. */
  readonly probeAt: number;
}

export interface Reservation {
  readonly since: number;
  /** The tick that counts the reserved calls until they are settled. */
  readonly tick: number;
}

/** A batch of parallel calls. */
export interface Made {
  /** End of the last call. */
  readonly at: number;
  /** Number of calls, including retries and rejected calls. */
  readonly count: number;
  /** Number of calls without a response. The service may count them later. */
  readonly unanswered?: number;
}

/** Calls that the service rejected because of the cap. */
export interface Refusal {
  readonly at: number;
  readonly count: number;
  /** When the service will accept calls again. */
  readonly retryAt?: number;
}

/** Maximum clock difference between two executions. */
export const SKEW = 2 * SECOND;
/** Longest time a call can take to reach the service if it gets no response or its execution is killed. */
export const IN_FLIGHT = 80 * SECOND;
/** Maximum number of ticks in a record. They take up 7 KB; Google truncates values at 9 KB. */
const MOST_COUNTS = 400;
/** Time from a rejection to the next test of a higher cap, which may cause another rejection. */
const QUIET = 4 * HOUR;

/** Checks that all numbers are plausible. The checksum detects corruption but not forgery. */
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

/** Returns the replacement for an unreadable record. Assumes that executions have just reserved the whole cap. */
export function spentUsage(cap: number, now: number): Usage {
  return { ...freshUsage(cap, now), counts: { [tickOf(now + EXECUTION + IN_FLIGHT)]: cap } };
}

/** Ticks are fifths of a second since 2020. With whole seconds, hourly runs would wait 10% longer. */
const [TICK, EPOCH] = [SECOND / 5, Date.UTC(2020, 0, 1)];

export function tickOf(instant: number): number {
  return Math.ceil((instant - EPOCH) / TICK);
}

/** Returns when a tick's slots are guaranteed to be free again. */
function backAt(tick: number) {
  return EPOCH + tick * TICK + HOUR + SKEW;
}

/** Returns when the slot of a call that ended at `at` is guaranteed to be free again. Both are epoch milliseconds. */
export function backAfter(at: number): number {
  return backAt(tickOf(at));
}

/** Returns the slots still in use after `after`, grouped by when they become free. */
export function usedSlots({ counts }: Pick<Usage, 'counts'>, after: number): CallSlots {
  return Object.entries(counts)
    .map(([tick, count]): CallSlot => ({ at: backAt(Number(tick)), count }))
    .filter(({ at }) => at > after);
}

export function capOf({ cap, low }: Usage): number {
  return low?.cap ?? cap;
}

/** Returns all slots, grouped by when they become free, starting with slots that are free now. */
export function freeSlots(usage: Usage, now: number): CallSlots {
  const from = Math.max(now, usage.closed);
  return freeBetween(usedSlots(usage, from), capOf(usage), from);
}

/** Returns all slots of a cap, grouped by when they become free, given the slots in use at `from`. */
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

/** Reserves calls for an execution that ends by `until`. */
export function reserved(usage: Usage, count: number, until: number): [Usage, Reservation] {
  const tick = tickOf(until + IN_FLIGHT);
  return [
    { ...usage, counts: plus(usage.counts, tick, count) },
    { since: usage.since, tick },
  ];
}

/** Moves reserved calls to the time when they were made, and frees unused ones. */
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
    // Include calls that other executions reserved. If they were made, the learned cap would otherwise be too low.
    return refused(counted, total(usedSlots({ counts }, refusal.at)) - refusal.count, refusal);
  }
  const last = Math.max(...made.map(({ at }) => at));
  return usage.low && made.length > 0 ? allowed(counted, usage.low, total(usedSlots({ counts }, last))) : counted;
}

function plus(counts: Counts, tick: number, count: number) {
  return count > 0 ? { ...counts, [tick]: (counts[tick] ?? 0) + count } : counts;
}

/** Subtracts calls from `tick` or later ticks, because `tidy` may have merged `tick` into a later one. */
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

/** Drops calls older than an hour and merges ticks beyond `MOST_COUNTS`. */
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
    // Merge into the later tick so that no slot becomes free too early.
    counts[ticks[closest - 1]!]! += counts[earlier]!;
    delete counts[earlier];
  }
  return { ...usage, counts };
}

/** Whether to settle a loan of `more` calls soon: half of the cap is used, or the cap is uncertain. */
export function isClose(usage: Usage, more: number, now: number): boolean {
  return usage.low !== undefined || (total(usedSlots(usage, now)) + more) * 2 >= usage.cap;
}

/** Returns how many calls above a lowered cap to try now: half the gap to the documented cap. */
export function probeSize({ cap, low }: Usage, now: number): number {
  return low && now >= low.probeAt ? Math.ceil((cap - low.cap) / 2) : 0;
}

/** Records a rejection. The number of calls accepted within an hour (`content`) becomes the cap. */
function refused(usage: Usage, content: number, { at, retryAt = at }: Refusal): Usage {
  const { low } = usage;
  // Rejections less than a minute apart are treated as one.
  const isSame = low !== undefined && low.probeAt - QUIET > at - MINUTE;
  // If the cap drops again, another program is making calls, too. Leave 1% for that program.
  const spare = low && !isSame && content < low.cap ? Math.ceil(content / 100) : 0;
  const cap = Math.max(1, Math.min(capOf(usage), usage.cap - 1, content - spare));
  const closed = Math.max(usage.closed, Math.min(retryAt, at + HOUR));
  // An early rejection means that another program used up the calls. It doesn't reveal the cap, so test again soon.
  const isEarly = !low && content < usage.cap / 2;
  return { ...usage, closed, low: { cap, probeAt: isEarly ? Math.max(closed, at + MINUTE) : at + QUIET } };
}

/** Records that the service accepted `content` calls within an hour. If they exceed the lowered cap, it has risen. */
function allowed(usage: Usage, low: LowCap, content: number): Usage {
  if (content <= low.cap) return usage;
  const { low: _, ...documented } = usage;
  return content >= usage.cap ? documented : { ...usage, low: { ...low, cap: content } };
}
