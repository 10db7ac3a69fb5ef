/** Strategies read each sheet once, even after users change it. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../../src/operations/registry.ts';
import { type AnyRecord, instantAt, NONE_PRIVATE } from '../../../src/protocol/fields.ts';
import type { Storefront } from '../../../src/protocol/operation.ts';
import { viewOf, viewOfSeller } from '../../../src/schedule/strategies/workbook-view.ts';
import { applyPlans, upsert } from '../../../src/tables/apply.ts';
import { catalogColumns } from '../../../src/tables/catalog/catalog-table.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { planRequests, type Request, readRequests } from '../../../src/tables/lookup-requests.ts';
import type { TabledOperation } from '../../../src/tables/table.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';
import { HOUR, NOW, viewWith } from '../../support/strategy-input.ts';

const fill = (book: InMemoryBook, operation: TabledOperation, records: readonly AnyRecord[], at = NOW) =>
  upsert(book, operation, records, NONE_PRIVATE, at);

const order = (orderNumber: string, more: AnyRecord = {}): AnyRecord => ({
  sellerId: 'A006',
  orderNumber,
  orderStatus: 0,
  orderDate: instantAt(NOW - HOUR),
  itemInfoList: [],
  packageInfoList: [],
  ...more,
});

const view = (book: InMemoryBook, now = NOW) => viewOf(book, now);

/** Appends a row, by header. */
function type(book: InMemoryBook, table: string, row: Readonly<Record<string, Cell>>): void {
  const sheet = book.sheet(table);
  sheet.cells.push(sheet.cells[0]!.map((name) => row[String(name)] ?? ''));
  sheet.formats.push(sheet.cells[0]!.map(() => '@'));
}

describe('rows without a seller', () => {
  const whole = viewWith({
    orders: [
      { orderNumber: '1', sellerId: 'A' },
      { orderNumber: '2', sellerId: 'b' },
    ].map((each) => ({
      ...each,
      status: '0',
    })),
    items: [{ itemNumber: '1', sellerId: 'A' }, { itemNumber: '2', sellerId: 'B' }, { itemNumber: '3' }],
    campaigns: ['A', 'B', ''].map((sellerId, index) => ({ sellerId, campaignNumber: String(index + 1) })),
    requests: [{ requestId: '1', sellerId: 'A' }, { requestId: '2', sellerId: 'B' }, { requestId: '3' }],
  });

  test('have the poll times of the storefront', () => {
    const item = { itemNumber: '1', sellerId: 'A', pricesPolled: 1, canadianPricesPolled: 2 };
    const both = { ...whole, items: () => [item] };
    const polledOn = (storefront: Storefront) =>
      viewOfSeller(both, { sellerId: 'A', isOnly: true }, storefront).items()[0]!.pricesPolled;
    expect([polledOn('main'), polledOn('canadian')]).toEqual([1, 2]);
  });

  test.each([
    ['among several sellers', false, [['2'], ['2'], ['2'], ['2', '3']]],
    ['with only one seller', true, [['2'], ['2', '3'], ['2', '3'], ['2', '3']]],
  ] as const)('%s are read as %s', (_, isOnly, seen) => {
    const { orders, items, campaigns, requests } = viewOfSeller(whole, { sellerId: 'B', isOnly }, 'main');
    expect([
      orders().map(({ orderNumber }) => orderNumber),
      items().map(({ itemNumber }) => itemNumber),
      campaigns().map(({ campaignNumber }) => campaignNumber),
      requests().map(({ requestId }) => requestId),
    ]).toEqual(seen);
  });
});

test('an empty workbook has no records', () => {
  const { orders, items, campaigns, requests, sales } = view(new InMemoryBook());
  expect([orders(), items(), campaigns(), requests()]).toEqual([[], [], [], []]);
  expect(sales()({ itemNumber: '9SI1' })).toBe(0);
});

