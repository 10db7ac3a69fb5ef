/** The ledger of calls: they are reserved in every store before they are made, and settled when they have ended. */
import { parseStored, storedText } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import {
  type CallSlots,
  freeBy,
  inEach,
  type SendTimes,
  total,
  type WaitPolicy,
  without,
  worthwhile,
} from './pacing.ts';
import {
  capOf,
  freeSlots,
  freshUsage,
  isClose,
  isUsage,
  type Made,
  probeSize,
  type Refusal,
  type Reservation,
  reserved,
  settled,
  spentUsage,
  tidy,
  type Usage,
} from './usage.ts';

/** The port to a store of limits, such as the properties of a document. */
export interface QuotaStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  /** Runs `work` under the store's lock; undefined if the wait would be too long. Locks may be nested. */
  exclusively<Result>(work: () => Result): Result | undefined;
}

export interface Terms {
  /** Epoch milliseconds. */
  readonly now: number;
  /** When the execution ends at the latest, in epoch milliseconds. Calls that are never settled count at that time. */
  readonly lease: number;
  /** How long to wait for slots that become free later; without it, only slots that are free now are reserved. */
  readonly waitPolicy?: WaitPolicy | undefined;
  /** Try whether a low cap has grown, which may cost a refusal. */
  readonly probes?: boolean | undefined;
}

/** Reserved calls, which the execution that has the loan settles. */
export interface Loan {
  readonly operation: string;
  readonly count: number;
  readonly lease: number;
  /** One reservation per store. */
  readonly reservations: readonly Reservation[];
  /** The cap is almost reached or uncertain, so the loan has to be settled soon. */
  readonly isClose: boolean;
}

/** A loan, and the calls that used it. */
interface Spent {
  readonly loan: Loan;
  readonly made: readonly Made[];
}

/** The calls of an operation that all stores together allow. */
export interface Availability {
  /** The lowest known cap, in calls per hour. */
  readonly cap: number;
  /** The number of calls beyond a low cap to try now. */
  readonly probes: number;
  /** Call slots by the time at which they are free. Slots that are free now have the present time. */
  readonly free: CallSlots;
}

export interface Grant {
  readonly granted: number;
  /** When each granted call may be sent. */
  readonly sendTimes: SendTimes;
  /** Null if nothing was granted. */
  readonly loan: Loan | null;
  /** When the first call beyond the granted ones may be sent, in epoch milliseconds; null if unknown. */
  readonly nextAt: number | null;
  /** Other executions held the ledger's lock for too long. */
  readonly isBusy: boolean;
}

export interface Ledger {
  /** Runs several steps under one lock of the stores; undefined if other executions held it for too long. */
  together<T>(work: () => T): T | undefined;
  /** Reserves calls and settles an earlier loan. If a store throws, this throws, too: then make no call. */
  reserve(operation: string, wanted: number, terms: Terms, before?: Spent): Grant;
  /** Call it at once after a refusal. False if other executions held the lock: then all reserved calls count. */
  settle(loan: Loan, made: readonly Made[], now: number, refusal?: Refusal): boolean;
  /** Reads each store once, without the lock. */
  availability(operation: string, now: number): Availability;
  /** The record of each store, for plans. Reads each store once, without the lock. */
  usages(operation: string, now: number): readonly Usage[];
}

