/** Spends calls on items whose prices probably changed, and limits the age of every item's price. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refreshPrices } from '../../../src/schedule/strategies/price-history.ts';
import { mostUrgent } from '../../../src/schedule/strategies/price-promise.ts';
import type { KnownItem, StrategyInput, StrategyState } from '../../../src/schedule/strategies/strategy.ts';
import { type Market, ownPicker, roundRobin, watch } from '../../bench/freshness/simulate.ts';
import { model } from '../../bench/model.ts';
import { isLong, longTest, runs } from '../../effort.ts';
import { DAY, HOUR, input, NOW, names, viewWith } from '../../support/strategy-input.ts';

const { goals } = model;

type Sales = Readonly<Record<string, number>>;

/** Runs the strategy, which may spend all calls unless the filter limits them. */
function turn(items: readonly KnownItem[], more: Partial<StrategyInput> = {}, sales: Sales = {}) {
  const filter = { spend: 'all', ...more.filter };
  return refreshPrices(input({ items, sales }, { isContinuous: true, ...more, filter }));
}

const picked = (items: readonly KnownItem[], more: Partial<StrategyInput> = {}, sales: Sales = {}) =>
  turn(items, more, sales).pulls.flatMap(({ itemNumbers }) => itemNumbers as string[]);

test('sales are read only if best sellers have a promise', () => {
  const view = { ...viewWith({ items: [{ itemNumber: 'a' }] }), sales: () => expect.unreachable() };
  const asked = (filter: StrategyInput['filter']) =>
    refreshPrices(input({}, { view, isContinuous: true, filter })).pulls.length;
  expect(asked({})).toBe(1);
  expect(() => asked({ top: '1' })).toThrow();
});

const item = (itemNumber: string, hours?: number, dailyChanges?: number): KnownItem => ({
  itemNumber,
  ...(hours === undefined ? {} : { pricesPolled: NOW - hours * HOUR }),
  ...(dailyChanges === undefined ? {} : { dailyChanges }),
});

/** Recently read items that rarely change. */
const others = (count: number) => names(count).map((name) => item(name, 0.1, 0.01));

describe('a continuous job picks', () => {
  test.each([
    ['unread items before known ones', [item('a', 1, 100), item('b')], ['b', 'a']],
    ['items with more changes first', [item('a', 1, 1), item('b', 1, 2)], ['b', 'a']],
    ['older items first', [item('a', 1, 1), item('b', 1.2, 1)], ['b', 'a']],
    ['items by age squared times changes', [item('a', 1, 3), item('b', 2, 1)], ['b', 'a']],
    ['items that changed before those that never did', [item('a', 1), item('b', 1, 1)], ['b', 'a']],
    ['items that are too old before all others', [item('a'), item('b', 10, 0.01)], ['b', 'a']],
  ])('%s', (_, items, expected) => {
    // With 1,000 items, each is read within three hours.
    const all = picked([...others(1000), ...items], { calls: 2 });
    expect(all).toEqual(expected);
  });

  test('recently read items if calls are left', () => {
    expect(picked(others(50), { calls: 30 })).toHaveLength(30);
    expect(picked(others(50), { calls: 80 })).toHaveLength(50);
  });

  test("twenty items per pull, with the job's other criteria", () => {
    const filter = { storefront: 'canadian', within: '1 day' };
    const { pulls, isLast } = turn(others(50), { calls: 45, filter });
    expect(pulls.map(({ itemNumbers }) => (itemNumbers as string[]).length)).toEqual([20, 20, 5]);
    expect(pulls[0]).toEqual({ storefront: 'canadian', itemNumbers: expect.any(Array) });
    expect(isLast).toBe(true);
  });

  test("the job's items, known or not", () => {
    expect(picked([item('9SI1', 1, 1), item('9SI2', 1, 1)], { filter: { itemNumbers: '9si2, 9SI7' } })).toEqual([
      '9SI7',
      '9SI2',
    ]);
  });

  test('no item without a number, and explains an empty Catalog', () => {
    expect(turn([{ sellerPartNumber: 'A' }])).toMatchObject({
      pulls: [],
      waitsFor: expect.stringContaining('no item numbers'),
    });
    expect(turn([item('9SI1')])).not.toHaveProperty('waitsFor');
    expect(turn([], { filter: { itemNumbers: '9SI1' } })).not.toHaveProperty('waitsFor');
  });
});

