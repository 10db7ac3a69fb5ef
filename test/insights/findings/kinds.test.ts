import { describe, expect, test } from 'vitest';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { findAll } from '../../../src/insights/findings/find.ts';
import { catalog } from '../../../src/tables/catalog/catalog-table.ts';
import {
  adDay,
  at,
  bookWith,
  DEFAULTS,
  day,
  type Fields,
  foundIn,
  HOUR,
  inHours,
  inShort,
  line,
  NOW,
  order,
  price,
  put,
  recordsIn,
  SHOP,
  stock,
  type Tables,
  workbookFor,
} from './tables.ts';

describe('open orders', () => {
  const soon = (said: Fields) =>
    inShort(foundIn({ orders: [order({ autoVoidTime: inHours(5), ...said })] }), 'void-soon');

  test.each<[what: string, said: Fields, atRisk: number | undefined]>([
    ['the whole order', {}, 2050],
    ['the units not shipped', { orderStatus: 1, itemInfoList: [line({ shippedQty: 1 })] }, 1025],
    ['the lines not canceled', { itemInfoList: [line({ status: 3 }), line({ sellerPartNumber: 'P-2' })] }, 2050],
    ['zero if more was shipped than ordered', { itemInfoList: [line({ shippedQty: 3 })] }, 0],
    [
      'unknown without a price',
      { itemInfoList: [line(), line({ sellerPartNumber: 'P-2', unitPrice: null })] },
      undefined,
    ],
    ['unknown without lines', { itemInfoList: [] }, undefined],
    [
      'exact to the cent',
      {
        itemInfoList: [
          line({ orderedQty: 3, unitPrice: 0.1 }),
          line({ sellerPartNumber: 'P-2', orderedQty: 1, unitPrice: 0.7 }),
        ],
      },
      100,
    ],
    ['the whole order without a fulfillment option', { fulfillmentOption: null }, 2050],
  ])('void-soon puts at risk %s', (_, said, atRisk) => {
    expect(soon(said)).toEqual([['void-soon', '1001', atRisk]]);
  });

  test.each<[what: string, said: Fields]>([
    ['shipped', { orderStatus: 2 }],
    ['voided', { orderStatus: 4 }],
    ['not paid yet', { orderStatus: 5 }],
    ['shipped by the operator', { fulfillmentOption: 1 }],
    ['auto-voided right now', { autoVoidTime: inHours(0) }],
    ['auto-voided after the threshold', { autoVoidTime: inHours(48.01) }],
    ['without an auto-void time', { autoVoidTime: null }],
  ])('void-soon ignores an order that is %s', (_, said) => {
    expect(soon(said)).toEqual([]);
  });

  test("void-soon follows its rule's hours, to the second", () => {
    const tables = { orders: [order({ autoVoidTime: inHours(30) })] };
    const within = (hours: number) =>
      inShort(foundIn(tables, { thresholds: { ...DEFAULTS, 'void-soon': hours } }), 'void-soon').length;
    expect([within(29.9), within(30), within(48)]).toEqual([0, 1, 1]);
  });

  test('skips a kind that is off', () => {
    const tables = { orders: [order({ autoVoidTime: inHours(5) })] };
    expect(foundIn(tables, { thresholds: { ...DEFAULTS, 'void-soon': undefined } })).toEqual([]);
  });

  test.each([
    ['2025-06-17', 'overdue', undefined],
    ['2025-06-18', 'due-today', Date.parse('2025-06-19T04:00:00Z')],
    ['2025-06-19', undefined, undefined],
  ])('with due date %s is %s', (due, kind, deadline) => {
    const found = foundIn({ orders: [order({ onTimeShipDueDate: day(due) })] });
    expect(found.map((each) => [each.kind, each.atRisk, each.deadline])).toEqual(
      kind === undefined ? [] : [[kind, 2050, deadline]],
    );
  });

  test.each([
    ['Pacific/Kiritimati', 'overdue'],
    ['America/New_York', 'due-today'],
    ['Pacific/Pago_Pago', 'due-today'],
  ])("the day is the workbook's day in %s", (zone, kind) => {
    const found = foundIn({ zone, orders: [order({ onTimeShipDueDate: day('2025-06-18') })] });
    expect(found.map((each) => each.kind)).toEqual([kind]);
  });

  test('void-soon shows deadline, open units, and a link', () => {
    const [found] = foundIn({ orders: [order({ autoVoidTime: at('2025-06-18T18:30:00Z') })] });
    expect(found).toMatchObject({
      label: 'Order 1001',
      what: 'Auto-voids Jun 18, 2:30 PM: 2 units not shipped.',
      deadline: Date.parse('2025-06-18T18:30:00Z'),
      link: { table: 'Orders', rowKey: `${SHOP}|1001` },
      data: [{ asOf: NOW, tolerance: 'orders-tolerance' }],
    });
  });
});

