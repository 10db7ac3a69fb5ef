/** What a job of price history promises about the ages of items, and which items are read first: to keep it, or for their urgency. */
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { timeWords } from '../job.ts';
import { count, duration, type Filter, type KnownItem, only, type StrategyInput } from './strategy.ts';

export const priceOptions = {
  /** So many items that sold most are read within `topWithin`. */
  top: count(100_000),
  topWithin: duration,
  within: duration,
  /** Calls that no promise needs are made all the same. */
  spend: only('all'),
};

const TOP_WITHIN = 2 * HOUR;
const WITHIN = DAY;

/** `best 200 within 2 hours, all within 36`; a unit that is said once counts for both. */
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

/** Within which time items are to be read again, in milliseconds. */
export interface AgePromise {
  readonly top: number;
  /** Undefined where the job does not say it. */
  readonly others: number | undefined;
  readonly isTop: (item: Item) => boolean;
  readonly withinOf: (item: Item) => number;
  readonly shortest: number;
  /** Calls per hour, and those for the top. */
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

/** How late an execution may come, and how long it may take until it reads. */
const LATE = 5 * MINUTE;

/** Where fewer executions come within the promised time, reading one of them earlier takes many more calls. */
const FEW = 4;

/**
 * By when something is to be read that was read at `at`. A late execution breaks no promise; only where few executions
 * come within its time it may be exceeded by as much, else an hourly trigger would read twice as often to save a moment.
 */
export function dueAfter(at: number, within: number, interval: number): number {
  return at + within + (FEW * interval <= within ? -LATE : LATE);
}

export interface Kept {
  readonly taken: readonly Item[];
  /** The promise is kept, and nothing is due before; in epoch milliseconds. */
  readonly restsUntil?: number;
}

/**
 * Items that would be too old at the next execution, the first due first, with as many of the next hour's as an hour has no
 * calls for; then items that were never read, with the calls that nothing needs within the hour: a call that is made now
 * comes back too late for that.
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

/** Age that nothing is ever to exceed, and how long it is until the next chance. */
export interface Limits {
  readonly worst: number;
  readonly gap: number;
}

/** What is known never to have changed is taken to change so often a day. */
const RARE = 1 / 90;

/** Of what was never read: only what is too old comes before it. */
export const UNREAD = 2;

/**
 * Of an item that was read before so long and is to be no older than `within`, all in milliseconds. A higher class comes
 * first, whatever the fraction.
 */
export function urgency(age: number, dailyChanges: number | undefined, within: number, { worst, gap }: Limits): number {
  // The chance after the next may be a little late.
  const then = age + 2 * gap;
  if (then > worst) return 3 + fraction(age / worst);
  if (then > within) return 1 + fraction(age / within);
  // Read in this order, changes wait for the least time on average: what most likely came, times how long it waits.
  return fraction(Math.max(dailyChanges ?? 0, RARE) * (age / DAY) ** 2);
}

/** From 0 to 1, growing with any positive number. */
function fraction(value: number): number {
  return Math.min(0.999, Math.max(0, (Math.log2(value) + 60) / 120));
}

/** The `count` most urgent, in that order. Numbers are sorted once: of tens of thousands few are wanted. */
export function mostUrgent<T>(items: readonly T[], urgencyOf: (item: T) => number, count: number): readonly T[] {
  if (count < 1) return [];
  const urgencies = Float64Array.from(items, urgencyOf);
  const sorted = urgencies.slice().sort();
  const least = sorted[Math.max(0, sorted.length - count)]!;
  const places: number[] = [];
  for (let place = 0; place < urgencies.length; place++) if (urgencies[place]! >= least) places.push(place);
  places.sort((one, other) => urgencies[other]! - urgencies[one]!);
  return places.slice(0, count).map((place) => items[place]!);
}
