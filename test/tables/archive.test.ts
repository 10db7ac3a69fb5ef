/** What of a row moves to the archive: all that stands on it but data of buyers, as text, and nothing that would be lost. */
import { describe, expect, test } from 'vitest';
import { instantAt } from '../../src/protocol/fields.ts';
import { archived, goneRows } from '../../src/tables/archive.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { type Column, GONE_SINCE, ROW_KEY } from '../../src/tables/columns.ts';
import type { Opened } from '../../src/tables/opened.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const THEN = new Date(Date.UTC(2025, 5, 1, 12));
const column = (id: string, changes: Partial<Column> = {}): Column => ({
  ...ROW_KEY,
  id,
  header: id,
  ...changes,
});
const COLUMNS = [
  column('name', { hidden: undefined as never }),
  column('buyer', { hidden: undefined as never, keeps: true }),
  { ...GONE_SINCE, hidden: undefined as never },
  ROW_KEY,
];
const HEADER = ['name', 'buyer', 'Mine', 'Gone since', 'Row key'];

function opened(...rows: readonly (readonly Cell[])[]): Opened & { sheet: ReturnType<typeof inMemorySheet> } {
  const sheet = inMemorySheet('T', [HEADER, ...rows.map((row) => [...row])]);
  const positions = new Map([
    ['name', 1],
    ['buyer', 2],
    [GONE_SINCE.id, 4],
    [ROW_KEY.id, 5],
  ]);
  return {
    table: 'T',
    columns: COLUMNS,
    sheet,
    header: undefined,
    contents: { cells: sheet.read(), positions },
  };
}

const ROWS: readonly (readonly Cell[])[] = [
  ['a', 'Secret', true, THEN, 'k1'],
  ['b', '', '', '', 'k2'],
  ['c', '', THEN, THEN, ''],
  ['d', '', 7, 'gone', 'k4'],
  ['', 'Secret', '', THEN, 'k5'],
];

test('rows are gone that are ours and say since when', () => {
  expect(goneRows(opened(...ROWS))).toEqual([1, 5]);
});

describe('a row in the archive', () => {
  const texts = (...indexes: number[]) => archived(opened(...ROWS), indexes, NOW, 'America/New_York');

  test('says what stood on it, by the headers, without data of buyers and the key', () => {
    expect(texts(1, 2, 4)).toEqual({
      indexes: [1, 2, 4],
      records: [
        {
          table: 'T',
          row: 'k1',
          goneSince: instantAt(THEN.getTime()),
          archivedAt: instantAt(NOW),
          cells: 'name: a\nMine: true\nGone since: 2025-06-01 08:00:00',
          notes: null,
        },
        { table: 'T', row: 'k2', goneSince: null, archivedAt: instantAt(NOW), cells: 'name: b', notes: null },
        {
          table: 'T',
          row: 'k4',
          goneSince: null,
          archivedAt: instantAt(NOW),
          cells: 'name: d\nMine: 7\nGone since: gone',
          notes: null,
        },
      ],
    });
  });

  test('has the notes of its own cells', () => {
    const table = opened(...ROWS);
    for (const row of [3, 4]) table.sheet.rowNotes.add(row);
    table.sheet.notes = (row) => (row === 3 ? ['why?', 'of a buyer', 'mine'] : ['other']);
    const { records } = archived(table, [1, 2, 4], NOW, 'UTC');
    expect(records.map(({ notes }) => notes)).toEqual([null, 'name: why?\nMine: mine', null]);
  });

  test('is none where its text would not fit into a cell', () => {
    const fits = 'x'.repeat(50_000 - 'name: '.length);
    const table = opened([fits, '', '', '', 'k1'], [`${fits}x`, '', '', '', 'k2'], ['c', '', '', '', 'k3']);
    const { indexes, records } = archived(table, [1, 2, 3], NOW, 'UTC');
    expect(indexes).toEqual([1, 3]);
    expect(records.map(({ row }) => row)).toEqual(['k1', 'k3']);
  });

  test('is none where none moves', () => {
    expect(texts()).toEqual({ indexes: [], records: [] });
  });
});