describe('cannot-ship', () => {
  const short = (tables: Tables) => inShort(foundIn(tables), 'cannot-ship');
  const one = [order()];

  test.each<[what: string, stock: readonly Fields[], atRisk: number | undefined]>([
    ['enough', [stock(2)], undefined],
    ['one unit short', [stock(1)], 1025],
    ['zero', [stock(0)], 2050],
    ['negative', [stock(-5)], 2050],
    ['blank', [stock(null)], 2050],
    ['never read', [], undefined],
    [
      'only in operator warehouses',
      [
        stock(9, {
          inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '1', availableQuantity: 9 }],
        }),
      ],
      undefined,
    ],
    [
      'in two countries',
      [
        stock(1),
        stock(1, {
          inventoryAllocation: [{ warehouseLocation: 'CAN', fulfillmentOption: '0', availableQuantity: 1 }],
        }),
      ],
      undefined,
    ],
    ['in another shop', [stock(1), stock(9, { sellerId: 'B1' })], 1025],
    ['under a part number in another case', [stock(2, { sellerPartNumber: 'p-1' })], undefined],
  ])('checks stock that is %s', (_, of, atRisk) => {
    expect(short({ orders: one, stock: of })).toEqual(atRisk === undefined ? [] : [['cannot-ship', '1001', atRisk]]);
  });

  test('treats a gone row as no stock', () => {
    const book = bookWith({ orders: one, stock: [stock(9)] });
    const { cells } = book.sheet('Inventory');
    cells[1]![cells[0]!.indexOf('Gone since')] = new Date(NOW);
    expect(inShort(findAll(factsOf(workbookFor(book))), 'cannot-ship')).toEqual([['cannot-ship', '1001', 2050]]);
  });

  test('serves orders by auto-void time, then due date, then order date, then number', () => {
    const numbers = (...said: readonly Fields[]) =>
      short({
        orders: said.map((each, index) => order({ orderNumber: `${2000 - index}`, ...each })),
        stock: [stock(2)],
      }).map(([, record]) => record);
    expect(numbers({ autoVoidTime: inHours(60) }, { autoVoidTime: inHours(50) })).toEqual(['2000']);
    expect(numbers({ onTimeShipDueDate: day('2025-06-30') }, { autoVoidTime: inHours(50) })).toEqual(['2000']);
    expect(numbers({ orderDate: inHours(-9) }, { orderDate: inHours(-10) })).toEqual(['2000']);
    // If two orders rank equally, the smaller number comes first.
    expect(numbers({}, {})).toEqual(['2000']);
    expect(numbers({ orderNumber: '1000' }, { orderNumber: '999' })).toEqual(['1000']);
    expect(numbers({ orderNumber: '999' }, { orderNumber: '1000' })).toEqual(['1000']);
  });

  test('shares one part among all orders and shows the missing units', () => {
    const [first, second] = foundIn({
      orders: [
        order({ orderNumber: '1', orderDate: inHours(-9) }),
        order({ orderNumber: '2', orderDate: inHours(-8), autoVoidTime: inHours(90) }),
      ],
      stock: [stock(1)],
    });
    expect([first?.record, first?.atRisk, first?.deadline]).toEqual(['1', 1025, undefined]);
    expect(first?.what).toBe('Short on P-1: 1 of 2 units.');
    expect([second?.record, second?.atRisk, second?.deadline]).toEqual(['2', 2050, NOW + 90 * HOUR]);
  });

  test('merges shortage lines of one SKU', () => {
    const [first] = foundIn({ orders: [order({ itemInfoList: [line(), line()] })], stock: [stock(1)] });
    expect(first?.what).toBe('Short on P-1: 3 of 4 units.');
  });
});

