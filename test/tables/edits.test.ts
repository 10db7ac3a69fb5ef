import { describe, expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { type Column, ROW_KEY } from '../../src/tables/columns.ts';
import {
  applyEdits,
  type CellEdit,
  editsOf,
  keysOf,
  planEdits,
  planFills,
  planRenewals,
  withoutFormulas,
} from '../../src/tables/edits.ts';
import { openExisting, openTable } from '../../src/tables/opened.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const column = (id: string): Column => ({ ...ROW_KEY, id, header: id, kind: 'text' });
const COLUMNS = [column('name'), column('note'), column('size'), ROW_KEY];

function bookOf(...rows: readonly (readonly Cell[])[]): InMemoryBook {
  const book = new InMemoryBook('UTC');
  book.create('T', COLUMNS);
  book.sheet('T').cells.push(...rows.map((row) => [...row]));
  return book;
}

const opened = (book: InMemoryBook) => openExisting(book, 'T', COLUMNS)!;
const cellsIn = (book: InMemoryBook) => book.sheet('T').cells.slice(1);
const edit = (row: number, column: string, cell: Cell): CellEdit => ({ row, column, cell });
const ROWS = [
  ['a', 'x', '', 'k1'],
  ['b', '', '', 'k2'],
  ['typed', '', '', ''],
];

test("a row's edits are one per cell", () => {
  expect(editsOf(3, { note: 'x', size: 4 })).toEqual([edit(3, 'note', 'x'), edit(3, 'size', 4)]);
});

describe('a plan', () => {
  test('writes only changed cells, row by row from left to right', () => {
    const book = bookOf(...ROWS);
    const edits = [edit(3, 'size', '9'), edit(2, 'note', 'x'), edit(3, 'name', 'B'), edit(2, 'size', '7')];
    const plan = planEdits(opened(book), edits, 'UTC');
    expect(plan.changes.map(({ key, row, isNew, positions, cells }) => [key, row, isNew, positions, cells])).toEqual([
      ['k1', 2, false, [3], ['7']],
      ['k2', 3, false, [1, 3], ['B', '9']],
    ]);
    applyEdits(book, plan);
    expect(cellsIn(book)).toEqual([['a', 'x', '7', 'k1'], ['B', '', '9', 'k2'], ROWS[2]]);
    expect([plan.added, plan.changed]).toEqual([0, 2]);
  });

  test("gives the user's rows their keys, and the last of two edits of a cell wins", () => {
    const book = bookOf(...ROWS);
    const edits = [edit(4, 'note', 'first'), edit(4, 'note', 'last')];
    const plan = planEdits(opened(book), edits, 'UTC', new Map([[4, 'k3']]));
    expect(plan.changes.map(({ key, positions }) => [key, positions])).toEqual([['k3', [2, 4]]]);
    applyEdits(book, plan);
    expect(cellsIn(book)[2]).toEqual(['typed', 'last', '', 'k3']);
  });

  test('adds rows below all others, blank if no value is given', () => {
    const book = bookOf(...ROWS);
    const added = [
      ['k4', { name: 'd' }],
      ['k5', { size: '5' }],
    ] as const;
    const plan = planEdits(opened(book), [], 'UTC', undefined, added);
    expect(plan.changes.map(({ row, isNew }) => [row, isNew])).toEqual([
      [5, true],
      [6, true],
    ]);
    applyEdits(book, plan);
    expect(cellsIn(book).slice(3)).toEqual([
      ['d', '', '', 'k4'],
      ['', '', '5', 'k5'],
    ]);
    expect([plan.added, plan.changed]).toEqual([2, 0]);
  });

  test("adds rows from left to right in the user's order of columns, even without their notes", () => {
    const book = bookOf();
    const { cells, headerNotes } = book.sheet('T');
    cells[0]!.unshift(...cells[0]!.splice(2, 1));
    headerNotes.length = 0;
    const plan = planEdits(opened(book), [], 'UTC', undefined, [['k', { name: 'a' }]]);
    expect(plan.changes).toMatchObject([{ positions: [1, 2, 3, 4], cells: ['', 'a', '', 'k'] }]);
  });

  test('creates a missing sheet with its first rows', () => {
    const book = new InMemoryBook('UTC');
    const plan = planEdits(openTable(book, 'T', COLUMNS), [], 'UTC', undefined, [['k', { name: 'a' }]]);
    applyEdits(book, plan);
    expect(cellsIn(book)).toEqual([['a', '', '', 'k']]);
  });

  test('creates no sheet without edits', () => {
    const book = new InMemoryBook('UTC');
    applyEdits(book, planEdits(openTable(book, 'T', COLUMNS), [], 'UTC'));
    expect(book.tables()).toEqual([]);
  });
});

describe("the user's formulas", () => {
  const book = bookOf(...ROWS);
  book.sheet('T').formulas.set('3 2', '=""');
  book.sheet('T').formulas.set('2 3', '=1');

  test.each<[string, CellEdit[], number[]]>([
    ['no edits', [], []],
    ['the only edit', [edit(3, 'note', 'n')], []],
    ['among edits of other cells', [edit(2, 'name', 'n'), edit(3, 'note', 'n'), edit(4, 'size', 'n')], [0, 2]],
    ['among edits below and to the left', [edit(4, 'size', 'n'), edit(2, 'size', 'n'), edit(3, 'name', 'n')], [0, 2]],
    ['edits of other cells only', [edit(3, 'size', 'n'), edit(2, 'note', 'n')], [0, 1]],
  ])("aren't overwritten: %s", (_, edits, left) => {
    expect(withoutFormulas(opened(book), edits)).toEqual(left.map((index) => edits[index]));
  });

  test('are kept when blanks are filled, as are all other values', () => {
    const edits = ['name', 'note', 'size'].flatMap((each) => [edit(2, each, 'n'), edit(3, each, 'n')]);
    const plan = planFills(opened(book), edits, 'UTC');
    expect(plan.changes.map(({ row, positions }) => [row, positions])).toEqual([[3, [3]]]);
  });
});

test("new poll times are written but aren't changes", () => {
  const book = bookOf(...ROWS);
  const renewed = new Map([
    [2, { size: '1' }],
    [4, { size: '2' }],
  ]);
  const plan = planRenewals(opened(book), renewed, 'UTC', new Map([[4, 'k3']]));
  expect([plan.changed, plan.unchanged]).toEqual([0, 2]);
  applyEdits(book, plan);
  expect(cellsIn(book).map((row) => row[2])).toEqual(['1', '', '2']);
});

test('new keys are unique, including existing keys in the sheet', () => {
  const give = keysOf(opened(bookOf(...ROWS, ['c', '', '', 'new|2'])));
  expect(['new', 'new', 'new', 'k1', 'k1', 'other'].map(give)).toEqual([
    'new',
    'new|3',
    'new|4',
    'k1|2',
    'k1|3',
    'other',
  ]);
  const long = 'x'.repeat(2000);
  const [one, two] = [give(long), give(long)];
  expect(one.length).toBeLessThan(1100);
  expect(two).toBe(`${one}|2`);
});
