/** Facts about items reach the sheet of the Catalog: blanks are filled, rows added, and nothing of the person's changes. */
import { describe, expect, test } from 'vitest';
import { MarketError } from '../../src/protocol/market-error.ts';
import { readCatalog } from '../../src/tables/catalog/catalog.ts';
import { catalogColumns } from '../../src/tables/catalog/catalog-table.ts';
import type { Traits } from '../../src/tables/catalog/item-keys.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { faultOf } from '../protocol/fault.ts';
import { InMemoryBook, type InMemorySheet } from '../support/in-memory-book.ts';
import { keepItems } from '../support/kept-items.ts';

const SHOP = { sellerId: 'A006', isOnly: true };

const THEN = Date.UTC(2025, 5, 16, 12);
const HOUR = 3_600_000;

const item = (traits: Traits): Fact => ({ about: 'item', traits });
const asked = (traits: Traits): Fact => ({ about: 'question', traits });

const items = { each: [], fields: {} };
const ORDERS = { title: 'Orders', items };
const STOCK = { title: 'Inventory', items: { ...items, polled: 'stockPolled' } } as const;
const PRICES = { title: 'Price history', items: { ...items, polled: 'pricesPolled' } } as const;

/** A book whose Catalog has these rows typed in below its header, by column. */
function typed(...rows: readonly Readonly<Record<string, Cell>>[]): InMemoryBook {
  const book = new InMemoryBook();
  book.create('Catalog', catalogColumns());
  for (const row of rows) type(book.sheet('Catalog'), row);
  return book;
}

function type(sheet: InMemorySheet, row: Readonly<Record<string, Cell>>): void {
  sheet.cells.push(sheet.cells[0]!.map((name) => row[String(name)] ?? ''));
  sheet.formats.push(sheet.cells[0]!.map(() => '@'));
}

const NO_PAST = { 'Logs known': '', 'Logs of': '', 'Logs left': '', 'Newest log': '', 'Daily changes': '' };

const number = (index: number) => `9SI${index}`;
const many = (count: number) => Array.from({ length: count }, (_, index) => index);
const snapshot = (book: InMemoryBook) => book.sheet('Catalog').cells.map((row) => [...row]);

test('its columns', () => {
  const header =
    'Seller part number, Item number, UPC code, Mfr part number, Title, Stock polled, Prices polled, First seen, From, Seller ID, Logs known, Logs of, Newest log, Daily changes, Logs left, Row key';
  expect(
    catalogColumns()
      .map((column) => column.header)
      .join(', '),
  ).toBe(header);
  const those = (flag: 'typed' | 'hidden') =>
    catalogColumns().flatMap(({ id, [flag]: is }) => (is ? [id] : []));
  expect(those('typed')).toEqual([
    'sellerPartNumber',
    'itemNumber',
    'upcCode',
    'mfrPartNumber',
    'title',
    'sellerId',
  ]);
  expect(those('hidden')).toEqual(['logsKnown', 'logsOf', 'newestLog', 'dailyChanges', 'logsLeft', 'rowKey']);
});

describe('the first facts', () => {
  test('make the sheet, in one write, with what they know and where from', () => {
    const book = new InMemoryBook();
    const facts = [
      item({ itemNumber: '9SI1', sellerPartNumber: 'A', upcCode: '00501' }),
      item({ sellerPartNumber: '=B' }),
    ];
    expect(keepItems(book, STOCK, facts, THEN)).toEqual({ cells: 32, conflicts: [] });
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
    ['a question', [asked({ sellerPartNumber: 'A' })]],
    ['a product', [{ about: 'product', traits: { upcCode: '12' } }]],
  ])('%s: no sheet is made', (_, facts) => {
    const book = new InMemoryBook();
    expect(keepItems(book, STOCK, facts, THEN)).toEqual({ cells: 0, conflicts: [] });
    expect(book.sheets.size).toBe(0);
  });
});

