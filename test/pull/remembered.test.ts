import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Params } from '../../src/protocol/params.ts';
import { type Store, storedText } from '../../src/protocol/store.ts';
import * as memory from '../../src/pull/remembered.ts';
import { completeSince, noteCompleteness, type Period, recallSize, rememberSize } from '../../src/pull/remembered.ts';
import { arrival } from '../protocol/arrivals.ts';
import { START } from '../support/in-memory-ports.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const HOUR = 3_600_000;
const ORDERS = { id: 'orders', period: ['from', 'to'] } as const;
const june = { from: '2025-06-01', to: '2025-06-10', status: '1' };
const july = { from: '2025-07-01', to: '2025-07-31', status: '1' };
const size = (calls: number) => ({
  units: 1,
  calls,
  cells: 100 * calls,
  records: 100 * calls - 50,
  days: 10,
});

describe('remembered sizes', () => {
  test('prefer the same request, then the latest period of the same filters', () => {
    const store = inMemoryStore();
    expect(recallSize(store, ORDERS, june)).toBeUndefined();
    rememberSize(store, ORDERS, june, size(3));
    expect(recallSize(store, ORDERS, july)).toEqual({ size: size(3), isOtherPeriod: true });
    rememberSize(store, ORDERS, july, size(9));
    expect(recallSize(store, ORDERS, june)).toEqual({ size: size(3), isOtherPeriod: false });
    expect(recallSize(store, ORDERS, { ...july, to: '' })).toEqual({ size: size(9), isOtherPeriod: true });
    expect(recallSize(store, ORDERS, { ...june, status: '2' })).toBeUndefined();
    rememberSize(store, ORDERS, { from: june.from, status: '1' }, size(4));
    expect(recallSize(store, ORDERS, { ...june, to: '' })).toEqual({ size: size(4), isOtherPeriod: false });
  });

  test("of many periods don't displace other requests", () => {
    const store = inMemoryStore();
    rememberSize(store, ORDERS, { status: '2' }, size(2));
    for (let day = 10; day < 31; day++) rememberSize(store, ORDERS, { ...june, to: `2025-06-${day}` }, size(day));
    expect(recallSize(store, ORDERS, { status: '2' })?.size.calls).toBe(2);
    expect(recallSize(store, ORDERS, { ...june, to: '2025-06-30' })?.isOtherPeriod).toBe(false);
    expect(recallSize(store, ORDERS, june)).toEqual({ size: size(30), isOtherPeriod: true });
  });

  test('fit into one property even for long keywords', () => {
    const store = inMemoryStore();
    const words = (number: number) =>
      Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`keyword${at}`, 'ж'.repeat(60) + number]));
    for (let number = 0; number < 12; number++)
      rememberSize(store, { id: 'keywords' }, { number, ...words(number) }, size(number));
    expect(recallSize(store, { id: 'keywords' }, { number: 11, ...words(11) })?.size.calls).toBe(11);
  });
});

test('drops invalid times', () => {
  const store = inMemoryStore();
  store.set('pulled', storedText({ Orders: { A: 5, B: 'x', C: 1e300 }, Packages: null }, 1));
  expect(memory.lastPulls(store)).toEqual({ Orders: { A: 5 }, Packages: {} });
});

