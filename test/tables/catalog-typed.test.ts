import { describe, expect, test } from 'vitest';
import type { Traits } from '../../src/tables/catalog/item-keys.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { asked, catalogWith, item, keepItems, NO_PAST, ORDERS, STOCK } from '../support/kept-items.ts';

const THEN = Date.UTC(2025, 5, 16, 12);
const HOUR = 3_600_000;
const number = (index: number) => `9SI${index}`;
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const snapshot = (book: InMemoryBook) => book.sheet('Catalog').cells.map((row) => [...row]);

describe('a row that the user started', () => {
  test.each<[string, Traits]>([
    ['Seller part number', { sellerPartNumber: 'a' }],
    ['Item number', { itemNumber: '9si1' }],
    ['UPC code', { upcCode: '012' }],
    ['Mfr part number', { mfrPartNumber: 'm' }],
  ])('with only a %s is filled in and gets a key', (header, traits) => {
    const [value] = Object.values(traits);
    const book = catalogWith({ Title: 'My own' }, { [header]: value! });
    keepItems(
      book,
      STOCK,
      [item({ itemNumber: '9SI1', sellerPartNumber: 'A', upcCode: '12', mfrPartNumber: 'M', title: 'T' })],
      THEN,
    );
    expect(book.rows('Catalog')).toEqual([
      expect.objectContaining({ Title: 'My own', 'Row key': '' }),
      {
        'Seller part number': 'A',
        'Item number': '9SI1',
        'UPC code': '12',
        'Mfr part number': 'M',
        Title: 'T',
        'Stock polled': new Date(THEN),
        'Prices polled': '',
        ...NO_PAST,
        'First seen': new Date(THEN),
        From: 'Typed in',
        'Seller ID': 'A006',
        'Row key': `A006|${value}`,
        [header]: value,
      },
    ]);
  });

  test("isn't added a second time", () => {
    const book = catalogWith({ 'Seller part number': 'B' }, { 'Seller part number': 'A' });
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', sellerPartNumber: 'A' }), item({ itemNumber: '9SI3' })], THEN);
    expect(book.rows('Catalog').map((row) => [row['Seller part number'], row['Item number'], row.From])).toEqual([
      ['B', '', ''],
      ['A', '9SI1', 'Typed in'],
      ['', '9SI3', 'Orders'],
    ]);
  });

  test("gets a key and a poll time even if the marketplace doesn't return it", () => {
    const book = catalogWith({ 'Seller part number': 'A' });
    keepItems(book, STOCK, [asked({ sellerPartNumber: 'a' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([
      { 'Stock polled': new Date(THEN), From: 'Typed in', 'Row key': 'A006|A' },
    ]);
  });

  test('keeps all other typed values', () => {
    const when = new Date(0);
    const book = catalogWith({
      'Item number': '9SI1',
      'Seller part number': 17,
      'UPC code': when,
      From: 'me',
    });
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', sellerPartNumber: '17', upcCode: '12' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([
      { 'Seller part number': 17, 'UPC code': when, From: 'me', 'First seen': new Date(THEN) },
    ]);
  });

  test('matches a code typed as a number or as text', () => {
    const book = catalogWith({ 'UPC code': 12_345_678_905 });
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', upcCode: '012345678905' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([{ 'UPC code': 12_345_678_905, 'Item number': '9SI1' }]);
  });

  test("doesn't match if it contains an error value", () => {
    const book = catalogWith({ 'Seller part number': '#N/A' }, { 'Seller part number': '#N/A' });
    const { conflicts } = keepItems(book, ORDERS, [item({ itemNumber: '9SI1' })], THEN);
    expect(conflicts).toEqual([]);
    expect(book.rows('Catalog').map((row) => row['Item number'])).toEqual(['', '', '9SI1']);
  });

  test('keeps its formulas, even if their result is blank', () => {
    const book = catalogWith({ 'Seller part number': 'A' });
    const sheet = book.sheet('Catalog');
    sheet.formulas.set('2 5', '=IF(FALSE,1,"")');
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', sellerPartNumber: 'A', title: 'T' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([{ Title: '', 'Item number': '9SI1' }]);
    const columns = sheet.writes.flatMap(({ column, values }) => values[0]!.map((_, across) => column + across));
    expect(columns).not.toContain(5);
  });
});

describe('the user’s changes', () => {
  test('keep moved, renamed, and added columns and sorted rows', () => {
    const book = new InMemoryBook();
    const facts = ['A', 'B', 'C'].map((sku, index) => item({ itemNumber: number(index), sellerPartNumber: sku }));
    keepItems(book, STOCK, facts, THEN);
    const sheet = book.sheet('Catalog');
    sheet.insertColumn(1, ['My note', 'note of A', 'note of B', 'note of C']);
    sheet.cells[0]![1] = 'SKU';
    const [header, ...rows] = sheet.cells;
    sheet.cells = [header!, ...rows.reverse()];
    sheet.formats = sheet.cells.map((row) => row.map(() => '@'));
    const more = [item({ itemNumber: '9SI1', upcCode: '12' }), item({ itemNumber: '9SI3', sellerPartNumber: 'D' })];
    keepItems(book, STOCK, more, THEN + HOUR);
    expect(book.rows('Catalog').map((row) => [row['My note'], row.SKU, row['UPC code']])).toEqual([
      ['note of C', 'C', ''],
      ['note of B', 'B', '12'],
      ['note of A', 'A', ''],
      ['', 'D', ''],
    ]);
  });

  test('a row without matching facts is never written', () => {
    const book = catalogWith({ 'Seller part number': 'Total', 'Item number': 3 }, { 'Seller part number': 'A' });
    book.sheet('Catalog').writes.length = 0;
    keepItems(book, STOCK, [item({ itemNumber: '9SI1', sellerPartNumber: 'A' }), item({ itemNumber: '9SI2' })], THEN);
    const rows = book.sheet('Catalog').writes.flatMap(({ row, values }) => values.map((_, down) => row + down));
    expect(new Set(rows)).toEqual(new Set([3, 4]));
  });

  test('a sheet without its key column is rejected before anything is written', () => {
    const book = new InMemoryBook();
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1' })], THEN);
    const sheet = book.sheet('Catalog');
    sheet.deleteColumn(sheet.cells[0]!.length);
    const before = snapshot(book);
    const error = faultOf(() => keepItems(book, ORDERS, [item({ itemNumber: '9SI2' })], THEN));
    expect(error).toMatchObject({ code: 'MARKET_TABLE', message: expect.stringContaining('Catalog') });
    expect(snapshot(book)).toEqual(before);
  });

  test('a nearly full workbook gets no rows', () => {
    const book = new InMemoryBook();
    book.others = 8_999_000;
    const facts = many(2000).map((index) => item({ itemNumber: number(index) }));
    expect(faultOf(() => keepItems(book, ORDERS, facts, THEN)).message).toContain('no room');
    expect(book.sheets.size).toBe(0);
  });
});

test('hundreds of rows typed in different ways need at most eight writes', () => {
  const rows = many(400).map((index) =>
    index % 2 ? { 'Seller part number': `S${index}` } : { 'Item number': number(index) },
  );
  const book = catalogWith(...rows);
  const facts = many(500).map((index) => item({ itemNumber: number(index), sellerPartNumber: `S${index}` }));
  book.sheet('Catalog').writes.length = 0;
  keepItems(book, STOCK, facts, THEN);
  expect(book.sheet('Catalog').writes.length).toBeLessThanOrEqual(8);
  expect(book.rows('Catalog').map((row) => [row['Seller part number'], row['Item number']])).toEqual(
    many(500).map((index) => [`S${index}`, number(index)]),
  );
});

test('identically typed rows get different keys', () => {
  const book = catalogWith({ 'UPC code': '12' }, { 'UPC code': '12' }, { 'UPC code': 'x'.repeat(3000) });
  keepItems(book, STOCK, [asked({ upcCode: '12' }), asked({ upcCode: 'x'.repeat(3000) })], THEN);
  const keys = book.rows('Catalog').map((row) => String(row['Row key']));
  expect(keys.slice(0, 2)).toEqual(['A006|12', 'A006|12|2']);
  expect(keys[2]!.length).toBeLessThan(1100);
});
