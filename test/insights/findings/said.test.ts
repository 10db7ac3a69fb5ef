/** All that a finding of each kind says: whom it is about, where it stands, what it rests on. */
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
  HOUR,
  NOW,
  order,
  price,
  put,
  type Said,
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

/** Of the shop, read now, unless it says otherwise. */
const about = (kind: string, tolerance: string, others: object) => ({
  ...{ kind, sellerId: SHOP },
  ...(tolerance === '' ? { data: [] } : { data: [{ asOf: NOW, tolerance }] }),
  ...others,
});
const ofOrder = (kind: string, others: object) =>
  about(kind, 'orders-tolerance', {
    ...{ record: '1001', label: 'Order 1001', link: { table: 'Orders', rowKey: `${SHOP}|1001` } },
    ...others,
  });
const atRisk = (cents: number) => ({ atRisk: cents, lines: [{ line: `${SHOP}|1001|P-1`, cents }] });

const keyword = (others: Said): Said => ({
  ...{ campaignNumber: '77', campaignName: 'Summer', groupNumber: '88', groupName: 'Fans' },
  ...{ keyword: 'fan', matchType: 1, bid: 1, suggBidLowest: 1.5, suggBid: 2, suggBidMost: 3 },
  status: 'Running',
  ...others,
});
const adsOf = (own: Said, others: Said) => ({
  ads: [adDay('2025-06-17', own), adDay('2025-06-17', { groupNumber: '99', ...others })],
});

test.each<[string, Tables, readonly object[]]>([
  [
    'void-soon',
    { orders: [order({ autoVoidTime: { at: NOW + 5 * HOUR, text: '' } })] },
    [
      ofOrder('void-soon', {
        what: 'Will be voided at 2025-06-18 13:00: 2 pieces still to be shipped.',
        deadline: NOW + 5 * HOUR,
        ...atRisk(2050),
      }),
    ],
  ],
  [
    'overdue',
    { orders: [order({ onTimeShipDueDate: day('2025-06-10') })] },
    [
      ofOrder('overdue', {
        what: 'Was to be shipped by 2025-06-10: 2 pieces still to be shipped.',
        ...atRisk(2050),
      }),
    ],
  ],
  [
    'due-today',
    { orders: [order({ onTimeShipDueDate: day('2025-06-18') })] },
    [
      ofOrder('due-today', {
        what: 'Is to be shipped today, 2025-06-18: 2 pieces.',
        deadline: Date.parse('2025-06-19T04:00:00Z'),
        ...atRisk(2050),
      }),
    ],
  ],
  [
    'cannot-ship',
    { orders: [order({ onTimeShipDueDate: day('2025-06-30') })], stock: [stock(1)] },
    [
      ofOrder('cannot-ship', {
        data: ['orders-tolerance', 'stock-tolerance'].map((tolerance) => ({ asOf: NOW, tolerance })),
        what: 'Stock is not enough: 1 of 2 pieces of P-1 cannot be shipped.',
        deadline: Date.parse('2025-07-01T04:00:00Z'),
        ...atRisk(1025),
      }),
    ],
  ],
  [
    'mismatch',
    { orders: [order({ orderStatus: 4, packageInfoList: [{ trackingNumber: '1', itemInfoList: [] }] })] },
    [ofOrder('mismatch', { what: 'It is void, and there is a package.' })],
  ],
  [
    'out-of-stock',
    { stock: [stock(0)], orders: [order()] },
    [
      about('out-of-stock', 'stock-tolerance', {
        ...{ record: '9SI1', label: 'Item 9SI1', what: 'Out of stock; about 0.1 a day, 10.25 each.' },
        link: { table: 'Inventory', rowKey: `${SHOP}|9SI1|1|USA|0` },
      }),
    ],
  ],
  [
    'ads-without-stock',
    {
      stock: [stock(0), stock(0, { itemNumber: '9SI2', sellerPartNumber: 'P-2' })],
      ads: [adDay('2025-06-17', { productList: '9SI1, 9SI2', spend: 3, countryCode: 'USA' })],
    },
    [
      about('ads-without-stock', '', {
        data: ['ads-tolerance', 'stock-tolerance', 'stock-tolerance'].map((tolerance) => ({
          asOf: NOW,
          tolerance,
        })),
        ...{ record: '77 88 USA', label: 'Campaign 77 (Summer), group 88 (Fans)', atRisk: 300 },
        what: 'All 2 items are out of stock, and ads go on: 3.00 spent in 7 days.',
        link: { table: 'Ad performance', rowKey: `${SHOP}|USA|77|88|2025-06-17|2025-06-17` },
      }),
    ],
  ],
  [
    'above-featured',
    { prices: [price({ platform: null })] },
    [
      about('above-featured', '', {
        data: [{ asOf: null, tolerance: 'prices-tolerance' }],
        ...{ record: '9SI1', label: 'Item 9SI1' },
        what: '10.20 is 2.0% above the featured offer of 10.00; 0 sold in 30 days.',
        link: { table: 'Price log', rowKey: expect.stringMatching(/^A006\|9SI1\|/) },
      }),
    ],
  ],
  [
    'ad-budget',
    adsOf({ status: 'Out of budget', spend: 1, sales: 20, groupName: null }, { spend: 9, sales: 80 }),
    [
      about('ad-budget', 'ads-tolerance', {
        ...{ record: '77 88', label: 'Campaign 77 (Summer), group 88' },
        what: "Out of budget with an ACoS of 5.0%, the account's being 10.0%: 1.43 of sales a day.",
        link: { table: 'Ad performance', rowKey: `${SHOP}||77|88|2025-06-17|2025-06-17` },
      }),
    ],
  ],
  [
    'keyword-declined',
    { keywords: [keyword({ declineReason: 'Trademark', campaignName: null })] },
    [
      about('keyword-declined', 'ads-tolerance', {
        ...{ record: '77 88 fan 1', label: 'fan in campaign 77', what: 'Declined: Trademark' },
        link: { table: 'Keywords', rowKey: `${SHOP}|77|88|fan|1` },
      }),
    ],
  ],
])('of %s', (kind, tables, expected) => {
  expect(said(kind, tables)).toEqual(expected);
});

