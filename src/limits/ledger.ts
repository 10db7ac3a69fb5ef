/** The ledger of calls: call slots are reserved in bulk before calls are made, and settled when they are over. */
import { MINUTE } from '../protocol/time.ts';
import { type CallSlots, freeBy, inEach, total, without } from './call-slots.ts';
import { documentedOnly, probeSize } from './estimate.ts';
import { type WaitPolicy, worthwhile } from './pacing.ts';
import type { QuotaStore, Stored } from './quota-store.ts';
import { probesOf, type SendTimes, type StoreView, sendTimesOf } from './send-times.ts';
import {
  freeSlots,
  freshUsage,
  isClose,
  type Lease,
  lend,
  type Made,
  type Refusal,
  settled,
  spentUsage,
  tidy,
  type Usage,
} from './usage.ts';
import { fitting } from './usage-text.ts';

export interface Terms {
  /** Epoch milliseconds. */
  readonly now: number;
  /** When the execution is ended at the latest, in epoch milliseconds: a lease that is not settled counts as spent then. */
  readonly lease: number;
  /** Takes call slots that come free within the run as well; without, those that are free now. */
  readonly waitPolicy?: WaitPolicy | undefined;
  /** Tries whether a cap that was found to be low has grown; it may cost a refusal. */
  readonly probes?: boolean | undefined;
  /** Makes so few calls that one more hold of the stores counts: what is spent as it was lent is left to end by itself. */
  readonly leavesLeases?: boolean | undefined;
}

/** What was lent; whoever has it settles it. */
export interface Loan {
  readonly operation: string;
  /** One in each store. */
  readonly leases: readonly Lease[];
  /** What becomes of it makes a difference to others: the cap is close, or not sure. */
  readonly isClose: boolean;
}

/** What was lent, and the calls that were made on it. */
export interface Spent {
  readonly loan: Loan;
  readonly made: readonly Made[];
}

/** What all the stores of an operation allow together. */
export interface Availability {
  /** Calls in an hour that are let through, as far as is known. */
  readonly cap: number;
  /** Calls beyond a cap that was found to be low that are due to be tried: whether it has grown. */
  readonly probes: number;
  /** The call slots that nobody has, by the instant from which they are free; those free now have the time of now. */
  readonly free: CallSlots;
  /** What was known could not be read: it is assumed that everything was spent just now. */
  readonly restarted: boolean;
}

export interface Grant {
  readonly granted: number;
  /** When each of the granted calls may be made. */
  readonly sendTimes: SendTimes;
  /** Nothing when nothing was granted. */
  readonly loan: Loan | null;
  /** When the next call that was not granted may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  /** What is left for others; nothing when the ledger was held by others for too long. */
  readonly left: Availability | null;
}

export interface Ledger {
  /** Several steps in one hold of the stores; nothing when others held them for too long. */
  together<T>(work: () => T): T | undefined;
  /**
   * One read and one write in each store, in which what was lent before is settled too. What a store throws is passed on,
   * and then nothing may be called.
   */
  reserve(operation: string, wanted: number, terms: Terms, before?: Spent): Grant;
  /**
   * One read and one write in each store. False when the ledger was held by others: the loan then counts as spent.
   * To be done at once after a refusal, so that no other execution meets the same.
   */
  settle(loan: Loan, made: readonly Made[], now: number, refusal?: Refusal): boolean;
  /** One read in each store, and no lock. */
  availability(operation: string, now: number): Availability;
  /** What each store knows, to plan with. One read in each, and no lock. */
  usages(operation: string, now: number): readonly Usage[];
}

const NOTHING: Grant = { granted: 0, sendTimes: [], loan: null, nextAt: null, left: null };

