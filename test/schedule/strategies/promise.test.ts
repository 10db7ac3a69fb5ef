/** Prices never exceed their promised age, even when executions are irregular, and few extra calls are made. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asleepForCap } from '../../../src/limits/pacing.ts';
import { refreshPrices } from '../../../src/schedule/strategies/price-history.ts';
import { dueAfter } from '../../../src/schedule/strategies/price-promise.ts';
import type { KnownItem, StrategyInput, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { chanceOf } from '../../bench/caps/chance.ts';
import { isLong, runs } from '../../effort.ts';
import { DAY, HOUR, input, NOW, names } from '../../support/strategy-input.ts';

const MINUTE = HOUR / 60;
/** Calls per hour for continuous jobs. */
const CAP = 495;

interface Shop {
  readonly items: number;
  /** Minutes between executions. */
  readonly minutes: number;
  /** Number of best sellers, their promised age in hours, and the promised age of all other items. */
  readonly top: number;
  readonly topHours: number;
  readonly hours: number;
  readonly seed: number;
}

interface Seen {
  /** Maximum ages that occurred, in hours. */
  readonly top: number;
  readonly others: number;
  readonly unread: number;
  /** Calls per day, after a warm-up as long as the promised age. */
  readonly calls: number;
}

/** Simulates days of executions, each up to a minute late, within a rolling hourly cap. */
function watch({ items, top, minutes, topHours, hours, seed }: Shop, days: number): Seen {
  const chance = chanceOf(seed);
  const numbers = names(items);
  const sales = Object.fromEntries(numbers.slice(0, top).map((name) => [name, 1]));
  const filter = { top: String(top), topWithin: `${topHours} hours`, within: `${hours} hours` };
  const interval = minutes * MINUTE;
  const waits = asleepForCap(interval);
  const read = new Map<string, number>();
  const worst = { top: 0, others: 0 };
  const from = NOW + Math.max(topHours, hours) * HOUR;
  let spent: { readonly at: number; readonly count: number }[] = [];
  let state: StrategyState = {};
  let calls = 0;
  for (let step = 0; step * interval < days * DAY; step++) {
    const now = NOW + step * interval + chance.whole(0, MINUTE);
    spent = spent.filter(({ at }) => at > now + waits - HOUR);
    const left = CAP - spent.reduce((sum, { count }) => sum + count, 0);
    const known = numbers.map((itemNumber): KnownItem => {
      const pricesPolled = read.get(itemNumber);
      return { itemNumber, ...(pricesPolled === undefined ? {} : { pricesPolled }) };
    });
    const at = { filter, now, state, isContinuous: true, calls: left, callsPerHour: CAP, interval };
    const next = refreshPrices(input({ items: known, sales }, at));
    state = next.state;
    const taken = next.pulls.flatMap(({ itemNumbers }) => itemNumbers as string[]);
    spent.push({ at: now, count: taken.length });
    if (now > from) calls += taken.length;
    taken.forEach((name, index) => {
      // Twenty calls run in parallel.
      const polled = now + Math.floor(index / 20) * 2000;
      const which = name in sales ? 'top' : 'others';
      worst[which] = Math.max(worst[which], (polled - (read.get(name) ?? polled)) / HOUR);
      read.set(name, polled);
    });
  }
  return {
    ...worst,
    unread: items - read.size,
    calls: (calls * DAY) / (NOW + days * DAY - from),
  };
}

/** Calls per day. */
function needed({ items, top, topHours, hours }: Shop): number {
  const tops = Math.min(top, items);
  return 24 * (tops / topHours + (items - tops) / hours);
}

/** A promised age shorter than four execution intervals can be exceeded by five minutes, a longer one never. */
function expectKept(shop: Shop, seen: Seen): void {
  const isFew = (hours: number) => hours * 60 < 4 * shop.minutes;
  const late = (hours: number) => hours + (isFew(hours) ? 5 / 60 : 0);
  expect(seen.unread).toBe(0);
  expect(seen.top).toBeLessThanOrEqual(late(shop.topHours));
  expect(seen.others).toBeLessThanOrEqual(late(shop.hours));
  expect(seen.calls).toBeLessThanOrEqual(1.34 * needed(shop) + shop.items);
}

const STANDARD = { top: 200, topHours: 2, hours: 36, seed: 1 };

const KEPT: readonly (readonly [minutes: number, worst: number, calls: number])[] = [
  ...(isLong ? [[5, 1.92, 2250] as const] : []),
  [10, 1.84, 2350],
  [60, 2, 2124],
];

