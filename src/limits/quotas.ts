/** Google's daily quotas: an execution takes the most that it may need and returns what it didn't use. */
import { stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import type { QuotaStore } from './ledger.ts';

export interface Amounts {
  /** Requests sent, including unanswered ones. */
  readonly fetches: number;
  /** Run time of triggered executions, in milliseconds. */
  readonly running: number;
}

export type Kind = keyof Amounts;

export const NONE: Amounts = { fetches: 0, running: 0 };

/** Quotas documented by Google. */
export const CONSUMER: Amounts = { fetches: 20_000, running: 90 * MINUTE };
const WORKSPACE: Amounts = { fetches: 100_000, running: 360 * MINUTE };

/** Quotas by account type. Users choose it in the settings because scripts can't read it. */
export const QUOTAS_OF = { consumer: CONSUMER, workspace: WORKSPACE } as const;

/** Callers that share a quota: the schedule, a user's pull, and formulas. */
export type Use = 'scheduled' | 'person' | 'formula';

/** Maximum share of a quota per use; the rest is reserved for other uses. */
export const SHARES: Readonly<Record<Use, Amounts>> = {
  scheduled: { fetches: 0.8, running: 2 / 3 },
  person: { fetches: 0.95, running: 1 },
  formula: { fetches: 1, running: 1 },
};

interface Day {
  /** Amounts taken per hour. Keys are the end of the hour, in hours since 1970. */
  readonly hours: Readonly<Record<number, Amounts>>;
  /** Google rejects requests until this time. */
  readonly closed: number;
}

export const UNTOUCHED: Day = { hours: {}, closed: 0 };

export interface Budget {
  readonly day: Day;
  readonly limits: Amounts;
}

/** Amounts taken from the daily quotas. The execution that took them must settle them. */
export interface Allowance extends Amounts {
  readonly at: number;
  /** Whether Google had been rejecting requests. If so, a response shows that it accepts them again. */
  readonly isAfterPause: boolean;
}

/** Each method reads the store once. Methods that change the record also write it once, under the store's lock. */
export interface Quotas {
  /** Takes up to the wanted amounts. Returns undefined on a lock timeout. */
  take(use: Use, wanted: Amounts, now: number): Allowance | undefined;
  /** On a lock timeout, the whole allowance counts as used. */
  settle(allowance: Allowance, used: Amounts): void;
  refused(now: number): void;
  left(use: Use, now: number): Amounts;
  budget(use: Use): Budget;
}

/** Google's short-term limits last at most this long. */
export const PAUSE = MINUTE;

/** If a rejection comes at least this long after a pause, another limit caused it. */
const SAME = 2 * HOUR;

/** A corrupted record is treated as unused: Google still enforces its own limits. */
const KEPT = stored<Day>('quotas', 1, UNTOUCHED);

export function quotasOf(store: QuotaStore, limits: Amounts): Quotas {
  const open = () => KEPT.read(store);
  const write = (day: Day) => KEPT.write(store, day);
  const budget = (use: Use): Budget => {
    const { fetches, running } = SHARES[use];
    return {
      day: open(),
      limits: { fetches: Math.floor(limits.fetches * fetches), running: Math.floor(limits.running * running) },
    };
  };
  const leftIn = (of: Budget, now: number): Amounts => ({
    fetches: leftOf(of, 'fetches', now),
    running: leftOf(of, 'running', now),
  });
  return {
    take(use, wanted, now) {
      return store.exclusively(() => {
        const of = budget(use);
        const left = leftIn(of, now);
        const granted = {
          fetches: Math.min(left.fetches, wanted.fetches),
          running: Math.min(left.running, Math.floor(wanted.running)),
        };
        write(adding(of.day, granted, now));
        return { ...granted, at: now, isAfterPause: of.day.closed > 0 };
      });
    },

    settle({ at, isAfterPause, ...taken }, used) {
      store.exclusively(() => {
        const more = { fetches: used.fetches - taken.fetches, running: Math.ceil(used.running) - taken.running };
        const day = adding(open(), more, at);
        const isAnswered = isAfterPause && used.fetches > 0 && day.closed <= at;
        write(isAnswered ? { ...day, closed: 0 } : day);
      });
    },

    refused(now) {
      store.exclusively(() => write(refused(open(), now)));
    },

    left: (use, now) => leftIn(budget(use), now),
    budget,
  };
}

/** Whether settling can be skipped: the whole allowance was used, and Google hadn't been rejecting requests. */
export function isUsedAsTaken({ isAfterPause, fetches, running }: Allowance, used: Amounts): boolean {
  return !isAfterPause && used.fetches === fetches && used.running === running;
}

/** Google doesn't document when a quota day starts, so each hour's amounts become free 24 hours after the hour ends. */
const HOURS = DAY / HOUR;

export function leftOf({ day: { hours, closed }, limits }: Budget, kind: Kind, now: number): number {
  if (kind === 'fetches' && closed > now) return 0;
  const taken = Object.entries(hours)
    .filter(([hour]) => Number(hour) * HOUR + DAY > now)
    .reduce((sum, [, amounts]) => sum + amounts[kind], 0);
  return Math.max(0, limits[kind] - taken);
}

/** Returns the earliest time at which a call is available. */
export function openAt(budget: Budget, now: number): number {
  const { hours, closed } = budget.day;
  const instants = [now, closed, ...Object.keys(hours).map((hour) => Number(hour) * HOUR + DAY)];
  return Math.min(...instants.filter((at) => at >= now && leftOf(budget, 'fetches', at) > 0));
}

/** Adds amounts, which may be negative, to the hour of `at`. Drops hours older than a day. */
export function adding({ hours, closed }: Day, { fetches, running }: Amounts, at: number): Day {
  const hour = Math.ceil(at / HOUR);
  const kept = Object.entries(hours).filter(([each]) => Number(each) >= hour - HOURS);
  const known = hours[hour] ?? NONE;
  const sum = { fetches: Math.max(0, known.fetches + fetches), running: Math.max(0, known.running + running) };
  return { hours: { ...Object.fromEntries(kept), [hour]: sum }, closed };
}

/**
 * Only Google's localized message tells a one-minute limit from a daily one. So the first rejection is treated as the
 * one-minute limit, and one right after the pause as the daily one.
 */
function refused(day: Day, now: number) {
  const { hours, closed } = day;
  // Another execution has already recorded this rejection.
  if (closed > now) return day;
  if (closed <= now - SAME) return { ...day, closed: now + PAUSE };
  // A quota day ends 24 hours after its first request. The first request counted here is the best guess.
  const guesses = Object.entries(hours)
    .filter(([, { fetches }]) => fetches > 0)
    .map(([hour]) => Number(hour) * HOUR + DAY)
    .filter((at) => at > now);
  const guess = Math.min(...guesses);
  return { ...day, closed: Math.max(now + HOUR, Number.isFinite(guess) ? guess : 0) };
}
