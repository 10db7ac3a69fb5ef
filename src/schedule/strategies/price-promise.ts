/** The ages that a price job promises, and which items it reads first: to keep the promise, or by urgency. */
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { timeWords } from '../job.ts';
import { count, duration, type Filter, type KnownItem, only, type StrategyInput } from './strategy.ts';

export const priceOptions = {
  /** How many best sellers are read within `topWithin`. */
  top: count(100_000),
  topWithin: duration,
  within: duration,
  /** Whether the job also spends calls that the promise does not need. */
  spend: only('all'),
};

const TOP_WITHIN = 2 * HOUR;
const WITHIN = DAY;

/** Returns words such as `best 200 within 2 hours, all within 36`. */
export function promisedAges(filter: Filter): { readonly words: string; readonly tells: readonly string[] } {
  const tops = priceOptions.top('top', filter.top) ?? 0;
  const top = ageWords(priceOptions.topWithin('topWithin', filter.topWithin) ?? TOP_WITHIN);
  const all = ageWords(priceOptions.within('within', filter.within) ?? WITHIN);
  const [count, unit] = all.split(' ');
  const others = tops > 0 && top.endsWith(` ${unit}`) ? count : all;
  const parts = [
    ...(tops > 0 ? [`best ${tops} within ${top}`] : []),
    `all within ${others}`,
    ...(filter.spend === undefined ? [] : ['with every call that is left']),
  ];
  return { words: parts.join(', '), tells: Object.keys(priceOptions) };
}

function ageWords(age: number): string {
  const words = timeWords(age / MINUTE);
  return /^\d/.test(words) ? words : `1 ${words}`;
}

export type Item = KnownItem & { readonly itemNumber: string };

/** Ages are in milliseconds. */
export interface AgePromise {
  readonly top: number;
  /** Undefined if the filter does not say it. */
  readonly others: number | undefined;
  readonly isTop: (item: Item) => boolean;
  readonly withinOf: (item: Item) => number;
  readonly shortest: number;
  /** Calls per hour that the promise needs. */
  readonly needed: number;
  /** Calls per hour that the promise for the top items needs. */
  readonly neededForTop: number;
}

export function promiseOf({ filter, view }: StrategyInput, items: readonly Item[]): AgePromise {
  const tops = Math.min(items.length, priceOptions.top('top', filter.top) ?? 0);
  const top = priceOptions.topWithin('topWithin', filter.topWithin) ?? TOP_WITHIN;
  const others = priceOptions.within('within', filter.within);
  const within = others ?? WITHIN;
  const isTop = topOf(items, tops, view);
  const neededForTop = (tops * HOUR) / top;
  return {
    top,
    others,
    isTop,
    withinOf: (item) => (isTop(item) ? top : within),
    shortest: tops === 0 ? within : Math.min(top, within),
    needed: neededForTop + ((items.length - tops) * HOUR) / within,
    neededForTop,
  };
}

function topOf(items: readonly Item[], tops: number, view: StrategyInput['view']): (item: Item) => boolean {
  if (tops === 0) return () => false;
  const sold = view.sales();
  const first = mostUrgent(items, (item) => sold(item) + 1 - 1 / (1 + (item.dailyChanges ?? 0)), tops);
  const isTop = new Set(first);
  return (item) => isTop.has(item);
}

/** An execution may come this late. */
const LATE = 5 * MINUTE;

/** With fewer executions than this within the promised time, reading one execution earlier costs many more calls. */
const FEW = 4;

/**
 * When an item that was read at `at` must be read again. Many executions within the time leave room for a late one.
 * With few, the promise may be missed by as much, since an hourly trigger would otherwise read twice as often.
 */
export function dueAfter(at: number, within: number, interval: number): number {
  return at + within + (FEW * interval <= within ? -LATE : LATE);
}

interface Kept {
  readonly taken: readonly Item[];
  /** When the next item is due, in epoch milliseconds; undefined if the promise is not kept. */
  readonly restsUntil?: number;
}

/**
 * Takes the items that would be too old at the next execution, and those of the next hour that exceed its calls,
 * earliest first; then unread items, with calls that the next hour does not need.
 */
export function asPromised(
  { now, interval, calls, callsPerHour }: StrategyInput,
  known: readonly Item[],
  unread: readonly Item[],
  { withinOf }: AgePromise,
): Kept {
  const startOf = (item: Item, at = now) => dueAfter(at, withinOf(item), interval) - interval;
  const inOrder = known.map((item) => ({ item, start: startOf(item, item.pricesPolled) }));
  inOrder.sort((one, other) => one.start - other.start);
  const soon = inOrder.filter(({ start }) => start < now + HOUR).length;
  const due = Math.max(inOrder.filter(({ start }) => start <= now).length, soon - callsPerHour);
  const taken = [
    ...inOrder.slice(0, Math.min(due, calls)).map(({ item }) => item),
    ...unread.slice(0, Math.max(0, calls - soon)),
  ];
  if (taken.length < due + unread.length) return { taken };
  const next = inOrder[due]?.start ?? Number.POSITIVE_INFINITY;
  const restsUntil = taken.reduce((first, item) => Math.min(first, startOf(item)), next);
  return restsUntil > now && Number.isFinite(restsUntil) ? { taken, restsUntil } : { taken };
}

export interface Limits {
  /** The oldest age allowed. */
  readonly worst: number;
  /** Time until the next execution. */
  readonly gap: number;
}

/** Assumed changes per day of a price that has never changed. */
const RARE = 1 / 90;

/** The urgency of an unread item. */
export const UNREAD = 2;

/** The whole part is a class: 3 too old, 2 unread, 1 beyond the promise, 0 other. Times are in milliseconds. */
export function urgency(age: number, dailyChanges: number | undefined, within: number, { worst, gap }: Limits): number {
  // The execution after the next may be late.
  const then = age + 2 * gap;
  if (then > worst) return 3 + fraction(age / worst);
  if (then > within) return 1 + fraction(age / within);
  // The likelihood of a change times its expected wait: this order minimizes the average wait.
  return fraction(Math.max(dailyChanges ?? 0, RARE) * (age / DAY) ** 2);
}

/** Maps positive numbers to 0 to 1. */
function fraction(value: number): number {
  return Math.min(0.999, Math.max(0, (Math.log2(value) + 60) / 120));
}

/** The `count` most urgent items, the most urgent first. */
export function mostUrgent<T>(items: readonly T[], urgencyOf: (item: T) => number, count: number): readonly T[] {
  const ranked = items.map((item) => ({ item, urgency: urgencyOf(item) }));
  ranked.sort((one, other) => other.urgency - one.urgency);
  return ranked.slice(0, Math.max(0, count)).map(({ item }) => item);
}
