/** What is refused for want of room, and which rows are removed in one call. */
import { describe, expect, test } from 'vitest';
import { demandRoom, MOST_CELLS, removeRows } from '../../src/tables/apply.ts';
import type { TablePlan } from '../../src/tables/plan.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook, inMemorySheet } from '../support/in-memory-book.ts';

const FULL = 0.9 * MOST_CELLS;

/** A plan by which a sheet grows, or a new one that has so many cells. */
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

describe('room', () => {
  test.each<[string, number, readonly TablePlan[], number?]>([
    ['there is some', FULL - 10_000, [plan(10_000)]],
    ['few cells are always added', FULL + 5, [plan(9_999)]],
    ['few times few are, too', FULL, [plan(4_999), plan(5_000)]],
    ['a new sheet has blank rows at once', FULL - 20_000, [plan(20_000, 5)]],
    ['so many more times as that they fit', FULL - 30_000, [plan(10_000)], 3],
    ['a new sheet fills its blank rows first', FULL - 20_000, [plan(20_000, 5_000)], 4],
  ])('%s', (_, cells, plans, times) => {
    expect(() => demandRoom(bookWith(cells), plans, times)).not.toThrow();
  });

  test.each<[string, number, readonly TablePlan[], number, number?]>([
    ['there is none', FULL - 9_999, [plan(10_000)], 10_000],
    ['of several plans together', FULL - 9_999, [plan(4_000), plan(6_000)], 10_000],
    ['of a new sheet', FULL - 19_999, [plan(20_000, 5)], 20_000],
    ['of what is foreseen', FULL - 29_999, [plan(10_000)], 30_000, 3],
    ['of what is foreseen of a new sheet', FULL - 20_000, [plan(20_000, 5_001)], 20_004, 4],
    ['of parts of a cell', FULL, [plan(10_000.4)], 10_000],
  ])('is refused where there is none: %s', (_, cells, plans, grows, times) => {
    const error = faultOf(() => demandRoom(bookWith(cells), plans, times));
    expect(error.code).toBe('MARKET_TABLE');
    expect(error.message).toContain(`no room for ${grows} more cells`);
  });
});

test('rows are removed from below, consecutive ones in one call', () => {
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
