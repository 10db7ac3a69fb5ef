import { expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { ROW_KEY } from '../../src/tables/columns.ts';
import { oldestRows } from '../../src/tables/on-top.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const day = (date: number) => new Date(Date.UTC(2025, 5, date));

function opened(dates: readonly Cell[], noted: readonly number[] = []): Opened {
  const sheet = inMemorySheet('Log', [['At', 'Row key'], ...dates.map((at, index): Cell[] => [at, `k${index}`])]);
  for (const row of noted) sheet.rowNotes.add(row);
  const positions = new Map([
    ['at', 1],
    [ROW_KEY.id, 2],
  ]);
  return {
    table: 'Log',
    columns: [],
    sheet,
    header: undefined,
    contents: { cells: sheet.read(), positions },
  };
}

const DATES = [day(5), day(3), day(9), day(3), '2025-06-01', day(1)];
const ALL = [1, 2, 3, 4, 5, 6];

test.each<[string, readonly number[], number, readonly number[]]>([
  ['none for a count of zero', ALL, 0, []],
  ['none for a negative count', ALL, -1, []],
  ['the oldest', ALL, 1, [7]],
  ['the first of two with the same time', ALL, 2, [3, 7]],
  ['the first in the list of two with the same time', [6, 5, 4, 3, 2, 1], 2, [5, 7]],
  ['several, in sheet order', ALL, 4, [2, 3, 5, 7]],
  ['a row whose date is text is treated as the newest', ALL, 5, [2, 3, 4, 5, 7]],
  ['at most all rows', ALL, 9, [2, 3, 4, 5, 6, 7]],
  ['only among the given rows', [1, 3], 1, [2]],
  ['none without rows', [], 3, []],
])('picks the oldest rows: %s', (_, indexes, count, rows) => {
  expect(oldestRows(opened(DATES), 'at', indexes, count)).toEqual(rows);
});

test("rows with the user's note are kept, and no newer rows are removed instead", () => {
  expect(oldestRows(opened(DATES, [7, 3]), 'at', ALL, 3)).toEqual([5]);
});