describe('a row that a person began', () => {
  test.each<[string, Traits]>([
    ['Seller part number', { sellerPartNumber: 'a' }],
    ['Item number', { itemNumber: '9si1' }],
    ['UPC code', { upcCode: '012' }],
    ['Mfr part number', { mfrPartNumber: 'm' }],
  ])('with nothing but a %s is filled in its row, and known from then on', (header, traits) => {
    const [value] = Object.values(traits);
    const book = typed({ Title: 'My own' }, { [header]: value! });
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

  test('is not added a second time below', () => {
    const book = typed({ 'Seller part number': 'B' }, { 'Seller part number': 'A' });
    keepItems(
      book,
      ORDERS,
      [item({ itemNumber: '9SI1', sellerPartNumber: 'A' }), item({ itemNumber: '9SI3' })],
      THEN,
    );
    expect(
      book.rows('Catalog').map((row) => [row['Seller part number'], row['Item number'], row.From]),
    ).toEqual([
      ['B', '', ''],
      ['A', '9SI1', 'Typed in'],
      ['', '9SI3', 'Orders'],
    ]);
  });

  test('and asked for in vain is known too', () => {
    const book = typed({ 'Seller part number': 'A' });
    keepItems(book, STOCK, [asked({ sellerPartNumber: 'a' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([
      { 'Stock polled': new Date(THEN), From: 'Typed in', 'Row key': 'A006|A' },
    ]);
  });

  test('keeps what else was typed, whatever it is', () => {
    const when = new Date(0);
    const book = typed({ 'Item number': '9SI1', 'Seller part number': 17, 'UPC code': when, From: 'me' });
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', sellerPartNumber: '17', upcCode: '12' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([
      { 'Seller part number': 17, 'UPC code': when, From: 'me', 'First seen': new Date(THEN) },
    ]);
  });

  test('is the same as a number and as a text', () => {
    const book = typed({ 'UPC code': 12_345_678_905 });
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', upcCode: '012345678905' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([{ 'UPC code': 12_345_678_905, 'Item number': '9SI1' }]);
  });

  test('is not what a failed formula shows', () => {
    const book = typed({ 'Seller part number': '#N/A' }, { 'Seller part number': '#N/A' });
    const { conflicts } = keepItems(book, ORDERS, [item({ itemNumber: '9SI1' })], THEN);
    expect(conflicts).toEqual([]);
    expect(book.rows('Catalog').map((row) => row['Item number'])).toEqual(['', '', '9SI1']);
  });

  test('keeps its formulas, those that show nothing too', () => {
    const book = typed({ 'Seller part number': 'A' });
    const sheet = book.sheet('Catalog');
    sheet.formulas.set('2 5', '=IF(FALSE,1,"")');
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1', sellerPartNumber: 'A', title: 'T' })], THEN);
    expect(book.rows('Catalog')).toMatchObject([{ Title: '', 'Item number': '9SI1' }]);
    const columns = sheet.writes.flatMap(({ column, values }) =>
      values[0]!.map((_, across) => column + across),
    );
    expect(columns).not.toContain(5);
  });
});

describe('the same facts again', () => {
  const facts = many(50).map((index) => item({ itemNumber: number(index), sellerPartNumber: `S${index}` }));

  test('write nothing where nothing is polled', () => {
    const book = new InMemoryBook();
    keepItems(book, ORDERS, facts, THEN);
    const sheet = book.sheet('Catalog');
    sheet.writes.length = 0;
    sheet.reads = 0;
    expect(keepItems(book, ORDERS, facts, THEN + HOUR).cells).toBe(0);
    expect(sheet.writes).toEqual([]);
    expect(sheet.reads).toBe(1);
  });

  test('write else one range of instants, of that operation alone', () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    const before = snapshot(book);
    const sheet = book.sheet('Catalog');
    sheet.writes.length = 0;
    expect(keepItems(book, PRICES, facts, THEN + HOUR).cells).toBe(50);
    expect(sheet.writes).toHaveLength(1);
    const column = before[0]!.indexOf('Prices polled');
    expect(sheet.cells).toEqual(
      before.map((row, index) =>
        row.map((cell, at) => (index > 0 && at === column ? new Date(THEN + HOUR) : cell)),
      ),
    );
  });

  test('write nothing at the same instant', () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    book.sheet('Catalog').writes.length = 0;
    expect(keepItems(book, STOCK, facts, THEN).cells).toBe(0);
    expect(book.sheet('Catalog').writes).toEqual([]);
  });

  test('renew what was asked for and did not come, and nothing else', () => {
    const book = new InMemoryBook();
    keepItems(book, STOCK, facts, THEN);
    keepItems(book, STOCK, [asked({ sellerPartNumber: 's7' }), asked({ itemNumber: '9SI9' })], THEN + HOUR);
    const renewed = book.rows('Catalog').filter((row) => Number(row['Stock polled']) > THEN);
    expect(renewed.map((row) => row['Item number'])).toEqual(['9SI7', '9SI9']);
  });
});

describe('what is the person’s', () => {
  test('columns that were moved, renamed and added, and the order of rows', () => {
    const book = new InMemoryBook();
    const facts = ['A', 'B', 'C'].map((sku, index) =>
      item({ itemNumber: number(index), sellerPartNumber: sku }),
    );
    keepItems(book, STOCK, facts, THEN);
    const sheet = book.sheet('Catalog');
    sheet.insertColumn(1, ['My note', 'note of A', 'note of B', 'note of C']);
    sheet.cells[0]![1] = 'SKU';
    const [header, ...rows] = sheet.cells;
    sheet.cells = [header!, ...rows.reverse()];
    sheet.formats = sheet.cells.map((row) => row.map(() => '@'));
    const more = [
      item({ itemNumber: '9SI1', upcCode: '12' }),
      item({ itemNumber: '9SI3', sellerPartNumber: 'D' }),
    ];
    keepItems(book, STOCK, more, THEN + HOUR);
    expect(book.rows('Catalog').map((row) => [row['My note'], row.SKU, row['UPC code']])).toEqual([
      ['note of C', 'C', ''],
      ['note of B', 'B', '12'],
      ['note of A', 'A', ''],
      ['', 'D', ''],
    ]);
  });

  test('a row that no fact is about is never written', () => {
    const book = typed({ 'Seller part number': 'Total', 'Item number': 3 }, { 'Seller part number': 'A' });
    book.sheet('Catalog').writes.length = 0;
    keepItems(
      book,
      STOCK,
      [item({ itemNumber: '9SI1', sellerPartNumber: 'A' }), item({ itemNumber: '9SI2' })],
      THEN,
    );
    const rows = book
      .sheet('Catalog')
      .writes.flatMap(({ row, values }) => values.map((_, down) => row + down));
    expect(new Set(rows)).toEqual(new Set([3, 4]));
  });

  test('a sheet without its key column is refused before anything is written', () => {
    const book = new InMemoryBook();
    keepItems(book, ORDERS, [item({ itemNumber: '9SI1' })], THEN);
    const sheet = book.sheet('Catalog');
    sheet.deleteColumn(sheet.cells[0]!.length);
    const before = snapshot(book);
    const error = faultOf(() => keepItems(book, ORDERS, [item({ itemNumber: '9SI2' })], THEN));
    expect(error).toMatchObject({ code: 'MARKET_TABLE', message: expect.stringContaining('Catalog') });
    expect(snapshot(book)).toEqual(before);
  });

  test('a workbook that is nearly full gets no rows', () => {
    const book = new InMemoryBook();
    book.others = 8_999_000;
    const facts = many(2000).map((index) => item({ itemNumber: number(index) }));
    expect(faultOf(() => keepItems(book, ORDERS, facts, THEN)).message).toContain('no room');
    expect(book.sheets.size).toBe(0);
  });
});

test('hundreds of rows that were typed in different ways are few writes', () => {
  const rows = many(400).map((index) =>
    index % 2 ? { 'Seller part number': `S${index}` } : { 'Item number': number(index) },
  );
  const book = typed(...rows);
  const facts = many(500).map((index) => item({ itemNumber: number(index), sellerPartNumber: `S${index}` }));
  book.sheet('Catalog').writes.length = 0;
  keepItems(book, STOCK, facts, THEN);
  expect(book.sheet('Catalog').writes.length).toBeLessThanOrEqual(8);
  expect(book.rows('Catalog').map((row) => [row['Seller part number'], row['Item number']])).toEqual(
    many(500).map((index) => [`S${index}`, number(index)]),
  );
});

test('each row has a key of its own, though they began alike', () => {
  const book = typed({ 'UPC code': '12' }, { 'UPC code': '12' }, { 'UPC code': 'x'.repeat(3000) });
  keepItems(book, STOCK, [asked({ upcCode: '12' }), asked({ upcCode: 'x'.repeat(3000) })], THEN);
  const keys = book.rows('Catalog').map((row) => String(row['Row key']));
  expect(keys.slice(0, 2)).toEqual(['A006|12', 'A006|12|2']);
  expect(keys[2]!.length).toBeLessThan(1100);
});

describe('of two shops whose part numbers overlap', () => {
  const [one, other] = ['ONE', 'TWO'].map((sellerId) => ({ sellerId, isOnly: false }));
  const facts = (shop: string, ...parts: string[]) =>
    parts.map((part) => item({ itemNumber: `9SI${shop}${part}`, sellerPartNumber: part }));
  const seen = (book: InMemoryBook) =>
    book
      .rows('Catalog')
      .map((row) => [
        row['Seller ID'],
        row['Item number'],
        row['Seller part number'],
        Number(row['Stock polled']),
      ]);

  test('each has rows of its own, and nothing contradicts itself', () => {
    const book = new InMemoryBook();
    const told = [
      keepItems(book, STOCK, facts('1', 'A', 'B'), THEN, one),
      keepItems(book, STOCK, facts('2', 'B', 'C'), THEN + HOUR, other),
      keepItems(book, STOCK, [asked({ sellerPartNumber: 'B' })], THEN + 2 * HOUR, one),
    ];
    expect(told.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    expect(seen(book)).toEqual([
      ['ONE', '9SI1A', 'A', THEN],
      ['ONE', '9SI1B', 'B', THEN + 2 * HOUR],
      ['TWO', '9SI2B', 'B', THEN + HOUR],
      ['TWO', '9SI2C', 'C', THEN + HOUR],
    ]);
    expect(readCatalog(book, other!).map(({ itemNumber }) => itemNumber)).toEqual(['9SI2B', '9SI2C']);
  });

  test('a row that says no seller is of the first that has the item, and of nobody who only asks', () => {
    const rows = [{ 'Seller part number': 'A' }, { 'Item number': '9SI2B', 'Seller part number': 'B' }];
    const book = typed(...rows);
    keepItems(book, STOCK, [...facts('1', 'B'), asked({ sellerPartNumber: 'A' })], THEN, one);
    expect(seen(book).slice(0, 2)).toEqual([
      ['', '', 'A', 0],
      ['', '9SI2B', 'B', 0],
    ]);
    keepItems(book, STOCK, facts('2', 'A', 'B'), THEN, other);
    keepItems(book, STOCK, facts('1', 'A'), THEN, one);
    expect(seen(book)).toEqual([
      ['TWO', '9SI2A', 'A', THEN],
      ['TWO', '9SI2B', 'B', THEN],
      ['ONE', '9SI1B', 'B', THEN],
      ['ONE', '9SI1A', 'A', THEN],
    ]);
  });
});

describe('what the rows say', () => {
  test('is read row by row, blank and unreadable cells left out', () => {
    const book = typed(
      { 'Item number': ' 9SI1 ', 'Seller part number': 17, 'UPC code': new Date(0) },
      {},
      { 'Mfr part number': '#REF!', Title: 'T' },
    );
    expect(readCatalog(book, SHOP)).toEqual([
      { itemNumber: '9SI1', sellerPartNumber: '17' },
      {},
      { title: 'T' },
    ]);
  });

  test('is nothing where there is no sheet', () => {
    expect(readCatalog(new InMemoryBook(), SHOP)).toEqual([]);
  });

  test('is nothing where the sheet of that name is somebody else’s', () => {
    const book = new InMemoryBook();
    book.find = () => {
      throw new MarketError('MARKET_TABLE', 'It is not ours.');
    };
    expect(readCatalog(book, SHOP)).toEqual([]);
  });
});

describe('an execution that ends at any write', () => {
  const facts = [
    item({ itemNumber: '9SI1', sellerPartNumber: 'A', title: 'T' }),
    item({ itemNumber: '9SI2', sellerPartNumber: 'B', upcCode: '12' }),
    item({ itemNumber: '9SI3' }),
  ];

  /** A Catalog whose columns are divided by the person's own, the key far from all others, with a row typed by hand. */
  function parted(): InMemoryBook {
    const book = typed({ 'Seller part number': 'A' });
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

  test('leaves rows that the next facts mend: none is lost, none is there twice', () => {
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