/** A slot is free if it is free in every store. `documented` returns an operation's documented calls per hour. */
export function ledgerOf(
  stores: readonly QuotaStore[],
  seller: string,
  documented: (operation: string) => number,
): Ledger {
  const open = (operation: string, now: number) => {
    const key = `ledger.${seller}.${operation}`;
    return stores.map((store) => ({
      ...readUsage(store.get(key), documented(operation), now),
      write: (usage: Usage) => store.set(key, storedText(tidy(usage, now), VERSION)),
    }));
  };
  const usages = (operation: string, now: number) => open(operation, now).map(({ usage }) => usage);
  return {
    together: (work) => inAll(stores, work),

    reserve(operation, wanted, terms, before) {
      const { now, lease } = terms;
      const grant = inAll(stores, (): Grant => {
        const opened = open(operation, now).map(({ usage, isLost, write }, index) => ({
          isLost,
          usage: before ? settled(usage, before.loan.reservations[index]!, before.loan.count, before.made) : usage,
          write,
        }));
        const usages = opened.map(({ usage }) => usage);
        const { sendTimes, nextAt } = offerOf(usages, wanted, terms);
        const granted = total(sendTimes);
        if (granted === 0) {
          // A record that replaces an unreadable one must be stored, or its calls would never be free again.
          for (const { usage, isLost, write } of opened) if (before || isLost) write(usage);
          return { ...NOTHING, nextAt };
        }
        const reservations = opened.map(({ usage, write }) => {
          const [counted, reservation] = reserved(usage, granted, lease);
          write(counted);
          return reservation;
        });
        const isAnyClose = usages.some((usage) => isClose(usage, granted, now));
        const loan = { operation, count: granted, lease, reservations, isClose: isAnyClose };
        return { granted, sendTimes, loan, nextAt, isBusy: false };
      });
      return grant ?? { ...NOTHING, isBusy: true };
    },

    settle({ operation, reservations, count }, made, now, refusal) {
      const done = inAll(stores, () => {
        open(operation, now).forEach(({ usage, write }, index) => {
          write(settled(usage, reservations[index]!, count, made, refusal));
        });
        return true;
      });
      return done ?? false;
    },

    availability: (operation, now) => availabilityOf(usages(operation, now), now),

    usages,
  };
}

/** The number of calls that may be made at an instant. */
export function callsLeft({ free }: Availability, now: number): number {
  return freeBy(free, now);
}

/** Whether a loan needs no settling: all of its calls were made, and they count at most a minute later than they were. */
export function isFullyUsed({ count, lease, isClose }: Loan, made: readonly Made[], now: number): boolean {
  return !isClose && lease - now <= MINUTE && made.reduce((sum, { count }) => sum + count, 0) === count;
}

function availabilityOf(usages: readonly Usage[], now: number): Availability {
  return {
    cap: Math.min(...usages.map(capOf)),
    probes: Math.max(...usages.map((usage) => probeSize(usage, now))),
    free: usages.map((usage) => freeSlots(usage, now)).reduce(inEach),
  };
}

const VERSION = 1;

const NOTHING: Grant = { granted: 0, sendTimes: [], loan: null, nextAt: null, isBusy: false };

function readUsage(text: string | null, documented: number, now: number): { usage: Usage; isLost: boolean } {
  const usage = text === null ? freshUsage(documented, now) : parseStored<Usage>(text, VERSION);
  if (!isUsage(usage, now)) return { usage: spentUsage(documented, now), isLost: true };
  if (usage.cap === documented) return { usage, isLost: false };
  const { low: _, ...known } = usage;
  return { usage: { ...known, cap: documented }, isLost: false };
}

function offerOf(
  usages: readonly Usage[],
  wanted: number,
  { now, waitPolicy, probes = false }: Terms,
): Pick<Grant, 'sendTimes' | 'nextAt'> {
  const { cap, free } = availabilityOf(usages, now);
  const slots = worthwhile(free, wanted, cap, now, waitPolicy);
  const granted = total(slots);
  const sendTimes = probes ? [...slots, ...probesOf(usages, slots, wanted - granted, now)] : slots;
  return { sendTimes, nextAt: without(free, granted)[0]?.at ?? null };
}

/** Calls beyond a low cap, at most `most`. They are sent last, so that a refusal delays no other call. */
function probesOf(usages: readonly Usage[], granted: CallSlots, most: number, now: number): SendTimes {
  const sizes = usages.map((usage) => probeSize(usage, now));
  if (!sizes.some((size) => size > 0)) return [];
  const at = granted[granted.length - 1]?.at ?? now;
  const open = usages.map((usage, index) => sizes[index]! || freeBy(freeSlots(usage, now), at) - total(granted));
  const count = Math.min(most, ...open);
  return count > 0 ? [{ at, count, isProbe: true }] : [];
}

/** Locks all stores, always in the same order, so that no two executions wait for each other. */
function inAll<T>(stores: readonly QuotaStore[], work: () => T): T | undefined {
  const [store, ...others] = stores;
  return store ? store.exclusively(() => inAll(others, work)) : work();
}
