/** The budget of the platform's daily quotas: an execution takes the most that it may need, and gives back what it did not. */
import {
  type Amounts,
  allow,
  type Budget,
  byKind,
  type Day,
  giveBack,
  inWholeUnits,
  KINDS,
  type Kind,
  leftOf,
  refuse,
  take,
  UNTOUCHED,
} from './day.ts';
import type { QuotaStore, Stored } from './quota-store.ts';

/** Who spends: work on a schedule, a person who waits for it, or a formula. */
export type Use = 'scheduled' | 'person' | 'formula';

/** The part of a limit up to which each may go; what is left is a reserve for the others. */
export const SHARES: Readonly<Record<Use, Readonly<Record<Kind, number>>>> = {
  scheduled: { fetches: 0.8, running: 2 / 3, asleep: 1 },
  person: { fetches: 0.95, running: 1, asleep: 1 },
  formula: { fetches: 1, running: 1, asleep: 1 },
};

/** What an execution may use of each; whoever has it settles it. */
export interface Allowance extends Amounts {
  /** When it was taken, in epoch milliseconds. */
  readonly at: number;
  /** What was known could not be read: it is assumed that half of everything was spent just now. */
  readonly restarted: boolean;
  /** The platform had refused before: that this was used shows that it gives again. */
  readonly isTelling?: true;
}

export interface Quotas {
  /** At most what is wanted of each; one read and one write. Nothing when the store was held by others for too long. */
  take(use: Use, wanted: Amounts, now: number): Allowance | undefined;
  /** Settles what was used; one read and one write. False when the store was held by others: all then counts as used. */
  settle(allowance: Allowance, used: Amounts, now: number): boolean;
  /** The platform refused, whatever was counted here; one read and one write. */
  refused(kind: Kind, now: number): void;
  /** What is left; one read and no lock. */
  left(use: Use, now: number): Amounts;
  /** What was taken and up to where it may go, to plan with; one read and no lock. */
  budget(use: Use, now: number): Budget;
}

/** The key of the day in its store. */
export const DAY_KEY = 'quotas';

export function quotasOf(store: QuotaStore<Day>, limits: Amounts): Quotas {
  const open = (now: number) => openDay(store.get(DAY_KEY, now), limits, now);
  const write = (day: Day) => store.set(DAY_KEY, inWholeUnits(day));
  const shareOf = (use: Use) => byKind((kind) => Math.floor(limits[kind] * SHARES[use][kind]));
  const left = (day: Day, use: Use, now: number) => {
    const share = shareOf(use);
    return byKind((kind) => leftOf(day, kind, share[kind], now));
  };
  return {
    take(use, wanted, now) {
      return store.exclusively(() => {
        const { day, restarted } = open(now);
        const most = left(day, use, now);
        const granted = byKind((kind) => Math.min(most[kind], Math.max(0, wanted[kind])));
        write(take(day, granted, now));
        const isTelling = KINDS.some((kind) => day.exhausted[kind] > 0);
        return { ...granted, at: now, restarted, ...(isTelling ? { isTelling } : {}) };
      });
    },

    settle(allowance, used, now) {
      const done = store.exclusively(() => {
        const { day } = open(now);
        const unused = byKind((kind) => Math.max(0, allowance[kind] - used[kind]));
        const beyond = byKind((kind) => Math.max(0, used[kind] - allowance[kind]));
        const counted = take(giveBack(day, unused, allowance.at), beyond, now);
        const working = KINDS.filter((kind) => used[kind] > 0);
        write(working.reduce((before, kind) => allow(before, kind, allowance.at), counted));
        return true;
      });
      return done ?? false;
    },

    refused(kind, now) {
      store.exclusively(() => write(refuse(open(now).day, kind, now)));
    },

    left: (use, now) => left(open(now).day, use, now),

    budget: (use, now) => ({ day: open(now).day, limits: shareOf(use) }),
  };
}

/** Whether it needs no settling: all of it was used, and that says nothing of the platform. */
export function isUsedAsTaken({ isTelling, ...taken }: Allowance, used: Amounts): boolean {
  return !isTelling && KINDS.every((kind) => used[kind] === taken[kind]);
}

function openDay(stored: Stored<Day>, limits: Amounts, now: number): { day: Day; restarted: boolean } {
  if (stored !== 'unreadable') return { day: stored ?? UNTOUCHED, restarted: false };
  const half = byKind((kind) => Math.ceil(limits[kind] / 2));
  return { day: take(UNTOUCHED, half, now), restarted: true };
}

/** Nothing of anything. */
export const NONE: Amounts = byKind(() => 0);
