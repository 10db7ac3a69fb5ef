/** What a job of price history promises about the ages of items, and which items keep it. */
import { DAY, HOUR, MINUTE } from '../../protocol/time.ts';
import { timeWords } from '../every.ts';
import { count, duration, only } from './options.ts';
import { dueAfter, neededNow, readEvery } from './promise.ts';
import type { Filter, KnownItem, StrategyInput } from './strategy.ts';
import { mostUrgent } from './urgency.ts';

export const priceOptions = {
  /** So many items that sold most are read within `topWithin`. */
  top: count(100_000),
  topWithin: duration,
  /** All others. */
  within: duration,
  /** Calls that no promise needs are made all the same. */
  spend: only('all'),
};

/** Unless the job says it. */
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

/** `2 hours`, `1 day`. */
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
  /** The shortest that an item has. */
  readonly shortest: number;
  /** Calls an hour, and those of them that the top needs. */
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

/** Those that sold most. */
function topOf(items: readonly Item[], tops: number, view: StrategyInput['view']): (item: Item) => boolean {
  if (tops === 0) return () => false;
  const sold = view.sales();
  const first = mostUrgent(items, (item) => sold(item) + 1 - 1 / (1 + (item.dailyChanges ?? 0)), tops);
  const isTop = new Set(first);
  return (item) => isTop.has(item);
}

export interface Kept {
  readonly taken: readonly Item[];
  /** There were calls for all that was due. */
  readonly enough?: 1;
  /** The promise is kept, and nothing is due before; in epoch milliseconds. */
  readonly restsUntil?: number;
}

/** What is due by its promise; then, with calls that nothing needs soon, what was never read and what is read early. */
export function asPromised(
  { now, interval, calls }: StrategyInput,
  known: readonly Item[],
  unread: readonly Item[],
  { withinOf }: AgePromise,
  rate: number,
): Kept {
  const chances = { now, interval, rate };
  const promised = (item: Item, at = item.pricesPolled ?? now) => {
    const within = withinOf(item);
    return { item, due: dueAfter(at, within, interval), every: readEvery(within, interval) };
  };
  const { due, early, soon } = neededNow(
    known.map((item) => promised(item)),
    chances,
  );
  const others = [...unread, ...early.map(({ item }) => item)];
  const taken = [
    ...due.slice(0, calls).map(({ item }) => item),
    ...others.slice(0, Math.max(0, calls - due.length - soon)),
  ];
  const isTaken = new Set(taken);
  const { from } = neededNow(
    [...known, ...unread].map((item) => promised(item, isTaken.has(item) ? now : item.pricesPolled)),
    chances,
  );
  const isKept = taken.length === due.length + others.length && taken.length + known.length > 0 && from > now;
  return {
    taken,
    ...(due.length <= calls ? { enough: 1 } : {}),
    ...(isKept ? { restsUntil: from } : {}),
  };
}