describe('a promise', () => {
  const items = [...others(900), item('hot', 1, 50), item('slow', 2.1, 0.01), item('seller', 1.5, 0.01)];
  const sales = { seller: 500, slow: 1 };

  test.each([
    ['is optional', {}, ['hot', 'slow']],
    ['covers all items', { within: '2 hours' }, ['slow', 'hot']],
    ['covers best sellers', { top: 1, topWithin: '1 hour' }, ['seller', 'hot']],
    ['covers both, the latest first', { top: 1, topWithin: '1 hour', within: '2 hours' }, ['seller', 'slow']],
    ['is two hours for best sellers by default', { top: 2 }, ['slow', 'hot']],
    ['covers more best sellers than exist', { top: 5000, topWithin: '2 hours' }, ['slow', 'hot']],
    ['is ignored if it cannot be kept', { within: '1 hour' }, ['hot', 'slow']],
    [
      'for all is ignored if it cannot be kept, in favor of best sellers',
      { top: 1, within: '1 hour' },
      ['hot', 'slow'],
    ],
    ['for best sellers is ignored if it cannot be kept', { top: 5000, topWithin: '1 hour' }, ['hot', 'slow']],
  ])('%s', (_, filter, expected) => {
    expect(picked(items, { calls: 2, filter }, sales)).toEqual(expected);
  });

  test('covers the items with the most changes among those that sell alike', () => {
    const alike = [...others(900), item('calm', 1.5, 0.001), item('lively', 1.5, 0.02)];
    expect(picked(alike, { calls: 1, filter: { top: 1, topWithin: '1 hour' } })).toEqual(['lively']);
  });

  test("that can't be kept is reported", () => {
    expect(turn(others(1000), { filter: { within: '1 hour' } }).note).toBe(
      'Keeping prices this fresh takes 1000 calls per hour, but only about 500 are available. Some prices may be older.',
    );
    expect(turn(others(1000), { filter: { within: '36 hours' } }).note).toBeUndefined();
  });

  test.each([
    [{ top: 'all' }, '"top" takes a whole number'],
    [{ top: 1, topWithin: 'soon' }, '"topWithin" must be a duration such as 2 hours'],
    [{ within: '0 hours' }, '"within" must be a duration such as 2 hours'],
    [{ spend: 'some' }, '"spend" must be "all" or blank'],
  ])('%o is refused', (filter, message) => {
    expect(() => turn(others(1), { filter })).toThrow(message);
  });
});

test('picks the same most urgent items as sorting would', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(30), (items, count) => {
      const sorted = [...items].sort((one, other) => other - one).slice(0, count);
      expect(mostUrgent(items, (each) => each, count)).toEqual(sorted);
    }),
  );
});

describe('items that always fail', () => {
  test('are tried in turn without delaying others', () => {
    const bad = names(300, 'B');
    const good = names(600, 'G');
    const read = new Map<string, number>();
    const tries = new Map<string, number>();
    let state: StrategyState = {};
    let worst = 0;
    for (let now = NOW; now < NOW + 2 * DAY; now += HOUR / 6) {
      const items = [...bad, ...good].map((itemNumber) => {
        const at = read.get(itemNumber);
        return { itemNumber, ...(at === undefined ? {} : { pricesPolled: at, dailyChanges: 1 }) };
      });
      const made = turn(items, { now, state, calls: 83 });
      state = made.state;
      for (const name of made.pulls.flatMap(({ itemNumbers }) => itemNumbers as string[])) {
        tries.set(name, (tries.get(name) ?? 0) + 1);
        if (name.startsWith('B')) continue;
        worst = Math.max(worst, now - (read.get(name) ?? NOW));
        read.set(name, now);
      }
    }
    expect(worst).toBeLessThanOrEqual(1.5 * 2 * HOUR);
    for (const name of bad) expect(tries.get(name)).toBeGreaterThanOrEqual(10);
  });

  test("don't delay a new item", () => {
    const known = others(1000);
    const { state } = turn([...known, item('z')], { calls: 1 });
    const late = { itemNumber: 'a', firstSeen: NOW + HOUR / 4 };
    expect(picked([...known, item('z'), late], { now: NOW + HOUR / 2, state, calls: 1 })).toEqual(['a']);
  });
});