describe('mismatch', () => {
  const shipped = (said: Fields = {}): Fields =>
    order({
      orderStatus: 2,
      itemInfoList: [line({ shippedQty: 2 })],
      packageInfoList: [{ trackingNumber: '1Z', itemInfoList: [{ sellerPartNumber: 'P-1', shippedQty: 2 }] }],
      orderItemAmount: 20.5,
      shippingAmount: 3,
      recyclingFeeAmount: 1,
      discountAmount: 2,
      orderTotalAmount: 22.5,
      ...said,
    });
  const packed = (trackingNumber: string | null, shippedQty: number) => ({
    packageInfoList: [{ trackingNumber, itemInfoList: [{ sellerPartNumber: 'P-1', shippedQty }] }],
  });

  test.each<[what: string, said: Fields, expected: readonly [string, number | undefined] | undefined]>([
    ['no mismatch', {}, undefined],
    ['voided and not packed', { orderStatus: 4, itemInfoList: [], packageInfoList: [] }, undefined],
    ['a negative discount', { discountAmount: -2 }, undefined],
    ['a difference of one cent', { orderTotalAmount: 22.51 }, undefined],
    ['a difference of two cents', { orderTotalAmount: 22.52 }, ['Order total is off by $0.02.', 2]],
    ['a discount added to the total', { orderTotalAmount: 26.5 }, undefined],
    ['without a total', { orderTotalAmount: null }, undefined],
    ['without a fee', { recyclingFeeAmount: null }, ['Order total is off by $1.00.', 100]],
    ['no fee in an older order version', { recyclingFeeAmount: null, currencyCode: null }, undefined],
    ['packed twice', packed('1Z', 4), ['P-1: 2 shipped, 4 in packages.', undefined]],
    [
      'not in a package',
      { packageInfoList: [{ trackingNumber: '1Z', itemInfoList: [] }] },
      ['P-1: 2 shipped, 0 in packages.', undefined],
    ],
    ['without a tracking number', packed(null, 2), ['Shipped without a tracking number.', undefined]],
    [
      'invoiced without a tracking number',
      { orderStatus: 3, ...packed(null, 2) },
      ['Invoiced without a tracking number.', undefined],
    ],
    ['voided with a package', { orderStatus: 4 }, ['Voided, but has a package.', undefined]],
    ['two mismatches', { orderTotalAmount: 30, ...packed(null, 2) }, ['Order total is off by $3.50.', 350]],
  ])('judges an order: %s', (_, said, expected) => {
    const found = foundIn({ orders: [shipped(said)] });
    expect(found.map(({ kind, what, atRisk }) => [kind, what, atRisk])).toEqual(
      expected ? [['mismatch', ...expected]] : [],
    );
  });

  test('empty packages next to a complete one are no mismatch', () => {
    const packages = [
      { trackingNumber: '1Z', itemInfoList: [{ sellerPartNumber: 'P-1', shippedQty: 2 }] },
      { trackingNumber: '2Z', itemInfoList: [] },
      { trackingNumber: null, itemInfoList: [] },
    ];
    expect(foundIn({ orders: [shipped({ packageInfoList: packages })] })).toEqual([]);
  });
});

