/** Many formulas in one workbook, run concurrently in any order, need few calls, and every cell gets its value. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import { REFUSED, type Tables, TOO_LARGE } from '../../../src/formulas/ports.ts';
import { share } from '../../../src/formulas/queue/known-answers.ts';
import { columnsOf } from '../../../src/operations/tables.ts';
import type { AnyRecord } from '../../../src/protocol/fields.ts';
import type { HttpResult } from '../../../src/protocol/http.ts';
import type { Cell as TableCell } from '../../../src/tables/cells.ts';
import { isLong, runs } from '../../effort.ts';
import { type Cell, chanceOf, InMemoryShop, type Storm, sheetOf } from '../../support/in-memory-storm.ts';

const skus = (count: number, name = 'sku') => Array.from({ length: count }, (_, index) => `${name}${index}`);

function stockCells(ids: readonly string[], refresh?: unknown): Cell[] {
  return ids.map((id) => ({
    name: 'MARKET_STOCK',
    inputs: refresh === undefined ? [id] : [id, '', '', refresh as string],
  }));
}

/** A shop whose workbook has one row per identifier, with a formula next to it. */
function shopWith(ids: readonly string[], formulaOf = (row: number) => `=MARKET_STOCK(A${row})`): InMemoryShop {
  const shop = new InMemoryShop();
  const sheet = sheetOf(
    'Stock',
    ids.map((id, index) => [id, formulaOf(index + 1)]),
  );
  shop.workbook = {
    ownColumn: () => 2,
    sheets: () => [sheet],
    sheet: () => sheet,
    named: () => undefined,
  };
  return shop;
}

const valuesIn = ({ shown }: Storm) => shown.map((each) => each?.value);
const stocks = (ids: readonly string[]) => ids.map((id) => id.length);
const longest = ({ shown }: Storm) => Math.max(...shown.map((each) => each?.took ?? 0));
const anySeed = fc.integer();

/** In long runs, both are more formulas than can run concurrently; otherwise only `MANY`. */
const MANY = isLong ? 45 : 33;
const FEW = isLong ? 34 : 6;

test('in any order, one call fetches up to a hundred values, and a second run needs none', () => {
  fc.assert(
    fc.property(anySeed, fc.integer({ min: 1, max: MANY }), (seed, count) => {
      const ids = skus(count);
      const shop = shopWith(ids);
      const chance = chanceOf(seed);
      const cold = shop.run(stockCells([...ids, ...ids.slice(0, 5)]), chance);
      expect(valuesIn(cold)).toEqual(stocks([...ids, ...ids.slice(0, 5)]));
      expect(shop.calls).toHaveLength(1);
      expect(longest(cold)).toBeLessThan(10_000);
      const read = shop.connectionsRead;
      expect(valuesIn(shop.run(stockCells(ids), chance))).toEqual(stocks(ids));
      expect([shop.calls.length, shop.connectionsRead]).toEqual([1, read]);
    }),
    { numRuns: runs(3, 30) },
  );
});

test('many formulas take one parallel call per hundred, and ten more take one', () => {
  const ids = skus(isLong ? 250 : 120);
  const rounds = isLong ? [3] : [2];
  const shop = shopWith(ids);
  expect(valuesIn(shop.run(stockCells(ids), chanceOf(1)))).toEqual(stocks(ids));
  expect(shop.rounds).toEqual(rounds);
  const more = skus(10, 'new');
  shop.workbook = shopWith([...ids, ...more]).workbook;
  expect(valuesIn(shop.run(stockCells(more), chanceOf(2)))).toEqual(stocks(more));
  expect(shop.rounds).toEqual([...rounds, 1]);
  expect(new Set(shop.calls[shop.calls.length - 1])).toEqual(new Set(more));
});

describe('an expired answer', () => {
  const OLD = 2 * 3_600_000;

  test('is refreshed for all formulas in one call', () => {
    const ids = skus(FEW);
    const shop = shopWith(ids);
    shop.run(stockCells(ids), chanceOf(1));
    shop.now += OLD;
    shop.run(stockCells(ids.slice(0, 1)), chanceOf(2));
    expect(shop.calls.map((asked) => [...asked].sort())).toEqual([[...ids].sort(), [...ids].sort()]);
  });

  test("isn't refreshed while only a new formula needs a value", () => {
    const ids = skus(FEW);
    const shop = shopWith(ids);
    shop.run(stockCells(ids), chanceOf(1));
    shop.now += OLD;
    shop.workbook = shopWith([...ids, 'new']).workbook;
    shop.run(stockCells(['new']), chanceOf(2));
    expect(shop.calls.slice(1)).toEqual([['new']]);
  });
});

