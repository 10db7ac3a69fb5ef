/** The ledger of calls: slots are reserved in bulk before calls are made, and settled when they are over. */
import type { Account, Lease, Made, Refusal } from './account.ts';
import { freshAccount, lend, settled, spentAccount, tidy } from './account.ts';
import { accountText, readAccount } from './account-text.ts';
import { documentedOnly } from './estimate.ts';
import type { Common, Wish } from './offer.ts';
import { commonTo, offerOf } from './offer.ts';
import type { Place } from './place.ts';
import { freeBy, total } from './slots.ts';
import type { Turns } from './turns.ts';

export interface Terms extends Omit<Wish, 'calls'> {
  /** When the execution is ended at the latest, in epoch milliseconds: a lease that is not settled counts as spent then. */
  readonly lease: number;
}

/** What was lent; whoever has it settles it. */
export interface Loan {
  readonly operation: string;
  /** One in each place. */
  readonly leases: readonly Lease[];
}

export interface Outlook extends Common {
  /** What was known could not be read: it is assumed that everything was spent just now. */
  readonly restarted: boolean;
}

export interface Grant {
  readonly granted: number;
  /** When each of the granted calls may be made. */
  readonly turns: Turns;
  /** Nothing when nothing was granted. */
  readonly loan: Loan | null;
  /** When the next call that was not granted may be made, in epoch milliseconds; null when that is not known. */
  readonly nextAt: number | null;
  /** What is left for others; nothing when the ledger was held by others for too long. */
  readonly left: Outlook | null;
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
  outlook(operation: string, now: number): Outlook;
  /** What each place knows, to plan with. One read in each, and no lock. */
  accounts(operation: string, now: number): readonly Account[];
}

const NOTHING: Grant = { granted: 0, turns: [], loan: null, nextAt: null, left: null };

/** A slot has to be free in each of the places. `capOf` gives the documented calls an hour of an operation. */
export function ledgerOf(
  places: readonly Place[],
  seller: string,
  capOf: (operation: string) => number,
): Ledger {
  const keyOf = (operation: string) => `ledger.${seller}.${operation}`;
  const open = (place: Place, operation: string, now: number): Opened =>
    openAccount(place.get(keyOf(operation)), capOf(operation), now);
  const write = (place: Place, operation: string, account: Account, now: number) =>
    place.set(keyOf(operation), accountText(tidy(account, now)));

  return {
    reserve(operation, wanted, { lease, ...wish }) {
      const { now } = wish;
      const lent = inAll(places, () => {
        const opened = places.map((place) => open(place, operation, now));
        const offer = offerOf(accountsIn(opened), { ...wish, calls: wanted });
        const { turns, nextAt } = offer;
        const left = { ...offer.left, restarted: isRestarted(opened) };
        const granted = total(turns);
        if (granted === 0) {
          opened.forEach(({ account, restarted }, index) => {
            // What could not be read must be known as such to the next execution too.
            if (restarted) write(places[index]!, operation, account, now);
          });
          return { ...NOTHING, nextAt, left };
        }
        const leases = opened.map(({ account }, index) => {
          const [changed, given] = lend(account, granted, lease, now);
          write(places[index]!, operation, changed, now);
          return given;
        });
        return { granted, turns, loan: { operation, leases }, nextAt, left };
      });
      return lent ?? NOTHING;
    },

    settle({ operation, leases }, made, now, refusal) {
      const done = inAll(places, () => {
        places.forEach((place, index) => {
          const { account } = open(place, operation, now);
          write(place, operation, settled(account, leases[index]!, made, now, refusal), now);
        });
        return true;
      });
      return done ?? false;
    },

    outlook(operation, now) {
      const opened = places.map((place) => open(place, operation, now));
      return { ...commonTo(accountsIn(opened), now), restarted: isRestarted(opened) };
    },

    accounts: (operation, now) => places.map((place) => open(place, operation, now).account),
  };
}

interface Opened {
  readonly account: Account;
  readonly restarted: boolean;
}

function openAccount(text: string | null, documented: number, now: number): Opened {
  if (text === null) return { account: freshAccount(documented, now), restarted: false };
  const account = readAccount(text, now);
  if (!account) return { account: spentAccount(documented, now), restarted: true };
  const isOther = account.estimate.documented !== documented;
  return {
    account: isOther ? { ...account, estimate: documentedOnly(documented) } : account,
    restarted: false,
  };
}

function accountsIn(opened: readonly Opened[]): readonly Account[] {
  return opened.map(({ account }) => account);
}

function isRestarted(opened: readonly Opened[]): boolean {
  return opened.some(({ restarted }) => restarted);
}

/** Calls that may be made at an instant. */
export function callsLeft({ free }: Outlook, now: number): number {
  return freeBy(free, now);
}

/** The places are always taken in the same order, so that no two executions wait for each other. */
function inAll<T>(places: readonly Place[], work: () => T): T | undefined {
  const [place, ...others] = places;
  return place ? place.exclusively(() => inAll(others, work)) : work();
}
