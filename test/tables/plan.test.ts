/** A plan predicts a pull's exact changes to a sheet. */
import { describe, expect, test } from 'vitest';
import { instant, integer, money, text } from '../../src/protocol/fields.ts';
import { applyPlans, demandRoom } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { sheetColumns } from '../../src/tables/columns.ts';
import { type Opened, openTable } from '../../src/tables/opened.ts';
import { planOf, planUpsert } from '../../src/tables/plan.ts';
import type { Recorded } from '../../src/tables/table.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook, type InMemorySheet, inMemorySheet } from '../support/in-memory-book.ts';

const record = {
  name: text('name', 'Name.'),
  price: money('price', 'Price.'),
  pieces: integer('pieces', 'Pieces.'),
  sold: instant('sold', 'Sold.', { since: 2 }),
};
const table = { each: [], columns: ['name', 'price', 'pieces', 'sold'], key: ['name'] };
const shop = { answer: { record }, tables: [{ ...table, name: 'Stock' }] } as const satisfies Recorded;
const twoTables: Recorded = { ...shop, tables: [...shop.tables, { ...table, name: 'Other' }] };
const THEN = Date.UTC(2025, 5, 16);
const HEADER = ['Name', 'Price', 'Pieces', 'As of', 'Row key'];

const item = (name: string, price = 1, pieces = 2) => ({
  name,
  price,
  pieces,
  sold: { at: THEN - 1000, text: 'then' },
});

function plan(book: InMemoryBook, records: ReturnType<typeof item>[], version = 1, asOf = THEN, of: Recorded = shop) {
  return planUpsert(book, of, records, new Set(), asOf, version);
}

function pull(book: InMemoryBook, records: ReturnType<typeof item>[], version = 1, asOf = THEN) {
  return applyPlans(book, plan(book, records, version, asOf));
}

function picture(sheet: InMemorySheet): unknown {
  const { cells, formats, formulas, identities, headerNotes } = sheet;
  return JSON.parse(JSON.stringify({ cells, formats, formulas: [...formulas], identities, headerNotes }));
}

const rowsOf = (sheet: InMemorySheet): readonly (readonly Cell[])[] => sheet.read();

describe('a plan', () => {
  test('creates no sheet', () => {
    const book = new InMemoryBook();
    const [planned] = plan(book, [item('a'), item('b')]);
    expect(book.sheets.size).toBe(0);
    expect(planned).toMatchObject({
      table: 'Stock',
      opened: { sheet: undefined },
      added: 2,
      changed: 0,
      cells: 10,
      grows: 26_000,
    });
    expect(planned!.opened.header).toMatchObject({ at: 1, columns: HEADER.map((header) => ({ header })) });
  });

  test('leaves a sheet with missing columns untouched', () => {
    const book = new InMemoryBook();
    pull(book, [item('a'), item('b')]);
    const sheet = book.sheet('Stock');
    sheet.insertColumn(6, ['Mine', 'x', 'y']);
    const before = picture(sheet);
    sheet.writes.length = 0;
    const [planned] = plan(book, [item('a', 5), item('c')], 2, THEN + 1);
    expect(picture(sheet)).toEqual(before);
    expect(sheet.writes).toEqual([]);
    expect(planned).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
    expect(planned!.opened.header).toMatchObject({ at: 6, columns: [{ id: 'sold' }, { id: 'rawDates' }] });
    expect(planned!.opened.contents.cells[1]!.slice(5)).toEqual(['', '', 'x']);
    expect(planned!.steps.length).toBeGreaterThan(0);
  });

  test('lists the cells to replace and the column positions', () => {
    const book = new InMemoryBook();
    pull(book, [item('a')]);
    const { changes, opened } = plan(book, [item('a', 5)], 1, THEN + 1)[0]!;
    const { cells, positions } = opened.contents;
    expect(changes).toMatchObject([{ row: 2, key: 'a', isNew: false, positions: [2], cells: [5] }]);
    expect([cells[1]![1], positions.get('price'), positions.get('rowKey')]).toEqual([1, 2, 5]);
  });

  test('counts the written cells', () => {
    const book = new InMemoryBook();
    pull(book, [item('a'), item('b'), item('c')]);
    const sheet = book.sheet('Stock');
    sheet.writes.length = 0;
    const [counts] = pull(book, [item('a', 5), item('c', 5), item('d')], 1, THEN + 1);
    expect(counts!.cells).toBe(sheet.writes.flatMap(({ values }) => values.flat()).length);
  });
});

