/** Checks the records of the Items, Ads, and Bids reports for tables with known data. */
import { describe, expect, test } from 'vitest';
import { type Facts, factsOf } from '../../../src/insights/facts/facts.ts';
import { adsReport } from '../../../src/insights/reports/ads-report.ts';
import { bidsReport } from '../../../src/insights/reports/bids-report.ts';
import { itemProfits, itemsReport, orderProfits } from '../../../src/insights/reports/items-report.ts';
import { makeReport } from '../../../src/insights/reports/refresh-reports.ts';
import type { AnyReport } from '../../../src/insights/reports/seller-report.ts';
import { workbookOf } from '../../../src/insights/workbook.ts';
import { adPerformance } from '../../../src/operations/ad-performance.ts';
import { inventory } from '../../../src/operations/inventory.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import { type AnyRecord, instantAt, NONE_PRIVATE } from '../../../src/protocol/fields.ts';
import { DAY, HOUR } from '../../../src/protocol/time.ts';
import { upsert } from '../../../src/tables/apply.ts';
import { readThresholds } from '../../../src/tables/rules/rules-sheet.ts';
import type { Recorded } from '../../../src/tables/table.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';

const NOW = Date.UTC(2025, 5, 16, 16);
const READ = NOW - HOUR;

/** A record's relevant fields. */
type Few = Readonly<Record<string, unknown>>;

function bookWith(tables: readonly (readonly [Recorded, readonly Few[]])[]): InMemoryBook {
  const book = new InMemoryBook();
  for (const [declared, records] of tables) upsert(book, declared, records as readonly AnyRecord[], NONE_PRIVATE, READ);
  return book;
}

function factsIn(book: InMemoryBook): Facts {
  return factsOf(workbookOf({ book, now: NOW, thresholds: readThresholds(book), ages: [] }));
}

const factsWith = (...tables: readonly (readonly [Recorded, readonly Few[]])[]) => factsIn(bookWith(tables));
const daysAgo = (days: number) => instantAt(NOW - days * DAY);

const order = (orderNumber: string, others: Few = {}): Few => ({
  ...{ sellerId: 'A', orderNumber, orderStatus: 2, orderDate: daysAgo(10), packageInfoList: [] },
  ...others,
});
const line = (marketItemNumber: string | null, extendUnitPrice: number, others: Few = {}): Few => ({
  ...{ marketItemNumber, sellerPartNumber: `P-${marketItemNumber}`, description: `The ${marketItemNumber}` },
  ...{ orderedQty: 2, unitPrice: extendUnitPrice / 2, extendUnitPrice, status: 2 },
  ...others,
});

const adDay = (fromDate: string, others: Few = {}): Few => ({
  ...{ sellerId: 'A', countryCode: 'USA', campaignNumber: '7', campaignName: 'Summer' },
  ...{ groupNumber: '71', groupName: 'First', status: 'Delivering' },
  ...{ fromDate: { day: fromDate, text: fromDate }, toDate: { day: fromDate, text: fromDate } },
  ...others,
});

