/** Lines of the outbox as pieces: cut where one is large enough, without rows that are as they were. */
import { expect, test } from 'vitest';
import { cutsOf, LINES_OF_PIECE } from '../../src/warehouse/cuts.ts';
import type { Entry, OutboxLine } from '../../src/warehouse/outbox.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';
import type { SheetRows } from '../../src/warehouse/sheet-rows.ts';

const TABLE = exportedTable('Orders')!;

/** Rows by key, of so many characters each; one that begins with `half` is not finished. */
function rowsOf(lengths: Readonly<Record<string, number>>): SheetRows {
  const keys = Object.keys(lengths);
  return {
    table: TABLE,
    opened: undefined as never,
    fields: TABLE.fields,
    indexes: new Map(keys.map((key, index) => [key, index + 1])),
    isIncomplete: (index) => keys[index - 1]!.startsWith('half'),
    printAt: (index) => `print of ${keys[index - 1]}`,
    rowAt: (index) => {
      const blank = JSON.stringify({ row_key: '' }).length + 1;
      return { row_key: 'x'.repeat(lengths[keys[index - 1]!]! - blank) };
    },
  };
}

const entry = (key: string, changes: Partial<Entry> = {}): Entry => ({ key, before: '', at: 5, ...changes });
const line = (id: number, ...entries: readonly Entry[]): OutboxLine => ({
  line: id,
  id: `l${id}`,
  table: 'Orders',
  entries,
});
const cut = (rows: SheetRows, lines: readonly OutboxLine[]) =>
  [...cutsOf(rows, lines)].map(({ piece, incomplete }) => ({
    lines: piece.lines.length,
    rows: piece.rows,
    size: piece.text.length,
    left: incomplete.map(({ key }) => key),
  }));

test.each([
  [LINES_OF_PIECE, [LINES_OF_PIECE]],
  [LINES_OF_PIECE + 1, [LINES_OF_PIECE, 1]],
  [1, [1]],
  [0, []],
])('%i lines are cut into pieces of %j', (count, pieces) => {
  const lines = Array.from({ length: count }, (_, index) => line(index, entry('a')));
  expect(cut(rowsOf({ a: 100 }), lines).map(({ lines }) => lines)).toEqual(pieces);
});

test.each([
  [1_500_000, [2, 1]],
  [1_499_999, [3]],
])('lines of %i characters each are cut into pieces of %j', (size, pieces) => {
  const lines = [1, 2, 3].map((index) => line(index, entry('a')));
  const cuts = cut(rowsOf({ a: size }), lines);
  expect(cuts.map(({ lines }) => lines)).toEqual(pieces);
  expect(cuts[0]).toMatchObject({ rows: pieces[0], size: pieces[0]! * size });
});

test('rows that still are what they were, are gone or not finished are left out', () => {
  const rows = rowsOf({ same: 50, other: 60, half: 70 });
  const entries = [
    entry('same', { before: 'print of same' }),
    entry('other', { before: 'print of same' }),
    entry('half'),
    entry('gone'),
  ];
  expect(cut(rows, [line(1, ...entries)])).toEqual([{ lines: 1, rows: 1, size: 60, left: ['half'] }]);
});

test('a row that was taken back is sent where it is gone, and as it is where it is there again', () => {
  const entries = [entry('gone', { isTakenBack: true }), entry('there', { isTakenBack: true })];
  const [cut] = [...cutsOf(rowsOf({ there: 40 }), [line(1, ...entries)])];
  const [gone, there] = cut!.piece.text
    .trim()
    .split('\n')
    .map((text) => JSON.parse(text) as object);
  expect(gone).toMatchObject({ row_key: 'gone', taken_back: '1970-01-01T00:00:00.005Z' });
  expect(there).not.toHaveProperty('taken_back');
});
