/** Rejects plans that would nearly fill the workbook; removes rows in few calls. */
import { describe, expect, test } from 'vitest';
import { demandRoom, MOST_CELLS, removeRows } from '../../src/tables/apply.ts';
import type { TablePlan } from '../../src/tables/plan.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook, inMemorySheet } from '../support/in-memory-book.ts';

const FULL = 0.9 * MOST_CELLS;

/** A plan that adds cells to an existing sheet, or to a new sheet with `cells` initial cells. */
const plan = (grows: number, cells?: number) =>
  ({
    opened: { sheet: cells === undefined ? {} : undefined },
    grows,
    cells: cells ?? 1,
  }) as unknown as TablePlan;

function bookWith(cells: number): InMemoryBook {
  const book = new InMemoryBook();
  book.others = cells;
  return book;
}

describe('room in the workbook', () => {
  test.each<[string, number, readonly TablePlan[], number?]>([
    ['the cells still fit', FULL - 10_000, [plan(10_000)]],
    ['a plan below 10,000 cells', FULL + 5, [plan(9_999)]],
    ['several plans below 10,000 cells together', FULL, [plan(4_999), plan(5_000)]],
    ['a new sheet with its blank rows', FULL - 20_000, [plan(20_000, 5)]],
    ['three slices that fit', FULL - 30_000, [plan(10_000)], 3],
    ['slices that first fill the blank rows of a new sheet', FULL - 20_000, [plan(20_000, 5_000)], 4],
  ])('accepts %s', (_, cells, plans, times) => {
    expect(() => demandRoom(bookWith(cells), plans, times)).not.toThrow();
  });

  test.each<[string, number, readonly TablePlan[], number, number?]>([
    ['one cell too many', FULL - 9_999, [plan(10_000)], 10_000],
    ['several plans, together 10,000 cells', FULL - 9_999, [plan(4_000), plan(6_000)], 10_000],
    ['a new sheet', FULL - 19_999, [plan(20_000, 5)], 20_000],
    ['the remaining slices', FULL - 29_999, [plan(10_000)], 30_000, 3],
    ['the remaining slices of a new sheet', FULL - 20_000, [plan(20_000, 5_001)], 20_004, 4],
    ['a fraction of a cell', FULL, [plan(10_000.4)], 10_000],
  ])('rejects a plan without room: %s', (_, cells, plans, grows, times) => {
    const error = faultOf(() => demandRoom(bookWith(cells), plans, times));
    expect(error.code).toBe('MARKET_TABLE');
    expect(error.message).toContain(`no room for ${grows} more cells`);
  });
});

test('removes rows from the bottom up, consecutive rows in one call', () => {
  const sheet = inMemorySheet(
    'T',
    Array.from({ length: 10 }, (_, index) => [index + 1]),
  );
  const calls: string[] = [];
  const { removeRows: remove } = sheet;
  sheet.removeRows = (from, count) => {
    calls.push(`${count} from ${from}`);
    remove(from, count);
  };
  removeRows(sheet, [9, 3, 2, 10, 4, 6]);
  expect(calls).toEqual(['2 from 9', '1 from 6', '3 from 2']);
  expect(sheet.cells.flat()).toEqual([1, 5, 7, 8]);
  removeRows(sheet, []);
  expect(calls).toHaveLength(3);
});