describe('orders', () => {
  test('have their status as a code, in any spelling', () => {
    const book = new InMemoryBook();
    fill(book, operations.orders, [
      order('1'),
      order('2', { orderStatus: 'Shipped' }),
      order('3', { orderStatus: 'Paused', sellerId: null }),
    ]);
    const common = { sellerId: 'A006', orderedAt: NOW - HOUR, asOf: NOW };
    expect(view(book).orders()).toEqual([
      { ...common, orderNumber: '1', status: '0' },
      { ...common, orderNumber: '2', status: '2' },
      { ...common, orderNumber: '3', status: 'Paused', sellerId: '' },
    ]);
  });

  test('exclude rows typed by users; an incomplete row is treated as never read', () => {
    const book = new InMemoryBook();
    fill(book, operations.orders, [order('1')]);
    type(book, 'Orders', { 'Order number': '9' });
    const sheet = book.sheet('Orders');
    sheet.cells[1]![sheet.cells[0]!.indexOf('As of')] = 'incomplete';
    expect(
      view(book)
        .orders()
        .map(({ orderNumber, asOf }) => [orderNumber, asOf]),
    ).toEqual([['1', undefined]]);
  });

  test('are treated as read in the second of two repeated hours, after that hour', () => {
    const book = new InMemoryBook('America/Los_Angeles');
    const first = Date.UTC(2025, 10, 2, 8, 30);
    fill(book, operations.orders, [order('1')], first);
    const asOf = (now: number) => view(book, now).orders()[0]!.asOf;
    expect(asOf(first + HOUR / 2)).toBe(first);
    expect(asOf(first + 2 * HOUR)).toBe(first + HOUR);
  });

  test('exclude rows where the user added text to the order number', () => {
    const book = new InMemoryBook();
    fill(
      book,
      operations.orders,
      ['1', '2', '3'].map((number) => order(number)),
    );
    const { cells } = book.sheet('Orders');
    const column = cells[0]!.indexOf('Order number');
    cells[1]![column] = 'PO 1';
    cells[2]![column] = '2 (urgent)';
    expect(
      view(book)
        .orders()
        .map(({ orderNumber }) => orderNumber),
    ).toEqual(['3']);
  });

  test("aren't read from a user sheet with the same name", () => {
    const book = new InMemoryBook();
    fill(book, operations.orders, [order('1')]);
    const sheet = book.sheet('Orders');
    sheet.deleteColumn(sheet.cells[0]!.length);
    expect(view(book).orders()).toEqual([]);
  });
});

test('items are rows of the Catalog, including typed rows', () => {
  const book = new InMemoryBook();
  book.create('Catalog', catalogColumns());
  type(book, 'Catalog', { 'Item number': '9SI1', 'Stock polled': new Date(NOW), 'Row key': '9SI1' });
  type(book, 'Catalog', { 'Seller part number': ' A ', 'Prices polled': 'never', 'Daily changes': 2.5 });
  expect(view(book).items()).toEqual([
    { itemNumber: '9SI1', stockPolled: NOW },
    { sellerPartNumber: 'A', dailyChanges: 2.5 },
  ]);
});

test('identifiers that no call can contain are ignored, because one would stop all others', () => {
  const book = new InMemoryBook();
  fill(book, operations.orders, [order('1'), order('2')]);
  const { cells } = book.sheet('Orders');
  cells[2]![cells[0]!.indexOf('Order number')] = '2 called buyer';
  book.create('Catalog', catalogColumns());
  for (const code of ['5.01235E+12', '..', '\ud83d', 'A-1']) type(book, 'Catalog', { 'Seller part number': code });
  const { orders, items } = view(book);
  expect(orders().map(({ orderNumber }) => orderNumber)).toEqual(['1']);
  expect(items().map(({ sellerPartNumber }) => sellerPartNumber)).toEqual([...Array(3).fill(undefined), 'A-1']);
});

test('a poll time in the future, as after a move to a time zone farther west, is treated as unknown', () => {
  const book = new InMemoryBook();
  book.create('Catalog', catalogColumns());
  const polled = (at: number) => ({ 'Item number': '9SI1', 'Stock polled': new Date(at), 'Row key': '9SI1' });
  type(book, 'Catalog', polled(NOW + 60_000));
  type(book, 'Catalog', polled(NOW + HOUR));
  const times = view(book)
    .items()
    .map(({ stockPolled }) => stockPolled);
  expect(times).toEqual([NOW + 60_000, undefined]);
});