test.each(KEPT)('a price promise is kept for 177 items with a run every %i minutes', (minutes, worst, calls) => {
  const seen = watch({ ...STANDARD, items: 177, minutes }, 4);
  expect(seen.top).toBeCloseTo(worst, 1);
  expect(seen.calls).toBeLessThanOrEqual(calls);
});

test('a price promise is kept if one hour has calls for all items but one', () => {
  const shop = { items: 496, minutes: 5, top: 0, topHours: 2, hours: 5, seed: 1218902121 };
  expectKept(shop, watch(shop, 4));
});

test.each(isLong ? [10, 60] : [])(
  'a price promise is kept for 8000 items with a run every %i minutes',
  (minutes) => {
    const shop = { ...STANDARD, items: 8000, minutes };
    expectKept(shop, watch(shop, 7));
  },
  HOUR,
);

test(
  'any price promise is kept if calls suffice',
  () => {
    const shops = fc
      .record({
        items: fc.integer({ min: 1, max: 600 }),
        minutes: fc.constantFrom(5, 10, 60),
        top: fc.constantFrom(0, 20, 200),
        topHours: fc.constantFrom(2, 4),
        hours: fc.constantFrom(5, 12, 36),
        seed: fc.nat(),
      })
      .filter((shop) => needed(shop) < 0.7 * 24 * CAP);
    fc.assert(
      fc.property(shops, (shop) => expectKept(shop, watch(shop, 4))),
      { numRuns: runs(2, 300), ...(isLong ? {} : { seed: 20250616 }) },
    );
  },
  HOUR,
);

test.each([
  ['many executions within the promise', 4 * HOUR, 10 * MINUTE, 4 * HOUR - 5 * MINUTE],
  ['exactly four executions', 4 * HOUR, HOUR, 4 * HOUR - 5 * MINUTE],
  ['fewer than four executions', 4 * HOUR - 1, HOUR, 4 * HOUR - 1 + 5 * MINUTE],
  ['one execution', HOUR, HOUR, HOUR + 5 * MINUTE],
])('an item becomes due early enough with %s', (_, within, interval, after) => {
  expect(dueAfter(NOW, within, interval)).toBe(NOW + after);
});

describe('a job that keeps its promise', () => {
  const turn = (items: readonly KnownItem[], more: Partial<StrategyInput> = {}) =>
    refreshPrices(input({ items }, { isContinuous: true, filter: { within: '2 hours' }, ...more }));
  const read = (itemNumber: string, minutes: number): KnownItem => ({
    itemNumber,
    pricesPolled: NOW - minutes * MINUTE,
  });
  const KEPT = 'All prices are within their promised age';

  test('rests until the last execution that is in time', () => {
    expect(turn([read('a', 60), read('b', 90)])).toMatchObject({
      pulls: [],
      isLast: true,
      note: KEPT,
      state: { restsUntil: NOW + 15 * MINUTE },
    });
  });

  test('reads unread items, and items that would be too old at the next execution', () => {
    const next = turn([read('a', 60), read('b', 105), { itemNumber: 'c' }]);
    expect(next).toMatchObject({ pulls: [{ itemNumbers: ['b', 'c'] }], note: KEPT });
    expect(next.state.restsUntil).toBe(NOW + 45 * MINUTE);
  });

  test('has a promise of one day by default', () => {
    const day = { filter: {} };
    expect(turn([read('a', 23 * 60)], day).pulls).toEqual([]);
    expect(turn([read('a', 24 * 60 - 15)], day).pulls).toHaveLength(1);
  });

  test("doesn't rest if calls are too few or the schedule is too slow", () => {
    const few = turn([read('a', 110), read('b', 111)], { calls: 1, state: { restsUntil: 1, at: 1 } });
    expect(few.pulls).toEqual([{ itemNumbers: ['b'] }]);
    expect([few.note, few.state.restsUntil]).toEqual([undefined, undefined]);
    const seldom = turn([read('a', 60)], { interval: 4 * HOUR });
    expect(seldom.pulls).toHaveLength(1);
    expect([seldom.note, seldom.state.restsUntil]).toEqual([undefined, undefined]);
  });

  test('reserves calls for items due within the hour', () => {
    const items = [...names(30).map((name) => read(name, 80)), ...names(30, 'N').map((itemNumber) => ({ itemNumber }))];
    const next = turn(items, { calls: 40 });
    expect(next.pulls).toEqual([{ itemNumbers: names(10, 'N') }]);
    expect(next.state.restsUntil).toBeUndefined();
  });

  test('spends all calls if configured', () => {
    const filter = { within: '2 hours', spend: 'All' };
    const next = turn([read('a', 1), read('b', 2)], { filter });
    expect(next.pulls).toEqual([{ itemNumbers: ['b', 'a'] }]);
    expect(next.note).toBeUndefined();
  });
});