describe('a leader killed at any step', () => {
  const ids = skus(FEW);
  const steps = (at: number) => {
    const shop = shopWith(ids);
    let left = at;
    let killed = -1;
    shop.afterStep = ({ isLeading, isStepOf }) => {
      if (!isLeading || killed >= 0 || --left > 0) return undefined;
      killed = isStepOf;
      return 'kill';
    };
    const storm = shop.run(stockCells(ids), chanceOf(at));
    return { shop, storm, killed };
  };

  test('costs at most one batch, and every other cell gets its value', () => {
    let died = 0;
    for (let at = 1; at < 60; at += isLong ? 1 : 2) {
      const { shop, storm, killed } = steps(at);
      if (killed < 0) break;
      died++;
      expect(storm.shown.filter((each) => each === undefined).length, `step ${at}`).toBeLessThanOrEqual(1);
      storm.shown.forEach((each, index) => {
        if (each) expect([at, each.value]).toEqual([at, ids[index]!.length]);
      });
      expect(shop.calls.length, `step ${at}`).toBeLessThanOrEqual(2);
      expect(longest(storm)).toBeLessThan(25_000);
    }
    expect(died).toBeGreaterThan(isLong ? 12 : 5);
  });
});

test('a cache that loses entries at any time changes no value', () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const ids = skus(FEW);
      const shop = shopWith(ids);
      const chance = chanceOf(seed);
      shop.afterStep = () => {
        if (chance.below(15) === 0) shop.evict(chance);
        return undefined;
      };
      const storm = shop.run(stockCells(ids), chance);
      expect(valuesIn(storm)).toEqual(stocks(ids));
      expect(longest(storm)).toBeLessThan(30_000);
    }),
    { numRuns: runs(1, 30) },
  );
});

test("formulas that can't be prefetched share calls", () => {
  fc.assert(
    fc.property(anySeed, (seed) => {
      const ids = skus(60);
      const shop = shopWith(ids, (row) => `=MARKET_STOCK(VLOOKUP(${row},A:A,1))`);
      const storm = shop.run(stockCells(ids), chanceOf(seed));
      expect(valuesIn(storm)).toEqual(stocks(ids));
      // Only concurrent formulas can share a call.
      expect(shop.calls.length).toBeLessThanOrEqual(6);
      expect(longest(storm)).toBeLessThan(25_000);
    }),
    { numRuns: runs(1, 15) },
  );
});

test("a leader waits briefly, and only for formulas that can't be prefetched", () => {
  const took = (formula: string) => shopWith(['a'], () => formula).run(stockCells(['a']), chanceOf(1)).took;
  const waits = took('=MARKET_STOCK(UPPER(A1))') - took('=MARKET_STOCK(A1)');
  expect(waits).toBeGreaterThanOrEqual(300);
  expect(waits).toBeLessThan(1000);
});

test('an unknown item is cached and refused again without a call', () => {
  const shop = shopWith(['a', 'b']);
  shop.stockOf = (id) => (id === 'a' ? 7 : undefined);
  for (let time = 0; time < 3; time++) {
    const { shown } = shop.run(stockCells(['a', 'b']), chanceOf(time));
    expect(shown[0]!.value).toBe(7);
    expect(shown[1]!.error!.code).toBe('MARKET_NOT_FOUND');
  }
  expect(shop.calls).toHaveLength(1);
});

describe("when the marketplace doesn't respond", () => {
  const MINUTE = 60_000;
  const unreachable: HttpResult = { fault: 'unreachable', message: 'Address unavailable' };
  const capped: HttpResult = {
    status: 429,
    headers: { 'content-type': 'application/json' },
    text: '[{"Code":"CT001","Message":"Too many"}]',
  };

  test('many formulas make one attempt and then pause, with the reason shown', () => {
    const ids = skus(36);
    const shop = shopWith(ids);
    shop.respond = () => unreachable;
    const { shown } = shop.run(stockCells(ids), chanceOf(1));
    expect(new Set(shown.map((each) => each!.error!.code))).toEqual(new Set(['MARKET_UNREACHABLE']));
    expect(shown.filter((each) => each!.error!.message.includes('Formula calls are paused')).length).toBeGreaterThan(
      30,
    );
    // One attempt with two retries.
    expect(shop.calls).toHaveLength(3);
    shop.run(stockCells(ids), chanceOf(2));
    expect(shop.calls).toHaveLength(3);
    shop.now += MINUTE;
    shop.respond = () => undefined;
    expect(valuesIn(shop.run(stockCells(ids), chanceOf(3)))).toEqual(stocks(ids));
    expect(shop.calls).toHaveLength(4);
  });

  test('shows the last good values immediately', () => {
    const ids = skus(12);
    const shop = shopWith(ids);
    shop.run(stockCells(ids), chanceOf(1));
    shop.now += 120 * MINUTE;
    shop.respond = () => capped;
    const storm = shop.run(stockCells(ids), chanceOf(2));
    expect(valuesIn(storm)).toEqual(stocks(ids));
    expect(longest(storm)).toBeLessThan(6000);
    expect(shop.calls).toHaveLength(2);
  });

  test('shows the last good values even after they expire from the cache', () => {
    const ids = skus(FEW);
    const shop = shopWith(ids);
    shop.run(stockCells(ids), chanceOf(1));
    shop.respond = () => unreachable;
    for (let hours = 0; hours < 12; hours += 4) {
      shop.now += 4 * 60 * MINUTE;
      expect(valuesIn(shop.run(stockCells(ids), chanceOf(2)))).toEqual(stocks(ids));
    }
  });
});

