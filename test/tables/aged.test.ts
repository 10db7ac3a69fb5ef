/** Aging removes old, complete rows, but keeps the newest row of each group. */
import { describe, expect, test } from 'vitest';
import { instantAt } from '../../src/protocol/fields.ts';
import { agedRows, refuseAged } from '../../src/tables/aged.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { AS_OF, ROW_KEY } from '../../src/tables/columns.ts';
import type { Opened } from '../../src/tables/opened.ts';
import type { Row } from '../../src/tables/rows.ts';
import type { Age, Table } from '../../src/tables/table.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const IDS = ['seller', 'item', 'at', AS_OF.id, ROW_KEY.id] as const;
const day = (date: number) => new Date(Date.UTC(2025, 5, date));
const NOW = day(20).getTime();
const AGE: Age = { days: 10, at: 'at' };

type Line = readonly [seller: string, item: string, date: number, changes?: { at?: Cell; asOf?: Cell; key?: Cell }];

function opened(lines: readonly Line[]): Opened {
  const rows = lines.map(([seller, item, date, { at = day(date), asOf = '', key } = {}], index): Cell[] => [
    seller,
    item,
    at,
    asOf,
    key ?? `k${index}`,
  ]);
  const sheet = inMemorySheet('Logs', [[...IDS], ...rows]);
  const positions = new Map(IDS.map((id, index) => [id as string, index + 1]));
  return {
    table: 'Logs',
    columns: [],
    sheet,
    header: undefined,
    contents: { cells: sheet.read(), positions },
  };
}

/** 1-based indexes of removed rows. */
const leaving = (lines: readonly Line[], age: Partial<Parameters<typeof agedRows>[1]> = {}) =>
  agedRows(opened(lines), { ...AGE, ...age }, NOW).leaving.flatMap(({ indexes }) => indexes);

test.each<[string, Line, boolean]>([
  ['older than the age limit', ['A', 'x', 9], true],
  ['exactly as old as the age limit', ['A', 'x', 10], false],
  ['without a date', ['A', 'x', 1, { at: '' }], false],
  ['whose date is text', ['A', 'x', 1, { at: '2025-06-01' }], false],
  ['added by a user (no row key)', ['A', 'x', 1, { key: '' }], false],
  ['with the key of an incomplete row', ['A', 'x', 1, { key: 'incomplete: k' }], false],
])('aging removes the right rows: a row %s', (_, line, leaves) => {
  expect(leaving([['A', 'x', 20], line, ['B', 'y', 20]])).toEqual(leaves ? [2] : []);
});

test('removes only rows whose columns have one of the allowed values', () => {
  const lines: Line[] = ['x', 'y', 'z', 'x'].map((item) => ['A', item, 1]);
  expect(leaving(lines, { when: { item: ['x', 'z'] } })).toEqual([1, 3, 4]);
  expect(leaving(lines, { when: { item: ['x', 'z'], seller: ['B'] } })).toEqual([]);
});

test('removes the first of two old rows that are 5,000 rows apart', () => {
  const lines = Array.from({ length: 6000 }, (_, index): Line => ['A', 'x', index % 5000 === 0 ? 1 : 20]);
  expect(leaving(lines)).toEqual([1]);
});

describe('keeps the newest rows of each group', () => {
  const lines: Line[] = [
    ['A', 'x', 3],
    ['A', 'x', 1],
    ['A', 'y', 2],
    ['B', 'x', 4],
    ['A', 'x', 2],
    ['B', 'x', 5],
    ['B', 'x', 1],
    ['A', 'x', 20, { key: '' }],
  ];

  test.each([
    [['seller', 'item'], 1, [2, 4, 5, 7]],
    [['seller', 'item'], 2, [2, 7]],
    [['seller', 'item'], 3, []],
    [['seller'], 2, [2, 5, 7]],
    [['item'], 2, [1, 2, 5, 7]],
    [[], 1, [1, 2, 3, 4, 5, 7]],
  ])('groups by %j and keeps %i', (of, newest, expected) => {
    expect(leaving(lines, { keeps: { newest, of } })).toEqual(expected);
  });
});