describe('room in the workbook', () => {
  const many = Array.from({ length: 2000 }, (_, index) => item(`n${index}`));

  test("rejects all tables before creating any if one doesn't fit", () => {
    const book = new InMemoryBook();
    book.others = 8_985_000;
    const plans = plan(book, many, 1, THEN, twoTables);
    expect(faultOf(() => demandRoom(book, plans)).message).toContain('no room for 52000 more cells');
    expect(book.sheets.size).toBe(0);
  });

  test.each([
    [8_974_000, 'fits up to nine tenths of the limit', 0],
    [8_974_001, 'does not fit beyond that', 1],
  ])('with %i other cells the plan %s', (others, _, refusals) => {
    const book = new InMemoryBook();
    book.others = others;
    const plans = plan(book, many);
    let refused = 0;
    try {
      demandRoom(book, plans);
    } catch {
      refused++;
    }
    expect(refused).toBe(refusals);
  });

  test('includes the cells of new columns', () => {
    const book = new InMemoryBook();
    book.others = 8_000_000;
    pull(book, many);
    const [planned] = plan(book, many, 2, THEN + 1);
    expect(planned).toMatchObject({ added: 0, changed: 2000, grows: 2 * 2001 });
  });
});

describe('missing columns', () => {
  test("are added right of the add-on's and move user columns", () => {
    const book = new InMemoryBook();
    pull(book, [item('a'), item('b')]);
    const sheet = book.sheet('Stock');
    sheet.insertColumn(6, ['Mine', 'x', 'y']);
    pull(book, [item('b', 3), item('c')], 2, THEN + 1000);
    const sold = new Date(THEN - 1000);
    const raw = 'Sold: then';
    expect(rowsOf(sheet)).toEqual([
      [...HEADER, 'Sold', 'Raw dates', 'Mine'],
      ['a', 1, 2, new Date(THEN), 'a', '', '', 'x'],
      ['b', 3, 2, new Date(THEN + 1000), 'b', sold, raw, 'y'],
      ['c', 1, 2, new Date(THEN + 1000), 'c', sold, raw, ''],
    ]);
  });

  test("keep the user's fill-down formula pointing at the same column", () => {
    const book = new InMemoryBook();
    pull(book, [item('a'), item('b')]);
    const sheet = book.sheet('Stock');
    sheet.insertColumn(6, ['Mine', 1, 2]);
    for (const row of [2, 3]) sheet.formulas.set(`${row} 6`, '=R[0]C[-4]');
    const { addColumns } = sheet;
    sheet.addColumns = (at, columns) => {
      addColumns(at, columns);
      // The inserted columns move the reference by two columns.
      for (const row of [2, 3]) sheet.formulas.set(`${row} 8`, '=R[0]C[-6]');
    };
    pull(book, [item('c')], 2);
    expect(sheet.formulas.get('4 8')).toBe('=R[0]C[-6]');
  });

  test.each([[[[]]], [[['', '']]]])('are all created in a blank sheet %j', (cells) => {
    const book = new InMemoryBook();
    const sheet = inMemorySheet('Stock', cells);
    book.sheets.set('Stock', sheet);
    pull(book, [item('a')]);
    const filled = rowsOf(sheet).map((row) => row.slice(0, HEADER.length));
    expect(filled).toEqual([HEADER, ['a', 1, 2, new Date(THEN), 'a']]);
  });

  test('leave a complete sheet unchanged', () => {
    const book = new InMemoryBook();
    pull(book, [item('a')], 2);
    const columns = sheetColumns(shop, shop.tables[0], new Set(), 1);
    expect(openTable(book, 'Stock', columns)).toMatchObject({ header: undefined, columns });
  });
});

