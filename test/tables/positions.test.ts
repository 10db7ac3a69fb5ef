/** Columns are found by what they are, wherever the user put them and whatever they are called. */
import { describe, expect, test } from 'vitest';
import { AS_OF, type Column } from '../../src/tables/columns.ts';
import { headerNote } from '../../src/tables/header-note.ts';
import {
  findPositions,
  glanceAt,
  headerPrint,
  readContents,
  readStoredPositions,
  storedPositionsText,
  withColumns,
} from '../../src/tables/positions.ts';
import type { Sheet } from '../../src/tables/sheet.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const column = (id: string, header: string): Column => ({ ...AS_OF, id, header, meaning: `What ${id} is.` });
const COLUMNS = [column('number', 'Order number'), column('status', 'Status'), column('key', 'Row key')];

/** A sheet of ours that was read once. */
function known() {
  const sheet = inMemorySheet('Orders', []);
  sheet.addColumns(1, COLUMNS);
  readContents(sheet, COLUMNS);
  let looks = 0;
  const { locate } = sheet;
  sheet.locate = () => {
    looks++;
    return locate();
  };
  return {
    sheet,
    positions: () => Object.fromEntries(readContents(sheet, COLUMNS).positions),
    looks: () => looks,
  };
}

test('while the header is as it was, nothing is looked up', () => {
  const { sheet, positions, looks } = known();
  sheet.cells.push(['1', 'Shipped', 'k', 'a note of mine']);
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(looks()).toBe(0);
});

test('a renamed column is known by the note on its header, and looked up nowhere else', () => {
  const { sheet, positions, looks } = known();
  sheet.cells[0]![0] = 'Auftrag';
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(looks()).toBe(0);
});

test('a sheet of a former version is looked up by the marks of its columns once, and known by its notes from then on', () => {
  const { sheet, positions, looks } = known();
  const { carried: _, ...former } = sheet.remembered!;
  sheet.remembered = former;
  sheet.cells[0]![0] = 'Auftrag';
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  sheet.cells[0]![1] = 'Zustand';
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(looks()).toBe(1);
});

test('so is one that nobody has changed since, without being looked up', () => {
  const { sheet, positions, looks } = known();
  const { carried, ...former } = sheet.remembered!;
  sheet.remembered = former;
  expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  expect(sheet.remembered!.carried).toEqual(carried);
  expect(looks()).toBe(0);
});

describe('the identity decides, not the header', () => {
  test('of a column that is moved by one of the user', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Mine']);
    expect(positions()).toEqual({ number: 1, status: 3, key: 4 });
  });

  test('of a column that was moved and renamed', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Mine']);
    sheet.deleteColumn(1);
    sheet.insertColumn(4, ['Zahl']);
    sheet.headerNotes[3] = headerNote(COLUMNS[0]!);
    expect(positions()).toEqual({ status: 2, key: 3, number: 4 });
  });

  test('of a column with another note of the person on its header, by its name', () => {
    const { sheet, positions } = known();
    sheet.identities = [];
    sheet.insertColumn(1, ['Mine']);
    sheet.headerNotes[2] = 'ask Bob';
    expect(positions()).toEqual({ number: 2, status: 3, key: 4 });
    sheet.cells[0]![2] = 'Zustand';
    expect(positions()).toEqual({ number: 2, status: 3, key: 4 });
  });

  test('of a column and its copy, the one with its name', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, ['Copy']);
    sheet.headerNotes[0] = headerNote(COLUMNS[1]!);
    expect(positions()).toEqual({ number: 2, status: 3, key: 4 });
  });

  test.each(['Status', 'Row key'])('a column of the user that is called %s, before ours', (name) => {
    const { sheet, positions } = known();
    sheet.insertColumn(1, [name]);
    expect(positions()).toEqual({ number: 2, status: 3, key: 4 });
  });

  test('of a column that was gone when the sheet was read last', () => {
    const { sheet, positions } = known();
    sheet.identities = [];
    const before = { cells: sheet.cells.map((row) => [...row]), headerNotes: [...sheet.headerNotes] };
    sheet.deleteColumn(2);
    expect(positions()).toEqual({ number: 1, key: 2 });
    Object.assign(sheet, before);
    expect(positions()).toEqual({ number: 1, status: 2, key: 3 });
  });

  test('a column of the user where ours of that name was', () => {
    const { sheet, positions } = known();
    sheet.insertColumn(2, ['Status']);
    sheet.deleteColumn(3);
    expect(positions()).toEqual({ number: 1, key: 3 });
  });
});

