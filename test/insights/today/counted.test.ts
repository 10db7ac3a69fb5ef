/** The tiles of Today counted without its formulas: each finding in the tiles that are about it, and once in all. */
import { expect, test } from 'vitest';
import { countedToday, type FindingRow, rowsOfTile } from '../../../src/insights/today/tiles.ts';

const row = (kind: string, atRisk: number | null, more: Partial<FindingRow> = {}): FindingRow =>
  ({
    ...{ kind, atRisk, counted: atRisk, state: 'open', late: null, hoursLeft: null },
    ...more,
  }) as FindingRow;

const ROWS = [
  row('void-soon', 20.5, { hoursLeft: 24 }),
  row('void-soon', 100, { hoursLeft: 24.1, state: 'Open' }),
  row('void-soon', 10, { hoursLeft: 60 }),
  row('void-soon', 1, { hoursLeft: null }),
  row('void-soon', 7, { hoursLeft: 3, state: 'explained' }),
  row('cannot-ship', 0.1, { counted: 0 }),
  row('cannot-ship', 0.2, { counted: null }),
  row('out-of-stock', null, { late: 'late' }),
  row('late-data', null),
  row('mismatch', 2, { state: null }),
];

const figures = (rows: readonly FindingRow[]) =>
  countedToday(rows).tiles.map(({ id, count, money }) => [id, count, money]);

test('open ones count that rest on data that is young enough', () => {
  expect(figures(ROWS)).toEqual([
    ['void-24', 1, 20.5],
    ['void-48', 2, 120.5],
    ['short', 2, 0.3],
    ['out', 0, 0],
    ['ads', 0, 0],
    ['mismatch', 0, 0],
    // What has more hours left than a tile counts, or none that are known, is among the others.
    ['other', 3, 11],
  ]);
  expect(countedToday(ROWS)).toMatchObject({ all: { count: 7, money: 131.5 }, late: 1 });
});

test('the rows of a tile are those that it counts', () => {
  expect(rowsOfTile(ROWS, 'void-24')).toEqual([ROWS[0]]);
  expect(rowsOfTile(ROWS, 'other')).toEqual([ROWS[2], ROWS[3], ROWS[8]]);
  expect(rowsOfTile(ROWS, 'nothing')).toBeUndefined();
});

test('a 0 is no figure where nobody tells when orders void', () => {
  const untold = (rows: readonly FindingRow[]) =>
    countedToday(rows).tiles.flatMap(({ id, isUntold }) => (isUntold ? [id] : []));
  const line = row('no-hours', null);
  expect(untold(ROWS)).toEqual([]);
  expect(untold([line])).toEqual(['void-24', 'void-48']);
  expect(untold([line, ROWS[1]!])).toEqual(['void-24']);
  expect(untold([{ ...line, late: 'late' }])).toEqual([]);
  expect(countedToday(ROWS).tiles.every((tile) => !('isUntold' in tile))).toBe(true);
});