describe('Items', () => {
  const recordsOf = (facts: Facts) => itemsReport.records(facts);

  test('lists sales per item, and shop totals that include amounts without an item', () => {
    const facts = factsWith(
      [
        orders,
        [
          order('1', {
            ...{ discountAmount: 1, refundAmount: 50, shippingAmount: 8 },
            itemInfoList: [line('9SI2', 10), line('9SI1', 30)],
          }),
          order('2', {
            orderDate: daysAgo(3),
            itemInfoList: [line('9SI1', 30), line('9SI3', 99, { status: 3 })],
          }),
          order('3', { orderStatus: 4, refundAmount: 70, itemInfoList: [line('9SI1', 70)] }),
          order('4', { orderDate: daysAgo(200), itemInfoList: [line('9SI1', 5)] }),
        ],
      ],
      [adPerformance, [adDay('2025-06-10', { spend: 4, productList: '9SI1, 9SI9' })]],
    );
    expect(recordsOf(facts)).toMatchObject([
      {
        ...{ sellerId: 'A', currency: 'USD', sellerPartNumber: 'Total', itemNumber: 'Total', shippingIncome: 8 },
        title: '2 orders Jun 6 to Jun 13, ads Jun 10 to Jun 10',
        ...{ units: 6, revenue: 69, refundLow: 50, refundHigh: 50, adSpendLow: 4, adSpendHigh: 4, cost: null },
      },
      {
        ...{ itemNumber: '9SI1', title: 'The 9SI1', units: 4, revenue: 59.25, refundLow: 30, refundHigh: 30 },
        ...{ adSpendLow: 0, adSpendHigh: 4, cost: null, contributionLow: null },
      },
      { itemNumber: '9SI2', units: 2, revenue: 9.75, refundLow: 10, refundHigh: 10, adSpendHigh: 0 },
      { itemNumber: '9SI9', units: 0, revenue: 0, adSpendLow: 0, adSpendHigh: 4 },
    ]);
  });

  test('leaves ad spend blank until ads were read', () => {
    const sold = [orders, [order('1', { itemInfoList: [line('9SI1', 10)] })]] as const;
    const spends = (facts: Facts) => recordsOf(facts).map(({ adSpendLow, adSpendHigh }) => [adSpendLow, adSpendHigh]);
    expect(spends(factsWith(sold))).toEqual([
      [null, null],
      [null, null],
    ]);
    const ages = [{ table: 'Ad performance', sellerId: 'A', at: NOW }];
    const book = bookWith([sold]);
    expect(spends(factsOf(workbookOf({ book, now: NOW, thresholds: readThresholds(book), ages })))).toEqual([
      [0, 0],
      [0, 0],
    ]);
  });

  test('finds lines without an item number by their stock row, otherwise by part number', () => {
    const facts = factsWith(
      [orders, [order('1', { itemInfoList: [line(null, 10, { sellerPartNumber: 'p-1' }), line(null, 7)] })]],
      [
        inventory,
        [
          {
            ...{ sellerId: 'A', itemNumber: '9SI1', sellerPartNumber: 'P-1', condition: 1 },
            inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 3 }],
          },
        ],
      ],
    );
    expect(
      recordsOf(facts)
        .slice(1)
        .map(({ itemNumber, sellerPartNumber, revenue }) => [itemNumber, sellerPartNumber, revenue]),
    ).toEqual([
      ['9SI1', 'p-1', 10],
      ['P-null', 'P-null', 7],
    ]);
  });

  test('separates two shops', () => {
    const shopB = { sellerId: 'B' };
    const facts = factsWith(
      [
        orders,
        [order('1', { itemInfoList: [line('9SI1', 10)] }), order('1', { ...shopB, itemInfoList: [line('9SI1', 3)] })],
      ],
      [adPerformance, [adDay('2025-06-10', { ...shopB, spend: 4, productList: '9SI1' })]],
    );
    expect(recordsOf(facts)).toMatchObject([
      { sellerId: 'A', itemNumber: 'Total', revenue: 10 },
      { sellerId: 'B', itemNumber: 'Total', revenue: 3 },
      { sellerId: 'A', itemNumber: '9SI1', revenue: 10, adSpendHigh: 0 },
      { sellerId: 'B', itemNumber: '9SI1', revenue: 3, adSpendLow: 4 },
    ]);
  });

  test('has a row and a total per currency, with the stock in only one of them', () => {
    const sold = (number: string, price: number, currencyCode: string) =>
      order(number, { currencyCode, itemInfoList: [line('9SI1', price)] });
    const facts = factsWith(
      [orders, [sold('1', 10, 'USD'), sold('2', 7, 'CAD'), sold('3', 5, 'CAD')]],
      [
        inventory,
        ['9SI1', '9SI2'].map((itemNumber) => ({
          ...{ sellerId: 'A', itemNumber, sellerPartNumber: `P-${itemNumber}`, condition: 1 },
          inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 3 }],
        })),
      ],
    );
    const of = recordsOf(facts).map(({ itemNumber, currency, revenue, stock, daysSinceSale }) => [
      ...[itemNumber, currency, revenue, stock, daysSinceSale],
    ]);
    expect(of).toEqual([
      ['Total', 'CAD', 12, null, null],
      ['Total', 'USD', 10, 6, null],
      ['9SI1', 'CAD', 12, null, 10],
      ['9SI1', 'USD', 10, 3, 10],
      ['9SI2', 'USD', 0, 3, null],
    ]);
  });

  test('adds up costs to contribution and cash of the total, and to profit by currency', () => {
    const book = bookWith([
      [orders, [order('1', { shippingAmount: 2, itemInfoList: [line('9SI1', 30), line('9SI2', 10)] })]],
      [
        inventory,
        [
          {
            ...{ sellerId: 'A', itemNumber: '9SI1', sellerPartNumber: 'P-9SI1', condition: 1 },
            inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 3 }],
          },
        ],
      ],
    ]);
    expect(orderProfits(factsIn(book))).toBeUndefined();
    makeReport(book, factsIn(book), itemsReport as unknown as AnyReport);
    const { cells } = book.sheet('Items');
    const at = (header: string) => cells[0]!.indexOf(header);
    const own = cells.find((row) => row[at('Item number')] === '9SI1')!;
    [own[at('Cost')], own[at('Fee %')], own[at('Ship cost')]] = [4, 10, 1];
    const facts = factsIn(book);
    // 30 less a fee of 3 and 2 units at 5, plus 1.50 shipping.
    expect(recordsOf(facts)[0]).toMatchObject({ totalLow: 18.5, totalHigh: 18.5, totalEarned: 31.5, totalCash: 12 });
    expect(itemProfits(facts)).toMatchObject([{ itemNumber: '9SI1', currency: 'USD', cents: 1850 }]);
    expect(facts.orders().map(orderProfits(facts)!)).toEqual([1850]);
    const other = cells.find((row) => row[at('Item number')] === '9SI2')!;
    other[at('Cost')] = 0;
    expect(itemProfits(factsIn(book)).map(({ cents }) => cents)).toEqual([1850, expect.any(Number)]);
    own[at('Cost')] = 15;
    expect(itemProfits(factsIn(book)).map(({ itemNumber }) => itemNumber)).toEqual(['9SI2', '9SI1']);
  });

  test('keeps items that no longer sell, with zeros', () => {
    const book = bookWith([[orders, [order('1', { itemInfoList: [line('9si1', 10)] })]]]);
    const records = itemsReport.records(factsIn(book));
    upsert(book, itemsReport.declared as Recorded, records as readonly AnyRecord[], NONE_PRIVATE, READ);
    upsert(
      book,
      orders as Recorded,
      [{ ...order('1'), orderStatus: 4, itemInfoList: [line('9SI1', 10)] }] as AnyRecord[],
      NONE_PRIVATE,
      NOW,
    );
    expect(itemsReport.records(factsIn(book))).toMatchObject([
      { itemNumber: 'Total', title: '0 orders', revenue: 0 },
      { itemNumber: '9si1', title: 'The 9si1', units: 0, revenue: 0 },
    ]);
  });
});