describe('out-of-stock', () => {
  const sold = order({
    orderStatus: 3,
    packageInfoList: [{ trackingNumber: '1', itemInfoList: [{ sellerPartNumber: 'P-1', shippedQty: 2 }] }],
    itemInfoList: [line({ shippedQty: 2, status: 2 })],
  });
  const out = (tables: Tables) => foundIn(tables).filter(({ kind }) => kind === 'out-of-stock');

  test.each<[what: string, tables: Tables, said: string | undefined]>([
    ['that sold', { orders: [sold], stock: [stock(0)] }, 'Out of stock: about $0.68 in lost sales per day.'],
    [
      'that sold in another currency',
      { orders: [{ ...sold, currencyCode: 'CAD' }], stock: [stock(0)] },
      'Out of stock: about CA$0.68 in lost sales per day.',
    ],
    ['that is in stock', { orders: [sold], stock: [stock(1)] }, undefined],
    [
      'that only the operator ships',
      {
        orders: [sold],
        stock: [
          stock(0, {
            inventoryAllocation: [{ warehouseLocation: 'USA', fulfillmentOption: '1', availableQuantity: 0 }],
          }),
        ],
      },
      undefined,
    ],
    ['that never sold', { stock: [stock(0)] }, undefined],
    ['that sold long ago', { orders: [{ ...sold, orderDate: inHours(-30 * 24 - 1) }], stock: [stock(0)] }, undefined],
    [
      'whose line was canceled',
      {
        orders: [{ ...sold, itemInfoList: [line({ status: 3 })], packageInfoList: [], orderStatus: 0 }],
        stock: [stock(0)],
      },
      undefined,
    ],
    ['in a voided order', { orders: [{ ...sold, orderStatus: 4 }], stock: [stock(0)] }, undefined],
    [
      'that is advertised',
      { stock: [stock(0)], ads: [adDay('2025-06-17', { productList: '9SI1, 9SI2' })] },
      'Out of stock and advertised.',
    ],
    [
      'that is no longer advertised',
      {
        stock: [stock(0)],
        ads: [
          adDay('2025-06-16', { productList: '9SI1' }),
          adDay('2025-06-17', { productList: '9SI1', status: 'Inactive' }),
        ],
      },
      undefined,
    ],
    [
      'that sold under its part number',
      {
        orders: [{ ...sold, itemInfoList: [line({ marketItemNumber: null, shippedQty: 2, status: 2 })] }],
        stock: [stock(0)],
      },
      'Out of stock: about $0.68 in lost sales per day.',
    ],
  ])('judges an item %s', (_, tables, said) => {
    expect(out(tables).map(({ record, what, atRisk }) => [record, what, atRisk])).toEqual(
      said === undefined ? [] : [['9SI1', said, undefined]],
    );
  });
});

describe('ads-without-stock', () => {
  const days = ['2025-06-10', '2025-06-11', '2025-06-17', '2025-06-18'].map((date) =>
    adDay(date, { spend: 1.1, productList: '9SI1' }),
  );
  const ads = (tables: Tables) =>
    foundIn(tables)
      .filter(({ kind }) => kind === 'ads-without-stock')
      .map(({ atRisk, what }) => [atRisk, what]);

  test.each<[what: string, tables: Tables, expected: readonly (readonly [number | undefined, string])[]]>([
    [
      'its only item is out of stock',
      { ads: days, stock: [stock(0)] },
      [[220, 'Ads running on 1 out-of-stock item: $2.20 in 7 days.']],
    ],
    ['its item is in stock', { ads: days, stock: [stock(1)] }, []],
    ['its stock is unknown', { ads: days, stock: [] }, []],
    ['its items are unknown', { ads: days.map((each) => ({ ...each, productList: null })), stock: [stock(0)] }, []],
    [
      'the group has ended',
      { ads: [...days, adDay('2025-06-19', { status: 'Ended', productList: '9SI1' })], stock: [stock(0)] },
      [],
    ],
    [
      'one of two items is out of stock',
      {
        ads: days.map((each) => ({ ...each, productList: '9SI1, 9SI2' })),
        stock: [stock(0), stock(3, { itemNumber: '9SI2', sellerPartNumber: 'P-2' })],
      },
      [[undefined, 'Ads running: 1 of 2 items is out of stock.']],
    ],
    [
      'the stock of the other item is unknown',
      { ads: days.map((each) => ({ ...each, productList: '9SI1, 9SI2' })), stock: [stock(0)] },
      [[undefined, 'Ads running: 1 of 2 items is out of stock.']],
    ],
    ['the item is out of stock in another shop', { ads: days, stock: [stock(0, { sellerId: 'B1' })] }, []],
  ])('judges an ad group: %s', (_, tables, expected) => {
    expect(ads(tables)).toEqual(expected);
  });
});

