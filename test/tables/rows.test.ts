/** Row keys identify records and are stable across pulls. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { fieldColumns } from '../../src/tables/columns.ts';
import { identityOf, rowsOf } from '../../src/tables/rows.ts';
import type { TabledOperation } from '../../src/tables/table.ts';

function decoded(operation: TabledOperation, wire: unknown, more: AnyRecord = {}): AnyRecord {
  return { ...more, ...decodeRecord(wire as Tree, operation.answer.record, { withheld: new Set() }) };
}

function rows(operation: TabledOperation, name: string, records: readonly AnyRecord[]) {
  const table = operation.tables.find((each) => each.name === name)!;
  return rowsOf(table, fieldColumns(operation, table, new Set()), records);
}

const keys = (...args: Parameters<typeof rows>) => rows(...args).map(({ key }) => key);

const { orders, inventory, keywords } = operations;
const lookup = operations['lookup-report'];
const prices = operations['price-history'];
const ads = operations['ad-performance'];

describe('orders', () => {
  const wire = {
    SellerID: 'A006',
    OrderNumber: 41473642,
    OrderTotalAmount: 20,
    ItemInfoList: [
      { SellerPartNumber: 'A', OrderedQty: 1 },
      { SellerPartNumber: 'B', OrderedQty: 2 },
      { SellerPartNumber: 'A', OrderedQty: 3 },
    ],
    PackageInfoList: [
      {
        TrackingNumber: 'T1',
        ItemInfoList: [
          { SellerPartNumber: 'A', ShippedQty: 1 },
          { SellerPartNumber: 'A', ShippedQty: 3 },
        ],
      },
      { TrackingNumber: 'T2', ItemInfoList: [{ SellerPartNumber: 'B', ShippedQty: 2 }] },
      { TrackingNumber: 'T3' },
    ],
  };
  const order = decoded(orders, wire);

  test('an order is one row', () => {
    expect(keys(orders, 'Orders', [order])).toEqual(['A006|41473642']);
  });

  test('lines with the same part number are numbered', () => {
    expect(keys(orders, 'Order lines', [order])).toEqual(['A006|41473642|A', 'A006|41473642|B', 'A006|41473642|A|2']);
    expect(rows(orders, 'Order lines', [order]).map(({ values }) => values.orderedQty)).toEqual([1, 2, 3]);
  });

  test('a package has one row per item, or one row without items', () => {
    expect(keys(orders, 'Packages', [order])).toEqual([
      'A006|41473642|T1|A',
      'A006|41473642|T1|A|2',
      'A006|41473642|T2|B',
      'A006|41473642|T3|',
    ]);
    expect(rows(orders, 'Packages', [order])[3]!.values).toMatchObject({
      orderNumber: '41473642',
      trackingNumber: 'T3',
      sellerPartNumber: null,
      shippedQty: null,
    });
  });

  test('case 87: an order returned twice has the same rows', () => {
    for (const name of ['Orders', 'Order lines', 'Packages'])
      expect(new Set(keys(orders, name, [order, decoded(orders, { OrderNumber: 2 }), order]))).toEqual(
        new Set(keys(orders, name, [order, decoded(orders, { OrderNumber: 2 })])),
      );
  });

  test('case 90: an order without lines keeps its own row', () => {
    const voided = decoded(orders, {
      SellerID: 'A006',
      OrderNumber: 3,
      OrderStatus: 4,
      DiscountAmount: '-2.50',
    });
    expect(rows(orders, 'Orders', [voided])).toMatchObject([{ key: 'A006|3', values: { discountAmount: -2.5 } }]);
    expect(rows(orders, 'Order lines', [voided])).toEqual([]);
    expect(rows(orders, 'Packages', [voided])).toEqual([]);
  });

  test('the same tracking number in two orders is two packages', () => {
    const other = decoded(orders, { ...wire, OrderNumber: 5 });
    expect(new Set(keys(orders, 'Packages', [order, other])).size).toBe(8);
  });
});

describe('inventory', () => {
  const item = (wire: object) =>
    decoded(inventory, { ItemNumber: '9SIA1', Condition: 1, ...wire }, { sellerId: 'A006' });

  test('case 70: the same country twice is two rows', () => {
    const allocation = (AvailableQuantity: number) => ({
      WarehouseLocation: 'USA',
      FulfillmentOption: '0',
      AvailableQuantity,
    });
    const record = item({
      InventoryAllocation: [allocation(1), { ...allocation(5), FulfillmentOption: '1' }, allocation(2)],
    });
    expect(keys(inventory, 'Inventory', [record])).toEqual([
      'A006|9SIA1|1|USA|0',
      'A006|9SIA1|1|USA|1',
      'A006|9SIA1|1|USA|0|2',
    ]);
  });

  test('case 71: an item without allocation is a row with a blank quantity', () => {
    expect(rows(inventory, 'Inventory', [item({})])).toMatchObject([
      {
        key: 'A006|9SIA1|1||',
        values: { itemNumber: '9SIA1', warehouseLocation: null, availableQuantity: null },
      },
    ]);
  });

  test('an item requested by two of its identifiers has its rows once', () => {
    const record = item({ InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 1 }] });
    expect(new Set(keys(inventory, 'Inventory', [record, record])).size).toBe(1);
  });
});

describe('price log', () => {
  const change = (wire: object) =>
    decoded(prices, {
      SellerID: 'A006',
      MarketItemNumber: '9SIA1',
      OriginalUnitPrice: 19.99,
      TargetUnitPrice: 18.49,
      RequestTimeStamp: '2025-06-10T07:41:12.333-07:00',
      Platform: 'USA',
      Trigger: 'BuyboxChanged',
      SourceSystem: 'AutoPricing',
      ...wire,
    });

  test('a change is identified by its time, prices, platform, and cause', () => {
    expect(
      keys(prices, 'Price log', [change({}), change({ Platform: 'CAN' }), change({ TargetUnitPrice: null })]),
    ).toEqual([
      'A006|9SIA1|2025-06-10T14:41:12.333Z|19.99|18.49|USA|BuyboxChanged|AutoPricing',
      'A006|9SIA1|2025-06-10T14:41:12.333Z|19.99|18.49|CAN|BuyboxChanged|AutoPricing',
      'A006|9SIA1|2025-06-10T14:41:12.333Z|19.99||USA|BuyboxChanged|AutoPricing',
    ]);
  });

  test('equal changes are numbered, because each one happened', () => {
    const [first, second] = keys(prices, 'Price log', [change({}), change({})]);
    expect(second).toBe(`${first}|2`);
  });

  test("the spelling of the time doesn't matter", () => {
    const spelled = change({ RequestTimeStamp: '2025-06-10T14:41:12.3330000Z' });
    expect(keys(prices, 'Price log', [spelled])).toEqual(keys(prices, 'Price log', [change({})]));
  });
});

describe('keys of the other tables', () => {
  test('ad performance: seller, country, campaign, group, and period', () => {
    const day = (text: string) => ({ day: text, text });
    const asked = { fromDate: day('2025-06-01'), toDate: day('2025-06-30') };
    const record = decoded(ads, { sellerID: 'A006', countryCode: 'USA', campaignNumber: 7, groupNumber: 8 }, asked);
    expect(keys(ads, 'Ad performance', [record])).toEqual(['A006|USA|7|8|2025-06-01|2025-06-30']);
  });

  test('keywords: seller, campaign, group, keyword, and match type, with bars escaped', () => {
    const record = decoded(keywords, {
      campaignNumber: 7,
      groupNumber: 8,
      keyword: 'a|b\\c',
      matchType: 7,
      sellerId: 'A006',
    });
    expect(keys(keywords, 'Keywords', [record])).toEqual(['A006|7|8|a\\|b\\\\c|7']);
  });

  test("values that contain a bar can't produce the same key", () => {
    const one = decoded(keywords, { campaignNumber: '7|8', groupNumber: '', keyword: 'k' });
    const other = decoded(keywords, { campaignNumber: '7', groupNumber: '8|', keyword: 'k' });
    const third = decoded(keywords, { campaignNumber: '7', groupNumber: '8', keyword: '|k' });
    expect(new Set(keys(keywords, 'Keywords', [one, other, third])).size).toBe(3);
  });

  test('case 73, case 75: several hits for one product have one row per position', () => {
    const hits = [{ MarketItemNumber: 'R1' }, { MarketItemNumber: '9SIA1', Condition: 1 }].map((hit) => ({
      ...hit,
      SellerID: 'A006',
    }));
    const records = hits.map((hit, index) => decoded(lookup, hit, { requestId: 'Q', position: index + 1 }));
    expect(keys(lookup, 'Lookup report', records)).toEqual(['A006|Q|1', 'A006|Q|2']);
  });
});

test('a duplicate is a record with the same key, or with the same content if its table has no key for it', () => {
  const same = (operation: TabledOperation, one: AnyRecord, other: AnyRecord) => {
    const { textOf } = identityOf(operation);
    return textOf(one) === textOf(other);
  };
  const [order, stock] = [decoded(orders, { OrderNumber: 4 }), decoded(inventory, { ItemNumber: '9SIA1' })];
  expect(same(orders, order, { ...order, orderStatus: 3 })).toBe(true);
  expect(same(orders, order, { ...order, orderNumber: '5' })).toBe(false);
  expect(same(inventory, stock, { ...stock })).toBe(true);
  expect(same(inventory, stock, { ...stock, upcCode: '1' })).toBe(false);
});