describe('the period that was read without gaps', () => {
  const periodAfter = (...pulls: readonly Period[]) => {
    const store = inMemoryStore();
    for (const pull of pulls) memory.notePeriod(store, 'Orders', 'A', pull);
    return memory.periodsRead(store)('Orders', 'A');
  };

  test.each<[string, readonly Period[], Period]>([
    [
      'grows with each pull that continues it',
      [
        [5, 8],
        [8, 9],
        [2, 6],
      ],
      [2, 9],
    ],
    [
      'starts over after a gap',
      [
        [2, 6],
        [7, 9],
      ],
      [7, 9],
    ],
    [
      'is not changed by an earlier pull with a gap',
      [
        [7, 9],
        [2, 6],
      ],
      [7, 9],
    ],
    [
      'is not changed by a pull of the future',
      [
        [2, 6],
        [9, 7],
      ],
      [2, 6],
    ],
    [
      'is not changed by a pull within it',
      [
        [2, 9],
        [4, 5],
      ],
      [2, 9],
    ],
  ])('%s', (_, pulls, expected) => {
    expect(periodAfter(...pulls)).toEqual(expected);
  });

  test('is kept as far as an undo leaves it, for that shop and table', () => {
    const store = inMemoryStore();
    const periods = () =>
      ['Orders', 'Ad performance'].flatMap((table) =>
        ['a006', 'B007'].map((seller) => memory.periodsRead(store)(table, seller)),
      );
    for (const table of ['Orders', 'Ad performance'])
      for (const seller of ['a006', 'B007']) memory.notePeriod(store, table, seller, [1, 9]);
    memory.forgetPull(store, 'Orders', 'A006', [0, 7]);
    expect(periods()).toEqual([
      [1, 7],
      [1, 9],
      [1, 9],
      [1, 9],
    ]);
    // Pulled again, it is whole again.
    memory.notePeriod(store, 'Orders', 'a006', [5, 9]);
    memory.forgetPull(store, 'Orders', 'A006', [4, Number.POSITIVE_INFINITY]);
    expect(periods()[0]).toEqual([4, 9]);
    memory.forgetPull(store, 'Orders', 'A006', [0, 4]);
    expect(periods()[0]).toBeUndefined();
    memory.forgetPulls(store);
    expect(periods()).toEqual(Array(4).fill(undefined));
  });

  test('is separate per table and shop, and kept without the shop, whose rows stay', () => {
    const store = inMemoryStore();
    memory.notePeriod(store, 'Orders', 'A', [1, 2]);
    memory.notePeriod(store, 'Orders', 'B', [3, 4]);
    memory.notePeriod(store, 'Ad performance', 'A', [5, 6]);
    memory.forgetShop(store, 'A');
    const read = (table: string, sellerId: string) => memory.periodsRead(store)(table, sellerId);
    expect([read('Orders', 'A'), read('Orders', 'B'), read('Ad performance', 'A')]).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
  });

  test.each(['x', [1, 'x'], [1, 1e300], [1], null])('ignores the edited value %j', (period) => {
    const store = inMemoryStore();
    store.set('read', storedText([{ table: 'Orders', sellerId: 'A', period }], 1));
    expect(memory.periodsRead(store)('Orders', 'A')).toBeUndefined();
    memory.notePeriod(store, 'Orders', 'A', [1, 2]);
    expect(memory.periodsRead(store)('Orders', 'A')).toEqual([1, 2]);
  });
});

describe('a table is complete', () => {
  const NOW = 1_750_000_000_500;
  const MINUTE = 60_000;

  test('after the first pull, and again minutes after a pull that omitted rows', () => {
    const store = inMemoryStore();
    const pull = (params: Params, now: number) => noteCompleteness(store, operations.inventory, 'A', params, now);
    expect(completeSince(store, 'Inventory', 'A')).toBeUndefined();
    pull({ values: ['a'] }, NOW);
    // The time is rounded down to a second, so rows written within that second count as newer.
    expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
    pull({ values: ['a'] }, NOW + MINUTE);
    expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
    pull({ values: ['a'], warehouseList: ['USA'] }, NOW + MINUTE);
    pull({ values: ['a'] }, NOW + 2 * MINUTE);
    expect(completeSince(store, 'Inventory', 'A')).toBe(NOW + 7 * MINUTE);
  });

  test('only if its pulls can be complete', () => {
    const store = inMemoryStore();
    noteCompleteness(store, operations.orders, 'A', {}, NOW);
    expect(store.all()).toEqual({});
  });

  test("per shop, even if another shop's pull omitted rows", () => {
    const store = inMemoryStore();
    noteCompleteness(store, operations.inventory, 'A', {}, NOW);
    noteCompleteness(store, operations.inventory, 'B', { warehouseList: ['USA'] }, NOW);
    expect(completeSince(store, 'Inventory', 'A')).toBe(1_750_000_000_000);
    expect(completeSince(store, 'Inventory', 'B')).toBeGreaterThan(NOW);
  });
});

