/** The ledger: calls are reserved in every store before they are made, and settled when they are over. */
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
  /** Undefined if the wait would be too long. Held for one read and one write only; may be nested. */
  exclusively<Result>(work: () => Result): Result | undefined;
}

export interface Terms {
  /** Epoch milliseconds. */
  readonly now: number;
  /** When the execution ends at the latest, in epoch milliseconds: calls that are not settled count then. */
  readonly lease: number;
  /** Reserves slots that become free within the run as well; without it, only those free now. */
  readonly waitPolicy?: WaitPolicy | undefined;
  /** Tries whether a low cap has grown, which may cost a refusal. */
  readonly probes?: boolean | undefined;
}

/** Reserved calls; whoever has the loan settles it. */
export interface Loan {
  readonly operation: string;
  readonly count: number;
  readonly lease: number;
  /** One per store. */
  readonly reservations: readonly Reservation[];
  /** The cap is close or uncertain, so others need to know soon which calls were made. */
  readonly isClose: boolean;
}

/** A loan, and the calls that were made on it. */
export interface Spent {
  readonly loan: Loan;
  readonly made: readonly Made[];
}

/** What all stores of an operation allow together. */
export interface Availability {
  /** Calls per hour, as far as is known. */
  readonly cap: number;
  /** Calls beyond a low cap that are to be tried now. */
  readonly probes: number;
  /** The slots that nobody has, by the instant from which they are free; those free now have the time of now. */
  readonly free: CallSlots;
}

export interface Grant {
  readonly granted: number;
  /** When each of the granted calls may be made. */
  readonly sendTimes: SendTimes;
  /** Null when nothing was granted. */
  readonly loan: Loan | null;
  /** When the next call that was not granted may be made, in epoch milliseconds; null if unknown. */
  readonly nextAt: number | null;
  /** Others held the ledger for too long. */
  readonly isBusy: boolean;
}

export interface Ledger {
  /** Several steps in one hold of the stores; undefined if others held them for too long. */
  together<T>(work: () => T): T | undefined;
  /** One read and one write per store, in which an earlier loan is settled too. Throws what a store throws: then make no call. */
  reserve(operation: string, wanted: number, terms: Terms, before?: Spent): Grant;
  /** Call it at once after a refusal. False if others held the ledger: all reserved calls then count. */
  settle(loan: Loan, made: readonly Made[], now: number, refusal?: Refusal): boolean;
  /** One read per store, and no lock. */
  availability(operation: string, now: number): Availability;
  /** What each store knows, to plan with. One read per store, and no lock. */
  usages(operation: string, now: number): readonly Usage[];
}

/** A slot has to be free in every store. `documented` gives the calls per hour of an operation. */
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
          // The replacement of an unreadable record has to be stored, or it would never age.
          for (const { usage, isLost, write } of opened) if (before || isLost) write(usage);
          return { ...NOTHING, nextAt };
        }
        const reservations = opened.map(({ usage, write }) => {
          const [counted, reservation] = reserved(usage, granted, lease);
          write(counted);
          return reservation;
        });
        const close = usages.some((usage) => isClose(usage, granted, now));
        const loan = { operation, count: granted, lease, reservations, isClose: close };
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

    availability: (operation, now) =>
      availabilityOf(
        open(operation, now).map(({ usage }) => usage),
        now,
      ),

    usages: (operation, now) => open(operation, now).map(({ usage }) => usage),
  };
}

/** Calls that may be made at an instant. */
export function callsLeft({ free }: Availability, now: number): number {
  return freeBy(free, now);
}

/** Whether a loan needs no settling: all of it was used, and it counts only a little later than it was. */
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

/** Calls beyond a low cap, at most `most`. They come last, so that a refusal costs none of the others. */
function probesOf(usages: readonly Usage[], granted: CallSlots, most: number, now: number): SendTimes {
  const sizes = usages.map((usage) => probeSize(usage, now));
  if (!sizes.some((size) => size > 0)) return [];
  const at = granted[granted.length - 1]?.at ?? now;
  const open = usages.map((usage, index) => sizes[index]! || freeBy(freeSlots(usage, now), at) - total(granted));
  const count = Math.min(most, ...open);
  return count > 0 ? [{ at, count, isProbe: true }] : [];
}

/** Stores are always taken in the same order, so that no two executions wait for each other. */
function inAll<T>(stores: readonly QuotaStore[], work: () => T): T | undefined {
  const [store, ...others] = stores;
  return store ? store.exclusively(() => inAll(others, work)) : work();
}
