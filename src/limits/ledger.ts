/** The ledger of calls: slots are reserved in bulk before calls are made, and settled when they are over. */

import { freeBy, total } from './call-slots.ts';
import { documentedOnly } from './estimate.ts';
import type { Availability, SlotRequest } from './offer.ts';
import { availabilityOf, offerOf } from './offer.ts';
import type { QuotaStore } from './quota-store.ts';
import type { SendTimes } from './send-times.ts';
import type { Lease, Made, Refusal, Usage } from './usage.ts';
import { freshUsage, lend, settled, spentUsage, tidy } from './usage.ts';
import { readUsage, usageText } from './usage-text.ts';

export interface Terms extends Omit<SlotRequest, 'calls'> {
  /** When the execution is ended at the latest, in epoch milliseconds: a lease that is not settled counts as spent then. */
  readonly lease: number;
}

/** What was lent; whoever has it settles it. */
export interface Loan {
  readonly operation: string;
  /** One in each place. */
  readonly leases: readonly Lease[];
}

export interface LedgerAvailability extends Availability {
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
  readonly left: LedgerAvailability | null;
}

export interface Ledger {
  /** One read and one write in each place. What a place throws is passed on, and then nothing may be called. */
  reserve(operation: string, wanted: number, terms: Terms): Grant;
  /**
   * One read and one write in each place. False when the ledger was held by others: the loan then counts as spent.
   * To be done at once after a refusal, so that no other execution meets the same.
   */
  settle(loan: Loan, made: readonly Made[], now: number, refusal?: Refusal): boolean;
  /** One read in each place, and no lock. */
  availability(operation: string, now: number): LedgerAvailability;
  /** What each place knows, to plan with. One read in each, and no lock. */
  usages(operation: string, now: number): readonly Usage[];
}

const NOTHING: Grant = { granted: 0, sendTimes: [], loan: null, nextAt: null, left: null };

/** A slot has to be free in each of the places. `capOf` gives the documented calls an hour of an operation. */
export function ledgerOf(
  places: readonly QuotaStore[],
  seller: string,
  capOf: (operation: string) => number,
): Ledger {
  const keyOf = (operation: string) => `ledger.${seller}.${operation}`;
  const open = (place: QuotaStore, operation: string, now: number): Opened =>
    openUsage(place.get(keyOf(operation)), capOf(operation), now);
  const write = (place: QuotaStore, operation: string, account: Usage, now: number) =>
    place.set(keyOf(operation), usageText(tidy(account, now)));

  return {
    reserve(operation, wanted, { lease, ...wish }) {
      const { now } = wish;
      const lent = inAll(places, () => {
        const opened = places.map((place) => open(place, operation, now));
        const offer = offerOf(usagesIn(opened), { ...wish, calls: wanted });
        const { sendTimes, nextAt } = offer;
        const left = { ...offer.left, restarted: isRestarted(opened) };
        const granted = total(sendTimes);
        if (granted === 0) {
          opened.forEach(({ usage, restarted }, index) => {
            // What could not be read must be known as such to the next execution too.
            if (restarted) write(places[index]!, operation, usage, now);
          });
          return { ...NOTHING, nextAt, left };
        }
        const leases = opened.map(({ usage }, index) => {
          const [changed, given] = lend(usage, granted, lease, now);
          write(places[index]!, operation, changed, now);
          return given;
        });
        return { granted, sendTimes, loan: { operation, leases }, nextAt, left };
      });
      return lent ?? NOTHING;
    },

    settle({ operation, leases }, made, now, refusal) {
      const done = inAll(places, () => {
        places.forEach((place, index) => {
          const { usage } = open(place, operation, now);
          write(place, operation, settled(usage, leases[index]!, made, now, refusal), now);
        });
        return true;
      });
      return done ?? false;
    },

    availability(operation, now) {
      const opened = places.map((place) => open(place, operation, now));
      return { ...availabilityOf(usagesIn(opened), now), restarted: isRestarted(opened) };
    },

    usages: (operation, now) => places.map((place) => open(place, operation, now).usage),
  };
}

interface Opened {
  readonly usage: Usage;
  readonly restarted: boolean;
}

function openUsage(text: string | null, documented: number, now: number): Opened {
  if (text === null) return { usage: freshUsage(documented, now), restarted: false };
  const account = readUsage(text, now);
  if (!account) return { usage: spentUsage(documented, now), restarted: true };
  const isOther = account.estimate.documented !== documented;
  return {
    usage: isOther ? { ...account, estimate: documentedOnly(documented) } : account,
    restarted: false,
  };
}

function usagesIn(opened: readonly Opened[]): readonly Usage[] {
  return opened.map(({ usage }) => usage);
}

function isRestarted(opened: readonly Opened[]): boolean {
  return opened.some(({ restarted }) => restarted);
}

/** Calls that may be made at an instant. */
export function callsLeft({ free }: LedgerAvailability, now: number): number {
  return freeBy(free, now);
}

/** The places are always taken in the same order, so that no two executions wait for each other. */
function inAll<T>(places: readonly QuotaStore[], work: () => T): T | undefined {
  const [place, ...others] = places;
  return place ? place.exclusively(() => inAll(others, work)) : work();
}