test('campaigns are read from Ad performance, once per seller, with their last day', () => {
  const book = new InMemoryBook();
  const row = (campaignNumber: string, groupNumber: string, day: string) => ({
    sellerId: 'A006',
    campaignNumber,
    groupNumber,
    fromDate: { day, text: day },
  });
  fill(book, operations['ad-performance'], [
    row('7', '1', '2025-06-02'),
    row('7', '2', '2025-06-03'),
    row('7', '1', '2025-06-01'),
    row('8', '3', '2025-06-01'),
    row('', '4', '2025-06-01'),
  ]);
  const [seven, eight, ...others] = view(book).campaigns();
  expect(others).toEqual([]);
  expect([seven, eight]).toMatchObject([
    { campaignNumber: '7', sellerId: 'A006' },
    { campaignNumber: '8', sellerId: 'A006' },
  ]);
  expect(seven!.lastDay! - eight!.lastDay!).toBe(48 * 3_600_000);
});

test('a campaign on Ad periods is known, but its period is not a day that was read', () => {
  const book = new InMemoryBook();
  const ads = operations['ad-performance'];
  const periods = { ...ads, tables: ads.tables.filter(({ name }) => name === 'Ad periods') };
  const fromDate = { day: '2025-06-01', text: '2025-06-01' };
  fill(book, periods, [{ sellerId: 'A006', campaignNumber: '7', groupNumber: '1', fromDate }]);
  expect(view(book).campaigns()).toEqual([{ campaignNumber: '7', sellerId: 'A006', lastDay: undefined }]);
});

test('campaigns that were pulled after an earlier read are known', () => {
  const book = new InMemoryBook();
  const seen = view(book);
  expect(seen.campaigns()).toEqual([]);
  fill(book, operations['ad-performance'], [{ sellerId: 'A006', campaignNumber: '7', groupNumber: '1' }]);
  expect(seen.campaigns()).toMatchObject([{ campaignNumber: '7' }]);
});

test('sales are summed over order lines, by either identifier', () => {
  const book = new InMemoryBook();
  const line = (marketItemNumber: string | null, sellerPartNumber: string, extendUnitPrice: number | null) => ({
    marketItemNumber,
    sellerPartNumber,
    extendUnitPrice,
  });
  fill(book, operations.orders, [
    order('1', { itemInfoList: [line('9SI1', 'A', 10), line(null, 'B', 5), line('9SI2', 'C', null)] }),
    order('2', { itemInfoList: [line('9si1', 'A', 7.5)] }),
  ]);
  // Columns may have moved.
  book.sheet('Order lines').insertColumn(1, ['My note']);
  const sold = view(book).sales();
  const sellerId = 'a006';
  expect(sold({ sellerId, itemNumber: '9SI1', sellerPartNumber: 'a' })).toBe(17.5);
  expect(sold({ sellerId, sellerPartNumber: 'b' })).toBe(5);
  expect(sold({ sellerId, itemNumber: '9SI3' })).toBe(0);
  expect(sold({ sellerId: 'OTHER', itemNumber: '9SI1', sellerPartNumber: 'a' })).toBe(0);
});

test('each sheet is read only once', () => {
  const book = new InMemoryBook();
  fill(book, operations.orders, [order('1')]);
  book.create('Catalog', catalogColumns());
  for (const { sheet } of [...book.sheets.keys()].map((name) => ({ sheet: book.sheet(name) }))) sheet.reads = 0;
  const seen = view(book);
  for (let times = 0; times < 3; times++) {
    seen.orders();
    seen.items();
    seen.sales();
    seen.requests();
  }
  expect(['Orders', 'Catalog', 'Order lines', 'Packages'].map((name) => book.sheet(name).reads)).toEqual([1, 1, 1, 0]);
});

