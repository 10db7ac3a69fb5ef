/** The call ledger: reserves calls in every store before they start, and settles them after they end. */
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

/** Port to a property store, such as the document properties. */
export interface QuotaStore {
  get(key: string): string | null;
  set(key: string, text: string): void;
  /** Runs `work` under the store's lock, which is reentrant. Returns undefined on a lock timeout. */
  exclusively<Result>(work: () => Result): Result | undefined;
}

export interface LoanTerms {
  readonly now: number;
  /** Latest end of the execution. Unsettled calls are recorded `IN_FLIGHT` later. */
  readonly endsBy: number;
  /** How long to wait for later slots. If undefined, reserves only slots that are free now. */
  readonly waitPolicy?: WaitPolicy | undefined;
  /** Whether to probe for a cap above a low one, which the service may reject. */
  readonly probes?: boolean | undefined;
}

/** Reserved calls. The execution that reserved them must settle them. */
export interface Loan {
  readonly operation: string;
  readonly count: number;
  readonly endsBy: number;
  /** One reservation per store. */
  readonly reservations: readonly Reservation[];
  /** True if the cap is nearly reached or uncertain: settle soon. */
  readonly isClose: boolean;
}

interface Spent {
  readonly loan: Loan;
  readonly made: readonly Made[];
}

/** The calls that all stores allow for an operation. */
export interface Availability {
  /** The lowest known cap, in calls per hour. */
  readonly cap: number;
  /** Number of calls to try beyond a low cap. */
  readonly probes: number;
  /** Call slots, grouped by when they become free: the current time if they are free now. */
  readonly free: CallSlots;
}

export interface Grant {
  readonly granted: number;
  readonly sendTimes: SendTimes;
  /** Null if no calls were granted. */
  readonly loan: Loan | null;
  /** Earliest time for calls beyond the granted ones; null if unknown. */
  readonly nextAt: number | null;
  /** Whether waiting for the lock timed out. */
  readonly isBusy: boolean;
}

export interface Ledger {
  /** Runs `work` while holding the locks of all stores. Returns undefined on a lock timeout. */
  together<T>(work: () => T): T | undefined;
  /** Reserves calls and settles an earlier loan. If it throws, don't make any calls. */
  reserve(operation: string, wanted: number, terms: LoanTerms, before?: Spent): Grant;
  /** Call this immediately after a refusal. On a lock timeout, all reserved calls count as used. */
  settle(loan: Loan, made: readonly Made[], now: number, refusal?: Refusal): void;
  /** Returns the calls that all stores allow. Reads each store once, without locking. */
  availability(operation: string, now: number): Availability;
  /** Returns each store's record, for planning. Reads each store once, without locking. */
  usages(operation: string, now: number): readonly Usage[];
}

/** A slot is free if it is free in every store. `documented`: calls per hour. */
export function ledgerOf(stores: readonly QuotaStore[], seller: string, documented: number): Ledger {
  const open = (operation: string, now: number) => {
    const key = `ledger.${seller}.${operation}`;
    return stores.map((store) => ({
      ...readUsage(store.get(key), documented, now),
      write: (usage: Usage) => store.set(key, storedText(tidy(usage, now), VERSION)),
    }));
  };
  const usages = (operation: string, now: number) => open(operation, now).map(({ usage }) => usage);
  return {
    together: (work) => inAll(stores, work),

    reserve(operation, wanted, terms, before) {
      const { now, endsBy } = terms;
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
          // Store the replacement for an unreadable record. Otherwise, its slots would never become free.
          for (const { usage, isLost, write } of opened) if (before || isLost) write(usage);
          return { ...NOTHING, nextAt };
        }
        const reservations = opened.map(({ usage, write }) => {
          const [counted, reservation] = reserved(usage, granted, endsBy);
          write(counted);
          return reservation;
        });
        const isAnyClose = usages.some((usage) => isClose(usage, granted, now));
        const loan = { operation, count: granted, endsBy, reservations, isClose: isAnyClose };
        return { granted, sendTimes, loan, nextAt, isBusy: false };
      });
      return grant ?? { ...NOTHING, isBusy: true };
    },

    settle({ operation, reservations, count }, made, now, refusal) {
      inAll(stores, () =>
        open(operation, now).forEach(({ usage, write }, index) => {
          write(settled(usage, reservations[index]!, count, made, refusal));
        }),
      );
    },

    availability: (operation, now) => availabilityOf(usages(operation, now), now),

    usages,
  };
}

export function callsLeft({ free }: Availability, now: number): number {
  return freeBy(free, now);
}

/** Whether to skip settling: usage isn't near the cap, all calls were made, and the execution ends within a minute. */
export function isFullyUsed({ count, endsBy, isClose }: Loan, made: readonly Made[], now: number): boolean {
  return !isClose && endsBy - now <= MINUTE && made.reduce((sum, { count }) => sum + count, 0) === count;
}

function availabilityOf(usages: readonly Usage[], now: number): Availability {
  return {
    cap: Math.min(...usages.map(capOf)),
    probes: Math.max(...usages.map((usage) => probeSize(usage, now))),
    free: usages.map((usage) => freeSlots(usage, now)).reduce(inEach),
  };
}

const VERSION = 1;

/** Replaces an unreadable entry: its calls may have been made. */
export function usedUp(now: number): string {
  return storedText(spentUsage(Number.MAX_SAFE_INTEGER, now), VERSION);
}

const NOTHING: Grant = { granted: 0, sendTimes: [], loan: null, nextAt: null, isBusy: false };

function readUsage(text: string | null, documented: number, now: number) {
  const usage = text === null ? freshUsage(documented, now) : parseStored<Usage>(text, VERSION);
  if (!isUsage(usage, now)) return { usage: spentUsage(documented, now), isLost: true };
  if (usage.cap === documented) return { usage, isLost: false };
  const { low: _, ...known } = usage;
  return { usage: { ...known, cap: documented }, isLost: false };
}

function offerOf(
  usages: readonly Usage[],
  wanted: number,
  { now, waitPolicy, probes = false }: LoanTerms,
): Pick<Grant, 'sendTimes' | 'nextAt'> {
  const { cap, free } = availabilityOf(usages, now);
  const slots = worthwhile(free, wanted, cap, now, waitPolicy);
  const granted = total(slots);
  const sendTimes = probes ? [...slots, ...probesOf(usages, slots, wanted - granted, now)] : slots;
  return { sendTimes, nextAt: without(free, granted)[0]?.at ?? null };
}

/** Returns up to `most` calls beyond a low cap. They are sent last because a rejected call would delay the others. */
function probesOf(usages: readonly Usage[], granted: CallSlots, most: number, now: number): SendTimes {
  const sizes = usages.map((usage) => probeSize(usage, now));
  if (!sizes.some((size) => size > 0)) return [];
  const at = granted[granted.length - 1]?.at ?? now;
  const open = usages.map((usage, index) => sizes[index]! || freeBy(freeSlots(usage, now), at) - total(granted));
  const count = Math.min(most, ...open);
  return count > 0 ? [{ at, count, isProbe: true }] : [];
}

/** Locks all stores in a fixed order to avoid deadlocks. */
function inAll<T>(stores: readonly QuotaStore[], work: () => T): T | undefined {
  const [store, ...others] = stores;
  return store ? store.exclusively(() => inAll(others, work)) : work();
}
