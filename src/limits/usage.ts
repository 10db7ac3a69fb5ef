/** What one store knows about one operation of a seller: the call slots that are out, and what the cap seems to be. */
import { HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { after, type CallSlot, type CallSlots, together, total } from './call-slots.ts';
import { allowedAt, documentedOnly, type Estimate, isLearned, refusedAt } from './estimate.ts';
import { EXECUTION } from './pacing.ts';

/** Call slots that an execution may spend until `until`; until it settles, all of them count as spent then. */
export interface Lease {
  readonly id: number;
  readonly count: number;
  /** Epoch milliseconds, whole seconds. */
  readonly until: number;
}

export interface Usage {
  /** Call slots of calls that were made, by the instant at which they come back. */
  readonly slots: CallSlots;
  readonly leases: readonly Lease[];
  readonly estimate: Estimate;
  /** The id of the next lease. */
  readonly serial: number;
  /** The latest time that any clock showed here, in epoch milliseconds. */
  readonly seenAt: number;
}

/** Calls that were made side by side. */
export interface Made {
  /** When the last of them was over, in epoch milliseconds. */
  readonly at: number;
  /** All of them: repeated and refused ones too. */
  readonly count: number;
  /** Those that got no answer: the service may count them later. */
  readonly unanswered?: number;
}

/** Calls that the service refused because of the cap; they are among those that were made. */
export interface Refusal {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly count: number;
  /** When the service says that it goes on, in epoch milliseconds. */
  readonly retryAt?: number;
}

/**
 * Instants at which call slots come back are rounded up to so many milliseconds. A run that waits for them is later
 * each hour by what they come late, and with whole seconds it would have to wait a tenth longer.
 */
export const GRAIN = 200;
/** Clocks of two executions differ by so much at most. */
export const SKEW = 2 * SECOND;
/** A call that was given up, or whose execution was ended, is counted so much later at most. */
export const IN_FLIGHT = 30 * SECOND;
/** After its end a lease can still be settled for so long: an execution may end a little late. */
const LATE = MINUTE;
/** More open leases than executions that Google runs side by side for a person. */
const MOST_LEASES = 32;

/** When a call slot is surely free again that was spent at `latest` or before. */
function backAt(latest: number): number {
  return Math.ceil((latest + HOUR + SKEW) / GRAIN) * GRAIN;
}

/** Nothing is known to be spent. */
export function freshUsage(documented: number, now: number): Usage {
  // Ids of a usage that was lost before must not come again while its leases are out.
  const serial = Math.floor(now / SECOND) % 36 ** 4;
  return { slots: [], leases: [], estimate: documentedOnly(documented), serial, seenAt: now };
}

/** What was spent is not known: all of it, and just now, by executions that have only begun. */
export function spentUsage(documented: number, now: number): Usage {
  const slots = [{ at: backAt(now + EXECUTION + IN_FLIGHT), count: documented }];
  return { ...freshUsage(documented, now), slots };
}

/** How far the clock is behind one that was seen before, beyond what is usual. */
function behind({ seenAt }: Usage, now: number): number {
  return now < seenAt - SKEW ? seenAt - now : 0;
}

function backOf({ until, count }: Lease): CallSlot {
  return { at: backAt(until + IN_FLIGHT), count };
}

/** The call slots that are free, those of now first and with the time of now, up to all of the cap. */
export function freeSlots({ slots, leases, estimate }: Usage, now: number): CallSlots {
  const from = Math.max(now, estimate.closedUntil);
  const out = after(together(slots, leases.map(backOf)), from);
  let open = estimate.cap - total(out);
  const free: CallSlot[] = open > 0 ? [{ at: from, count: open }] : [];
  for (const { at, count } of out) {
    const before = Math.max(0, open);
    open += count;
    if (open > before) free.push({ at, count: open - before });
  }
  return free;
}

/** Lends call slots until `until`, in epoch milliseconds. */
export function lend(usage: Usage, count: number, until: number, now: number): [Usage, Lease] {
  const end = wholeSeconds(until + behind(usage, now));
  const lease = { id: usage.serial, count, until: end };
  return [{ ...usage, leases: [...usage.leases, lease], serial: usage.serial + 1 }, lease];
}

/** Whether it makes a difference what becomes of so many calls more: half of the cap is spent, or it is not sure what that is. */
export function isClose({ slots, leases, estimate }: Usage, more: number, now: number): boolean {
  const content = total(after(together(slots, leases.map(backOf)), now)) + more;
  return isLearned(estimate) || content * 2 >= estimate.cap;
}

/** Takes a lease back: its slots are free but for the calls that were made, which come back an hour after they were over. */
export function settled(
  usage: Usage,
  { id, until }: Lease,
  made: readonly Made[],
  now: number,
  refusal?: Refusal,
): Usage {
  const leases = usage.leases.filter((lease) => lease.id !== id || lease.until !== until);
  // Once the clock has gone back, times that were read before and after do not tell what came last.
  const worst = behind(usage, now) > 0 ? Math.max(until, usage.seenAt) + IN_FLIGHT : 0;
  const spent = made.flatMap(({ at, count, unanswered = 0 }) => [
    { at: backAt(Math.max(at, worst)), count: count - unanswered },
    { at: backAt(Math.max(at + IN_FLIGHT, worst)), count: unanswered },
  ]);
  const slots = together(usage.slots, spent);
  return { ...usage, slots, leases, estimate: measured({ ...usage, slots, leases }, made, now, refusal) };
}

function measured({ slots, leases, estimate }: Usage, made: readonly Made[], now: number, refusal?: Refusal): Estimate {
  if (refusal) {
    // What others have on lease may have been spent; were it taken for unspent, the cap would seem far too low.
    const content = total(after(slots, refusal.at)) + total(leases.map(backOf)) - refusal.count;
    return refusedAt(estimate, content, refusal.at, refusal.retryAt);
  }
  if (made.length === 0) return estimate;
  return allowedAt(estimate, total(after(slots, Math.max(...made.map(({ at }) => at)))), now);
}

/** The usage as it is kept: in whole seconds, without call slots that are back or leases whose execution is surely over. */
export function tidy(usage: Usage, now: number): Usage {
  const { leases, estimate } = usage;
  const lastFirst = [...leases].sort((a, b) => b.until - a.until);
  const open = new Set(lastFirst.filter(({ until }) => until + LATE > now).slice(0, MOST_LEASES));
  const over = leases.filter((lease) => !open.has(lease)).map(backOf);
  return {
    ...usage,
    slots: after(over.length > 0 ? together(usage.slots, over) : usage.slots, now),
    leases: leases.filter((lease) => open.has(lease)),
    estimate: {
      ...estimate,
      nextProbe: wholeSeconds(estimate.nextProbe),
      closedUntil: wholeSeconds(estimate.closedUntil),
    },
    seenAt: wholeSeconds(Math.max(usage.seenAt, now)),
  };
}

/** Never earlier than it is. */
function wholeSeconds(instant: number): number {
  return Math.ceil(instant / SECOND) * SECOND;
}
