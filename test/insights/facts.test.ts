import { describe, expect, test } from 'vitest';
import { productsOf, sumsOf } from '../../src/insights/facts/ad-groups.ts';
import { factsOf } from '../../src/insights/facts/facts.ts';
import { daysWithStock } from '../../src/insights/facts/stock.ts';
import { centsFor, centsOf, moneyText } from '../../src/insights/money.ts';
import { isSame, nameIn, type TableAge } from '../../src/insights/workbook.ts';
import { orders } from '../../src/operations/orders.ts';
import { countText } from '../../src/protocol/lists.ts';
import type { Period } from '../../src/tables/fold.ts';
import {
  adDay,
  bookWith,
  day,
  type Fields,
  inHours,
  line,
  NOW,
  order,
  put,
  SHOP,
  stock,
  type Tables,
  workbookFor,
} from './findings/tables.ts';

const DAY = 86_400_000;
const factsIn = (tables: Tables) => factsOf(workbookFor(bookWith(tables)));

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [123_450, '$1,234.50'],
  [-123_456_789, '-$1,234,567.89'],
])('%i cents are shown as %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text);
});

test('sums money in whole cents', () => {
  expect([centsFor(3, 0.1), centsFor(2, null), centsOf(1.005), centsOf(null), centsFor(1, 19.99)]).toEqual([
    ...[30, undefined, 101, 0, 1999],
  ]);
  expect([countText(999), countText(1000), countText(1_234_567)]).toEqual(['999', '1,000', '1,234,567']);
});

test('names match regardless of case and outer spaces, but never across shops', () => {
  expect(nameIn(' A ', 'x ')).toBe(nameIn('a', 'X'));
  expect(nameIn('A', null)).toBe(nameIn('A', ''));
  expect(nameIn('A', 'b', 'c')).not.toBe(nameIn('A', 'b c'));
  expect([isSame('A ', 'a'), isSame('A', 'b')]).toEqual([true, false]);
});

test('lines and packages that the latest answer no longer has do not count', () => {
  const named = (sellerPartNumber: string) => line({ sellerPartNumber, unitPrice: 10 });
  const packed = (trackingNumber: string) => ({
    trackingNumber,
    itemInfoList: [{ sellerPartNumber: 'A', shippedQty: 2 }],
  });
  const book = bookWith({
    orders: [
      order({ itemInfoList: [named('A'), named('B')], packageInfoList: [packed('1Z-wrong')] }),
      order({ orderNumber: '1002', itemInfoList: [named('A'), named('B')] }),
    ],
    asOf: NOW - DAY,
  });
  put(book, orders, [order({ itemInfoList: [named('A')], packageInfoList: [packed('1Z-right')] })]);
  const known = factsOf(workbookFor(book)).orders();
  expect(
    known.map(({ lines, packages }) => [
      lines.map(({ sellerPartNumber }) => sellerPartNumber),
      packages.map(({ trackingNumber }) => trackingNumber),
    ]),
  ).toEqual([
    [['A'], ['1Z-right']],
    [['A', 'B'], []],
  ]);
});

test('packages of an order without any left do not count, but all lines do if a pull was killed before them', () => {
  const packageInfoList = [{ trackingNumber: '1Z', itemInfoList: [{ sellerPartNumber: 'A', shippedQty: 2 }] }];
  const itemInfoList = [line({ sellerPartNumber: 'A' })];
  const book = bookWith({ orders: [order({ itemInfoList, packageInfoList })], asOf: NOW - DAY });
  const counted = () => factsOf(workbookFor(book)).orders()[0]!;
  put(book, orders, [order({ orderStatus: 4, itemInfoList, packageInfoList: [] })]);
  expect([counted().lines.length, counted().packages.length]).toEqual([1, 0]);
  const { cells } = book.sheet('Order lines');
  cells[1]![cells[0]!.indexOf('As of')] = new Date(NOW - DAY);
  expect([counted().lines.length, counted().packages.length]).toEqual([1, 1]);
});

