import { describe, expect, test } from 'vitest';
import { MarketError } from '../../src/protocol/market-error.ts';
import { readCatalog } from '../../src/tables/catalog/catalog.ts';
import { catalogColumns } from '../../src/tables/catalog/catalog-table.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { asked, catalogWith, item, keepItems, NO_PAST, ORDERS, PRICES, STOCK } from '../support/kept-items.ts';

const SHOP = { sellerId: 'A006', isOnly: true };
const THEN = Date.UTC(2025, 5, 16, 12);
const HOUR = 3_600_000;
const number = (index: number) => `9SI${index}`;
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const snapshot = (book: InMemoryBook) => book.sheet('Catalog').cells.map((row) => [...row]);

test("lists the Catalog's columns, those that users type, and the hidden ones", () => {
  const header =
    'Seller part number, Item number, UPC code, Mfr part number, Title, Stock polled, Prices polled, First seen, From, Seller ID, Logs known, Logs of, Newest log, Daily changes, Logs left, Canadian prices polled, Row key';
  expect(
    catalogColumns()
      .map((column) => column.header)
      .join(', '),
  ).toBe(header);
  const idsOf = (flag: 'typed' | 'hidden') => catalogColumns().flatMap(({ id, [flag]: is }) => (is ? [id] : []));
  expect(idsOf('typed')).toEqual(['sellerPartNumber', 'itemNumber', 'upcCode', 'mfrPartNumber', 'title', 'sellerId']);
  expect(idsOf('hidden')).toEqual(['logsKnown', 'logsOf', 'newestLog', 'dailyChanges', 'logsLeft', 'rowKey']);
});

describe('the first facts', () => {
  test('create the sheet in one write, with the item data and its source', () => {
    const book = new InMemoryBook();
    const facts = [
      item({ itemNumber: '9SI1', sellerPartNumber: 'A', upcCode: '00501' }),
      item({ sellerPartNumber: '=B' }),
    ];
    expect(keepItems(book, STOCK, facts, THEN)).toEqual({ cells: 34, conflicts: [] });
    expect(book.rows('Catalog')).toEqual([
      {
        'Seller part number': 'A',
        'Item number': '9SI1',
        'UPC code': '00501',
        'Mfr part number': '',
        Title: '',
        'Stock polled': new Date(THEN),
        'Prices polled': '',
        ...NO_PAST,
        'First seen': new Date(THEN),
        From: 'Inventory',
        'Seller ID': 'A006',
        'Row key': 'A006|9SI1',
      },
      expect.objectContaining({ 'Seller part number': '=B', 'Item number': '', 'Row key': 'A006|=B' }),
    ]);
    const { writes, cells, formats } = book.sheet('Catalog');
    expect(writes).toHaveLength(1);
    for (const [row, line] of cells.entries())
      for (const [column, cell] of line.entries())
        if (typeof cell === 'string' && cell !== '') expect(formats[row]![column]).toBe('@');
  });

  test.each<[string, Fact[]]>([
    ['no facts', []],
    ['only a request', [asked({ sellerPartNumber: 'A' })]],
    ['a product without an item', [{ about: 'product', traits: { upcCode: '12' } }]],
  ])('%s: creates no sheet', (_, facts) => {
    const book = new InMemoryBook();
    expect(keepItems(book, STOCK, facts, THEN)).toEqual({ cells: 0, conflicts: [] });
    expect(book.sheets.size).toBe(0);
  });
});

