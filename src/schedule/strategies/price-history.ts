/**
 * Price history, of which calls are scarce: those that keep the ages that the job promises, and no more. Where they do not
 * suffice, or the job spends all, every call goes where changes most likely wait, and nothing gets too old.
 */

import { pieces } from '../../protocol/grouped.ts';
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
  type KnownItem,
  movedWatermark,
  type NextPulls,
  numberIn,
  type Strategy,
  type StrategyInput,
  texts,
  without,
} from './strategy.ts';

/** The age that nothing exceeds, as a multiple of the time in which all could be read in turn. */
const WORST = 1.5;

export const refreshPrices: Strategy = (input) => {
  const items = itemsOf(input);
  const next = input.isContinuous ? onAndOn(input, items) : once(input, items);
  const names = texts(input.filter.itemNumbers);
  const nothing = 'The Catalog has no item numbers of this shop yet. Type them in, or pull Orders.';
  return items.length === 0 && names.length === 0 ? { ...next, waitsFor: nothing } : next;
};

/** The items that the job names, or all of the Catalog that have a number; each once. */
function itemsOf({ filter, view }: StrategyInput): readonly Item[] {
  const byKey = new Map<string, Item>();
  for (const item of view.items()) {
    if (hasNumber(item)) byKey.set(item.itemNumber.toLowerCase(), item);
  }
  const named = texts(filter.itemNumbers);
  if (named.length === 0) return [...byKey.values()];
  const asked = new Map(named.map((itemNumber) => [itemNumber.toLowerCase(), itemNumber] as const));
  return [...asked].map(([key, itemNumber]) => byKey.get(key) ?? { itemNumber });
}

function hasNumber(item: KnownItem): item is Item {
  return item.itemNumber !== undefined;
}

/** Each item once a cycle; those never read first. */
function once(input: StrategyInput, items: readonly Item[]): NextPulls {
  const due = items.filter(({ pricesPolled }) => isStale(pricesPolled, input.cycleAt));
  const names = due.map(({ itemNumber, pricesPolled }) => `${pricesPolled === undefined ? 0 : 1} ${itemNumber}`);
  const left = afterWatermark(names, input);
  const taken = left.slice(0, input.calls).map((name) => name.slice(2));
  return { ...movedWatermark(left, input.calls, input), pulls: pullsOf(input, taken) };
}

/** Each time that is complete: what the promise needs is read, or as much as there are calls. */
function onAndOn(input: StrategyInput, items: readonly Item[]): NextPulls {
  const { filter, state, now, calls, callsPerHour: rate } = input;
  if (calls < 1) return { pulls: [], isLast: false, state };
  const worst = WORST * Math.ceil(items.length / rate) * HOUR;
  const promise = promiseOf(input, items);
  const isScarce = promise.needed > rate;
  const spendsAll = isScarce || priceOptions.spend('spend', filter.spend) !== undefined;
  const unread = unreadOf(input, items, spendsAll ? worst : promise.shortest);
  const known = items.filter(({ pricesPolled }) => pricesPolled !== undefined);
  const { taken, ...outcome } = spendsAll
    ? { taken: mostUrgent([...unread.items, ...known], urgencyIn(input, promise, worst), calls) }
    : asPromised(input, known, unread.items, promise);
  const { restsUntil: _, ...before } = unread.after(taken);
  const isKept = 'restsUntil' in outcome;
  return {
    pulls: pullsOf(
      input,
      taken.map(({ itemNumber }) => itemNumber),
    ),
    isLast: true,
    state: { ...before, at: now, ...outcome },
    note: isScarce ? scarceNote(promise, rate) : isKept ? 'All prices are as fresh as promised' : undefined,
  };
}

/** How urgent it is to read an item. What was promised and cannot be kept gives way, that of the top last. */
function urgencyIn(
  { now, state, callsPerHour: rate }: StrategyInput,
  promise: AgePromise,
  worst: number,
): (item: Item) => number {
  // Since the last time; none where there was none.
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

/**
 * Items that were never read, in their order; once through, those that failed are tried again when everything else would
 * be. What came since the last time is not kept waiting.
 */
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
  const come = unread.filter(({ itemNumber, firstSeen = 0 }) => firstSeen >= last && !isLeft.has(itemNumber));
  const byNumber = new Map(unread.map((item) => [item.itemNumber, item]));
  return {
    items: [...come, ...left.map((itemNumber) => byNumber.get(itemNumber)!)],
    after: (taken: readonly Item[]) =>
      movedWatermark(left, taken.filter(({ itemNumber }) => isLeft.has(itemNumber)).length, {
        state,
        cycleAt,
      }).state,
  };
}

function pullsOf({ filter }: StrategyInput, itemNumbers: readonly string[]) {
  const others = without(filter, ['itemNumbers', ...Object.keys(priceOptions)]);
  return pieces(itemNumbers, CALLS_A_PULL).map((piece) => ({ ...others, itemNumbers: piece }));
}

function scarceNote({ needed }: AgePromise, rate: number): string {
  return `This promise needs ${Math.ceil(needed)} calls per hour, but about ${rate} are available. Prices may be older.`;
}