describe('a refresh argument', () => {
  /** Appends the refresh arguments to the first row. */
  function sheetWith(shop: InMemoryShop, rows: readonly (readonly CellInput[])[], marks: () => readonly CellInput[]) {
    shop.workbook = {
      ...shop.workbook,
      sheets: () => [sheetOf('Stock', [[...rows[0]!, ...marks()], ...rows.slice(1)])],
    };
  }

  test('refreshes all formulas in one call when it changes, and only then', () => {
    const ids = skus(12);
    const shop = shopWith(ids);
    let mark: CellInput = true;
    const rows = ids.map((id, index) => [id, `=MARKET_STOCK(A${index + 1},,,$C$1)`]);
    sheetWith(shop, rows, () => [mark]);
    const calls = (refresh: unknown) => {
      mark = refresh as CellInput;
      const before = shop.calls.length;
      expect(valuesIn(shop.run(stockCells(ids, refresh), chanceOf(before)))).toEqual(stocks(ids));
      return shop.calls.length - before;
    };
    expect(calls(true)).toBe(1);
    expect(calls(true)).toBe(0);
    expect(calls(false)).toBe(1);
    expect(calls(true)).toBe(1);
    const instant = new Date(shop.now + 1000);
    shop.now += 60_000;
    expect(calls(instant)).toBe(1);
    expect(calls(instant)).toBe(0);
  });

  test.each([
    ['unconditional', (cell: string) => `=MARKET_STOCK(A1,,,${cell})`],
    ['conditional', (cell: string) => `=IF(A1="","",MARKET_STOCK(A1,,,${cell}))`],
  ])("that differs between formulas of one query doesn't refresh them again (%s)", (_, formulaOf) => {
    const shop = shopWith(['a']);
    let marks: readonly CellInput[] = [1, 2, true];
    sheetWith(shop, [['a', ...['F1', 'G1', 'H1'].map(formulaOf), '']], () => marks);
    const calls = () => {
      const before = shop.calls.length;
      for (const mark of marks) expect(valuesIn(shop.run(stockCells(['a'], mark), chanceOf(before)))).toEqual([1]);
      return shop.calls.length - before;
    };
    expect(calls()).toBe(1);
    expect(calls()).toBe(0);
    marks = [1, 2, false];
    expect(calls()).toBe(1);
    expect(calls()).toBe(0);
    marks = [1, 2, true];
    expect(calls()).toBe(1);
  });

  test('keeps its answers after a pull writes newer values', () => {
    const shop = shopWith(['a']);
    sheetWith(shop, [['a', '=MARKET_STOCK(A1,,,C1)']], () => [true]);
    shop.run(stockCells(['a'], true), chanceOf(1));
    shop.now += 60_000;
    const records = [{ sellerPartNumber: 'a', inventoryAllocation: [{ availableQuantity: 5 }] }];
    const params = { values: ['a'], type: '1' };
    const whole = [{ params, records: records as unknown as AnyRecord[] }];
    share(shop.openCache(), 'shop', 'inventory', 'main', whole, shop.now);
    expect(valuesIn(shop.run(stockCells(['a'], true), chanceOf(2)))).toEqual([5]);
    expect(shop.calls).toHaveLength(1);
    expect(valuesIn(shop.run(stockCells(['a'], false), chanceOf(3)))).toEqual([1]);
    expect(shop.calls).toHaveLength(2);
  });
});

