import { expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { findAll } from '../../../src/insights/findings/find.ts';
import { ads } from '../../../src/tables/reports/ads-table.ts';
import { bids } from '../../../src/tables/reports/bids-table.ts';
import { FRESHNESS, status } from '../../../src/tables/status.ts';
import {
  adDay,
  bookWith,
  day,
  type Fields,
  HOUR,
  NOW,
  order,
  put,
  SHOP,
  stock,
  type Tables,
  workbookFor,
} from './tables.ts';

type Terms = Parameters<typeof workbookFor>[1];
type Book = ReturnType<typeof bookWith>;

function said(kind: string, tables: Tables, more: (book: Book) => void = () => undefined, terms: Terms = {}) {
  const book = bookWith(tables);
  more(book);
  return findAll(factsOf(workbookFor(book, terms))).filter((each) => each.kind === kind);
}

/** A finding based on current data, with default values. */
const about = (kind: string, tolerance: string, others: object) => ({
  ...{ kind, sellerId: SHOP },
  ...(tolerance === '' ? { data: [] } : { data: [{ asOf: NOW, tolerance }] }),
  ...others,
});
const keyword = (others: Fields): Fields => ({
  ...{ campaignNumber: '77', campaignName: 'Summer', groupNumber: '88', groupName: 'Fans' },
  ...{ keyword: 'fan', matchType: 1, bid: 1, suggBidLowest: 1.5, suggBid: 2, suggBidMost: 3 },
  status: 'Running',
  ...others,
});
const adsOf = (own: Fields, others: Fields) => ({
  ads: [adDay('2025-06-17', own), adDay('2025-06-17', { groupNumber: '99', ...others })],
});

test.each<[string, Tables, object]>([
  [
    'overdue',
    { orders: [order({ onTimeShipDueDate: day('2025-06-10') })] },
    { what: '8 days late: 2 units not shipped.' },
  ],
  ['due-today', { orders: [order({ onTimeShipDueDate: day('2025-06-18') })] }, { what: 'Ship today: 2 units.' }],
  [
    'cannot-ship',
    { orders: [order({ onTimeShipDueDate: day('2025-06-30') })], stock: [stock(1)] },
    {
      data: ['orders-tolerance', 'stock-tolerance'].map((tolerance) => ({ asOf: NOW, tolerance })),
      deadline: Date.parse('2025-07-01T04:00:00Z'),
    },
  ],
  [
    'mismatch',
    { orders: [order({ orderStatus: 4, packageInfoList: [{ trackingNumber: '1', itemInfoList: [] }] })] },
    // A voided order never changes, so its data is never late.
    { data: [{ asOf: NOW }], why: 'Voided, but has a package' },
  ],
  [
    'out-of-stock',
    { stock: [stock(0)], orders: [order()] },
    {
      ...{ about: 'item', record: '9SI1', label: 'P-1 (9SI1)', weekLoss: 478 },
      why: 'Out of stock, 2 sold in 30 days, $10.25 each',
      link: { table: 'Inventory', rowKey: `${SHOP}|9SI1|1|USA|0` },
    },
  ],
  [
    'ads-without-stock',
    {
      stock: [stock(0), stock(0, { itemNumber: '9SI2', sellerPartNumber: 'P-2' })],
      ads: [adDay('2025-06-17', { productList: '9SI1, 9SI2', spend: 3, countryCode: 'USA' })],
    },
    {
      ...{ record: '77 88 USA', label: 'Campaign 77 (Summer), group 88 (Fans), USA', atRisk: 300 },
      what: 'Ads running on 2 out-of-stock items: $3.00 in 1 day.',
      link: { table: 'Ad performance', rowKey: `${SHOP}|USA|77|88|2025-06-17|2025-06-17` },
    },
  ],
  [
    'ad-budget',
    adsOf({ status: 'Out of budget', spend: 1, sales: 20, groupName: null }, { spend: 9, sales: 80 }),
    {
      label: 'Campaign 77 (Summer), group 88',
      why: 'Out of budget; ACoS 5.0% vs. 10.0% overall; $20.00 in sales per day',
    },
  ],
])('%s has its text, reason, record, and data', (kind, tables, expected) => {
  expect(said(kind, tables)).toMatchObject([{ kind, sellerId: SHOP, ...expected }]);
});

test('bid-outside is found only while the Bids report exists', () => {
  const keywords = [
    keyword({}),
    keyword({ matchType: 2, bid: 4 }),
    keyword({ matchType: 3, bid: 2 }),
    keyword({ matchType: 4, status: 'Ended' }),
  ];
  expect(said('bid-outside', { keywords })).toEqual([]);
  const found = (matchType: number, what: string) =>
    about('bid-outside', 'ads-tolerance', {
      ...{ about: 'keyword' },
      ...{ record: `77 88 fan ${matchType}`, label: 'Keyword fan in campaign 77 (Summer), group 88', what },
      link: { table: 'Keywords', rowKey: `${SHOP}|77|88|fan|${matchType}` },
    });
  expect(said('bid-outside', { keywords }, (book) => put(book, bids, []))).toEqual([
    found(1, 'Bid $1.00; suggested minimum $1.50.'),
    found(2, 'Bid $4.00; suggested maximum $3.00.'),
  ]);
  const gone = (book: Book) => {
    put(book, bids, []);
    const { cells } = book.sheet('Keywords');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(NOW);
  };
  expect(said('bid-outside', { keywords: [keyword({})] }, gone)).toEqual([]);
});

test('ads-worse is found only while the Ads report exists, and shows the excess cost', () => {
  const well = { spend: 50, sales: 900, clicks: 1000, orders: 99 };
  const tables = adsOf({ spend: 50, sales: 10, clicks: 1000, orders: 1 }, well);
  expect(said('ads-worse', tables)).toEqual([]);
  const withReport = (book: Book) => put(book, ads, []);
  expect(said('ads-worse', tables, withReport)).toEqual([
    about('ads-worse', 'ads-tolerance', {
      about: 'ad group',
      ...{ record: '77 88', label: 'Campaign 77 (Summer), group 88 (Fans)', atRisk: 4890 },
      what: '1 order from 1,000 clicks; 50 expected.',
      why: "1 order from 1,000 clicks; 50 expected; $50.00 spent in 14 days, $48.90 above your account's ACoS",
      link: { table: 'Ad performance', rowKey: `${SHOP}||77|88|2025-06-17|2025-06-17` },
    }),
  ]);
  // Few orders at a low cost aren't a finding.
  const cheap = adsOf({ spend: 1, sales: 50, clicks: 1000, orders: 2 }, well);
  expect(said('ads-worse', cheap, withReport)).toEqual([]);
});

test('late-data follows the rule or the schedule, whichever is sooner, and explains a failed update', () => {
  const late = (table: string, sellerId: string, what: string, label = table) =>
    about('late-data', '', { about: 'table', sellerId, record: table, label, what, link: { table } });
  const age = (table: string, sellerId: string, hours: number) => ({
    table,
    sellerId,
    at: NOW - hours * HOUR,
  });
  const tell =
    (...rows: readonly Fields[]) =>
    (book: Book) =>
      put(
        book,
        status,
        rows.map((row) => ({ about: FRESHNESS, ...row })),
      );
  expect(said('late-data', {}, undefined, { ages: [age('Orders', SHOP, 3)] })).toEqual([
    late('Orders', SHOP, 'Orders data is late: last updated Jun 18, 5:00 AM.'),
  ]);
  const told = tell(
    { subject: 'Orders', state: 'late', hoursAllowed: 0.5, detail: 'x' },
    { subject: 'Inventory of B1', state: 'failing', detail: 'No key; try again' },
    { subject: 'Log', state: 'failing', detail: 'No key' },
    { subject: 'Lookup report', state: 'failing', detail: 'No file' },
    { subject: 'Warehouse', state: 'failing', detail: 'No access' },
    { about: 'Calls', subject: 'Keywords', state: 'failing', detail: 'No key' },
  );
  expect(said('late-data', {}, told, { ages: [age('Orders', SHOP, 1.5), age('Inventory', 'B1', 0)] })).toEqual([
    // With several shops, the label names the shop.
    late('Orders', SHOP, 'Orders data is late: last updated Jun 18, 6:30 AM.', `Orders of ${SHOP}`),
    late('Inventory', 'B1', 'Inventory update failed: No key.', 'Inventory of B1'),
    late('Lookup report', '', 'Lookup report update failed: No file.'),
    late('Warehouse', '', 'Warehouse update failed: No access.'),
  ]);
  // A shop's data is late after twice the allowed hours.
  expect(said('late-data', {}, told, { ages: [age('Orders', SHOP, 1)] })).toHaveLength(3);
  const other = tell({ subject: 'Orders of B1', state: 'late', hoursAllowed: 0.5, detail: '' });
  expect(said('late-data', {}, other, { ages: [age('Orders', SHOP, 1.5)] })).toEqual([]);
  const table = tell({ subject: 'Inventory', state: 'late', hoursAllowed: 0.5, detail: '' });
  expect(said('late-data', {}, table, { ages: [age('Orders', SHOP, 1.5)] })).toEqual([]);
  // If a table is both late and failing, the finding shows the failure.
  const both = tell({ subject: 'Orders', state: 'failing', detail: 'No key' });
  expect(said('late-data', {}, both, { ages: [age('Orders', SHOP, 9)] })).toEqual([
    late('Orders', SHOP, 'Orders update failed: No key.'),
  ]);
  expect(said('late-data', {}, tell({ subject: 'Orders', state: 'failing', detail: 'Why' }))).toEqual([
    late('Orders', '', 'Orders update failed: Why.'),
  ]);
  for (const detail of ['', null])
    expect(said('late-data', {}, tell({ subject: 'Orders', state: 'failing', detail }))).toEqual([
      late('Orders', '', 'Orders update failed: no reason given.'),
    ]);
});