test('merged cells are refused only in columns of the add-on', () => {
  const book = new InMemoryBook();
  pull(book, [item('a'), item('b')]);
  const sheet = book.sheet('Stock');
  sheet.insertColumn(2, ['Mine', 'x', 'y']);
  const merge = (left: number, right: number) =>
    Object.assign(sheet, { merged: () => [{ top: 2, bottom: 3, left, right }] });
  merge(2, 2);
  expect(pull(book, [item('c')])).toMatchObject([{ added: 1 }]);
  merge(2, 3);
  expect(faultOf(() => pull(book, [item('d')])).message).toContain("merged cells in the add-on's columns: B2:C3");
});

test('merged cells are refused if blank cells of known rows would be filled', () => {
  const book = new InMemoryBook();
  pull(book, [item('a')]);
  const sheet = book.sheet('Stock');
  Object.assign(sheet, { merged: () => [{ top: 2, bottom: 2, left: 1, right: 2 }] });
  expect(pull(book, [item('a', 7)])).toMatchObject([{ changed: 1 }]);
  sheet.cells[1]![1] = '';
  expect(faultOf(() => pull(book, [item('a', 8)])).message).toContain('merged cells');
});

test('updates every copy of a row that the user duplicated, and counts it once', () => {
  const book = new InMemoryBook();
  pull(book, [item('a'), item('b')]);
  const sheet = book.sheet('Stock');
  sheet.cells.push([], [...sheet.cells[1]!]);
  const [counts] = pull(book, [item('a', 7), item('c')], 1, THEN + 1);
  expect(counts).toMatchObject({ added: 1, changed: 1, unchanged: 0 });
  expect(rowsOf(sheet).map(([name, price]) => [name, price])).toEqual([
    ['Name', 'Price'],
    ['a', 7],
    ['b', 1],
    ['', ''],
    ['a', 7],
    ['c', 1],
  ]);
});

describe('a column hidden because all its values were equal', () => {
  const columns = sheetColumns(shop, shop.tables[0], new Set());
  const ids = columns.map(({ id }) => id);
  const positions = new Map(ids.map((id, index) => [id, index + 1]));
  const line = (name: string, price: Cell, key = name) => ids.map((id) => ({ name, price, rowKey: key })[id] ?? '');
  const revealed = (prices: readonly Cell[], changed: Cell | undefined, without?: string): readonly string[] => {
    const cells = [HEADER, ...prices.map((price, index) => line(`n${index}`, price)), line('mine', 99, '')];
    const left = new Map([...positions].filter(([id]) => id !== without));
    const contents = { cells, positions: left, constant: ['price'] };
    const opened = { table: 'Stock', columns, sheet: undefined, header: undefined, contents };
    const change = {
      key: 'n0',
      row: 2,
      isNew: false,
      positions: [positions.get('price')!],
      cells: [changed!],
    };
    const changes = changed === undefined ? [] : [change];
    const counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };
    return planOf(opened as Opened, { changes, counts }).revealed;
  };

  test.each<[string, Parameters<typeof revealed>, readonly string[]]>([
    ['is shown when a row differs', [[1, 2], undefined], ['price']],
    ['is shown when a row will differ', [[1, 1], 2], ['price']],
    ['stays hidden while all values are equal', [[1, 1], 1], []],
    ['stays hidden when a row is blank in it', [[1, ''], ''], []],
    ['is skipped when it was deleted', [[1, 2], 3, 'price'], []],
  ])('%s', (_, given, expected) => {
    expect(revealed(...given)).toEqual(expected);
  });
});
