/** Decodes response trees into typed records, in any spelling of values and shape of lists. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adPerformance } from '../../src/operations/ad-performance.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { lookupReport } from '../../src/operations/lookup-report.ts';
import { orders } from '../../src/operations/orders.ts';
import { priceHistory } from '../../src/operations/price-history.ts';
import { decodeRecord, readNumber, type UnknownField } from '../../src/protocol/decode.ts';
import { boolean, id, integer, list, money, ratio, text, texts } from '../../src/protocol/fields.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { readPage } from '../../src/protocol/page.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { type Arrival, arrival, envelope, json } from './arrivals.ts';
import { faultOf } from './fault.ts';
import { plainRecord } from './plain-records.ts';
import { asked } from './shop.ts';

const ALL: ReadonlySet<never> = new Set();

const SHAPE = {
  text: text('Text', ''),
  id: id('Id', ''),
  integer: integer('Integer', ''),
  money: money('Money', ''),
  ratio: ratio('Ratio', ''),
  boolean: boolean('Boolean', ''),
  texts: texts('Texts', ''),
} as const;

function decoded(name: keyof typeof SHAPE, value: unknown) {
  const wire = SHAPE[name].wire;
  return decodeRecord({ [wire]: value as Tree }, SHAPE, { withheld: ALL })[name];
}

const read = (operation: Operation, result: Arrival, params = {}) =>
  readPage(asked(operation, ALL), params, 1, result, Date.UTC(2025, 5, 16));
const records = (operation: Operation, result: Arrival, params = {}) =>
  read(operation, result, params).records.map(plainRecord);

test.each([
  ['numbers', 0, 0],
  ['text', '0.00', '0.00 %'],
  ['no quotient', '0', null],
])('case 82: a quotient is blank if its divisor is 0: %s', (_, none, quotient) => {
  const row = { spend: 50, sales: none, acos: quotient, impressions: none, clicks: 4, ctr: quotient, cr: 0, cpc: 12.5 };
  const rows = [row, { ...row, clicks: none, cpc: quotient }];
  const quotients = read(adPerformance, json({ rows, totalRows: 2 })).records.map(({ acos, ctr, cr, cpc }) => [
    ...[acos, ctr, cr, cpc],
  ]);
  expect(quotients).toEqual([
    [null, null, 0, 12.5],
    [null, null, null, null],
  ]);
});

describe('single values', () => {
  test.each([
    ['case 36: a number as text', 'money', '19.9900', 19.99],
    ['case 36: zero stays zero', 'money', '0', 0],
    ['case 36: zero as a number', 'integer', 0, 0],
    ['case 36: an empty text is blank', 'money', '', null],
    ['case 36: null is blank', 'money', null, null],
    ['case 36: missing is blank', 'money', undefined, null],
    ['whitespace is blank', 'integer', ' \n ', null],
    ['case 37: thousands', 'money', '1,234.56', 1234.56],
    ['case 37: millions', 'money', '12,345,678', 12_345_678],
    ['case 37: negative', 'money', '-5.00', -5],
    ['case 37: negative thousands', 'money', '-1,234.5', -1234.5],
    ['case 37: a decimal comma stays text', 'money', '1.234,56', '1.234,56'],
    ['case 37: a misplaced comma stays text', 'money', '1,23', '1,23'],
    ['a plus sign', 'integer', '+5', 5],
    ['no digit before the point', 'money', '.5', 0.5],
    ['an exponent', 'ratio', '1.5E-3', 0.0015],
    ['case 38: NaN as text stays text', 'ratio', 'NaN', 'NaN'],
    ['case 38: Infinity as text stays text', 'ratio', 'Infinity', 'Infinity'],
    ['hexadecimal stays text', 'integer', '0x10', '0x10'],
    ['words stay text', 'integer', 'about 5', 'about 5'],
    ['a currency sign stays text', 'money', '$5', '$5'],
    ['case 82: a null ratio is blank', 'ratio', null, null],
    ['case 82: a percentage', 'ratio', '12.4%', 0.124],
    ['case 82: a percentage with a space', 'ratio', '12.4 %', 0.124],
    ['case 82: a quotient', 'ratio', 0.124, 0.124],
    ['case 82: a percent sign alone stays text', 'ratio', '%', '%'],
    ['case 82: a percentage in an amount stays text', 'money', '12%', '12%'],
    ['case 29: a boolean as text', 'boolean', 'True', true],
    ['case 29: false as text', 'boolean', 'FALSE', false],
    ['a boolean', 'boolean', false, false],
    ['a word that is not a boolean stays text', 'boolean', 'maybe', 'maybe'],
    ['case 39: padding', 'text', 'IH          ', 'IH'],
    ['case 40: surrounding line breaks', 'text', '\n   Test Buyer\n  ', 'Test Buyer'],
    ['case 41: leading zeros of a text', 'id', '00501', '00501'],
    ['case 41: a number that identifies becomes text', 'id', 6, '6'],
    ['case 42: long digits', 'id', '9007199254740993', '9007199254740993'],
    ['case 95: a country stays unchanged', 'text', 'UNITED STATES', 'UNITED STATES'],
    ['case 48: accents', 'text', 'Zoë – 🎧', 'Zoë – 🎧'],
    ['several texts', 'texts', ['a', ' b ', '', null], 'a, b'],
    ['one text', 'texts', 'a', 'a'],
    ['no texts', 'texts', [], null],
    ['an XML element with an attribute', 'text', { '#text': ' a ', '@lang': 'en' }, 'a'],
    ['an XML element that is nil', 'text', { '@nil': 'true' }, null],
    ['an object is not a value', 'text', { a: '1' }, null],
  ] as const)('%s', (_, name, value, expected) => {
    expect(decoded(name, value)).toBe(expected);
  });

  test('any finite number can be read as a string and as a number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = String(number);
        // Numbers with 16 or more digits stay strings: they are codes, and doubles would lose digits.
        const expected = /^-?\d{16,}$/.test(text) ? undefined : Number(text);
        expect(readNumber(text)).toBe(expected);
      }),
    );
  });

  test('any amount with thousands separators is exact to the cent', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        const spelled = (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
        expect(readNumber(spelled)).toBe(cents / 100);
      }),
    );
  });
});

describe('lists', () => {
  const shape = { items: list('Items', 'Item', { name: text('Name', '') }) };
  const names = (tree: unknown) =>
    (decodeRecord({ Items: tree as Tree }, shape, { withheld: ALL }).items as { name: unknown }[]).map(
      ({ name }) => name,
    );

  test.each([
    ['case 32: a bare array', [{ Name: 'a' }, { Name: 'b' }], ['a', 'b']],
    ['case 32: an object around an array', { Item: [{ Name: 'a' }, { Name: 'b' }] }, ['a', 'b']],
    ['case 31: an object around one element', { Item: { Name: 'a' } }, ['a']],
    ['case 31: a single element', { Name: 'a', Other: '1' }, ['a']],
    ['case 79: an object around an array of another name', { Entry: [{ Name: 'a' }, { Name: 'b' }] }, ['a', 'b']],
    ['case 79: an object around one element of another name', { Entry: { Name: 'a', Other: '1' } }, ['a']],
    ['case 34: null', null, []],
    ['case 34: missing', undefined, []],
    ['case 34: an empty string', '', []],
    ['case 34: an empty object', {}, []],
    ['case 34: an empty list within', { Item: '' }, []],
    ['case 34: nil in XML', { '@nil': 'true' }, []],
    ['holes in the array', [null, { Name: 'a' }, ''], ['a']],
    ['an array of wrapped elements', [{ Item: { Name: 'a' } }, { Item: { Name: 'b' } }], ['a', 'b']],
    ['wrapped and bare elements', [{ Item: { Name: 'a', Other: '1' } }, { Name: 'b' }], ['a', 'b']],
    ['an array of wrapped lists', [{ Item: [{ Name: 'a' }, { Name: 'b' }] }], ['a', 'b']],
    ['an element with a field named like its wrapper', [{ Item: 'x', Name: 'a' }], ['a']],
  ])('%s', (_, tree, expected) => {
    expect(names(tree)).toEqual(expected);
  });

  test("an element with only a list isn't unwrapped", () => {
    const order = {
      OrderNumber: 1,
      PackageInfoList: {
        PackageInfo: { ItemInfoList: { ItemInfo: { SellerPartNumber: 'A', ShippedQty: 1 } } },
      },
    };
    expect(records(orders, envelope({ OrderInfoList: { OrderInfo: order } }))).toEqual([
      { orderNumber: '1', packageInfoList: [{ itemInfoList: [{ sellerPartNumber: 'A', shippedQty: 1 }] }] },
    ]);
  });

  test('case 46: order lines and package lines are separate', () => {
    const order = {
      OrderNumber: 1,
      ItemInfoList: [{ SellerPartNumber: 'A', OrderedQty: 3 }],
      PackageInfoList: [
        { TrackingNumber: '00T1', ItemInfoList: [{ SellerPartNumber: 'A', ShippedQty: 2 }] },
        { TrackingNumber: 'T2', ItemInfoList: [{ SellerPartNumber: 'A', ShippedQty: 1 }] },
      ],
    };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      {
        orderNumber: '1',
        itemInfoList: [{ sellerPartNumber: 'A', orderedQty: 3 }],
        packageInfoList: [
          { trackingNumber: '00T1', itemInfoList: [{ sellerPartNumber: 'A', shippedQty: 2 }] },
          { trackingNumber: 'T2', itemInfoList: [{ sellerPartNumber: 'A', shippedQty: 1 }] },
        ],
      },
    ]);
  });

  test('case 92: a flat package gets its one item', () => {
    const order = {
      OrderNumber: 1,
      PackageInfoList: [{ TrackingNumber: 'T1', SellerPartNumber: 'A', MfrPartNumber: 'M', ShippedQty: 2 }],
    };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      {
        orderNumber: '1',
        packageInfoList: [
          {
            trackingNumber: 'T1',
            itemInfoList: [{ sellerPartNumber: 'A', mfrPartNumber: 'M', shippedQty: 2 }],
          },
        ],
      },
    ]);
  });

  test("case 92: an order without packages doesn't become a package", () => {
    const order = { OrderNumber: 1, ShipService: 'Standard', SellerPartNumber: 'A' };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      { orderNumber: '1', shipService: 'Standard' },
    ]);
  });

  test('case 92: a package whose item fields are null or blank has no item', () => {
    const order = {
      OrderNumber: 1,
      PackageInfoList: [{ TrackingNumber: 'T1', SellerPartNumber: null, MfrPartNumber: '', ShippedQty: null }],
    };
    const [record] = records(orders, envelope({ OrderInfoList: [order] }));
    expect(record).toEqual({ orderNumber: '1', packageInfoList: [{ trackingNumber: 'T1' }] });
  });
});

describe('responses of the operations', () => {
  test.each([
    [
      'an array',
      '<PriceLogs><PriceLog><MarketItemNumber>a</MarketItemNumber><Memo>x</Memo></PriceLog><PriceLog><MarketItemNumber>b</MarketItemNumber></PriceLog></PriceLogs>',
      ['a', 'b'],
    ],
    [
      'another element name',
      '<PriceLogs><Entry><MarketItemNumber>a</MarketItemNumber><Memo>x</Memo></Entry></PriceLogs>',
      ['a'],
    ],
    [
      'a repeated list',
      '<PriceLogs><MarketItemNumber>a</MarketItemNumber></PriceLogs><PriceLogs><MarketItemNumber>b</MarketItemNumber></PriceLogs>',
      ['a', 'b'],
    ],
  ])('case 79: reads price logs in XML as %s', (_, body, expected) => {
    const xml = `<MarketAPIResponse><IsSuccess>true</IsSuccess><ResponseBody>${body}<TotalCount>2</TotalCount></ResponseBody></MarketAPIResponse>`;
    const read = records(priceHistory, arrival(xml)) as { marketItemNumber: string }[];
    expect(read.map(({ marketItemNumber }) => marketItemNumber)).toEqual(expected);
  });

  test('case 74: older field names', () => {
    const item = { ParentItemNumber: '117-002G-00001', WebShortTitle: 'Short title' };
    expect(records(lookupReport, envelope({ ItemList: [item] }), { requestId: 'R' })).toEqual([
      { requestId: 'R', position: 1, marketItemNumber: '117-002G-00001', websiteShortTitle: 'Short title' },
    ]);
  });

  test('reads the item number under any brand word', () => {
    const item = { BrandItemNumber: '9SIA1', MfrPartNumber: 'M' };
    const order = { OrderNumber: 1, ItemInfoList: [item] };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      { orderNumber: '1', itemInfoList: [{ marketItemNumber: '9SIA1', mfrPartNumber: 'M' }] },
    ]);
  });

  test.each(['NewEgg', 'eMarket', 'ACME', 'Foo_Bar', 'Shop24', 'x'])(
    'reads the item number under the brand word %s',
    (word) => {
      const unknownFields: UnknownField[] = [];
      const item = { [`${word}ItemNumber`]: '9SIA1' };
      const shape = orders.answer.record.itemInfoList.of;
      const reading = { withheld: ALL, onUnknown: (unknown: UnknownField) => unknownFields.push(unknown) };
      expect(decodeRecord(item, shape, reading).marketItemNumber).toBe('9SIA1');
      expect(unknownFields).toEqual([]);
    },
  );

  test.each([
    ['of a parent', { ParentItemNumber: '20-250-259', AcmeItemNumber: '9SI77' }],
    ['of the seller', { SellerItemNumber: 'S', AcmeItemNumber: '9SI77' }],
    ['of the manufacturer', { ManufacturerItemNumber: 'M', MfrItemNumber: 'M', AcmeItemNumber: '9SI77' }],
    ['under another word', { AcmeItemNumber: 'A', MarketItemNumber: '9SI77' }],
  ])("an item number %s doesn't replace the marketplace item number", (_, item) => {
    const order = { OrderNumber: 1, ItemInfoList: [item] };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      { orderNumber: '1', itemInfoList: [{ marketItemNumber: '9SI77' }] },
    ]);
  });

  test("a branded item number takes precedence over the field's older name", () => {
    const item = { ParentItemNumber: '117-002G-00001', AcmeItemNumber: '9SI77' };
    expect(records(lookupReport, envelope({ ItemList: [item] }), { requestId: 'R' })).toEqual([
      { requestId: 'R', position: 1, marketItemNumber: '9SI77' },
    ]);
  });

  test('any other item number is reported as an unknown field', () => {
    const order = { OrderNumber: 1, ItemInfoList: [{ ParentItemNumber: '20-250-259' }] };
    const { records, unknownFields } = read(orders, envelope({ OrderInfoList: [order] }));
    expect(records.map(plainRecord)).toEqual([{ orderNumber: '1', itemInfoList: [{}] }]);
    expect(unknownFields).toMatchObject([{ is: 'field', field: 'ParentItemNumber' }]);
  });

  test('at most 50 unknown fields are reported', () => {
    const fields = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`New${index}`, index]));
    const order = { OrderNumber: 1, ...fields };
    const { unknownFields } = read(orders, envelope({ OrderInfoList: [order, order] }));
    expect(unknownFields.map(({ field }) => field)).toEqual(Object.keys(fields).slice(0, 50));
  });

  test('unwraps individually wrapped orders', () => {
    const list = [{ OrderInfo: { OrderNumber: 1 } }, { OrderInfo: { OrderNumber: 2 } }];
    expect(records(orders, envelope({ OrderInfoList: list }))).toEqual([{ orderNumber: '1' }, { orderNumber: '2' }]);
  });

  test('case 92: all fields of a flat package are known, and an unknown one is reported once', () => {
    const flat = {
      PackageType: 'Shipped',
      ShipCarrier: 'C',
      TrackingNumber: 'T1',
      SellerPartNumber: 'A',
      MfrPartNumber: 'M',
      ShippedQty: 2,
      Weight: '5',
    };
    const found: UnknownField[] = [];
    const reading = { withheld: ALL, onUnknown: (unknown: UnknownField) => found.push(unknown) };
    const order = decodeRecord({ PackageInfoList: [flat] }, orders.answer.record, reading);
    expect(plainRecord(order)).toMatchObject({
      packageInfoList: [{ trackingNumber: 'T1', itemInfoList: [{ sellerPartNumber: 'A' }] }],
    });
    expect(found).toEqual([{ is: 'field', field: 'Weight', value: '5' }]);
  });

  test('a parent of documented fields is known', () => {
    const found: UnknownField[] = [];
    const reading = { withheld: ALL, onUnknown: (unknown: UnknownField) => found.push(unknown) };
    const item = decodeRecord({ Variety: { GroupID: 'G' }, Var: 1 }, lookupReport.answer.record, reading);
    expect(plainRecord(item)).toMatchObject({ groupId: 'G' });
    expect(found.map(({ field }) => field)).toEqual(['Var']);
  });

  test.each([
    ['a number', 5, '5'],
    ['a string', ' a ', 'a'],
    ['nothing', null, ''],
    ['an object', { Deep: 1 }, ''],
    ['a list', [1, 2], ''],
  ])('an unknown field with %s is reported with its content', (_, held, value) => {
    const found: UnknownField[] = [];
    const onUnknown = (unknown: UnknownField) => found.push(unknown);
    decodeRecord({ New: held, '@lang': 'en', '#text': 'x' }, SHAPE, { withheld: ALL, onUnknown });
    expect(found).toEqual([{ is: 'field', field: 'New', value }]);
  });

  test('an undocumented code of a flat element is reported', () => {
    const found: UnknownField[] = [];
    const reading = { withheld: ALL, onUnknown: (unknown: UnknownField) => found.push(unknown) };
    const item = { ItemNumber: '9SI1', WarehouseLocation: 'USA', FulfillmentOption: '7' };
    decodeRecord(item, inventory.answer.record, reading);
    expect(found).toEqual([{ is: 'code', field: 'fulfillmentOption', value: '7' }]);
  });

  test('case 73: a row without a condition stays before the others', () => {
    const items = [{ MarketItemNumber: '9SIA1R' }, { MarketItemNumber: '9SIA1', Condition: 1 }];
    expect(records(lookupReport, envelope({ ItemList: items }), { requestId: 'R' })).toEqual([
      { requestId: 'R', position: 1, marketItemNumber: '9SIA1R' },
      { requestId: 'R', position: 2, marketItemNumber: '9SIA1', condition: 1 },
    ]);
  });

  test.each([
    [
      'on the allocation',
      {
        InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 10, WarehouseCode: '06', Quantity: 4 }],
      },
      '06: 4',
    ],
    [
      'in a list on the allocation',
      {
        InventoryAllocation: [
          {
            WarehouseLocation: 'USA',
            AvailableQuantity: 10,
            WarehouseAllocation: [
              { WarehouseCode: '06', Quantity: 4 },
              { WarehouseCode: 'SBS', Quantity: 0 },
            ],
          },
        ],
      },
      '06: 4; SBS: 0',
    ],
    [
      'in a list on the item',
      {
        InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 10 }],
        WarehouseAllocation: [{ WarehouseCode: '07', Quantity: 4 }],
      },
      '07: 4',
    ],
  ])("case 70: operator warehouses %s are a breakdown and don't change quantities", (_, item, breakdown) => {
    expect(records(inventory, envelope({ ItemList: [{ ItemNumber: '9SIA1', ...item }] }))).toEqual([
      {
        sellerId: 'A006',
        itemNumber: '9SIA1',
        inventoryAllocation: [{ warehouseLocation: 'USA', availableQuantity: 10, warehouseAllocation: breakdown }],
      },
    ]);
  });

  test('case 71: an item without allocation is a record', () => {
    expect(records(inventory, envelope({ ItemList: [{ ItemNumber: '9SIA1' }] }))).toEqual([
      { sellerId: 'A006', itemNumber: '9SIA1' },
    ]);
  });

  test('case 90: a voided order without lines and with a negative discount is read', () => {
    const order = { OrderNumber: 1, OrderStatus: 4, DiscountAmount: -2.5, ItemInfoList: null };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([
      { orderNumber: '1', orderStatus: 4, discountAmount: -2.5 },
    ]);
  });

  test("case 97: the currency is the order's own, or blank", () => {
    const currency = (order: object) => records(orders, envelope({ OrderInfoList: [{ OrderNumber: 1, ...order }] }));
    expect(currency({ CurrencyCode: 'CAD' })).toEqual([{ orderNumber: '1', currencyCode: 'CAD' }]);
    expect(currency({})).toEqual([{ orderNumber: '1' }]);
  });

  test("case 47: unknown fields don't stop decoding", () => {
    const order = { OrderNumber: 1, New: { Deep: [1] }, SalesTax: '' };
    expect(records(orders, envelope({ OrderInfoList: [order] }))).toEqual([{ orderNumber: '1' }]);
  });

  test('case 82: ratios with many digits are read', () => {
    const answer = json({ rows: [{ campaignNumber: 1, acos: 12.34 / 99.5, ctr: '0.57%' }], totalRows: 1 });
    const params = { fromDate: '2025-06-01', toDate: '2025-06-01' };
    expect(records(adPerformance, answer, params)).toMatchObject([{ acos: 12.34 / 99.5, ctr: 0.0057 }]);
  });

  test.each([
    ['an array of numbers', '[1,2]'],
    ['another object', '{"hello":"world"}'],
    ['an empty object', '{}'],
  ])('%s is not a response of this service', (_, text) => {
    expect(faultOf(() => read(orders, arrival(text))).code).toBe('MARKET_BAD_ANSWER');
  });

  test("positions continue from the previous page, by the service's page size", () => {
    const page = (number: number, size: number) =>
      readPage(
        asked(lookupReport, ALL),
        { requestId: 'R' },
        number,
        envelope({
          PageInfo: { TotalCount: 12, PageIndex: number, PageSize: size },
          ItemList: [{ UPC: '1' }],
        }),
        0,
      ).records[0]!.position;
    expect(page(2, 100)).toBe(101);
    expect(page(2, 10)).toBe(11);
    // Not a count: the product is infinite.
    expect(page(3, 1e308)).toBe(201);
  });
});