describe('with data of a few days', () => {
  const readFor = (days: number, table: string) => ({
    ages: [{ table, sellerId: SHOP, at: NOW, read: [NOW - days * 24 * HOUR, NOW] as const }],
  });
  const said = (kind: string, days: number, table: string, tables: Tables) =>
    foundIn(tables, readFor(days, table)).flatMap((each) => (each.kind === kind ? [[each.what, each.why]] : []));

  test('ads-without-stock names the days that were read', () => {
    const ads = ['2025-06-16', '2025-06-17'].map((date) => adDay(date, { spend: 1, productList: '9SI1' }));
    const what = (...more: Fields[]) =>
      said('ads-without-stock', 1, 'Ad performance', { ads: [...ads, ...more], stock: [stock(0)] })[0]![0];
    expect(what()).toBe('Ads running on 1 out-of-stock item: $2.00 in 2 days.');
    const former = adDay('2025-05-01', { groupNumber: '99' });
    expect(what(former)).toBe('Ads running on 1 out-of-stock item: $2.00 in 7 days.');
    expect(what({ ...former, sellerId: 'B1' })).toBe('Ads running on 1 out-of-stock item: $2.00 in 2 days.');
  });

  test('out-of-stock estimates the rate from the days that were read', () => {
    const tables = { orders: [order()], stock: [stock(0)] };
    expect(said('out-of-stock', 4, 'Orders', tables)[0]![1]).toBe('Out of stock, about 0.5 units per day, $10.25 each');
    expect(said('out-of-stock', 90, 'Orders', tables)[0]![1]).toBe('Out of stock, 2 sold in 30 days, $10.25 each');
    // A copied workbook keeps the rows, but not which period was read.
    const former = order({
      orderNumber: '1002',
      orderDate: inHours(-20 * 24),
      itemInfoList: [line({ orderedQty: 9 })],
    });
    const [, why] = said('out-of-stock', 4, 'Orders', { ...tables, orders: [order(), former] })[0]!;
    expect(why).toBe('Out of stock, about 0.5 units per day, $10.25 each');
    expect(said('out-of-stock', 4, 'Orders', { ...tables, orders: [former] })[0]![1]).toBe(
      'Out of stock, about 0.3 units per day, $10.25 each',
    );
  });

  test('above-featured counts the sales of the days that were read, and none before orders were read', () => {
    const tables = { prices: [price()], ads: [adDay('2025-06-17', { productList: '9SI1' })] };
    const start = 'Priced 3.0% above the featured offer ($10.30 vs. $10.00)';
    expect(said('above-featured', 30, 'Price log', tables)[0]![0]).toBe(`${start}.`);
    expect(said('above-featured', 5, 'Orders', tables)[0]![0]).toBe(`${start}; 0 sold in 5 days.`);
    const orders = [order(), order({ orderNumber: '1002', orderDate: inHours(-20 * 24) })];
    expect(said('above-featured', 5, 'Orders', { ...tables, orders })[0]![0]).toBe(`${start}; 2 sold in 5 days.`);
  });

  test('ad-budget divides by the days that were read', () => {
    const ads = [
      adDay('2025-06-17', { status: 'Out of budget', spend: 1, sales: 20 }),
      adDay('2025-06-17', { groupNumber: '99', spend: 9, sales: 80 }),
    ];
    const why = (...more: Fields[]) => said('ad-budget', 1, 'Ad performance', { ads: [...ads, ...more] })[0]![1];
    expect(why()).toContain('$20.00 in sales per day');
    expect(why(adDay('2025-06-14', { groupNumber: '99' }))).toContain('$5.00 in sales per day');
    expect(why(adDay('2025-05-14', { groupNumber: '99' }))).toContain('$1.43 in sales per day');
  });
});

