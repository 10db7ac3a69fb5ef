/** Finds columns by their header notes, regardless of position and name. */
import { describe, expect, test, vi } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { AS_OF, type Column, sheetColumns } from '../../src/tables/columns.ts';
import { fieldIn, headerNote, idOf } from '../../src/tables/header.ts';
import { openTable } from '../../src/tables/opened.ts';
import { findPositions, readContents, readStoredPositions, storedPositionsText } from '../../src/tables/positions.ts';
import type { Table } from '../../src/tables/table.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const column = (id: string, header: string): Column => ({ ...AS_OF, id, header, meaning: `What ${id} is.` });
const COLUMNS = [column('number', 'Order number'), column('status', 'Status'), column('rowKey', 'Row key')];
const MORE = [...COLUMNS, column('qty', 'Qty'), column('total', 'Total')];

function known() {
  const book = new InMemoryBook();
  book.create('Orders', COLUMNS);
  const sheet = book.sheet('Orders');
  const positions = (columns = COLUMNS) => Object.fromEntries(readContents(sheet, columns).positions);
  return { book, sheet, positions };
}

describe('finds by its note', () => {
  test('a renamed column', () => {
    const { sheet, positions } = known();
    sheet.cells[0]![0] = 'Auftrag';
    expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test('a column that was moved and renamed', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Mine']);
    sheet.deleteColumn(1);
    sheet.insertColumn(4, ['Zahl']);
    sheet.headerNotes[3] = headerNote(COLUMNS[0]!);
    expect(positions()).toEqual({ status: 2, rowKey: 3, number: 4 });
  });

  test('the original of a copied column, by its name', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, ['Copy']);
    sheet.headerNotes[0] = headerNote(COLUMNS[1]!);
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test.each(['Status', 'Row key'])("the add-on's column, with a user column called %s before it", (name) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, [name]);
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test('a column that was missing at the last read', () => {
    const { sheet, positions } = known();
    const before = { cells: sheet.cells.map((row) => [...row]), headerNotes: [...sheet.headerNotes] };
    sheet.deleteColumn(2);
    expect(positions()).toEqual({ number: 1, rowKey: 2 });
    Object.assign(sheet, before);
    expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test("a column that wasn't requested but belongs to the add-on", () => {
    const { positions } = known();
    expect(positions(COLUMNS.filter(({ id }) => id !== 'status'))).toEqual({ number: 1, status: 2, rowKey: 3 });
  });
});

describe('a header without its note', () => {
  test.each(['', 'ask Bob'])('is found by its exact text, with the note "%s"', (note) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, ['Mine']);
    sheet.headerNotes[2] = note;
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test("isn't found if two headers have that text", () => {
    const { sheet, positions } = known();
    sheet.headerNotes[1] = '';
    sheet.insertColumn(4, ['Status']);
    expect(positions()).toEqual({ number: 1, rowKey: 3 });
  });

  test("belongs to the user if the add-on's column never existed", () => {
    const { sheet, positions } = known();
    sheet.insertColumn(4, ['Qty']);
    expect(positions(MORE)).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test('is found if no header has a note, as in a pasted copy', () => {
    const names = ['Row key', 'Mine', ' Status ', 'Order number'];
    expect(Object.fromEntries(findPositions({ names, notes: [] }, COLUMNS))).toEqual({
      rowKey: 1,
      status: 3,
      number: 4,
    });
  });
});

describe('after an execution was killed while adding columns', () => {
  const plan = (book: InMemoryBook) => {
    const { header, unnamed, contents } = openTable(book, 'Orders', MORE);
    return {
      missing: header?.columns.map(({ id }) => id),
      inserted: header?.inserted,
      unnamed: unnamed && [...unnamed.keys()],
      positions: Object.fromEntries(contents.positions),
    };
  };
  const WITH_MORE = { number: 1, status: 2, rowKey: 3, qty: 4, total: 5 };
  /** Blank columns between the add-on's columns and a user column. */
  const begun = () => {
    const made = known();
    made.sheet.insertColumn(4, ['Mine']);
    made.sheet.insertColumn(4, []);
    made.sheet.insertColumn(5, []);
    return made;
  };

  test('without notes yet, its blank columns are used', () => {
    const { book } = begun();
    expect(plan(book)).toMatchObject({ missing: ['qty', 'total'], inserted: 0, positions: WITH_MORE });
  });

  test("a column whose formulas show no text isn't used", () => {
    const { book, sheet } = begun();
    sheet.formulas.set('1 5', '=""');
    expect(plan(book)).toMatchObject({ inserted: 1, positions: WITH_MORE });
  });

  test('with notes but no headers, the columns are named', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    for (let time = 0; time < 2; time++)
      expect(plan(book)).toMatchObject({ missing: undefined, unnamed: [4, 5], positions: WITH_MORE });
  });

  test('a header that the user blanked is left blank', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    sheet.cells[0]!.splice(3, 2, 'Qty', 'Total');
    plan(book);
    sheet.cells[0]![3] = '';
    expect(plan(book).unnamed).toEqual([]);
  });

  test('a new column that the user deleted is added again', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    plan(book);
    sheet.deleteColumn(4);
    expect(plan(book)).toMatchObject({ missing: ['qty'], unnamed: [4] });
    expect(sheet.remembered!.positions).toEqual({ number: 1, status: 2, rowKey: 3 });
  });
});

test('notes are read only after a header changed', () => {
  const { sheet, positions } = known();
  const notes = vi.spyOn(sheet, 'notes');
  expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  expect(notes).not.toHaveBeenCalled();
  sheet.cells[0]![1] = 'Renamed';
  expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  expect(notes).toHaveBeenCalledOnce();
});

test('positions are stored only after a header was added', () => {
  const { sheet, positions } = known();
  const remember = vi.spyOn(sheet, 'remember');
  positions();
  expect(remember).not.toHaveBeenCalled();
  sheet.insertColumn(4, ['Mine']);
  positions();
  positions();
  expect(remember).toHaveBeenCalledOnce();
});

describe('the stored column positions', () => {
  const stored = { positions: { number: 1, rowKey: 2 }, headers: 2, sheet: 7, table: 'Orders' };

  test.each([{}, { constant: ['number'], ordered: 0 }])('are read back as stored: %o', (more) => {
    expect(readStoredPositions(storedPositionsText({ ...stored, ...more }))).toStrictEqual({ ...stored, ...more });
  });

  test('are undefined if missing or in another version', () => {
    expect(readStoredPositions(undefined)).toBeUndefined();
    expect(readStoredPositions(JSON.stringify({ v: 99, value: stored }))).toBeUndefined();
  });
});

const tables = Object.values(operations).flatMap((operation) =>
  operation.tables.map((table: Table) => [table.name, sheetColumns(operation, table, new Set())] as const),
);

test.each(tables)("a %s column's header note contains its field and its ID", (_, columns) => {
  for (const each of columns) {
    expect(fieldIn(headerNote(each))).toBe(each.header);
    expect(idOf(each.header)).toBe(each.id);
  }
  expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
});
