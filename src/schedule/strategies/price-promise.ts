/** Maximum price ages promised by a job, and the items to pull first. */
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { timeWords } from '../job.ts';
import { all, count, duration, type Filter, type KnownItem, type StrategyInput } from './strategy.ts';

export const priceOptions = {
  /** Number of best sellers to pull within `topWithin`. */
  top: count(100_000),
  topWithin: duration,
  within: duration,
  /** Whether to use more calls than the promised age requires. */
  spend: all,
};

const TOP_WITHIN = 2 * HOUR;
const WITHIN = DAY;

/** Returns, for example, `best 200 within 2 hours, all within 36`. */
export function promisedAges(filter: Filter): { readonly words: string; readonly options: readonly string[] } {
  const tops = priceOptions.top('top', filter.top) ?? 0;
  const top = ageWords(priceOptions.topWithin('topWithin', filter.topWithin) ?? TOP_WITHIN);
  const all = ageWords(priceOptions.within('within', filter.within) ?? WITHIN);
  const [count, unit] = all.split(' ');
  const others = tops > 0 && top.endsWith(` ${unit}`) ? count : all;
  const parts = [
    ...(tops > 0 ? [`best ${tops} within ${top}`] : []),
    `all within ${others}`,
    ...(filter.spend === undefined ? [] : ['using all remaining calls']),
  ];
  return { words: parts.join(', '), options: Object.keys(priceOptions) };
}

function ageWords(age: number): string {
  const words = timeWords(age / MINUTE);
  return /^\d/.test(words) ? words : `1 ${words}`;
}

export type Item = KnownItem & { readonly itemNumber: string };

/** Ages are in milliseconds. */
export interface AgePromise {
  readonly top: number;
  readonly others: number | undefined;
  readonly isTop: (item: Item) => boolean;
  readonly withinOf: (item: Item) => number;
  readonly shortest: number;
  /** Calls per hour needed to keep the promise for all items. */
  readonly needed: number;
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

/** Maximum trigger delay. */
const LATE = 5 * MINUTE;

/** If fewer executions than this fit into the promised age, pulling one execution earlier costs many more calls. */
const FEW = 4;

/** Returns when an item is due again. Allows for a late execution if at least `FEW` fit into the age. */
export function dueAfter(at: number, within: number, interval: number): number {
  return at + within + (FEW * interval <= within ? -LATE : LATE);
}

interface Kept {
  readonly taken: readonly Item[];
  /** When the next item is due. Undefined if there weren't enough calls. */
  readonly restsUntil?: number;
}

/**
 * Selects items that would be too old at the next execution or wouldn't fit into the next hour's calls, earliest first;
 * then new items, using calls that the next hour doesn't need.
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
  const within = (span: number) => inOrder.filter(({ start }) => start < now + span).length;
  // Items that an hour has no calls for are pulled one execution earlier.
  const excess = within(HOUR + (interval < HOUR ? interval : 0)) - callsPerHour;
  const due = Math.max(inOrder.filter(({ start }) => start <= now).length, excess);
  const taken = [
    ...inOrder.slice(0, Math.min(due, calls)).map(({ item }) => item),
    ...unread.slice(0, Math.max(0, calls - within(HOUR))),
  ];
  if (taken.length < due + unread.length) return { taken };
  const next = inOrder[due]?.start ?? Number.POSITIVE_INFINITY;
  const restsUntil = taken.reduce((first, item) => Math.min(first, startOf(item)), next);
  return restsUntil > now && Number.isFinite(restsUntil) ? { taken, restsUntil } : { taken };
}

export interface Limits {
  readonly worst: number;
  readonly gap: number;
}

/** Changes per day assumed for a price that never changed. */
const RARE = 1 / 90;

export const UNREAD = 2;

/**
 * The integer part is the class: 3 = over the maximum age, 2 = never pulled, 1 = over the promised age, 0 = other.
 * Times are in milliseconds.
 */
export function urgency(age: number, dailyChanges: number | undefined, within: number, { worst, gap }: Limits): number {
  // Age two executions from now, in case the next one is late.
  const then = age + 2 * gap;
  if (then > worst) return 3 + fraction(age / worst);
  if (then > within) return 1 + fraction(age / within);
  // The probability of a change times its expected age. Sorting by this product minimizes the average delay.
  return fraction(Math.max(dailyChanges ?? 0, RARE) * (age / DAY) ** 2);
}

/** Maps positive numbers to the range 0 to 1, preserving order. */
function fraction(value: number): number {
  return Math.min(0.999, Math.max(0, (Math.log2(value) + 60) / 120));
}

export function mostUrgent<T>(items: readonly T[], urgencyOf: (item: T) => number, count: number): readonly T[] {
  const ranked = items.map((item) => ({ item, urgency: urgencyOf(item) }));
  ranked.sort((one, other) => other.urgency - one.urgency);
  return ranked.slice(0, Math.max(0, count)).map(({ item }) => item);
}
