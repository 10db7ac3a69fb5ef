/** Columns are found by the note on their header, wherever the user put them and whatever they are called. */
import { describe, expect, test } from 'vitest';
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

/** A sheet of ours that was read once. */
function known() {
  const book = new InMemoryBook();
  book.create('Orders', COLUMNS);
  const sheet = book.sheet('Orders');
  const positions = (columns = COLUMNS) => Object.fromEntries(readContents(sheet, columns).positions);
  return { book, sheet, positions };
}

describe('the note decides, not the header', () => {
  test('of a renamed column', () => {
    const { sheet, positions } = known();
    sheet.cells[0]![0] = 'Auftrag';
    expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test('of a column that was moved and renamed', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Mine']);
    sheet.deleteColumn(1);
    sheet.insertColumn(4, ['Zahl']);
    sheet.headerNotes[3] = headerNote(COLUMNS[0]!);
    expect(positions()).toEqual({ status: 2, rowKey: 3, number: 4 });
  });

  test('of a column and its copy, the one with its name', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, ['Copy']);
    sheet.headerNotes[0] = headerNote(COLUMNS[1]!);
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test.each(['Status', 'Row key'])('a column of the user that is called %s, before ours', (name) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, [name]);
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test('of a column that was gone when the sheet was read last', () => {
    const { sheet, positions } = known();
    const before = { cells: sheet.cells.map((row) => [...row]), headerNotes: [...sheet.headerNotes] };
    sheet.deleteColumn(2);
    expect(positions()).toEqual({ number: 1, rowKey: 2 });
    Object.assign(sheet, before);
    expect(positions()).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test('of a column that was not asked for, which stays one of ours', () => {
    const { positions } = known();
    expect(positions(COLUMNS.filter(({ id }) => id !== 'status'))).toEqual({ number: 1, status: 2, rowKey: 3 });
  });
});

describe('a header without its note', () => {
  test.each(['', 'ask Bob'])('is known by its exact text, with the note "%s"', (note) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, ['Mine']);
    sheet.headerNotes[2] = note;
    expect(positions()).toEqual({ number: 2, status: 3, rowKey: 4 });
  });

  test('is not known where two have that text', () => {
    const { sheet, positions } = known();
    sheet.headerNotes[1] = '';
    sheet.insertColumn(4, ['Status']);
    expect(positions()).toEqual({ number: 1, rowKey: 3 });
  });

  test('is a column of the user where ours was never there', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(4, ['Qty']);
    expect(positions(MORE)).toEqual({ number: 1, status: 2, rowKey: 3 });
  });

  test('is known where no header has its note, as in a copy by other means', () => {
    const names = ['Row key', 'Mine', ' Status ', 'Order number'];
    expect(Object.fromEntries(findPositions({ names, notes: [] }, COLUMNS))).toEqual({
      rowKey: 1,
      status: 3,
      number: 4,
    });
  });
});

describe('an execution that ended while it added columns', () => {
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
  /** Blank columns between ours and one of the user. */
  const begun = () => {
    const made = known();
    made.sheet.insertColumn(4, ['Mine']);
    made.sheet.insertColumn(4, []);
    made.sheet.insertColumn(5, []);
    return made;
  };

  test('before their notes: blank columns are taken', () => {
    const { book } = begun();
    expect(plan(book)).toMatchObject({ missing: ['qty', 'total'], inserted: 0, positions: WITH_MORE });
  });

  test('but not a column with formulas that show nothing', () => {
    const { book, sheet } = begun();
    sheet.formulas.set('1 5', '=""');
    expect(plan(book)).toMatchObject({ inserted: 1, positions: WITH_MORE });
  });

  test('before their headers: they are named', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    for (let time = 0; time < 2; time++)
      expect(plan(book)).toMatchObject({ missing: undefined, unnamed: [4, 5], positions: WITH_MORE });
  });

  test('a header that the user blanked stays blank', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    sheet.cells[0]!.splice(3, 2, 'Qty', 'Total');
    plan(book);
    sheet.cells[0]![3] = '';
    expect(plan(book).unnamed).toEqual([]);
  });

  test('and the user deletes one of them: it is added again', () => {
    const { book, sheet } = begun();
    sheet.headerNotes.splice(3, 2, headerNote(MORE[3]!), headerNote(MORE[4]!));
    plan(book);
    sheet.deleteColumn(4);
    expect(plan(book)).toMatchObject({ missing: ['qty'], unnamed: [4] });
    expect(sheet.remembered!.positions).toEqual({ number: 1, status: 2, rowKey: 3 });
  });
});

test('the header counts as new once after the user adds a column', () => {
  const { sheet } = known();
  expect(readContents(sheet, COLUMNS).isHeaderNew).toBeUndefined();
  sheet.insertColumn(4, ['Mine']);
  expect(readContents(sheet, COLUMNS).isHeaderNew).toBe(true);
  expect(readContents(sheet, COLUMNS).isHeaderNew).toBeUndefined();
});

test('notes are read only where a header changed', () => {
  const { sheet, positions } = known();
  let reads = 0;
  const { notes } = sheet;
  sheet.notes = (names) => {
    reads++;
    return notes(names);
  };
  expect([positions(), reads]).toEqual([{ number: 1, status: 2, rowKey: 3 }, 0]);
  sheet.cells[0]![1] = 'Renamed';
  expect([positions(), reads]).toEqual([{ number: 1, status: 2, rowKey: 3 }, 1]);
});

describe('what a sheet keeps of its columns', () => {
  const stored = { positions: { number: 1, rowKey: 2 }, headers: 2, sheet: 7, table: 'Orders' };

  test.each([{}, { constant: ['number'], ordered: 0 }])('is read as it was stored: %o', (more) => {
    expect(readStoredPositions(storedPositionsText({ ...stored, ...more }))).toStrictEqual({ ...stored, ...more });
  });

  test('is nothing where nothing was stored, or in another version', () => {
    expect(readStoredPositions(undefined)).toBeUndefined();
    expect(readStoredPositions(JSON.stringify({ v: 99, value: stored }))).toBeUndefined();
  });
});

const tables = Object.values(operations).flatMap((operation) =>
  operation.tables.map((table: Table) => [table.name, sheetColumns(operation, table, new Set())] as const),
);

test.each(tables)('each field of %s is read from its note, also where the column was not asked for', (_, columns) => {
  for (const each of columns) {
    expect(fieldIn(headerNote(each))).toBe(each.header);
    expect(idOf(each.header)).toBe(each.id);
  }
  expect(new Set(columns.map(({ header }) => header)).size).toBe(columns.length);
});