const rememberRefused = (store: Store, operation: string, sellerId: string, refused: readonly string[], now: number) =>
  memory.rememberRefused(
    store,
    {
      operation,
      sellerId,
      identifiers: new Map(refused.map((each) => [each, { found: 'refused' }] as const)),
      state: 'partial',
    },
    now,
  );
const recallRefused = (store: Store, operation: string, sellerId: string, now: number) =>
  new Set(memory.recallRefused(store, { operation, sellerId }, now).keys());

describe('remembered refused identifiers', () => {
  test('belong to one shop and operation', () => {
    const store = inMemoryStore();
    rememberRefused(store, 'inventory', 'My shop', ['a'], START);
    rememberRefused(store, 'inventory', 'Other', ['b'], START);
    expect([...recallRefused(store, 'inventory', 'My shop', START)]).toEqual(['a']);
    expect([...recallRefused(store, 'inventory', 'Other', START)]).toEqual(['b']);
    expect([...recallRefused(store, 'orders', 'My shop', START)]).toEqual([]);
  });

  test('expire a day after the first refusal, even if refused again', () => {
    const store = inMemoryStore();
    rememberRefused(store, 'inventory', 'My shop', ['a'], START);
    rememberRefused(store, 'inventory', 'My shop', ['a', 'b'], START + 20 * HOUR);
    const known = (hours: number) => [...recallRefused(store, 'inventory', 'My shop', START + hours * HOUR)].sort();
    expect(known(23)).toEqual(['a', 'b']);
    expect(known(24)).toEqual(['b']);
    expect(known(43)).toEqual(['b']);
    expect(known(44)).toEqual([]);
    expect(known(45)).toEqual([]);
  });

  test('are limited in number; the oldest are dropped first', () => {
    const store = inMemoryStore();
    for (let batch = 0; batch < 5; batch++)
      rememberRefused(
        store,
        'inventory',
        'My shop',
        Array.from({ length: 100 }, (_, index) => `${batch}-${index}`),
        START + batch,
      );
    const known = recallRefused(store, 'inventory', 'My shop', START + HOUR);
    expect(known.size).toBeLessThanOrEqual(200);
    expect(known.size).toBeGreaterThan(50);
    expect(known.has('4-99')).toBe(true);
    expect(known.has('0-0')).toBe(false);
  });

  test.each(['x'.repeat(5000), '"\\'.repeat(200), '\u0001'.repeat(100), '名'.repeat(500)])(
    'fit into one property for any string',
    (long) => {
      const store = inMemoryStore();
      const many = Array.from({ length: 200 }, (_, index) => `${index}${long}`);
      expect(() => rememberRefused(store, 'inventory', 'My shop', many, START)).not.toThrow();
    },
  );

  test("aren't written without refusals", () => {
    const store = inMemoryStore();
    rememberRefused(store, 'inventory', 'My shop', [], START);
    expect(store.values.size).toBe(0);
  });
});

test('an operation is blocked if the firewall answered a recent call, and no longer than the call is remembered', () => {
  const store = inMemoryStore();
  const fail = (operation: 'orders' | 'inventory', status: number) =>
    memory.rememberFailedCall(
      store,
      {
        question: { operation: operations[operation] as never, storefront: 'main' },
        page: 1,
        result: arrival('<html>Just a moment...</html>', status),
        error: new MarketError('MARKET_BLOCKED', 'The firewall blocked the call.'),
      },
      START,
    );
  fail('inventory', 403);
  fail('orders', 500);
  expect(memory.blockedOperations(store)).toEqual(['inventory']);
  for (let call = 0; call < 5; call++) fail('orders', 500);
  expect(memory.blockedOperations(store)).toEqual([]);
});
