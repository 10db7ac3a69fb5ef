/** Rows that leave their table by age: not the newest of each kind, and none that is a person's or not finished. */
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

/** Seller, item and day of each row. */
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

/** Rows that leave, by index from 1. */
const leaving = (lines: readonly Line[], age: Partial<Parameters<typeof agedRows>[1]> = {}) =>
  agedRows(opened(lines), { ...AGE, ...age }, NOW).leaving.flatMap(({ indexes }) => indexes);

test.each<[string, Line, boolean]>([
  ['old', ['A', 'x', 9], true],
  ['just not old', ['A', 'x', 10], false],
  ['of no date', ['A', 'x', 1, { at: '' }], false],
  ['of a date that is a text', ['A', 'x', 1, { at: '2025-06-01' }], false],
  ["of the person's", ['A', 'x', 1, { key: '' }], false],
  ['not complete', ['A', 'x', 1, { key: 'incomplete: k' }], false],
])('a row that is %s', (_, line, leaves) => {
  expect(leaving([['A', 'x', 20], line, ['B', 'y', 20]])).toEqual(leaves ? [2] : []);
});

test('only rows with one of the values leave', () => {
  const lines: Line[] = ['x', 'y', 'z', 'x'].map((item) => ['A', item, 1]);
  expect(leaving(lines, { when: { item: ['x', 'z'] } })).toEqual([1, 3, 4]);
  expect(leaving(lines, { when: { item: ['x', 'z'], seller: ['B'] } })).toEqual([]);
});

test('rows that lie far apart leave one after the other', () => {
  const lines = Array.from({ length: 6000 }, (_, index): Line => ['A', 'x', index % 5000 === 0 ? 1 : 20]);
  expect(leaving(lines)).toEqual([1]);
});

describe('the newest of each kind stay', () => {
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
  ])('by %j: %i', (of, newest, expected) => {
    expect(leaving(lines, { keeps: { newest, of } })).toEqual(expected);
  });
});

test('rows of another table go along by the columns that both have', () => {
  const lines: Line[] = [
    ['A', 'x', 1],
    ['A', 'y', 20],
  ];
  const other = opened([...lines, ['B', 'x', 20]]);
  const along = (...missing: readonly string[]) => {
    const positions = new Map([...other.contents.positions].filter(([id]) => !missing.includes(id)));
    const cells = other.contents.cells.map((row, index) =>
      index > 0 && missing.length > 0 ? ['', ...row.slice(1)] : row,
    );
    const lacking = { ...other, contents: { cells, positions } };
    return agedRows(opened(lines), AGE, NOW, [lacking], ['seller', 'item']).leaving.map(({ indexes }) => indexes);
  };
  expect(along()).toEqual([[1], [1]]);
  // A person deleted the column.
  expect(along('seller')).toEqual([[1, 3], [1]]);
});

test('rows in many pieces leave a hundred pieces at a time', () => {
  const lines = Array.from({ length: 300 }, (_, index): Line => ['A', 'x', index % 2 === 0 ? 1 : 20]);
  const { leaving, hasMore } = agedRows(opened(lines), AGE, NOW);
  expect(leaving[0]!.indexes).toHaveLength(100);
  expect(hasMore).toBe(true);
});

describe('new rows of a job', () => {
  const row = (item: string, date: number): Row => ({
    key: `${item} ${date}`,
    values: { seller: 'A', item, at: instantAt(day(date).getTime()) },
  });
  const refused = (age: Partial<Age> | undefined, rows: readonly Row[]) => {
    const table = { name: 'T', ...(age ? { age: { ...AGE, ...age } } : {}) } as Table;
    const isRefused = refuseAged(NOW)(table, rows);
    return rows.filter((each) => isRefused?.(each)).map(({ key }) => key);
  };

  test('that are past the age of their table are refused, but for the newest of each kind', () => {
    const rows = [row('x', 9), row('x', 11), row('x', 1), row('y', 3)];
    expect(refused({}, rows)).toEqual(['x 9', 'x 1', 'y 3']);
    expect(refused({ keeps: { newest: 2, of: ['item'] } }, rows)).toEqual(['x 1']);
  });

  test('without a date, or of a table without an age or with a condition, are not', () => {
    expect(refused({}, [{ key: 'k', values: { at: null } }])).toEqual([]);
    expect(refused(undefined, [row('x', 1)])).toEqual([]);
    expect(refused({ leaves: 'when held or full' }, [row('x', 1)])).toEqual([]);
  });
});
