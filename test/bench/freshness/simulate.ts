/** Simulates months of price history polls and measures detection delay and item age. */

import { refreshPrices } from '../../../src/schedule/strategies/price-history.ts';
import type { KnownItem, StrategyInput, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { pace } from '../../../src/tables/catalog/known-logs.ts';
import { chanceOf } from '../caps/chance.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface Market {
  readonly items: number;
  /** Simulated days, and days of logged changes before them. */
  readonly days: number;
  readonly daysBefore: number;
  /** Minutes between executions. */
  readonly minutes: number;
  readonly callsPerHour: number;
  /** Average changes per item per day, distributed by Zipf's law. */
  readonly changesPerDay: number;
  readonly seed: number;
}

export interface Seen {
  /** Average hours until a change is detected, and the lower bound for any schedule. */
  readonly delay: number;
  readonly bound: number;
  /** Maximum hours between two reads of an item, and hours to read every item once. */
  readonly worst: number;
  readonly turn: number;
  readonly starved: number;
  /** Calls not made. */
  readonly idle: number;
}

/** Returns the indexes of the items to read next. */
export type Picker = (items: readonly Known[], calls: number, now: number) => readonly number[];

/** Catalog entry. The item number is the array index. */
type Known = { -readonly [K in keyof KnownItem]: KnownItem[K] };

/** The add-on's strategy with its stored state. `filter` is the job's filter. */
export function ownPicker(
  { minutes, callsPerHour }: Pick<Market, 'minutes' | 'callsPerHour'>,
  filter: StrategyInput['filter'],
): Picker {
  let state: StrategyState = {};
  return (items, calls, now) => {
    const view = {
      items: () => items,
      orders: () => [],
      campaigns: () => [],
      requests: () => [],
      sales: () => () => 0,
    };
    const turn = refreshPrices({
      filter,
      state,
      view,
      now,
      cycleAt: now,
      isContinuous: true,
      interval: minutes * MINUTE,
      calls,
      callsPerHour,
    });
    state = turn.state;
    return turn.pulls.flatMap(({ itemNumbers }) => (itemNumbers as string[]).map(Number));
  };
}

export function roundRobin(): Picker {
  let next = 0;
  return (items, calls) => Array.from({ length: Math.min(calls, items.length) }, () => next++ % items.length);
}

export function watch(market: Market, picker: Picker): Seen {
  const { items: count, days, minutes, callsPerHour } = market;
  const start = Date.UTC(2025, 5, 1);
  const end = start + days * DAY;
  const paces = pacesOf(market);
  const changes = paces.map((a, place) => changesOf(a, start - market.daysBefore * DAY, market.seed * 100_003 + place));
  const items: Known[] = paces.map((_, place) => ({ itemNumber: String(place) }));
  const turn = Math.ceil(count / callsPerHour);
  // Skip the time before every item was read once.
  const from = start + turn * HOUR;
  // Skip the last changes: the simulation may end before they're detected, which would bias the average.
  const until = end - 1.5 * turn * HOUR;
  const seen = { found: 0, waited: 0, worst: 0, calls: 0, allowed: 0 };
  for (let step = 0, now = start; now < end; step++, now = start + step * minutes * MINUTE) {
    const share = (steps: number) => Math.floor((steps * minutes * callsPerHour) / 60);
    const calls = share(step + 1) - share(step);
    seen.allowed += calls;
    for (const place of picker(items, calls, now)) {
      const item = items[place]!;
      seen.calls++;
      if (item.pricesPolled !== undefined) seen.worst = Math.max(seen.worst, now - item.pricesPolled);
      item.pricesPolled = now;
      const times = changes[place]!(now, (at) => {
        if (at < from || at > until) return;
        seen.found++;
        seen.waited += now - at;
      });
      if (times.length > 0) item.dailyChanges = pace(times, now);
    }
  }
  const ages = items.map(({ pricesPolled }) => end - (pricesPolled ?? start));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    delay: seen.waited / seen.found / HOUR,
    bound: sum(paces.map(Math.sqrt)) ** 2 / (2 * callsPerHour * sum(paces)),
    worst: ages.reduce((worst, age) => Math.max(worst, age), seen.worst) / HOUR,
    turn,
    starved: items.filter(({ pricesPolled }) => pricesPolled === undefined).length,
    idle: seen.allowed - seen.calls,
  };
}

/** Each item's changes per day, in random order. */
function pacesOf({ items, changesPerDay, seed }: Market): readonly number[] {
  const weights = Array.from({ length: items }, (_, index) => 1 / (index + 1));
  const scale = (items * changesPerDay) / weights.reduce((sum, weight) => sum + weight, 0);
  const chance = chanceOf(seed);
  for (let last = items - 1; last > 0; last--) {
    const other = chance.whole(0, last);
    [weights[last], weights[other]] = [weights[other]!, weights[last]!];
  }
  return weights.map((weight) => weight * scale);
}

/**
 * Simulates an item's change log, newest first, with enough changes to estimate its pace. Calls `tell` once per new
 * change.
 */
function changesOf(perDay: number, from: number, seed: number) {
  const chance = chanceOf(seed);
  const gap = () => (-Math.log(1 - chance.next()) * DAY) / perDay;
  const log: number[] = [];
  let next = from + gap();
  return (now: number, tell: (at: number) => void): readonly number[] => {
    for (; next <= now; next += gap()) {
      tell(next);
      log.push(next);
      if (log.length > 100) log.splice(0, 70);
    }
    return log.slice(-30).reverse();
  };
}
