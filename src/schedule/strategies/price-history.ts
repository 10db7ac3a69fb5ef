/** Price history, of which calls are scarce: all of them go where changes most likely wait, and nothing gets too old. */
import { HOUR } from '../../protocol/time.ts';
import { count, duration, texts } from './options.ts';
import type { KnownItem, NextPulls, Strategy, StrategyInput, StrategyState } from './strategy.ts';
import { CALLS_A_PULL, isStale, pieces, without } from './strategy.ts';
import type { Limits } from './urgency.ts';
import { mostUrgent, UNREAD, urgency } from './urgency.ts';
import { afterWatermark, movedWatermark } from './watermark.ts';

export const priceOptions = {
  /** So many items that sold most are read within `topWithin`. */
  top: count(100_000),
  topWithin: duration,
  /** All others. */
  within: duration,
};

/** Calls an hour until it is known how many there are: the cap. */
const USUAL_RATE = 500;

/** The age that nothing exceeds, as a multiple of the time in which all could be read in turn. */
const WORST = 1.5;

const TOP_WITHIN = 2 * HOUR;

/** How fast the calls an hour are learned; a longer gap than any trigger's says that nothing ran, not how much may. */
const LEARNING = 6 * HOUR;
const LONGEST_GAP = 1.5 * HOUR;

export const refreshPrices: Strategy = (input) => {
  const items = itemsOf(input);
  const next = input.isContinuous ? onAndOn(input, items) : once(input, items);
  const names = texts(input.filter.itemNumbers);
  const nothing = items.length === 0 && names.length === 0;
  return nothing
    ? { ...next, waitsFor: 'The Catalog has no item numbers of this shop yet; type them in, or pull Orders.' }
    : next;
};

type Item = KnownItem & { readonly itemNumber: string };

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
  const names = due.map(
    ({ itemNumber, pricesPolled }) => `${pricesPolled === undefined ? 0 : 1} ${itemNumber}`,
  );
  const left = afterWatermark(names, input);
  const taken = left.slice(0, input.calls).map((name) => name.slice(2));
  return { ...movedWatermark(left, input.calls, input), pulls: pullsOf(input, taken) };
}

/** The most urgent ones, as many as there are calls: each time that is complete, and there is always more. */
function onAndOn(input: StrategyInput, items: readonly Item[]): NextPulls {
  const { state, now, calls } = input;
  if (calls < 1) return { pulls: [], isLast: false, state };
  const gap = numberIn(state, 'at') === undefined ? 0 : now - numberIn(state, 'at')!;
  const rate = rateOf(state, gap, calls);
  const worst = WORST * Math.ceil(items.length / rate) * HOUR;
  const limits: Limits = { worst, gap: Math.min(gap, worst / 4) };
  const unread = unreadOf(input, items, worst);
  const withinOf = promises(input, items, worst);
  const known = items.filter(({ pricesPolled }) => pricesPolled !== undefined);
  const picked = mostUrgent(
    [...unread.names, ...known],
    (item) =>
      typeof item === 'string'
        ? UNREAD
        : urgency(now - item.pricesPolled!, item.dailyChanges, withinOf(item), limits),
    calls,
  );
  const taken = picked.filter((item): item is string => typeof item === 'string');
  return {
    pulls: pullsOf(
      input,
      picked.map((item) => (typeof item === 'string' ? item : item.itemNumber)),
    ),
    isLast: true,
    state: { ...unread.after(taken), at: now, rate },
    ...noteOf(items, withinOf, rate),
  };
}

/** Calls an hour, as they were granted lately. */
function rateOf(state: StrategyState, gap: number, calls: number): number {
  const before = numberIn(state, 'rate') ?? USUAL_RATE;
  if (gap <= 0 || gap > LONGEST_GAP) return before;
  const seen = Math.min(USUAL_RATE, (calls * HOUR) / gap);
  return Math.max(1, Math.round(before + (seen - before) * Math.min(1, gap / LEARNING)));
}

/**
 * Items that were never read, in their order; once through, those that failed are tried again when everything else would
 * be. What came since the last time is not kept waiting.
 */
function unreadOf({ state, now }: StrategyInput, items: readonly Item[], worst: number) {
  const unread = items.filter(({ pricesPolled }) => pricesPolled === undefined);
  const began = numberIn(state, 'cycle');
  const cycleAt = began !== undefined && now - began < worst ? began : now;
  const left = afterWatermark(
    unread.map(({ itemNumber }) => itemNumber),
    { state, cycleAt },
  );
  const last = numberIn(state, 'at') ?? now;
  const isLeft = new Set(left);
  const come = unread.filter(({ itemNumber, firstSeen = 0 }) => firstSeen >= last && !isLeft.has(itemNumber));
  return {
    names: [...come.map(({ itemNumber }) => itemNumber), ...left],
    after: (taken: readonly string[]) =>
      movedWatermark(left, taken.filter((name) => isLeft.has(name)).length, { state, cycleAt }).state,
  };
}

/** Within which time each item is to be read. */
function promises(
  { filter, view }: StrategyInput,
  items: readonly Item[],
  worst: number,
): (item: Item) => number {
  const top = priceOptions.top('top', filter.top) ?? 0;
  const topWithin = priceOptions.topWithin('topWithin', filter.topWithin) ?? TOP_WITHIN;
  const within = priceOptions.within('within', filter.within) ?? worst;
  if (top === 0) return () => within;
  const sold = view.sales();
  const first = mostUrgent(items, (item) => sold(item) + 1 - 1 / (1 + (item.dailyChanges ?? 0)), top);
  const isTop = new Set(first);
  return (item) => (isTop.has(item) ? topWithin : within);
}

function pullsOf({ filter }: StrategyInput, itemNumbers: readonly string[]) {
  const others = without(filter, ['itemNumbers', ...Object.keys(priceOptions)]);
  return pieces(itemNumbers, CALLS_A_PULL).map((piece) => ({ ...others, itemNumbers: piece }));
}

/** What was promised may be more than there are calls for. */
function noteOf(
  items: readonly Item[],
  withinOf: (item: Item) => number,
  rate: number,
): Pick<NextPulls, 'note'> {
  const needed = Math.ceil(items.reduce((sum, item) => sum + HOUR / withinOf(item), 0));
  if (needed <= rate) return {};
  return {
    note: `What the job promises takes ${needed} calls an hour, and about ${rate} are left for it; items may get older.`,
  };
}

function numberIn(state: StrategyState, name: string): number | undefined {
  const value = state[name];
  return typeof value === 'number' ? value : undefined;
}