describe('Ads', () => {
  /** A large group near the account's average, and a group with almost no orders. */
  const rows = (...others: Few[]) => [
    adDay('2025-06-15', { spend: 100, sales: 1000, clicks: 2000, orders: 100, productList: '9SI1' }),
    adDay('2025-06-15', {
      groupNumber: '72',
      groupName: 'Second',
      spend: 50,
      sales: 20,
      clicks: 400,
      orders: 1,
    }),
    ...others,
  ];

  test('compares groups by complete days, highest cost first', () => {
    const today = adDay('2025-06-16', {
      spend: 9,
      clicks: 9,
      status: 'Out of budget',
      productList: '9SI1, 9SI2',
    });
    const early = adDay('2025-06-01', { spend: 9, clicks: 9 });
    const stock = (itemNumber: string, availableQuantity: number) => ({
      ...{ sellerId: 'A', itemNumber, sellerPartNumber: itemNumber, condition: 1 },
      inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity }],
    });
    const facts = factsWith([adPerformance, rows(today, early)], [inventory, [stock('9SI1', 0), stock('9SI2', 5)]]);
    expect(adsReport.records(facts)).toMatchObject([
      {
        ...{ groupName: 'Second', measured: 'worse', spend: 50, sales: 20, clicks: 400, orders: 1, days: 1 },
        ...{ accountAcos: 150 / 1020, expectedOrders: 16.83, products: null, productsOut: null },
        ...{ hoursAllowed: 36 },
      },
      {
        ...{ groupName: 'First', measured: null, spend: 100, days: 1 },
        ...{ status: 'Out of budget', products: 2, productsOut: 1 },
      },
    ]);
  });

  test('compares each group with the groups of its own shop and country', () => {
    const others = [{ countryCode: 'CAN' }, { sellerId: 'B' }].map((place) =>
      adDay('2025-06-15', { ...place, spend: 10, sales: 40, clicks: 100, orders: 4 }),
    );
    const records = adsReport.records(factsWith([adPerformance, rows(...others)]));
    expect(
      records.map(({ sellerId, countryCode, groupName, accountAcos }) => [
        sellerId,
        countryCode,
        groupName,
        accountAcos,
      ]),
    ).toEqual([
      ['A', 'USA', 'Second', 150 / 1020],
      ['A', 'CAN', 'First', 10 / 40],
      ['B', 'USA', 'First', 10 / 40],
      ['A', 'USA', 'First', 150 / 1020],
    ]);
  });

  test('an account without sales has no ACoS', () => {
    const days = [adDay('2025-06-15', { spend: 10, sales: 0, clicks: 100, orders: 0 })];
    expect(adsReport.records(factsWith([adPerformance, days]))).toMatchObject([{ spend: 10, accountAcos: null }]);
  });

  test('keeps groups without recent activity, with blanks', () => {
    const book = bookWith([[adPerformance, [adDay('2025-05-20', { groupNumber: '73', clicks: 5 }), ...rows()]]]);
    const old = { ...adsReport.records(factsIn(book))[0]!, groupNumber: '73', groupName: 'Third' };
    upsert(book, adsReport.declared as Recorded, [old] as unknown as readonly AnyRecord[], NONE_PRIVATE, READ);
    expect(adsReport.records(factsIn(book)).slice(2)).toMatchObject([
      { groupName: 'Third', measured: null, spend: 0, days: 0 },
    ]);
  });
});