describe('ad groups', () => {
  const groupsOf = (...ads: readonly Fields[]) =>
    factsIn({ ads })
      .adGroups()
      .map(({ newest, days, products }) => [newest.groupNumber, newest.status, days.length, products]);

  test("have their newest day's status in any row order, from single-day rows only", () => {
    const many = [
      adDay('2025-06-17', { status: 'Ended', productList: '9SI1, 9SI2,,9SI1' }),
      adDay('2025-06-16', { status: 'Delivering' }),
      adDay('2025-06-15', { status: 'Delivering', toDate: day('2025-06-18') }),
      adDay('2025-06-17', { groupNumber: '99', countryCode: 'CAN' }),
      adDay('2025-06-17', { groupNumber: '99', countryCode: 'USA' }),
    ];
    const expected = [
      ['88', 'Ended', 2, ['9SI1', '9SI2']],
      ['99', 'Delivering', 1, []],
      ['99', 'Delivering', 1, []],
    ];
    expect(groupsOf(...many)).toEqual(expected);
    expect(groupsOf(many[1]!, many[0]!, ...many.slice(2))).toEqual(expected);
  });

  test('add up the last complete days', () => {
    const [group] = factsIn({
      ads: ['2025-06-10', '2025-06-11', '2025-06-17', '2025-06-18'].map((date) =>
        adDay(date, { spend: 0.1, sales: 2, clicks: 3, orders: 1 }),
      ),
    }).adGroups();
    expect(sumsOf([group!], 7, '2025-06-18')).toEqual({
      ...{ spend: 20, sales: 400, clicks: 6, orders: 2, days: 2 },
    });
    expect(sumsOf([], 7, '2025-06-18')).toEqual({ spend: 0, sales: 0, clicks: 0, orders: 0, days: 0 });
    const blank = {
      ...group!.days[0]!,
      fromDate: '2025-06-17',
      spend: null,
      sales: null,
      clicks: null,
      orders: null,
    };
    expect(sumsOf([{ days: [blank] }], 30, '2025-06-18')).toEqual({
      spend: 0,
      sales: 0,
      clicks: 0,
      orders: 0,
      days: 1,
    });
    expect(productsOf({ ...blank, productList: null })).toEqual([]);
  });
});

describe('days with stock', () => {
  const period = (quantity: number | undefined, ago: number, row = 'r', more: Partial<Period> = {}): Period => ({
    ...{ seller: SHOP, item: '9SI1', row, quantity, isOwn: true },
    ...{ first: NOW - ago * DAY, last: NOW },
    ...more,
  });
  const of = (...periods: readonly Period[]) => daysWithStock(periods, NOW)(SHOP, '9si1', 10);

  test.each<[string, readonly Period[], number]>([
    ['all days without any look at the stock', [], 10],
    ['the days before it ran out', [period(5, 8), period(0, 4)], 6],
    ['the days since it is back in stock', [period(0, 8), period(3, 6)], 8],
    ['none if it ran out before the period', [period(0, 40)], 0],
    ['all days while one warehouse has stock', [period(0, 8, 'r'), period(2, 9, 's')], 10],
    ['the days until the last warehouse ran out', [period(0, 8, 'r'), period(2, 9, 's'), period(-1, 3, 's')], 7],
    ['all days before every warehouse was seen', [period(0, 8, 'r'), period(0, 2, 's')], 8],
    ['no days while the quantity is unknown', [period(undefined, 5)], 5],
    ['only for stock that the seller ships', [period(5, 8), period(0, 4, 'x', { isOwn: false })], 10],
    ['only for this shop', [period(0, 8, 'r', { seller: 'B1' })], 10],
  ])('are %s', (_, periods, expected) => {
    expect(of(...periods)).toBeCloseTo(expected, 10);
    expect(of(...[...periods].reverse())).toBeCloseTo(expected, 10);
  });
});

describe('sales', () => {
  const soldOf = (days: number, ...given: readonly Fields[]) => {
    const all = given.map((each, index) => order({ orderNumber: `${index}`, ...each }));
    return factsIn({ orders: all, stock: [stock(5)] }).sales(days)(SHOP, '9SI1');
  };

  test('have units, priced units, and an amount in the most frequent currency', () => {
    const unpriced = { itemInfoList: [line({ orderedQty: 3, unitPrice: null })] };
    expect(soldOf(30, {}, unpriced)).toEqual({ units: 5, priced: 2, cents: 2050, currency: 'USD' });
    const canadian = { currencyCode: 'CAD', itemInfoList: [line({ orderedQty: 3 })] };
    expect(soldOf(30, {}, canadian)).toEqual({ units: 5, priced: 3, cents: 3075, currency: 'CAD' });
    expect(soldOf(30)).toEqual({ units: 0, priced: 0, cents: 0, currency: 'USD' });
  });

  test.each<[string, Fields, number]>([
    ['of a voided order', { orderStatus: 4 }, 0],
    ['without a date', { orderDate: null }, 0],
    ['at the start of the period', { orderDate: inHours(-30 * 24) }, 2],
    ['before the period', { orderDate: inHours(-30 * 24 - 0.01) }, 0],
    ['of a canceled line', { itemInfoList: [line({ status: 3 })] }, 0],
    ['of a line without a quantity', { itemInfoList: [line({ orderedQty: null })] }, 0],
    ['of a line with only a part number', { itemInfoList: [line({ marketItemNumber: null })] }, 2],
    ['of a line of another item', { itemInfoList: [line({ marketItemNumber: '9SI2' })] }, 0],
  ])('%s (%o) have %i units', (_, fields, units) => {
    expect(soldOf(30, fields).units).toBe(units);
  });

  test('are computed once per number of days', () => {
    const { sales } = factsIn({ orders: [order()] });
    expect(sales(30)).toBe(sales(30));
    expect(sales(7)).not.toBe(sales(30));
  });
});