test('a job with an interval reads new items first', () => {
  expect(picked([item('a', 30), item('b'), item('c', 60)], { isContinuous: false })).toEqual(['b', 'a', 'c']);
});

test('a job with an interval reads each item once per cycle, wherever executions end', () => {
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.nat(20),
      fc.infiniteStream(fc.record({ calls: fc.integer({ min: 0, max: 60 }), ends: fc.nat(3) })),
      (count, bad, executions) => {
        const read = new Map(names(count).map((name) => [name, NOW - HOUR] as const));
        const asked: string[] = [];
        let state: StrategyState = {};
        for (let now = NOW, isLast = false; !isLast; now += 60_000) {
          const { value: execution } = executions.next();
          const items = [...read].map(([itemNumber, pricesPolled]) => ({ itemNumber, pricesPolled }));
          const made = turn(items, {
            isContinuous: false,
            now,
            cycleAt: NOW,
            state,
            calls: execution.calls,
          });
          const done = made.pulls.slice(0, execution.ends).flatMap(({ itemNumbers }) => itemNumbers as string[]);
          expect(made.pulls.flatMap(({ itemNumbers }) => itemNumbers).length).toBeLessThanOrEqual(execution.calls);
          asked.push(...done);
          for (const name of done) if (Number(name.slice(1)) >= bad) read.set(name, now);
          if (execution.ends >= made.pulls.length) ({ state, isLast } = made);
        }
        expect([...new Set(asked)].sort()).toEqual(names(count));
        const good = asked.filter((name) => Number(name.slice(1)) >= bad);
        expect(new Set(good).size).toBe(good.length);
      },
    ),
    { numRuns: runs(60, 2000) },
  );
});

describe("with changes by Zipf's law", () => {
  const ALL = { spend: 'all' };
  const market: Market = { ...model.freshness, items: 2000, minutes: 10, days: isLong ? 4 : 2 };
  const markets = isLong
    ? model.freshness.workloads.filter(({ minutes }) => minutes < 60).map((each) => ({ ...market, ...each, days: 30 }))
    : [market];

  test.each(markets)('$items items, every $minutes minutes', (each) => {
    for (let seed = 1; seed <= runs(1, each.items > 5000 ? 1 : 5); seed++) {
      const seen = watch({ ...each, seed }, ownPicker(each, ALL));
      expect(seen.delay).toBeLessThanOrEqual(goals.delayTimesBound * seen.bound);
      expect(seen.worst).toBeLessThanOrEqual(goals.worstTimesTurn * seen.turn);
      expect(seen).toMatchObject({ starved: 0, idle: 0 });
    }
  });

  longTest("ignores a promise that can't be kept", () => {
    const seen = watch(market, ownPicker(market, { within: '1 hour' }));
    expect(seen.delay).toBeLessThanOrEqual(goals.delayTimesBound * seen.bound);
    expect(seen.worst).toBeLessThanOrEqual(goals.worstTimesTurn * seen.turn);
    expect(seen).toMatchObject({ starved: 0, idle: 0 });
  });

  test('reading in turn is twice as late', () => {
    const seen = watch(market, roundRobin());
    expect(seen.delay).toBeGreaterThan(2 * seen.bound);
  });

  test('an hourly execution limits the age of every item', () => {
    const hourly = { ...market, minutes: 60 };
    const seen = watch(hourly, ownPicker(hourly, ALL));
    expect(seen.worst).toBeLessThanOrEqual(goals.worstTimesTurn * seen.turn);
    expect(seen).toMatchObject({ starved: 0, idle: 0 });
  });
});