describe('Bids', () => {
  const keyword = (text: string, others: Few = {}): Few => ({
    ...{ sellerId: 'A', campaignNumber: '7', campaignName: 'Summer', groupNumber: '71', groupName: 'First' },
    ...{ keyword: text, normalizedKeyword: text, matchType: 0, status: 'Delivering', activeStatus: 'Active' },
    ...{ bid: 1, suggBidLowest: 0.5, suggBid: 1.2, suggBidMost: 2 },
    ...others,
  });

  test('compares bids with suggested bids', () => {
    const facts = factsWith([
      keywords,
      [keyword('ssd', { bid: 0.3 }), keyword('hub', { bid: 2.5, matchType: 6 }), keyword('hub', { groupNumber: '72' })],
    ]);
    expect(bidsReport.readAt?.(facts)).toBe(READ);
    expect(bidsReport.records(facts)).toMatchObject([
      { keyword: 'hub', verdict: 'above most', outsideBy: 0.5, adGroups: 2, matchTypes: 2 },
      {
        keyword: 'ssd',
        verdict: 'below lowest',
        outsideBy: 0.2,
        adGroups: 1,
        matchTypes: 1,
        state: 'delivering',
      },
      { keyword: 'hub', verdict: 'within', outsideBy: null, adGroups: 2, matchTypes: 2 },
    ]);
  });

  test('shows the running one of a keyword that ended and was added again', () => {
    const ended = keyword('ssd', { bid: 0.9, status: 'Ended', activeStatus: 'Inactive' });
    for (const both of [
      [keyword('ssd', { bid: 2.5 }), ended],
      [ended, keyword('ssd', { bid: 2.5 })],
    ])
      expect(bidsReport.records(factsWith([keywords, both]))).toMatchObject([
        { keyword: 'ssd', bid: 2.5, state: 'delivering', verdict: 'above most' },
      ]);
  });

  test('keeps keywords that are gone, with blanks', () => {
    const book = bookWith([[keywords, [keyword('ssd')]]]);
    upsert(
      book,
      bidsReport.declared as Recorded,
      bidsReport.records(factsIn(book)) as unknown as readonly AnyRecord[],
      NONE_PRIVATE,
      READ,
    );
    const { cells } = book.sheets.get('Keywords')!;
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(READ);
    expect(bidsReport.records(factsIn(book))).toMatchObject([
      { keyword: 'ssd', verdict: null, bid: null, state: 'gone' },
    ]);
  });
});