describe('above-featured', () => {
  const above = (said: Fields, ...more: readonly Fields[]) =>
    inShort(foundIn({ prices: [price(said), ...more], ads: both({ productList: '9SI1' }) }), 'above-featured').length;
  const both = (said: Fields) => [adDay('2025-06-17', said), adDay('2025-06-17', { ...said, sellerId: 'B1' })];

  test.each<[what: string, said: Fields, expected: number]>([
    ['above the featured price', {}, 1],
    ['above it by two percent', { targetUnitPrice: 10.2 }, 0],
    ['above it by a cent more', { targetUnitPrice: 10.21 }, 1],
    ['below it', { targetUnitPrice: 9 }, 0],
    ['without a featured price', { buyboxUnitPrice: null }, 0],
    ['a week old', { requestTimeStamp: inHours(-7 * 24) }, 1],
    ['older than a week', { requestTimeStamp: inHours(-7 * 24 - 1) }, 0],
  ])('judges a price %s', (_, said, expected) => {
    expect(above(said)).toBe(expected);
  });

  test('ignores items that neither sell nor are advertised', () => {
    const found = (tables: Tables) => inShort(foundIn({ prices: [price()], ...tables }), 'above-featured').length;
    expect(found({})).toBe(0);
    expect(found({ orders: [order({ orderDate: inHours(-31 * 24) })] })).toBe(0);
    expect(found({ orders: [order({ orderDate: inHours(-29 * 24) })] })).toBe(1);
    // Ad rows with any status or period are included.
    const period = { fromDate: day('2025-05-01'), toDate: day('2025-05-31'), status: 'Ended' };
    expect(found({ ads: [adDay('2025-05-01', { ...period, productList: '9SI7, 9SI1' })] })).toBe(1);
  });

  test('prices on two platforms are one finding of the item, each in its currency', () => {
    const [record, ...others] = recordsIn({
      prices: [price(), price({ platform: 'CAN', targetUnitPrice: 11 })],
      orders: [order()],
    });
    expect(others).toEqual([]);
    expect(record!.why).toContain('(CA$11.00 vs. CA$10.00)');
    expect(record!.why).toContain('($10.30 vs. $10.00)');
  });

  test('uses only the newest log entry of an item and platform', () => {
    const older = price({ requestTimeStamp: inHours(-6) });
    expect(above({ targetUnitPrice: 10 }, older)).toBe(0);
    expect(above({ targetUnitPrice: 10 }, { ...older, platform: 'CAN' })).toBe(1);
    expect(above({ targetUnitPrice: 10 }, { ...older, sellerId: 'B1' })).toBe(1);
  });

  test('shows the gap, units sold, and read time of prices', () => {
    const orders = [order({ orderDate: inHours(-24) })];
    const prices = [price(), price({ platform: 'CAN', requestTimeStamp: inHours(-4) })];
    const book = bookWith({ prices, orders, stock: [stock(5)] });
    const { cells } = book.sheet('Inventory');
    cells[1]![cells[0]!.indexOf('Title')] = 'Quiet fan';
    const polled = { pricesPolled: inHours(-2), canadianPricesPolled: inHours(-3) };
    put(book, catalog, [{ itemNumber: '9SI1', sellerPartNumber: 'P-1', ...polled }]);
    const all = findAll(factsOf(workbookFor(book))).filter(({ kind }) => kind === 'above-featured');
    const [[found], [inCanada]] = [false, true].map((is) => all.filter(({ what }) => what.includes('CA$') === is)) as [
      typeof all,
      typeof all,
    ];
    expect(found).toMatchObject({
      record: '9SI1',
      label: 'P-1 (9SI1)',
      what: 'Priced 3.0% above the featured offer ($10.30 vs. $10.00); 2 sold in 30 days.',
    });
    expect(found!.data).toEqual([{ asOf: NOW - 2 * HOUR, tolerance: 'prices-tolerance' }]);
    expect(inCanada!.data).toEqual([{ asOf: NOW - 3 * HOUR, tolerance: 'prices-tolerance' }]);
  });
});

describe('ad-budget', () => {
  const own = { status: 'Out of budget', spend: 1, sales: 20 };
  const others = { groupNumber: '99', spend: 9, sales: 80 };
  const budget = (...ads: readonly Fields[]) =>
    foundIn({ ads }).flatMap(({ kind, record, what }) => (kind === 'ad-budget' ? [[record, what]] : []));

  test('finds a group with a lower ACoS than the account', () => {
    expect(budget(adDay('2025-06-17', own), adDay('2025-06-17', others))).toEqual([
      ['77 88', 'Out of budget; ACoS 5.0% vs. 10.0% overall.'],
    ]);
  });

  test.each<[what: string, own: Fields, others: Fields]>([
    ['as expensive as the account', { ...own, spend: 2.25 }, others],
    ['without sales', { ...own, sales: 0 }, others],
    ['within budget', { ...own, status: 'Delivering' }, others],
    ['the only one of its shop', own, { ...others, sellerId: 'B1' }],
  ])('ignores a group that is %s', (_, one, other) => {
    expect(budget(adDay('2025-06-17', one), adDay('2025-06-17', other))).toEqual([]);
  });

  test('uses only the last fourteen complete days', () => {
    expect(budget(adDay('2025-06-18', own), adDay('2025-06-18', others))).toEqual([]);
    expect(budget(adDay('2025-06-03', own), adDay('2025-06-03', others))).toEqual([]);
    expect(budget(adDay('2025-06-04', own), adDay('2025-06-04', others))).toHaveLength(1);
  });
});

