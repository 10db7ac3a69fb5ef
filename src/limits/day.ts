/** What the platform gives an account for a day, and how much of it the last day took. */
import { DAY, HOUR, MINUTE, SECOND } from '../protocol/time.ts';
import { after, type CallSlots, together, total } from './call-slots.ts';

/** Amounts of a day. */
export interface Amounts {
  /** Requests that were sent, however they ended. */
  readonly fetches: number;
  /** Milliseconds of executions that a trigger started. */
  readonly running: number;
  /** Milliseconds of these in which nothing was done but to wait for call slots. */
  readonly asleep: number;
}

export const KINDS = ['fetches', 'running', 'asleep'] as const satisfies readonly (keyof Amounts)[];
export type Kind = (typeof KINDS)[number];

/**
 * Documented by Google for the two kinds of account. The time asleep is our own choice: hourly runs that use all of a cap
 * wait for half an hour on most days, and with no more than that on any day they would have to leave too much of it.
 */
export const CONSUMER: Amounts = {
  fetches: 20_000,
  running: 90 * MINUTE,
  asleep: 40 * MINUTE,
};
const WORKSPACE: Amounts = {
  fetches: 100_000,
  running: 360 * MINUTE,
  asleep: 40 * MINUTE,
};

/** By the kind of account, which people tell: Google does not. */
export const QUOTAS_OF = { consumer: CONSUMER, workspace: WORKSPACE } as const;

export interface Day {
  /** What was taken, by the instant at which it comes back: a day later, at the full hour. */
  readonly taken: Readonly<Record<Kind, CallSlots>>;
  /** Until when the platform is known to give no more, in epoch milliseconds. */
  readonly exhausted: Readonly<Record<Kind, number>>;
}

export const UNTOUCHED: Day = {
  taken: { fetches: [], running: [], asleep: [] },
  exhausted: { fetches: 0, running: 0, asleep: 0 },
};

/**
 * When what is taken now comes back. Google's day begins with the first use and is not told;
 * no day of 24 hours holds more than its limit, wherever it begins.
 */
function backAt(now: number): number {
  return Math.ceil((now + DAY) / HOUR) * HOUR;
}

/** What may still be taken of a limit. */
export function leftOf({ taken, exhausted }: Day, kind: Kind, limit: number, now: number): number {
  return exhausted[kind] > now ? 0 : Math.max(0, limit - total(after(taken[kind], now)));
}

/** When something may be taken of a limit: now, or once what was taken comes back; epoch milliseconds. */
export function openAt({ day, limits }: Budget, kind: Kind, now: number): number {
  const { taken, exhausted } = day;
  // Ascending but for the second, before which nothing is left.
  const instants = [now, exhausted[kind], ...taken[kind].map(({ at }) => at)];
  return instants.find((at) => at >= now && leftOf(day, kind, limits[kind], at) > 0) ?? Number.POSITIVE_INFINITY;
}

/** What an account has of a day, and how much of it may be taken. */
export interface Budget {
  readonly day: Day;
  readonly limits: Amounts;
}

/** Takes amounts. */
export function take({ taken, exhausted }: Day, amounts: Amounts, now: number): Day {
  const at = backAt(now);
  const more = (kind: Kind) => together(after(taken[kind], now), [{ at, count: amounts[kind] }]);
  return { taken: byKind(more), exhausted };
}

/** Gives back what was taken at `at` and not used. */
export function giveBack({ taken, exhausted }: Day, amounts: Amounts, at: number): Day {
  const back = backAt(at);
  const less = (kind: Kind) =>
    taken[kind].flatMap((slot) => {
      const count = slot.at === back ? slot.count - amounts[kind] : slot.count;
      return count > 0 ? [{ at: slot.at, count }] : [];
    });
  return { taken: byKind(less), exhausted };
}

/** A limit of a short time is over after this. */
export const PAUSE = MINUTE;

/** A refusal that comes so long after a pause is a new one; hourly executions meet the same one again before. */
const SAME = 2 * HOUR;

/**
 * The platform refused. It says only in words of the person's language whether that is for a moment or for its day: the
 * first time it counts as a pause, and after a pause in which nothing was answered as the day.
 */
export function refuse(day: Day, kind: Kind, now: number): Day {
  const before = day.exhausted[kind];
  // Others met it too.
  if (before > now) return day;
  if (before > now - SAME) return exhaust(day, kind, now);
  const until = Math.floor((now + PAUSE) / SECOND) * SECOND;
  return { ...day, exhausted: { ...day.exhausted, [kind]: until } };
}

/** What was taken after a pause was used: the platform gives again. */
export function allow(day: Day, kind: Kind, takenAt: number): Day {
  return day.exhausted[kind] > takenAt ? day : { ...day, exhausted: { ...day.exhausted, [kind]: 0 } };
}

/**
 * The day is over, whatever was counted here: others may spend of the same quota.
 * It ends 24 hours after a first use that is not known; the earliest one here is the best guess, an hour the least.
 */
export function exhaust({ taken, exhausted }: Day, kind: Kind, now: number): Day {
  const guess = after(taken[kind], now)[0]?.at ?? 0;
  return { taken, exhausted: { ...exhausted, [kind]: Math.max(now + HOUR, guess) } };
}

/** Requests, or seconds that were begun. */
export const UNITS: Amounts = { fetches: 1, running: SECOND, asleep: SECOND };

/** The day as it is kept. */
export function inWholeUnits({ taken, exhausted }: Day): Day {
  const whole = (amount: number, unit: number) => Math.ceil(amount / unit) * unit;
  return {
    taken: byKind((kind) => taken[kind].map(({ at, count }) => ({ at, count: whole(count, UNITS[kind]) }))),
    exhausted: byKind((kind) => whole(exhausted[kind], SECOND)),
  };
}

export function byKind<T>(value: (kind: Kind, index: number) => T): Record<Kind, T> {
  return {
    fetches: value('fetches', 0),
    running: value('running', 1),
    asleep: value('asleep', 2),
  };
}