describe('an execution that ended while it added columns', () => {
  const MORE = [column('qty', 'Qty'), column('total', 'Total')];
  /** What is remembered before they are put in. */
  const begun = () => {
    const made = known();
    const { sheet } = made;
    sheet.identities = [];
    sheet.remembered = {
      ...sheet.remembered!,
      ...withColumns(sheet.remembered!, 4, MORE),
      adding: MORE.map(({ id }) => id),
    };
    return made;
  };
  const contentsOf = (sheet: Sheet) => {
    const { positions, adding } = readContents(sheet, [...COLUMNS, ...MORE]);
    return { positions: Object.fromEntries(positions), adding };
  };
  const OURS = { number: 1, status: 2, key: 3 };
  const WITH_MORE = { ...OURS, qty: 4, total: 5 };

  test('before or after it put them in: blank columns are there to be named', () => {
    const { sheet } = begun();
    expect(contentsOf(sheet)).toEqual({ positions: WITH_MORE, adding: ['qty', 'total'] });
    sheet.insertColumn(4, []);
    sheet.insertColumn(5, []);
    expect(contentsOf(sheet)).toEqual({ positions: WITH_MORE, adding: ['qty', 'total'] });
  });

  test('before it put them in: what stands there is of the person', () => {
    const { sheet } = begun();
    sheet.cells.push(['1', 'Shipped', 'k', 'a note of mine']);
    expect(contentsOf(sheet)).toEqual({ positions: OURS, adding: ['qty', 'total'] });
  });

  test('after it named them', () => {
    const { sheet } = begun();
    sheet.nameColumns(new Map(MORE.map((each, index) => [4 + index, each])));
    expect(contentsOf(sheet)).toEqual({ positions: WITH_MORE, adding: undefined });
  });
});

test('where no column has its identity any more, the headers identify it', () => {
  const positions = findPositions(
    { names: ['Row key', 'Mine', ' Status ', 'Order number'], notes: [] },
    COLUMNS,
    undefined,
    () => new Map(),
  );
  expect(Object.fromEntries(positions)).toEqual({ key: 1, status: 3, number: 4 });
});

test('a header counts with its notes, and without blank cells at its end', () => {
  expect(headerPrint(['A', 'B', '', ''], ['n'])).toBe(headerPrint(['A', 'B'], ['n', '', '']));
  expect(headerPrint(['A', 'B'], ['n'])).not.toBe(headerPrint(['A', 'B'], ['', 'n']));
  expect(headerPrint(['A', 'B'], [])).not.toBe(headerPrint(['B', 'A'], []));
});

describe('what a sheet keeps of its columns', () => {
  const [positions, header, sheet] = [{ number: 1, key: 2 }, 'print', 7];

  test.each([{}, { adding: ['key'], constant: ['number'], ordered: 0 }])('is read as it was stored: %o', (more) => {
    const stored = { positions, header, sheet, ...more };
    expect(readStoredPositions(storedPositionsText(stored))).toStrictEqual(stored);
  });

  test('was called otherwise in version 1', () => {
    const text = '{"places":{"number":1,"key":2},"header":"print","sheet":7}';
    expect(readStoredPositions(text)).toStrictEqual({ positions, header, sheet });
  });

  test('is nothing where nothing was stored', () => {
    expect(readStoredPositions(undefined)).toBeUndefined();
  });
});

test('where each column bears its name and there are no others, no note is looked at', () => {
  const sheet = inMemorySheet('Orders', []);
  sheet.addColumns(1, COLUMNS);
  readContents(sheet, COLUMNS);
  let looks = 0;
  const { notes } = sheet;
  sheet.notes = (row) => {
    looks++;
    return notes(row);
  };
  const found = () => Object.fromEntries(glanceAt(sheet, COLUMNS).positions);
  const asPut = { number: 1, status: 2, key: 3 };
  expect([found(), looks]).toEqual([asPut, 0]);
  sheet.cells[0]![1] = 'Renamed';
  expect([found(), looks]).toEqual([asPut, 1]);
});
