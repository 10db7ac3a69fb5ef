/** Converts sheet rows to warehouse rows and files, and splits files into parts. */
import { describe, expect, test } from 'vitest';
import { DAY } from '../../src/protocol/time.ts';
import { filePart } from '../../src/warehouse/files.ts';
import { exportedTable, ownFields } from '../../src/warehouse/schema.ts';
import { readRows, takenBackRow } from '../../src/warehouse/sheet-rows.ts';
import { isLong } from '../effort.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { order, saveOrders } from './orders.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const ORDERS = exportedTable('Orders')!;

function filled(count = 2): InMemoryBook {
  const book = new InMemoryBook('UTC');
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1).padStart(5, '0'));
  saveOrders(
    book,
    numbers.map((number) => order(number)),
    NOW - DAY,
  );
  return book;
}

/** The 0-based index of a field's column. */
const at = (book: InMemoryBook, id: string) => book.sheet('Orders').remembered!.positions[id]! - 1;
const type = (book: InMemoryBook, row: number, id: string, cell: string | Date) => {
  book.sheet('Orders').cells[row - 1]![at(book, id)] = cell;
};

describe('a row', () => {
  test('lists values that do not fit the type of their column', () => {
    const book = filled();
    const row = () => readRows(book, ORDERS)!.rowAt(1, 0);
    expect('unread' in row()).toBe(false);
    expect(Object.keys(row()).filter((name) => /unread/.test(name))).toEqual([]);
    type(book, 2, 'orderTotalAmount', 'call us');
    type(book, 2, 'orderNumber', new Date(NOW));
    const [name] = Object.keys(row()).filter((each) => /unread/.test(each));
    expect(JSON.parse(String(row()[name!]))).toEqual({
      order_total_amount: 'call us',
      order_number: new Date(NOW).toISOString(),
    });
    expect(row()).not.toHaveProperty('order_total_amount');
  });

  test.each<[string, { readonly asOf?: string }, number]>([
    ['its As of time', {}, NOW - DAY],
    ['its date if it has no As of time', { asOf: '' }, Date.parse('2025-06-15T16:03:05Z')],
  ])('has %s as its version', (_, cells, expected) => {
    const book = filled();
    for (const [id, cell] of Object.entries(cells)) type(book, 2, id, cell);
    expect(readRows(book, ORDERS)!.asOf(1)).toBe(expected);
  });

  test('has the same digest until one of its values changes', () => {
    const book = filled();
    const digest = () => readRows(book, ORDERS)!.printAt(1);
    const before = digest();
    expect(before).toMatch(/^[0-9a-z]{7}$/);
    type(book, 2, 'asOf', new Date(NOW) as never);
    expect(digest()).toBe(before);
    type(book, 2, 'orderTotalAmount', 'call us');
    expect(digest()).not.toBe(before);
  });

  test('that was undone is sent with its key and time', () => {
    const since = new Date(NOW).toISOString();
    expect(takenBackRow('k', NOW)).toEqual({ row_key: 'k', as_of: since, taken_back: since });
  });

  test('copied by a user is sent from its first position; user rows are skipped', () => {
    const book = filled();
    const { cells } = book.sheet('Orders');
    cells.push([...cells[1]!], ['mine']);
    expect([...readRows(book, ORDERS)!.indexes]).toEqual([
      ['A006|00001', 1],
      ['A006|00002', 2],
    ]);
  });

  test('that a killed execution left incomplete is skipped', () => {
    const book = filled(3);
    type(book, 2, 'rowKey', 'incomplete new: A006|00001');
    type(book, 3, 'rowKey', 'incomplete: A006|00002');
    expect([...readRows(book, ORDERS)!.indexes.values()]).toEqual([3]);
  });

  test('includes selected user columns, as displayed', () => {
    const book = filled();
    book.sheet('Orders').insertColumn(3, [' Cost ', 'five', '']);
    book.sheet('Orders').insertColumn(3, ['Other', 'x', 'x']);
    const rows = readRows(book, ORDERS, ['Cost ', 'Nothing', 'Order number'])!;
    expect(rows.fields.slice(ORDERS.fields.length).map(({ name }) => name)).toEqual(['own_cost']);
    expect([rows.rowAt(1, 0).own_cost, rows.rowAt(2, 0).own_cost]).toEqual(['five', undefined]);
  });

  test("doesn't exist for a table without a sheet", () => {
    expect(readRows(new InMemoryBook(), ORDERS)).toBeUndefined();
  });
});

