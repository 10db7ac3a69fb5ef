/** What a run changed is kept in the journal, and taken back from it, whatever its size and wherever it ended. */
import { describe, expect, test } from 'vitest';
import { integer, text } from '../../src/protocol/fields.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { entriesIn, headOf, keepInJournal } from '../../src/tables/journal.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { planUndo } from '../../src/tables/undo.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const NOBODY = new Set<never>();
const THEN = Date.UTC(2025, 5, 16, 12);
const parts = {
  answer: {
    record: {
      name: text('name', 'Name.'),
      note: text('note', 'Note.'),
      buyer: text('buyer', 'Buyer.', { privacy: 'buyer' }),
      pieces: integer('pieces', 'Pieces.'),
    },
  },
  tables: [{ name: 'Parts', each: [], columns: ['*'], key: ['name'] }],
} as const satisfies Recorded;

interface Part {
  readonly name: string;
  readonly note?: string;
  readonly buyer?: string;
  readonly pieces?: number;
}

/** A run of one slice. */
function pull(book: InMemoryBook, run: string, asOf: number, ...records: Part[]): void {
  const full = records.map((each) => ({ note: null, buyer: null, pieces: null, ...each }));
  const plans = planUpsert(book, parts, full, NOBODY, asOf);
  keepInJournal(book.journal, { run, title: 'Parts', at: asOf }, plans);
  applyPlans(book, plans);
}

function undo(book: InMemoryBook) {
  const opened = openExisting(book, 'Parts', sheetColumns(parts, parts.tables[0], NOBODY))!;
  const { plan, removals, leftAlone } = planUndo(opened, entriesIn(book.journal)!, 'UTC');
  applyPlans(book, [plan]);
  for (const row of [...removals].reverse()) opened.sheet!.removeRows(row, 1);
  return leftAlone;
}

const cells = (book: InMemoryBook) =>
  book.rows('Parts').map(({ Name, Note, Pieces }): Cell[] => [Name!, Note!, Pieces!]);

test('a slice that comes on top of another one of its run is taken back with it', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1 });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 }, { name: 'b', pieces: 5 });
  pull(book, 'second', THEN + 2000, { name: 'a', pieces: 3 }, { name: 'b', pieces: 6, note: 'later' });
  expect(headOf(book.journal)?.run).toBe('second');
  expect(undo(book)).toEqual([]);
  expect(cells(book)).toEqual([['a', '', 1]]);
  expect(book.rows('Parts')[0]!['As of']).toEqual(new Date(THEN));
});

test('what was changed since is left alone, cell by cell, and reported', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1, note: 'x' });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2, note: 'y' }, { name: 'b' });
  const sheet = book.sheet('Parts');
  sheet.cells[1]![1] = 'typed';
  sheet.cells[2]![1] = 'typed too';
  expect(undo(book)).toEqual([
    { table: 'Parts', key: 'a', because: 'Note changed since' },
    { table: 'Parts', key: 'b', because: 'the new row has notes or cells of yours' },
  ]);
  expect(cells(book)).toEqual([
    ['a', 'typed', 1],
    ['b', 'typed too', ''],
  ]);
});

test('taking back that was ended after the cells goes on with the time', () => {
  const book = new InMemoryBook();
  pull(book, 'first', THEN, { name: 'a', pieces: 1 });
  pull(book, 'second', THEN + 1000, { name: 'a', pieces: 2 });
  book.sheet('Parts').cells[1]![3] = 1;
  expect(undo(book)).toEqual([]);
  expect(book.rows('Parts')[0]!['As of']).toEqual(new Date(THEN));
});

describe('the journal', () => {
  test('has no data of buyers', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a', buyer: 'Zoe Miller' });
    pull(book, 'second', THEN, { name: 'a', buyer: 'Ann Other', pieces: 1 });
    expect(book.sheet('Parts').cells.flat()).toContain('Ann Other');
    expect(book.kept.join()).not.toMatch(/Zoe|Ann/);
  });

  test('parts what is too long for a line, and no character in two', () => {
    const book = new InMemoryBook();
    const long = `${'😀'.repeat(24_000)}!`;
    pull(book, 'first', THEN, { name: 'a', note: 'short' });
    pull(book, 'second', THEN, { name: 'a', note: long }, { name: 'b', note: `x${long}` });
    expect(book.kept.length).toBeGreaterThan(2);
    for (const line of book.kept) {
      expect(line.length).toBeLessThanOrEqual(50_000);
      expect(line).not.toMatch(/[\uD800-\uDBFF]$/);
    }
    expect(undo(book)).toEqual([]);
    expect(cells(book)).toEqual([['a', 'short', '']]);
  });

  test.each(['[1]', 'mine', '{"table":7,"added":[]}', '{"table":"Parts"}'])(
    'says that %s is no line of it',
    (line) => {
      const book = new InMemoryBook();
      pull(book, 'first', THEN, { name: 'a' });
      book.kept[1] = line;
      expect(entriesIn(book.journal)).toBeUndefined();
    },
  );

  test('begins anew with each run, and stays where nothing is changed', () => {
    const book = new InMemoryBook();
    pull(book, 'first', THEN, { name: 'a' });
    const before = [...book.kept];
    pull(book, 'second', THEN + 1000, { name: 'a' });
    expect(book.kept).toEqual(before);
    pull(book, 'third', THEN + 2000, { name: 'b' });
    expect(headOf(book.journal)?.run).toBe('third');
    expect(book.kept).toHaveLength(2);
  });
});