test('keyword-declined is one finding per ad group, and ignores keywords that are gone', () => {
  const keyword = (text: string, said: Fields = {}) => ({
    ...{ campaignNumber: '77', campaignName: 'Summer', groupNumber: '88', groupName: 'Fans', matchType: 0 },
    ...{ keyword: text, declineReason: 'Trademark', ...said },
  });
  const book = bookWith({
    keywords: [
      ...['=1+1', 'fan', 'big fan', 'fans'].map((each) => keyword(each)),
      keyword('other', { groupNumber: '99', declineReason: 'Spelling' }),
      keyword('fine', { declineReason: null }),
    ],
  });
  const found = () => findAll(factsOf(workbookFor(book)));
  expect(found()).toMatchObject([
    {
      label: 'Keywords of campaign 77 (Summer), group 88 (Fans)',
      what: '4 keywords declined: =1+1, big fan, fan, and 1 more.',
      why: '4 keywords declined: Trademark (4)',
    },
    { what: '1 keyword declined: other.', why: '1 keyword declined: Spelling (1)' },
  ]);
  const { cells } = book.sheet('Keywords');
  for (const row of cells.slice(1)) row[cells[0]!.indexOf('Gone since')] = new Date(NOW);
  expect(found()).toEqual([]);
});

describe('late-data', () => {
  const late = (table: string, hours: number, terms = {}) =>
    inShort(foundIn({}, { ages: [{ table, sellerId: SHOP, at: NOW - hours * HOUR }], ...terms }), 'late-data');

  test.each([
    ['Orders', 2],
    ['Inventory', 8],
    ['Price log', 36],
    ['Ad performance', 36],
    ['Keywords', 36],
  ])('%s data is late after %d hours', (table, hours) => {
    expect([late(table, hours), late(table, hours + 0.1)]).toEqual([[], [['late-data', table, undefined]]]);
    expect(late(table, 999, { thresholds: { ...DEFAULTS, 'late-data': undefined } })).toEqual([]);
  });

  test('ignores a table that no finding uses', () => {
    expect(late('Lookup report', 999)).toEqual([]);
  });
});

test('separates two shops with the same numbers', () => {
  const both = (said: Fields) => [{ ...said }, { ...said, sellerId: 'B1' }];
  const found = foundIn({
    orders: [
      order({ autoVoidTime: inHours(5) }),
      order({ sellerId: 'B1', autoVoidTime: inHours(5), itemInfoList: [line({ unitPrice: 1 })] }),
    ],
    stock: [stock(0), stock(2, { sellerId: 'B1' })],
    ads: both(adDay('2025-06-17', { productList: '9SI1', spend: 1 })),
  });
  expect(found.map(({ kind, sellerId, atRisk }) => [kind, sellerId, atRisk])).toEqual([
    ['void-soon', SHOP, 2050],
    ['void-soon', 'B1', 200],
    ['cannot-ship', SHOP, 2050],
    ['out-of-stock', SHOP, undefined],
    ['ads-without-stock', SHOP, 100],
  ]);
});

test('ignores copies of a row', () => {
  const book = bookWith({ orders: [order({ autoVoidTime: inHours(5) })] });
  for (const table of ['Orders', 'Order lines']) {
    const { cells } = book.sheet(table);
    cells.push([...cells[1]!]);
  }
  expect(inShort(findAll(factsOf(workbookFor(book))))).toEqual([['void-soon', '1001', 2050]]);
});

test('finds nothing without tables', () => {
  expect(foundIn({})).toEqual([]);
});