/** A call slot has to be free in each of the stores. `capOf` gives the documented calls an hour of an operation. */
export function ledgerOf(
  stores: readonly QuotaStore<Usage>[],
  seller: string,
  capOf: (operation: string) => number,
): Ledger {
  const openAll = (operation: string, now: number) =>
    stores.map((store) => {
      const key = usageKey(seller, operation);
      const opened = openUsage(store.get(key, now), capOf(operation), now);
      return { ...opened, write: (usage: Usage) => store.set(key, fitting(tidy(usage, now))) };
    });

  return {
    together: (work) => inAll(stores, work),

    reserve(operation, wanted, terms, before) {
      const { now, lease } = terms;
      const reserved = inAll(stores, (): Grant => {
        const opened = openAll(operation, now).map((each, index) =>
          before ? { ...each, usage: settled(each.usage, before.loan.leases[index]!, before.made, now) } : each,
        );
        const { sendTimes, nextAt, left } = offerOf(opened, wanted, terms);
        const granted = total(sendTimes);
        if (granted === 0) {
          // What could not be read must be known as such to the next execution too.
          for (const { usage, restarted, write } of opened) if (restarted || before) write(usage);
          return { ...NOTHING, nextAt, left };
        }
        const leases = opened.map(({ usage, write }) => {
          const [lent, given] = lend(usage, granted, lease, now);
          write(lent);
          return given;
        });
        const matters = opened.some(({ usage, restarted }) => restarted || isClose(usage, granted, now));
        return { granted, sendTimes, loan: { operation, leases, isClose: matters }, nextAt, left };
      });
      return reserved ?? NOTHING;
    },

    settle({ operation, leases }, made, now, refusal) {
      const done = inAll(stores, () => {
        openAll(operation, now).forEach(({ usage, write }, index) => {
          write(settled(usage, leases[index]!, made, now, refusal));
        });
        return true;
      });
      return done ?? false;
    },

    availability: (operation, now) => availabilityOf(viewsOf(openAll(operation, now), now), now),

    usages: (operation, now) => openAll(operation, now).map(({ usage }) => usage),
  };
}

/** The key of an operation's usage in each store. */
export function usageKey(seller: string, operation: string): string {
  return `ledger.${seller}.${operation}`;
}

interface Opened {
  readonly usage: Usage;
  readonly restarted: boolean;
}

function openUsage(stored: Stored<Usage>, documented: number, now: number): Opened {
  if (stored === undefined) return { usage: freshUsage(documented, now), restarted: false };
  if (stored === 'unreadable') return { usage: spentUsage(documented, now), restarted: true };
  const isOther = stored.estimate.documented !== documented;
  return {
    usage: isOther ? { ...stored, estimate: documentedOnly(documented) } : stored,
    restarted: false,
  };
}

interface View extends StoreView {
  readonly restarted: boolean;
}

function viewsOf(opened: readonly Opened[], now: number): readonly View[] {
  return opened.map(({ usage, restarted }) => ({
    estimate: usage.estimate,
    free: freeSlots(usage, now),
    restarted,
  }));
}

function availabilityOf(views: readonly View[], now: number): Availability {
  return {
    cap: Math.min(...views.map(({ estimate }) => estimate.cap)),
    probes: Math.max(...views.map(({ estimate }) => probeSize(estimate, now))),
    free: views.map(({ free }) => free).reduce(inEach),
    restarted: views.some(({ restarted }) => restarted),
  };
}

function offerOf(
  opened: readonly Opened[],
  wanted: number,
  { now, waitPolicy, probes = false }: Terms,
): Pick<Grant, 'sendTimes' | 'nextAt'> & { readonly left: Availability } {
  const views = viewsOf(opened, now);
  const available = availabilityOf(views, now);
  const slots = worthwhile(available.free, wanted, available.cap, now, waitPolicy);
  const free = without(available.free, total(slots));
  const beyond = probes ? probesOf(views, slots, wanted - total(slots), now) : [];
  return {
    sendTimes: [...sendTimesOf(views, slots, now), ...beyond],
    nextAt: free[0]?.at ?? null,
    left: { ...available, free },
  };
}

/** Calls that may be made at an instant. */
export function callsLeft({ free }: Availability, now: number): number {
  return freeBy(free, now);
}

/** By so little a call slot may come back late, in milliseconds. */
const LITTLE = MINUTE;

/**
 * Whether it needs no settling: all of it was spent, the lease is over soon and counts as spent then, and the cap is far.
 * Each hold of the stores costs calls, and a formula makes few others.
 */
export function isSpentAsLent({ leases, isClose }: Loan, made: readonly Made[], now: number): boolean {
  const spent = made.reduce((sum, { count }) => sum + count, 0);
  return !isClose && leases.every(({ count, until }) => count === spent && until - now <= LITTLE);
}

/** The stores are always taken in the same order, so that no two executions wait for each other. */
function inAll<T>(stores: readonly QuotaStore<Usage>[], work: () => T): T | undefined {
  const [store, ...others] = stores;
  return store ? store.exclusively(() => inAll(others, work)) : work();
}
