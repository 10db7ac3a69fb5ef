/** Google's daily quotas: an execution takes what it may need at most, and returns what it did not use. */
import { stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import type { QuotaStore } from './ledger.ts';

export interface Amounts {
  /** Requests sent, answered or not. */
  readonly fetches: number;
  /** Milliseconds of executions that a trigger started. */
  readonly running: number;
}

export type Kind = keyof Amounts;

export const NONE: Amounts = { fetches: 0, running: 0 };

/** Documented by Google. */
export const CONSUMER: Amounts = { fetches: 20_000, running: 90 * MINUTE };
const WORKSPACE: Amounts = { fetches: 100_000, running: 360 * MINUTE };

/** By the kind of account, which people choose in the settings, because Google does not tell. */
export const QUOTAS_OF = { consumer: CONSUMER, workspace: WORKSPACE } as const;

/** Who spends: work on a schedule, a person who waits for it, or a formula. */
export type Use = 'scheduled' | 'person' | 'formula';

/** The part of a quota up to which each may go; the rest is a reserve for the others. */
export const SHARES: Readonly<Record<Use, Amounts>> = {
  scheduled: { fetches: 0.8, running: 2 / 3 },
  person: { fetches: 0.95, running: 1 },
  formula: { fetches: 1, running: 1 },
};

export interface Day {
  /** What was taken, by the end of the hour in which it was: hours since 1970. */
  readonly hours: Readonly<Record<number, Amounts>>;
  /** Until when Google is known to refuse requests, in epoch milliseconds. */
  readonly closed: number;
}

export const UNTOUCHED: Day = { hours: {}, closed: 0 };

/** What an account has used of a day, and how much may be used. */
export interface Budget {
  readonly day: Day;
  readonly limits: Amounts;
}

/** Taken amounts; whoever has them settles them. */
export interface Allowance extends Amounts {
  /** When it was taken, in epoch milliseconds. */
  readonly at: number;
  /** Google had refused before, so its use shows that Google accepts requests again. */
  readonly isAfterPause: boolean;
}

export interface Quotas {
  /** At most the wanted amounts; one read and one write. Undefined if others held the store for too long. */
  take(use: Use, wanted: Amounts, now: number): Allowance | undefined;
  /** One read and one write. False if others held the store: all of the allowance then counts as used. */
  settle(allowance: Allowance, used: Amounts): boolean;
  /** Google refused requests, whatever was counted here; one read and one write. */
  refused(now: number): void;
  /** What is left; one read and no lock. */
  left(use: Use, now: number): Amounts;
  /** What was taken and how much may be, to plan with; one read and no lock. */
  budget(use: Use, now: number): Budget;
}

/** Google's limits for a short time are over after this. */
export const PAUSE = MINUTE;

/** A refusal this long after a pause is a new one. */
const SAME = 2 * HOUR;

/** A lost record is rebuilt from nothing: Google's own refusal still holds. */
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
      const done = store.exclusively(() => {
        const more = { fetches: used.fetches - taken.fetches, running: Math.ceil(used.running) - taken.running };
        const day = adding(open(), more, at);
        const isAnswered = isAfterPause && used.fetches > 0 && day.closed <= at;
        write(isAnswered ? { ...day, closed: 0 } : day);
        return true;
      });
      return done ?? false;
    },

    refused(now) {
      store.exclusively(() => write(refused(open(), now)));
    },

    left: (use, now) => leftIn(budget(use), now),
    budget,
  };
}

/** Whether it needs no settling: all of it was used, and that tells nothing new about Google. */
export function isUsedAsTaken({ isAfterPause, fetches, running }: Allowance, used: Amounts): boolean {
  return !isAfterPause && used.fetches === fetches && used.running === running;
}

/** Google does not tell when its day begins, so what is taken now is free again 24 hours after the end of its hour. */
const HOURS = DAY / HOUR;

export function leftOf({ day: { hours, closed }, limits }: Budget, kind: Kind, now: number): number {
  if (kind === 'fetches' && closed > now) return 0;
  const taken = Object.entries(hours)
    .filter(([hour]) => Number(hour) * HOUR + DAY > now)
    .reduce((sum, [, amounts]) => sum + amounts[kind], 0);
  return Math.max(0, limits[kind] - taken);
}

/** When something may be taken: now, or once something is free again; epoch milliseconds. */
export function openAt(budget: Budget, kind: Kind, now: number): number {
  const { hours, closed } = budget.day;
  const instants = [now, closed, ...Object.keys(hours).map((hour) => Number(hour) * HOUR + DAY)];
  const open = instants.filter((at) => at >= now && leftOf(budget, kind, at) > 0);
  return Math.min(...open);
}

/** Adds amounts to the hour of `at`; negative amounts are returned. Hours older than a day are dropped. */
export function adding({ hours, closed }: Day, { fetches, running }: Amounts, at: number): Day {
  const hour = Math.ceil(at / HOUR);
  const kept = Object.entries(hours).filter(([each]) => Number(each) >= hour - HOURS);
  const known = hours[hour] ?? NONE;
  const sum = { fetches: Math.max(0, known.fetches + fetches), running: Math.max(0, known.running + running) };
  return { hours: { ...Object.fromEntries(kept), [hour]: sum }, closed };
}

/**
 * Google refused. Whether that is for a moment or for the day it says only in the person's language: the first refusal
 * counts as a pause, and one after a pause without an answer as the end of the day.
 */
function refused(day: Day, now: number): Day {
  const { hours, closed } = day;
  // Other executions met the same refusal.
  if (closed > now) return day;
  if (closed <= now - SAME) return { ...day, closed: now + PAUSE };
  // Google's day ends 24 hours after its first request, which is unknown: the first one here is the best guess.
  const guesses = Object.entries(hours)
    .filter(([, { fetches }]) => fetches > 0)
    .map(([hour]) => Number(hour) * HOUR + DAY)
    .filter((at) => at > now);
  const guess = Math.min(...guesses);
  return { ...day, closed: Math.max(now + HOUR, Number.isFinite(guess) ? guess : 0) };
}