describe('the same facts again', () => {
  const facts = many(50).map((index) => item({ itemNumber: number(index), sellerPartNumber: `S${index}` }));

  test("write no cells if the operation doesn't poll", () => {
    const book = new InMemoryBook();
    keepItems(book, ORDERS, facts, THEN);
    const sheet = book.sheet('Catalog');
    sheet.writes.length = 0;
    sheet.reads = 0;
    expect(keepItems(book, ORDERS, facts, THEN + HOUR).cells).toBe(0);
    expect(sheet.writes).toEqual([]);
    expect(sheet.reads).toBe(1);
  });

  test("otherwise write only that operation's poll times", () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    const before = snapshot(book);
    const sheet = book.sheet('Catalog');
    sheet.writes.length = 0;
    expect(keepItems(book, PRICES, facts, THEN + HOUR).cells).toBe(50);
    expect(sheet.writes).toHaveLength(1);
    const column = before[0]!.indexOf('Prices polled');
    expect(sheet.cells).toEqual(
      before.map((row, index) => row.map((cell, at) => (index > 0 && at === column ? new Date(THEN + HOUR) : cell))),
    );
  });

  test('write no cells at the same time', () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    book.sheet('Catalog').writes.length = 0;
    expect(keepItems(book, STOCK, facts, THEN).cells).toBe(0);
    expect(book.sheet('Catalog').writes).toEqual([]);
  });

  test("update only the poll time of requested items that weren't returned", () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    keepItems(book, STOCK, [asked({ sellerPartNumber: 's7' }), asked({ itemNumber: '9SI9' })], THEN + HOUR);
    const renewed = book.rows('Catalog').filter((row) => Number(row['Stock polled']) > THEN);
    expect(renewed.map((row) => row['Item number'])).toEqual(['9SI7', '9SI9']);
  });
});

describe('reading the Catalog', () => {
  test('reads row by row, skipping blank and unreadable cells', () => {
    const book = catalogWith(
      { 'Item number': ' 9SI1 ', 'Seller part number': 17, 'UPC code': new Date(0) },
      {},
      { 'Mfr part number': '#REF!', Title: 'T' },
    );
    expect(readCatalog(book, SHOP)).toEqual([{ itemNumber: '9SI1', sellerPartNumber: '17' }, {}, { title: 'T' }]);
  });

  test('returns no items without a sheet', () => {
    expect(readCatalog(new InMemoryBook(), SHOP)).toEqual([]);
  });

  test("returns no items if the sheet with that name is the user's", () => {
    const book = new InMemoryBook();
    book.find = () => {
      throw new MarketError('MARKET_TABLE', 'It is not ours.');
    };
    expect(readCatalog(book, SHOP)).toEqual([]);
  });
});

describe('an execution that is killed at any write', () => {
  const facts = [
    item({ itemNumber: '9SI1', sellerPartNumber: 'A', title: 'T' }),
    item({ itemNumber: '9SI2', sellerPartNumber: 'B', upcCode: '12' }),
    item({ itemNumber: '9SI3' }),
  ];

  /** A Catalog with user columns in between, a distant key column, and one user-typed row. */
  function parted(): InMemoryBook {
    const book = catalogWith({ 'Seller part number': 'A' });
    const sheet = book.sheet('Catalog');
    for (const column of [10, 6, 2]) sheet.insertColumn(column, ['Mine']);
    sheet.formats = sheet.cells.map((row) => row.map(() => '@'));
    keepItems(book, ORDERS, [item({ itemNumber: '9SI3' })], THEN);
    return book;
  }

  const rowsOf = (book: InMemoryBook) => book.rows('Catalog').map(({ Mine: _, ...row }) => row);

  function writesOf(book: InMemoryBook, fails: number): number {
    const sheet = book.sheet('Catalog');
    const { write } = sheet;
    let writes = 0;
    sheet.write = (block) => {
      if (++writes === fails) throw new Error('ended');
      write(block);
    };
    if (fails > 0) expect(() => keepItems(book, STOCK, facts, THEN + HOUR)).toThrow('ended');
    else keepItems(book, STOCK, facts, THEN + HOUR);
    sheet.write = write;
    return writes;
  }

  test('leaves rows that the next facts repair, without losing or duplicating any', () => {
    const complete = parted();
    const writes = writesOf(complete, 0);
    expect(writes).toBeGreaterThan(4);
    for (let last = 1; last <= writes; last++) {
      const book = parted();
      writesOf(book, last);
      keepItems(book, STOCK, facts, THEN + HOUR);
      expect(rowsOf(book)).toEqual(rowsOf(complete));
    }
  });
});
