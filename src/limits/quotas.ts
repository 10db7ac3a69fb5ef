/** Google's daily quotas: an execution takes the most that it may need, and returns what it did not use. */
import { stored } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import type { QuotaStore } from './ledger.ts';

export interface Amounts {
  /** Requests that were sent, answered or not. */
  readonly fetches: number;
  /** Milliseconds that executions ran which a trigger started. */
  readonly running: number;
}

export type Kind = keyof Amounts;

export const NONE: Amounts = { fetches: 0, running: 0 };

/** The quotas that Google documents. */
export const CONSUMER: Amounts = { fetches: 20_000, running: 90 * MINUTE };
const WORKSPACE: Amounts = { fetches: 100_000, running: 360 * MINUTE };

/** The quotas of each kind of account. People choose it in the settings, because scripts cannot read it from Google. */
export const QUOTAS_OF = { consumer: CONSUMER, workspace: WORKSPACE } as const;

/** The user of a quota: the schedule, a person who waits for a pull, or a formula. */
export type Use = 'scheduled' | 'person' | 'formula';

/** The share of a quota that each may use; the rest is a reserve for the others. */
export const SHARES: Readonly<Record<Use, Amounts>> = {
  scheduled: { fetches: 0.8, running: 2 / 3 },
  person: { fetches: 0.95, running: 1 },
  formula: { fetches: 1, running: 1 },
};

interface Day {
  /** The amounts taken, by the end of their hour, in hours since 1970. */
  readonly hours: Readonly<Record<number, Amounts>>;
  /** Google refuses requests until then (epoch milliseconds). */
  readonly closed: number;
}

export const UNTOUCHED: Day = { hours: {}, closed: 0 };

/** The use of a day, and its limits. */
export interface Budget {
  readonly day: Day;
  readonly limits: Amounts;
}

/** Amounts taken from a day, which the execution that took them settles. */
export interface Allowance extends Amounts {
  /** When they were taken, in epoch milliseconds. */
  readonly at: number;
  /** Google refused requests before, so an answer shows that it accepts them again. */
  readonly isAfterPause: boolean;
}

/** Each method reads the store once. Those that change it write once, under its lock. */
export interface Quotas {
  /** Takes at most the wanted amounts. Undefined if other executions held the lock for too long. */
  take(use: Use, wanted: Amounts, now: number): Allowance | undefined;
  /** False if other executions held the lock: then the whole allowance counts as used. */
  settle(allowance: Allowance, used: Amounts): boolean;
  /** Call it after Google refused a request. */
  refused(now: number): void;
  /** The amounts that are left. */
  left(use: Use, now: number): Amounts;
  /** The use of the day and its limits, for plans. */
  budget(use: Use, now: number): Budget;
}

/** Google's short-term limits last no longer than this. */
export const PAUSE = MINUTE;

/** A refusal that comes later than this after a pause is about another limit. */
const SAME = 2 * HOUR;

/** A damaged record counts as unused: Google's own refusal still stops calls. */
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

/** Whether an allowance needs no settling: all of it was used, and no refusal came before it. */
export function isUsedAsTaken({ isAfterPause, fetches, running }: Allowance, used: Amounts): boolean {
  return !isAfterPause && used.fetches === fetches && used.running === running;
}

/** Google does not document when its day begins, so each hour's amounts are free again 24 hours after its end. */
const HOURS = DAY / HOUR;

export function leftOf({ day: { hours, closed }, limits }: Budget, kind: Kind, now: number): number {
  if (kind === 'fetches' && closed > now) return 0;
  const taken = Object.entries(hours)
    .filter(([hour]) => Number(hour) * HOUR + DAY > now)
    .reduce((sum, [, amounts]) => sum + amounts[kind], 0);
  return Math.max(0, limits[kind] - taken);
}

/** When something may be taken: `now`, or once an amount is free again. In epoch milliseconds. */
export function openAt(budget: Budget, kind: Kind, now: number): number {
  const { hours, closed } = budget.day;
  const instants = [now, closed, ...Object.keys(hours).map((hour) => Number(hour) * HOUR + DAY)];
  const open = instants.filter((at) => at >= now && leftOf(budget, kind, at) > 0);
  return Math.min(...open);
}

/** Adds amounts to the hour of `at`, or subtracts negative ones. Hours older than a day are dropped. */
export function adding({ hours, closed }: Day, { fetches, running }: Amounts, at: number): Day {
  const hour = Math.ceil(at / HOUR);
  const kept = Object.entries(hours).filter(([each]) => Number(each) >= hour - HOURS);
  const known = hours[hour] ?? NONE;
  const sum = { fetches: Math.max(0, known.fetches + fetches), running: Math.max(0, known.running + running) };
  return { hours: { ...Object.fromEntries(kept), [hour]: sum }, closed };
}

/**
 * Only the wording of a refusal, in the person's language, says whether it is for a moment or for the day. So the first
 * refusal counts as a pause, and another one after that pause, without an answer in between, as the end of the day.
 */
function refused(day: Day, now: number): Day {
  const { hours, closed } = day;
  // Another execution met the same refusal.
  if (closed > now) return day;
  if (closed <= now - SAME) return { ...day, closed: now + PAUSE };
  // Google's day ends 24 hours after its first request. The first one counted here is the best guess.
  const guesses = Object.entries(hours)
    .filter(([, { fetches }]) => fetches > 0)
    .map(([hour]) => Number(hour) * HOUR + DAY)
    .filter((at) => at > now);
  const guess = Math.min(...guesses);
  return { ...day, closed: Math.max(now + HOUR, Number.isFinite(guess) ? guess : 0) };
}