describe('a file', () => {
  test('is found by the name of its table or view', () => {
    const book = filled();
    const part = (name: string) => filePart(book, name, 'csv', 0, NOW).name;
    expect([part('Orders'), part('orders')]).toEqual(['orders.csv', 'orders.csv']);
    const faults = ['ORDERS', 'Keywords'].map((name) => faultOf(() => part(name)));
    expect(faults.map(({ code }) => code)).toEqual(['MARKET_ARGUMENT', 'MARKET_TABLE']);
    expect(faults.map(({ message }) => message)).toEqual([
      'There is no table "ORDERS".',
      'Keywords has no sheet yet. Pull it first.',
    ]);
  });

  test('omits incomplete rows of a killed execution', () => {
    const book = filled(3);
    type(book, 3, 'rowKey', 'incomplete: A006|00002');
    const { text, rows, next } = filePart(book, 'Orders', 'ndjson', 0, NOW);
    const numbers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).order_number);
    expect([numbers, rows, next]).toEqual([['00001', '00003'], 2, undefined]);
  });

  test("has no time later than now after a change of the workbook's time zone", () => {
    const book = filled();
    book.changeZone('Pacific/Honolulu');
    const now = NOW - DAY + 1;
    expect(JSON.parse(filePart(book, 'Orders', 'ndjson', 0, now).text.split('\n')[0]!)).toMatchObject({
      order_date: '2025-06-15T16:03:05.000Z',
      as_of: new Date(now).toISOString(),
    });
  });

  test('contains numbers as numbers and blanks as blanks', () => {
    const book = filled();
    type(book, 2, 'orderTotalAmount', '');
    const [header, first, second] = filePart(book, 'Orders', 'csv', 0, NOW).text.trim().split(/\r?\n/);
    const index = header!.split(',').indexOf('order_total_amount');
    expect([first!.split(',')[index], second!.split(',')[index]]).toEqual(['', '19.98']);
  });

  test('starts at a given row, with a header only in the first part, and reports the number of rows', () => {
    const book = filled(3);
    const part = (from: number, form: 'csv' | 'ndjson' | 'schema') => filePart(book, 'Orders', form, from, NOW);
    const all = part(0, 'csv').text;
    expect(all.split(/\r?\n/).filter(Boolean)).toHaveLength(4);
    expect(all.endsWith(part(1, 'csv').text)).toBe(true);
    expect(part(1, 'csv').text.split(/\r?\n/).filter(Boolean)).toHaveLength(2);
    expect(part(2, 'ndjson')).toMatchObject({ rows: 3, name: 'orders.ndjson' });
    expect(part(0, 'schema')).toMatchObject({ rows: 3, name: 'orders.schema.json' });
    expect(part(0, 'schema').text).toMatch(/^\[\n {2}\{\n {4}"name": "[\s\S]*\}\n\]\n$/);
  });

  if (isLong)
    test('has at most 20,000 rows and reports where the next part starts', () => {
      const book = filled(1);
      const { cells } = book.sheet('Orders');
      const [, line] = cells;
      const key = at(book, 'rowKey');
      for (let row = 1; row <= 20_000; row++) {
        const copy = [...line!];
        copy[key] = `k${row}`;
        cells.push(copy);
      }
      const first = filePart(book, 'Orders', 'ndjson', 0, NOW);
      expect([first.next, first.rows]).toEqual([20_000, 20_001]);
      const last = filePart(book, 'Orders', 'ndjson', 20_000, NOW);
      expect([last.next, last.text.trim().split('\n').length]).toEqual([undefined, 1]);
    });
});

test('a user column is described in one line by its header', () => {
  expect(ownFields(['My\r\nown cost']).map(({ description }) => description)).toEqual(['Your column "My own cost".']);
});
