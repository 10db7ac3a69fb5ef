/**
 * Stock history has one row per period of unchanged quantity. *Last seen* is updated once per day, and a gap starts a
 * new period.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { inventory } from '../../src/operations/inventory.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { historyColumns, lastSeenAt, periodOfKey, periodsIn, planHistory } from '../../src/tables/history.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { writeLook } from './stock-looks.ts';

const NOON = Date.UTC(2025, 5, 16, 12);
const [table] = inventory.tables;

let book: InMemoryBook;
beforeEach(() => {
  book = new InMemoryBook('America/New_York');
});

const look = (at: number, quantity: number, item = 'A') =>
  writeLook(book, { at, stock: { [item]: { USA: quantity } } });
/** Each period's quantity, and the times when it was first and last seen, in hours after noon. */
const periods = () =>
  book.rows('Stock history').map((row) => {
    const hours = (name: string) => (Number(row[name]) - NOON) / HOUR;
    return [row['Available quantity'], hours('First seen'), hours('Last seen')];
  });

describe('a quantity', () => {
  test.each<[string, readonly (readonly [hours: number, quantity: number])[], readonly unknown[]]>([
    ['that is new starts a period', [[0, 5]], [[5, 0, 0]]],
    [
      'that is unchanged within one day writes no new time',
      [
        [0, 5],
        [1, 5],
        [15, 5],
      ],
      [[5, 0, 0]],
    ],
    [
      "that is unchanged until the next day in the sheet's time zone updates the last seen time",
      [
        [0, 5],
        [16, 5],
      ],
      [[5, 0, 16]],
    ],
    [
      'that is unchanged for days updates the same period',
      [
        [0, 5],
        [24, 5],
        [30, 5],
        [48, 5],
      ],
      [[5, 0, 48]],
    ],
    [
      'that changes starts a new period',
      [
        [0, 5],
        [1, 4],
      ],
      [
        [5, 0, 0],
        [4, 1, 1],
      ],
    ],
    [
      'that returns to an earlier value starts a new period',
      [
        [0, 5],
        [1, 4],
        [2, 5],
      ],
      [
        [5, 0, 0],
        [4, 1, 1],
        [5, 2, 2],
      ],
    ],
    [
      'that was last seen by a clock that ran ahead does not move back',
      [
        [30, 5],
        [0, 5],
      ],
      [[5, 30, 30]],
    ],
    [
      'that drops to zero starts a new period',
      [
        [0, 5],
        [1, 0],
      ],
      [
        [5, 0, 0],
        [0, 1, 1],
      ],
    ],
  ])('%s', (_, looks, expected) => {
    for (const [hours, quantity] of looks) look(NOON + hours * HOUR, quantity);
    expect(periods()).toEqual(expected);
  });

  test('of another item gets its own row', () => {
    look(NOON, 5);
    look(NOON + HOUR, 5, 'B');
    expect(periods()).toEqual([
      [5, 0, 0],
      [5, 1, 1],
    ]);
  });

  test('that was gone in between starts a new period', () => {
    look(NOON, 5);
    const { cells } = book.sheet('Inventory');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(NOON + HOUR);
    const record = {
      sellerId: 'A006',
      itemNumber: 'A',
      sellerPartNumber: null,
      condition: 1,
      inventoryAllocation: [
        { warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 5, warehouseAllocation: null },
      ],
    };
    const [plan] = planUpsert(book, inventory, [record], NONE_PRIVATE, NOON + 2 * HOUR);
    expect(planHistory(book, inventory, plan!, NOON + 2 * HOUR).map(({ added }) => added)).toEqual([1]);
  });

  test('whose row is incomplete is rewritten', () => {
    look(NOON, 5);
    const { cells } = book.sheet('Stock history');
    const key = cells[0]!.indexOf('Row key');
    const complete = cells[1]![key]!;
    cells[1]![key] = `incomplete: ${complete}`;
    look(NOON + MINUTE, 5);
    expect(cells[1]![key]).toBe(complete);
    expect(periods()).toHaveLength(1);
  });
});

test('reads periods back from their rows and skips user rows', () => {
  look(NOON, 5);
  look(NOON + DAY, 4);
  const sheet = book.sheet('Stock history');
  sheet.cells.push(sheet.cells[0]!.map((name) => (name === 'Row key' ? 'no period' : '')));
  sheet.cells.push(['a note of mine']);
  const opened = openExisting(book, 'Stock history', historyColumns(inventory, table, table.history))!;
  const { contents } = opened;
  const found = [1, 2].map((index) => periodOfKey(contents, index));
  expect(found.map(({ from }) => from)).toEqual([NOON, NOON + DAY]);
  expect(new Set(found.map(({ row }) => row)).size).toBe(1);
  for (const { key, row, from } of found) expect(key).toBe(`${row}|${new Date(from!).toISOString()}`);
  expect([0, 3, 4].map((index) => periodOfKey(contents, index).from)).toEqual([undefined, undefined, undefined]);
  expect([1, 2].map((index) => lastSeenAt(contents, index))).toEqual([NOON, NOON + DAY]);
  const { row } = found[0]!;
  const period = { seller: 'A006', item: 'A', row, isOwn: true };
  expect(periodsIn(opened, table.history)).toEqual([
    { ...period, quantity: 5, first: NOON, last: NOON },
    { ...period, quantity: 4, first: NOON + DAY, last: NOON + DAY },
  ]);
});

test('a table without history has no plan', () => {
  look(NOON, 5);
  const plan = { opened: { table: 'Orders' }, rows: [] } as never;
  expect(planHistory(book, inventory, plan, NOON)).toEqual([]);
});
