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
  ['45 of the next 50 rows', 60, 46, []],
  ['44 of the next 50 rows', 60, 45, [1]],
  ['all 20 rows and the blank ones below', 20, 60, []],
  ['all 20 rows only', 20, 20, [1]],
])("a color is the column's if over nine tenths of the other rows share it: %s", (_, rows, shared, expected) => {
  const { sheet, own } = setting(rows);
  for (let row = 2; row < 2 + shared; row++) sheet.rowLooks.set(row, 'grey');
  expect(own(1)).toEqual(expected);
});

test.each([1, 3, 60])('the color of the last %s of 100 rows is the user’s', (count) => {
  const { sheet, own } = setting(100);
  const last = Array.from({ length: count }, (_, index) => 101 - count + index);
  for (const index of last) sheet.rowLooks.set(index + 1, 'yellow');
  expect(own(...last)).toEqual(last);
});

test.each([1, 20])('the color of all %s rows is the user’s, except a color of the whole column', (count) => {
  const { sheet, own } = setting(count);
  const all = Array.from({ length: count }, (_, index) => index + 1);
  for (const index of all) sheet.rowLooks.set(index + 1, 'yellow');
  expect(own(...all)).toEqual(all);
  for (let row = 2; row < 1000; row++) sheet.rowLooks.set(row, 'yellow');
  expect(own(...all)).toEqual([]);
});

test('a table without a sheet has no user rows', () => {
  const contents = { cells: [], positions: new Map() };
  expect(ownRows({ table: 'T', columns: [], sheet: undefined, header: undefined, contents }, [1]).size).toBe(0);
});
