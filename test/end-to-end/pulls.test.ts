import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { everyExample } from '../operations/registry.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop, pullsFrom, TABLES } from './shop.ts';

const READ = TABLES.map((table) => ({ get: `${table}!A1:AZ800`, as: 'values' }));
const FORMATS = TABLES.map((table) => ({ get: `${table}!A1:AZ3`, as: 'formats' }));

interface Outcome {
  readonly first: Reply[];
  readonly second: Reply[];
  readonly tables: unknown[][][];
  readonly again: unknown[][][];
  readonly formats: string[][][];
  readonly sheets: { name: string; frozenRows: number }[];
}

/** Three pages of orders. */
const MARKET = { orders: 210, items: 25 };

/** Quick runs repeat the pulls in one format. */
const isRepeated = (format: string) => isLong || format === 'json';

let shop: RunningMarketplace;
const outcomes: Record<string, Outcome> = {};

beforeAll(async () => {
  shop = await openShop(MARKET);
  for (const format of ['json', 'xml']) {
    const pulls = pullsFrom(shop);
    const replies = await runScenario([
      { open: {} },
      { market: MARKET },
      { connect: connectionTo(shop, { format }) },
      ...pulls,
      ...READ,
      ...FORMATS,
      { sheets: true },
      ...(isRepeated(format) ? [...pulls, ...READ] : []),
    ]);
    const left = replies.slice(3);
    const next = (count: number) => left.splice(0, count);
    const nextValues = (count: number) => next(count).map(({ value }) => value);
    outcomes[format] = {
      first: next(pulls.length),
      tables: nextValues(READ.length),
      formats: nextValues(FORMATS.length),
      sheets: nextValues(1)[0],
      second: next(pulls.length),
      again: nextValues(READ.length),
    };
  }
});
afterAll(() => shop.close());

function rowsOf(grid: unknown[][]): unknown[][] {
  return grid.slice(1).filter((row) => row.some((cell) => cell !== ''));
}

function column(grid: unknown[][], header: string): unknown[] {
  const index = grid[0]!.indexOf(header);
  if (index < 0) throw new Error(`No column ${header} in ${grid[0]!.join(', ')}`);
  return rowsOf(grid).map((row) => row[index]);
}

describe.each(['json', 'xml'])('pulled as %s', (format) => {
  test('every pull succeeds and fills its tables', () => {
    for (const { ok, value, error } of outcomes[format]!.first) {
      expect({ ok, error }).toEqual({ ok: true, error: undefined });
      expect(value.errors).toEqual([]);
      expect(value.state).toBe('done');
      expect(value.rows.added).toBeGreaterThan(0);
    }
    for (const grid of outcomes[format]!.tables) expect(rowsOf(grid).length).toBeGreaterThan(0);
  });

  test('counts match the rows in the sheets', () => {
    const added = outcomes[format]!.first.reduce((sum, { value }) => sum + value.rows.added, 0);
    const rows = outcomes[format]!.tables.reduce((sum, grid) => sum + rowsOf(grid).length, 0);
    expect(added).toBe(rows);
  });

  test.runIf(isRepeated(format))('a second pull changes nothing', () => {
    for (const { value } of outcomes[format]!.second) {
      expect(value.rows).toMatchObject({ added: 0, changed: 0 });
      expect(value.rows.unchanged).toBeGreaterThan(0);
    }
    // Excludes titles that were added to the Catalog after the first pull.
    const { tables, again } = outcomes[format]!;
    const known = again.map((grid, table) =>
      grid.map((row, index) =>
        row.map((cell, column) => {
          const before = tables[table]![index]?.[column];
          return grid[0]![column] === 'Title' && before === '' ? before : cell;
        }),
      ),
    );
    expect(known).toEqual(tables);
  });

  test('headers are frozen', () => {
    for (const name of TABLES)
      expect(outcomes[format]!.sheets).toContainEqual(expect.objectContaining({ name, frozenRows: 1 }));
  });

  test("each of the shop's orders is present once", () => {
    const numbers = column(outcomes[format]!.tables[0]!, 'Order number');
    expect(numbers).toHaveLength(MARKET.orders);
    expect(new Set(numbers).size).toBe(MARKET.orders);
  });

  test('identifiers are text, amounts are numbers, and dates are dates', () => {
    const [orders, lines] = outcomes[format]!.tables;
    for (const number of column(orders!, 'Order number')) expect(number).toMatch(/^\d+$/);
    for (const amount of column(orders!, 'Order total amount')) expect(typeof amount).toBe('number');
    for (const date of column(orders!, 'Order date')) expect(date).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    for (const upc of column(lines!, 'UPC code')) expect(typeof upc).toBe('string');
    const header = outcomes[format]!.formats[0]!;
    const place = (name: string) => orders![0]!.indexOf(name);
    expect(header[1]![place('Order number')]).toBe('@');
    expect(header[1]![place('Order total amount')]).toBe('#,##0.00');
    expect(header[1]![place('Order date')]).toBe('m/d/yyyy h:mm am/pm');
  });
});

test('JSON and XML give equal cells', () => {
  expect(outcomes.xml!.tables).toEqual(outcomes.json!.tables);
});

test('reported calls match the calls that the marketplace received', () => {
  expect(outcomes.json!.first.map(({ value }) => value.actual.calls.byOperation)).toEqual(
    everyExample.flatMap(({ id, pulls }) => pulls(shop.announcement).map(({ calls }) => ({ [id]: calls }))),
  );
});