test('removes rows of a second table by their keys, even if their columns were deleted or are blank', () => {
  const key = (text: string) => ({ key: text });
  const orders = opened([
    ['A', 'x', 1, key('A|x')],
    ['A', 'y', 20, key('A|y')],
  ]);
  const lines = opened([
    ['A', 'x', 1, key('A|x|1')],
    ['A', 'x', 1, key('A|x|2')],
    ['A', 'y', 20, key('A|y|1')],
    ['B', 'x', 20, key('B|x|1')],
    ['A', 'x', 20, key('')],
    ['A', 'x', 20, key('A|x\\|y|1')],
  ]);
  const along = (...missing: readonly string[]) => {
    const positions = new Map([...lines.contents.positions].filter(([id]) => !missing.includes(id)));
    const cells = lines.contents.cells.map((row) => row.map((cell, at) => (missing.includes(IDS[at]!) ? '' : cell)));
    const lacking = { ...lines, contents: { cells, positions } };
    return agedRows(orders, AGE, NOW, [lacking], ['seller', 'item']).leaving.map(({ indexes }) => indexes);
  };
  for (const leaves of [along(), along('seller'), along('item'), along('seller', 'item')])
    expect(leaves).toEqual([[1, 2], [1]]);
});

test('keeps all rows if a column that groups them was deleted', () => {
  const { contents, ...rest } = opened([
    ['A', 'x', 1],
    ['A', 'y', 2],
  ]);
  const positions = new Map([...contents.positions].filter(([id]) => id !== 'item'));
  const age: Age = { ...AGE, keeps: { newest: 1, of: ['seller', 'item'] } };
  expect(agedRows({ ...rest, contents: { ...contents, positions } }, age, NOW).leaving).toEqual([]);
});

test('removes at most 100 separate ranges of rows at a time', () => {
  const lines = Array.from({ length: 300 }, (_, index): Line => ['A', 'x', index % 2 === 0 ? 1 : 20]);
  const { leaving, hasMore } = agedRows(opened(lines), AGE, NOW);
  expect(leaving[0]!.indexes).toHaveLength(100);
  expect(hasMore).toBe(true);
});

test('removes none if the user added text to every old row', () => {
  const { contents, sheet, ...rest } = opened([
    ['A', 'x', 1],
    ['A', 'y', 2],
  ]);
  sheet!.write({ row: 1, column: IDS.length + 1, values: [['Mine'], ['keep'], ['keep']] });
  const own = { ...rest, sheet, contents: { ...contents, cells: sheet!.read() } };
  expect(agedRows(own, AGE, NOW)).toEqual({ leaving: [], hasMore: false });
});

describe('new rows pulled by a job', () => {
  const row = (item: string, date: number): Row => ({
    key: `${item} ${date}`,
    values: { seller: 'A', item, at: instantAt(day(date).getTime()) },
  });
  const refused = (age: Partial<Age> | undefined, rows: readonly Row[]) => {
    const table = { name: 'T', ...(age ? { age: { ...AGE, ...age } } : {}) } as Table;
    const isRefused = refuseAged(NOW)(table, rows);
    return rows.filter((each) => isRefused?.(each)).map(({ key }) => key);
  };

  test('are rejected when too old, except the newest of each group', () => {
    const rows = [row('x', 9), row('x', 11), row('x', 1), row('y', 3)];
    expect(refused({}, rows)).toEqual(['x 9', 'x 1', 'y 3']);
    expect(refused({ keeps: { newest: 2, of: ['item'] } }, rows)).toEqual(['x 1']);
  });

  test('are kept without a date, without an age limit, or if only full workbooks drop rows', () => {
    expect(refused({}, [{ key: 'k', values: { at: null } }])).toEqual([]);
    expect(refused(undefined, [row('x', 1)])).toEqual([]);
    expect(refused({ leaves: 'when held or full' }, [row('x', 1)])).toEqual([]);
  });
});