test('stock is the sum of all seller-shipped rows, with the age of the oldest', () => {
  const asOf = NOW - 5000;
  const allocation = (fulfillmentOption: string, availableQuantity: number, warehouseLocation = 'USA') => ({
    ...{ warehouseLocation, fulfillmentOption, availableQuantity },
  });
  const rows = [
    stock(0, {
      inventoryAllocation: [allocation('0', 3), allocation('0', 4, 'CAN'), allocation('1', 50, 'GBR')],
    }),
  ];
  const book = bookWith({ stock: rows, asOf });
  const { cells } = book.sheet('Inventory');
  const column = cells[0]!.indexOf('As of');
  cells[2]![column] = new Date(asOf - 9000);
  cells[3]![column] = new Date(asOf - 99_000);
  const known = factsOf(workbookFor(book)).stock();
  const expected = {
    ...{ sellerId: SHOP, itemNumber: '9SI1', sellerPartNumber: 'P-1', title: null, units: 7 },
    ...{ asOf: asOf - 9000, rowKey: `${SHOP}|9SI1|1|USA|0` },
  };
  expect(known.items).toEqual([expected]);
  expect([known.ofItem('a006', '9si1'), known.ofPart('A006', 'p-1')]).toEqual([expected, expected]);
  cells[1]![column] = '';
  expect(factsOf(workbookFor(book)).stock().items[0]!.asOf).toBe(asOf - 9000);
  // Gone rows count only if all are.
  const gone = (row: number, ages: readonly TableAge[] = []) => {
    cells[row]![cells[0]!.indexOf('Gone since')] = new Date(NOW);
    return factsOf(workbookFor(book, { ages })).stock().items[0];
  };
  expect(gone(1)).toMatchObject({ units: 4, asOf: asOf - 9000, rowKey: `${SHOP}|9SI1|1|CAN|0` });
  expect(gone(2)).toMatchObject({ units: 0, asOf: NOW, rowKey: `${SHOP}|9SI1|1|USA|0` });
  // They were missing whenever the table was read.
  expect(gone(2, [{ table: 'Inventory', sellerId: SHOP, at: NOW + 5 }])).toMatchObject({ units: 0, asOf: NOW + 5 });
});

describe('a row', () => {
  test('has typed values; invalid or blank cells become null', () => {
    const book = bookWith({ orders: [order({ isAutoVoid: true, onTimeShipDueDate: day('2025-06-18') })] });
    const row = () => workbookFor(book).rows(orders, 'Orders')[0]!;
    expect(row()).toMatchObject({
      ...{ orderNumber: '1001', orderStatus: 0, isAutoVoid: true, onTimeShipDueDate: '2025-06-18' },
      ...{ orderDate: NOW - 30 * 3_600_000, invoiceNumber: null, goneSince: null, asOf: NOW, row: 2 },
      rowKey: `${SHOP}|1001`,
    });
    const { cells } = book.sheet('Orders');
    const type = (header: string, cell: string | number) => {
      cells[1]![cells[0]!.indexOf(header)] = cell;
    };
    for (const header of ['Order date', 'Order status', 'Is auto void', 'On time ship due date', 'As of'])
      type(header, 'soon');
    type('Order number', 1001);
    expect(row()).toMatchObject({
      ...{ orderDate: null, orderStatus: null, isAutoVoid: null, onTimeShipDueDate: null, asOf: null },
      orderNumber: '1001',
    });
  });

  test('belongs to the add-on; only the first of two copies is used', () => {
    const book = bookWith({ orders: [order()] });
    const { cells } = book.sheet('Orders');
    cells.push([...cells[1]!], ['Total', 7]);
    const workbook = workbookFor(book);
    expect(workbook.rows(orders, 'Orders').map(({ row }) => row)).toEqual([2]);
    expect(workbook.rowOf('Orders', `${SHOP}|1001`)?.row).toBe(2);
    for (const [table, key] of [
      ['Orders', 'x'],
      ['Orders', null],
      [null, `${SHOP}|1001`],
      ['Nothing', `${SHOP}|1001`],
      ['Keywords', 'x'],
    ] as const)
      expect(workbook.rowOf(table, key)).toBeUndefined();
  });

  test("isn't read from a user sheet with the table's name", () => {
    const book = bookWith({});
    book.create('Orders', []);
    book.sheet('Orders').cells.push(['Mine', 'x']);
    const workbook = workbookFor(book);
    expect([workbook.rows(orders, 'Orders'), workbook.positionsOf('Keywords')]).toEqual([[], undefined]);
    expect(workbook.positionsOf('Nothing')).toBeUndefined();
    expect(
      workbookFor(bookWith({ orders: [] }))
        .positionsOf('Orders')
        ?.get('orderNumber'),
    ).toBeGreaterThan(0);
  });
});
