import { expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { ROW_KEY } from '../../src/tables/columns.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { ownRows } from '../../src/tables/undo.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

/** A table of `count` rows with a user column. */
function setting(count: number) {
  const rows = Array.from({ length: count }, (_, index): Cell[] => [`a${index}`, '', `k${index}`]);
  const sheet = inMemorySheet('T', [['name', 'Mine', 'Row key'], ...rows]);
  const positions = new Map([
    ['name', 1],
    [ROW_KEY.id, 3],
  ]);
  const own = (...indexes: number[]) => {
    const contents = { cells: sheet.read(), positions };
    const opened: Opened = { table: 'T', columns: [], sheet, header: undefined, contents };
    return [...ownRows(opened, indexes)].sort((one, other) => one - other);
  };
  return { sheet, own };
}

test('a note, a filled cell, or a distinct color marks a row as the user’s', () => {
  const { sheet, own } = setting(60);
  expect(own(1, 2, 3, 4, 5)).toEqual([]);
  sheet.rowNotes.add(3);
  sheet.cells[3]![1] = 'mine';
  sheet.rowLooks.set(6, 'yellow');
  sheet.rowLooks.set(20, 'yellow');
  expect(own(1, 2, 3, 4, 5)).toEqual([2, 3, 5]);
  expect(own(1, 4)).toEqual([]);
  expect(own(5)).toEqual([5]);
  expect(own()).toEqual([]);
});

test.each([
  ['46 of the first 51 rows', 60, 46, []],
  ['45 of the first 51 rows', 60, 45, [1]],
  ['18 of all 20 rows', 20, 18, []],
  ['17 of all 20 rows', 20, 17, [1]],
])("a color is the column's if over nine tenths share it: %s", (_, rows, shared, expected) => {
  const { sheet, own } = setting(rows);
  for (let row = 2; row < 2 + shared; row++) sheet.rowLooks.set(row, 'grey');
  expect(own(1)).toEqual(expected);
});

test('a table without a sheet has no user rows', () => {
  const contents = { cells: [], positions: new Map() };
  expect(ownRows({ table: 'T', columns: [], sheet: undefined, header: undefined, contents }, [1]).size).toBe(0);
});