describe('a table in the workbook', () => {
  const orders = (at: number, numbers: readonly string[]): Tables => {
    const columns = columnsOf('Orders')!;
    const cells = numbers.map((orderNumber) => {
      const values: Record<string, TableCell> = {
        sellerId: 'A1',
        orderNumber,
        orderStatusDescription: 'Shipped',
        asOf: new Date(at),
        rowKey: orderNumber,
      };
      return columns.map(({ id }) => values[id] ?? '');
    });
    const positions = new Map(columns.map(({ id }, index) => [id, index + 1] as const));
    return (name) =>
      name === 'Orders' ? { cells: [columns.map(({ header }) => header), ...cells], positions } : undefined;
  };
  const cells = (numbers: readonly string[]): Cell[] =>
    numbers.map((number) => ({ name: 'MARKET_ORDER', inputs: [number, 'Order status description'] }));
  const numbers = skus(4, '10');

  test('is used before the marketplace is called', () => {
    const shop = shopWith(numbers, (row) => `=MARKET_ORDER(A${row},"Order status description")`);
    shop.tables = orders(shop.now - 1000, numbers);
    expect(valuesIn(shop.run(cells(numbers), chanceOf(1)))).toEqual(numbers.map(() => 'Shipped'));
    expect(shop.calls).toEqual([]);
  });

  test.each([
    [20, 'Shipped'],
    [30, undefined],
    // A time in the future, typed by the user.
    [-1, undefined],
  ])('that is %i hours old shows this while the marketplace is down: %s', (hours, expected) => {
    const shop = shopWith(numbers, (row) => `=MARKET_ORDER(A${row},"Order status description")`);
    shop.tables = orders(shop.now - hours * 3_600_000, numbers);
    shop.respond = () => ({ fault: 'unreachable', message: 'Address unavailable' });
    const { shown } = shop.run(cells(numbers), chanceOf(1));
    expect(shown.map((each) => each!.value)).toEqual(numbers.map(() => expected));
    if (expected === undefined)
      expect(new Set(shown.map((each) => each!.error!.code))).toEqual(new Set(['MARKET_UNREACHABLE']));
  });
});

test('any identifier in the Catalog resolves to one query per item, without rereading a sheet', () => {
  const shop = new InMemoryShop();
  shop.respond = ({ body }) => {
    const { Values } = JSON.parse(body!) as { Values: string[] };
    const ItemList = Values.map((ItemNumber) => ({
      ItemNumber,
      InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: ItemNumber.length }],
    }));
    const text = JSON.stringify({ IsSuccess: true, SellerID: 'A1', ResponseBody: { ItemList } });
    return { status: 200, headers: { 'content-type': 'application/json' }, text };
  };
  const upc = (index: number) => String(81_267_402_118 + index);
  const rows = Array.from({ length: FEW }, (_, index) => [`9SI${index}`, `0${upc(index)}`, 'A1']);
  let reads = 0;
  const columns = ['itemNumber', 'upcCode', 'sellerId'] as const;
  const positions = new Map(columns.map((id, index) => [id as string, index + 1]));
  const catalog = (theirs: string) => () => {
    reads++;
    return { cells: [['', '', ''], ...rows, ['9SITHEIRS', upc(FEW), theirs]], positions };
  };
  shop.tables = (name) => (name === 'Catalog' ? catalog('B2')() : undefined);
  const cells = rows.flatMap(([item = ''], index) => stockCells([item, upc(index), `00${upc(index)}`]));
  expect(valuesIn(shop.run(cells, chanceOf(1)))).toEqual(
    rows.flatMap(([item = '']) => [item, item, item].map((each) => each.length)),
  );
  const asked = shop.calls.flat();
  expect([...asked].sort()).toEqual(rows.map(([item]) => item).sort());
  const before = [shop.calls.length, reads];
  expect(shop.run(cells, chanceOf(2)).shown.every((each) => each?.error === undefined)).toBe(true);
  expect([shop.calls.length, reads]).toEqual(before);
  // Cached meanings expire after an hour or are overwritten by another shop's formulas. Answers stay cached.
  for (const key of [...shop.cache.keys()]) if (key.startsWith('items.')) shop.cache.delete(key);
  expect(shop.run(cells, chanceOf(4)).shown.every((each) => each?.error === undefined)).toBe(true);
  expect(shop.calls.length).toBe(before[0]);
  // Another seller's rows are ignored, so the typed code is sent.
  shop.run(stockCells([upc(FEW)]), chanceOf(3));
  expect(shop.calls[shop.calls.length - 1]).toEqual([upc(FEW)]);
});

test.each([
  [TOO_LARGE, 'not read again at once', false],
  [REFUSED, 'read again', true],
] as const)('an unreadable Catalog (%s) is reported instead of a missing item, and is %s', (unread, _, again) => {
  const shop = new InMemoryShop();
  let tries = 0;
  shop.tables = (name) => {
    if (name !== 'Catalog') return undefined;
    tries++;
    return unread;
  };
  const cells = skus(FEW).map((id) => ({ name: 'MARKET_PRICE', inputs: [id] }));
  const errors = () => shop.run(cells, chanceOf(1)).shown.map((each) => each?.error);
  const expected = cells.map(({ inputs: [id] }) => ({
    code: 'MARKET_ARGUMENT',
    message: expect.stringContaining(`Could not look up "${id}": the Catalog`),
  }));
  expect(errors()).toMatchObject(expected);
  const before = tries;
  expect(errors()).toMatchObject(expected);
  expect([tries > before, shop.calls]).toEqual([again, []]);
});