describe('lookup requests', () => {
  const note = (book: InMemoryBook, pulled: readonly Omit<Request, 'sellerId'>[], now: number, sellerId = 'A006') => {
    const requests = pulled.map((request) => ({ ...request, sellerId }));
    const { plans, renewals } = planRequests(book, requests, now);
    applyPlans(book, [...plans, ...renewals]);
  };
  const rows = (book: InMemoryBook) =>
    book
      .rows('Lookup requests')
      .map((row) => [row['Request ID'], row.Storefront, Number(row['First seen']), Number(row['Last pulled'])]);

  test('the empty sheet is created for typing', () => {
    const book = new InMemoryBook();
    note(book, [], NOW);
    expect(book.sheet('Lookup requests').cells).toEqual([
      ['Request ID', 'Storefront', 'First seen', 'Last pulled', 'Seller ID', 'Row key'],
    ]);
  });

  test('a pull adds its request and updates it the next time', () => {
    const book = new InMemoryBook();
    const [first, same] = [
      { requestId: 'a', storefront: 'main' },
      { requestId: 'A', storefront: 'main' },
    ];
    note(book, [same, first], NOW);
    note(book, [{ requestId: 'A', storefront: 'Main' }], NOW + HOUR);
    note(book, [{ requestId: 'a', storefront: 'canadian' }], NOW + HOUR);
    expect(rows(book)).toEqual([
      ['a', 'main', NOW, NOW + HOUR],
      ['a', 'canadian', NOW + HOUR, NOW + HOUR],
    ]);
    expect(view(book, NOW + HOUR).requests()).toEqual([
      { requestId: 'a', sellerId: 'A006', storefront: 'main', firstSeen: NOW, lastPulled: NOW + HOUR },
      {
        requestId: 'a',
        sellerId: 'A006',
        storefront: 'canadian',
        firstSeen: NOW + HOUR,
        lastPulled: NOW + HOUR,
      },
    ]);
  });

  test('one ID in two shops is two requests; a row without a seller belongs to the first shop that pulls it', () => {
    const book = new InMemoryBook();
    note(book, [], NOW);
    type(book, 'Lookup requests', { 'Request ID': 'x' });
    note(book, [{ requestId: 'x', storefront: 'main' }], NOW, 'B1');
    note(book, [{ requestId: 'x', storefront: 'main' }], NOW + HOUR);
    note(book, [{ requestId: 'x', storefront: 'main' }], NOW + HOUR, 'b1');
    expect(readRequests(book).map(({ sellerId, lastPulled }) => [sellerId, Number(lastPulled)])).toEqual([
      ['B1', NOW + HOUR],
      ['A006', NOW + HOUR],
    ]);
  });

  test('a typed row is kept unchanged and gets a key', () => {
    const book = new InMemoryBook();
    note(book, [], NOW);
    type(book, 'Lookup requests', { 'Request ID': ' x7 ' });
    type(book, 'Lookup requests', { 'Request ID': 'y', Storefront: 'business', 'First seen': new Date(1) });
    expect(readRequests(book)).toEqual([
      { requestId: 'x7', storefront: '', sellerId: '' },
      { requestId: 'y', storefront: 'business', sellerId: '', firstSeen: new Date(1) },
    ]);
    note(
      book,
      [
        { requestId: 'X7', storefront: 'main' },
        { requestId: 'y', storefront: 'business' },
      ],
      NOW,
    );
    expect(rows(book)).toEqual([
      [' x7 ', '', NOW, NOW],
      ['y', 'business', 1, NOW],
    ]);
    expect(book.rows('Lookup requests').map((row) => row['Row key'])).toEqual(['A006|X7|main', 'A006|y|business']);
  });

  test('an ID that became a number is read as a string', () => {
    const book = new InMemoryBook();
    note(book, [], NOW);
    type(book, 'Lookup requests', { 'Request ID': 1234 });
    expect(readRequests(book)).toEqual([{ requestId: '1234', storefront: '', sellerId: '' }]);
  });
});
