/**
 * Pulls prices with as few calls as the promised ages allow. With too few calls, or if the job may use all of them,
 * items most likely to have changed come first.
 */
import { chunks } from '../../protocol/lists.ts';
import { HOUR } from '../../protocol/time.ts';
import {
  type AgePromise,
  asPromised,
  type Item,
  type Limits,
  mostUrgent,
  priceOptions,
  promiseOf,
  UNREAD,
  urgency,
} from './price-promise.ts';
import {
  afterWatermark,
  CALLS_A_PULL,
  isStale,
  movedWatermark,
  type NextPulls,
  numberIn,
  type Strategy,
  type StrategyInput,
  texts,
  without,
} from './strategy.ts';

/** Maximum age if there aren't enough calls, as a multiple of the time needed to pull all items. */
const WORST = 1.5;

export const refreshPrices: Strategy = (input) => {
  const items = itemsOf(input);
  const next = input.isContinuous ? continuously(input, items) : eachOnce(input, items);
  const names = texts(input.filter.itemNumbers);
  const nothing = 'The Catalog has no item numbers for this shop yet. Add items to it, or pull Orders to fill it.';
  return items.length === 0 && names.length === 0 ? { ...next, waitsFor: nothing } : next;
};

/** Returns the items in the filter, or all Catalog items that have an item number. */
function itemsOf({ filter, view }: StrategyInput): readonly Item[] {
  const byKey = new Map<string, Item>();
  for (const { itemNumber, ...item } of view.items())
    if (itemNumber !== undefined) byKey.set(itemNumber.toLowerCase(), { ...item, itemNumber });
  const named = texts(filter.itemNumbers);
  if (named.length === 0) return [...byKey.values()];
  const asked = new Map(named.map((itemNumber) => [itemNumber.toLowerCase(), itemNumber] as const));
  return [...asked].map(([key, itemNumber]) => byKey.get(key) ?? { itemNumber });
}

/** Pulls each item once per cycle, new items first. */
function eachOnce(input: StrategyInput, items: readonly Item[]): NextPulls {
  const due = items.filter(({ pricesPolled }) => isStale(pricesPolled, input.cycleAt));
  const names = due.map(({ itemNumber, pricesPolled }) => `${pricesPolled === undefined ? 0 : 1} ${itemNumber}`);
  const left = afterWatermark(names, input);
  const taken = left.slice(0, input.calls).map((name) => name.slice(2));
  return { ...movedWatermark(left, input.calls, input), pulls: pullsOf(input, taken) };
}

/** Treats each execution as a cycle. Pulls the items that the promised ages require, or as many as calls allow. */
function continuously(input: StrategyInput, items: readonly Item[]): NextPulls {
  const { filter, now, calls, callsPerHour: rate } = input;
  const worst = WORST * Math.ceil(items.length / rate) * HOUR;
  const promise = promiseOf(input, items);
  const isScarce = promise.needed > rate;
  const spendsAll = isScarce || priceOptions.spend('spend', filter.spend) !== undefined;
  const unread = unreadOf(input, items, spendsAll ? worst : promise.shortest);
  const known = items.filter(({ pricesPolled }) => pricesPolled !== undefined);
  const { taken, ...kept } = spendsAll
    ? { taken: mostUrgent([...unread.items, ...known], urgencyIn(input, promise, worst), calls) }
    : asPromised(input, known, unread.items, promise);
  const { restsUntil: _, ...before } = unread.after(taken);
  const isKept = 'restsUntil' in kept;
  const numbers = taken.map(({ itemNumber }) => itemNumber);
  const scarce = `Keeping prices this fresh takes ${Math.ceil(promise.needed)} calls per hour, but only about ${rate} are available. Some prices may be older.`;
  return {
    pulls: pullsOf(input, numbers),
    isLast: true,
    state: { ...before, at: now, ...kept },
    note: isScarce ? scarce : isKept ? 'All prices are within their promised age' : undefined,
  };
}

/** If there aren't enough calls, lets other items exceed their promised age before top items do. */
function urgencyIn(
  { now, state, callsPerHour: rate }: StrategyInput,
  promise: AgePromise,
  worst: number,
): (item: Item) => number {
  const gap = now - (numberIn(state, 'at') ?? now);
  const limits: Limits = { worst, gap: Math.min(gap, worst / 4) };
  const orWorst = (within: number, needed: number) => (needed > rate ? Math.max(within, worst) : within);
  const top = orWorst(promise.top, promise.neededForTop);
  const others = promise.others === undefined ? worst : orWorst(promise.others, promise.needed);
  return (item) =>
    item.pricesPolled === undefined
      ? UNREAD
      : urgency(now - item.pricesPolled, item.dailyChanges, promise.isTop(item) ? top : others, limits);
}

/** Returns items never pulled, new ones first. Retries failed items after `turn` milliseconds. */
function unreadOf({ state, now }: StrategyInput, items: readonly Item[], turn: number) {
  const unread = items.filter(({ pricesPolled }) => pricesPolled === undefined);
  const began = numberIn(state, 'cycle');
  const cycleAt = began !== undefined && now - began < turn ? began : now;
  const left = afterWatermark(
    unread.map(({ itemNumber }) => itemNumber),
    { state, cycleAt },
  );
  const last = numberIn(state, 'at') ?? now;
  const isLeft = new Set(left);
  const added = unread.filter(({ itemNumber, firstSeen = 0 }) => firstSeen >= last && !isLeft.has(itemNumber));
  const byNumber = new Map(unread.map((item) => [item.itemNumber, item]));
  return {
    items: [...added, ...left.map((itemNumber) => byNumber.get(itemNumber)!)],
    after: (taken: readonly Item[]) =>
      movedWatermark(left, taken.filter(({ itemNumber }) => isLeft.has(itemNumber)).length, {
        state,
        cycleAt,
      }).state,
  };
}

function pullsOf({ filter }: StrategyInput, itemNumbers: readonly string[]) {
  const others = without(filter, ['itemNumbers', ...Object.keys(priceOptions)]);
  return chunks(itemNumbers, CALLS_A_PULL).map((piece) => ({ ...others, itemNumbers: piece }));
}