test('bids outside of what is suggested are told while the report is there', () => {
  const keywords = [
    keyword({}),
    keyword({ matchType: 2, bid: 4 }),
    keyword({ matchType: 3, bid: 2 }),
    keyword({ matchType: 4, status: 'Ended' }),
  ];
  expect(said('bid-outside', { keywords })).toEqual([]);
  const found = (matchType: number, what: string) =>
    about('bid-outside', 'ads-tolerance', {
      ...{ record: `77 88 fan ${matchType}`, label: 'fan in campaign 77 (Summer)', what },
      link: { table: 'Keywords', rowKey: `${SHOP}|77|88|fan|${matchType}` },
    });
  expect(said('bid-outside', { keywords }, (book) => put(book, bids, []))).toEqual([
    found(1, 'Bid 1.00, the lowest that is suggested being 1.50.'),
    found(2, 'Bid 4.00, the most that is suggested being 3.00.'),
  ]);
  const gone = (book: Book) => {
    put(book, bids, []);
    const { cells } = book.sheet('Keywords');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(NOW);
  };
  expect(said('bid-outside', { keywords: [keyword({})] }, gone)).toEqual([]);
});

test('groups that do worse than their account are told while the report is there, with what they cost too much', () => {
  const well = { spend: 50, sales: 900, clicks: 1000, orders: 99 };
  const tables = adsOf({ spend: 50, sales: 10, clicks: 1000, orders: 1 }, well);
  expect(said('ads-worse', tables)).toEqual([]);
  const withReport = (book: Book) => put(book, ads, []);
  expect(said('ads-worse', tables, withReport)).toEqual([
    about('ads-worse', 'ads-tolerance', {
      ...{ record: '77 88', label: 'Campaign 77 (Summer), group 88 (Fans)', atRisk: 4890 },
      what: "1,000 clicks brought 1 order where the account's bring 50: of 50.00 spent in 14 days, 48.90 is more than the account's ACoS allows.",
      link: { table: 'Ad performance', rowKey: `${SHOP}||77|88|2025-06-17|2025-06-17` },
    }),
  ]);
  // Few orders that cost little are no finding.
  const cheap = adsOf({ spend: 1, sales: 50, clicks: 1000, orders: 2 }, well);
  expect(said('ads-worse', cheap, withReport)).toEqual([]);
});

test('data are late by the rules or by the schedule, whichever is sooner, and failing says why', () => {
  const late = (table: string, sellerId: string, what: string) =>
    about('late-data', '', { sellerId, record: table, label: table, what, link: { table } });
  const age = (table: string, sellerId: string, hours: number) => ({
    table,
    sellerId,
    at: NOW - hours * HOUR,
  });
  const tell =
    (...rows: readonly Said[]) =>
    (book: Book) =>
      put(
        book,
        status,
        rows.map((row) => ({ about: FRESHNESS, ...row })),
      );
  expect(said('late-data', {}, undefined, { ages: [age('Orders', SHOP, 3)] })).toEqual([
    late('Orders', SHOP, 'Late: was read last at 2025-06-18 05:00.'),
  ]);
  const told = tell(
    { subject: 'Orders', state: 'late', hoursAllowed: 0.5, detail: 'x' },
    { subject: 'Inventory of B1', state: 'failing', detail: 'No key; try again' },
    { subject: 'Log', state: 'failing', detail: 'No key' },
    { about: 'Calls', subject: 'Keywords', state: 'failing', detail: 'No key' },
  );
  expect(said('late-data', {}, told, { ages: [age('Orders', SHOP, 1.5), age('Inventory', 'B1', 0)] })).toEqual([
    late('Orders', SHOP, 'Late: was read last at 2025-06-18 06:30.'),
    late('Inventory', 'B1', 'Failing: No key.'),
  ]);
  // Twice the hours of the schedule, and of that shop alone.
  expect(said('late-data', {}, told, { ages: [age('Orders', SHOP, 1)] })).toHaveLength(1);
  const other = tell({ subject: 'Orders of B1', state: 'late', hoursAllowed: 0.5, detail: '' });
  expect(said('late-data', {}, other, { ages: [age('Orders', SHOP, 1.5)] })).toEqual([]);
  // One that fails and is late says what fails.
  const both = tell({ subject: 'Orders', state: 'failing', detail: 'No key' });
  expect(said('late-data', {}, both, { ages: [age('Orders', SHOP, 9)] })).toEqual([
    late('Orders', SHOP, 'Failing: No key.'),
  ]);
  expect(said('late-data', {}, tell({ subject: 'Orders', state: 'failing', detail: 'Why' }))).toEqual([
    late('Orders', '', 'Failing: Why.'),
  ]);
  for (const detail of ['', null])
    expect(said('late-data', {}, tell({ subject: 'Orders', state: 'failing', detail }))).toEqual([
      late('Orders', '', 'Failing: no reason was given.'),
    ]);
});
