import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { type AnyRecord, isList, type Shape } from '../../src/protocol/fields.ts';
import type { Params } from '../../src/protocol/params.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { factsOf } from '../../src/tables/catalog/items.ts';
import type { TabledOperation } from '../../src/tables/table.ts';

const { orders, inventory } = operations;
const lookup = operations['lookup-report'];
const prices = operations['price-history'];
const ads = operations['ad-performance'];

const read = ({ answer }: TabledOperation, wire: object): AnyRecord =>
  decodeRecord(wire as Tree, answer.record, { withheld: new Set() });

function factsIn(operation: TabledOperation, wires: readonly object[], asked: readonly [Params, object[]][] = []) {
  const complete = asked.map(([params, some]) => ({
    params,
    records: some.map((wire) => read(operation, wire)),
  }));
  const records = [...wires.map((wire) => read(operation, wire)), ...complete.flatMap((unit) => unit.records)];
  return factsOf(operation, { records, complete }).map(({ about, traits }) => [about, traits]);
}

const OFFER = { UPC: '012345678905', ManufacturerPartNumber: 'M-1', WebsiteShortTitle: 'Drive' };
const OFFER_TRAITS = { upcCode: '012345678905', mfrPartNumber: 'M-1', title: 'Drive' };

test.each<[string, TabledOperation, object[], unknown[]]>([
  [
    'order lines give items, packages do not',
    orders,
    [
      {
        OrderNumber: 1,
        ItemInfoList: [
          {
            SellerPartNumber: 'A',
            MarketItemNumber: '9SI1',
            MfrPartNumber: 'M',
            UPCCode: '00501',
            Description: 'T',
          },
          { SellerPartNumber: 'B' },
          { OrderedQty: 2 },
        ],
        PackageInfoList: [{ ItemInfoList: [{ SellerPartNumber: 'in a package' }] }],
      },
    ],
    [
      ['item', { itemNumber: '9SI1', sellerPartNumber: 'A', upcCode: '00501', mfrPartNumber: 'M', title: 'T' }],
      ['item', { sellerPartNumber: 'B' }],
    ],
  ],
  [
    'an item in several orders is counted once',
    orders,
    [1, 2].map((OrderNumber) => ({
      OrderNumber,
      ItemInfoList: [{ SellerPartNumber: 'A', OrderedQty: OrderNumber }],
    })),
    [['item', { sellerPartNumber: 'A' }]],
  ],
  [
    'stock gives items',
    inventory,
    [{ ItemNumber: '9SI1', SellerPartNumber: 'A', Condition: 1 }],
    [['item', { itemNumber: '9SI1', sellerPartNumber: 'A' }]],
  ],
  [
    'a lookup that found an offer gives an item',
    lookup,
    [{ ...OFFER, MarketItemNumber: '9siA' }],
    [['item', { itemNumber: '9siA', ...OFFER_TRAITS }]],
  ],
  [
    'case 60: a lookup that found a catalog page gives a product, because its number is not an offer',
    lookup,
    [{ ...OFFER, MarketItemNumber: '0J2-00JV-000C3' }],
    [['product', OFFER_TRAITS]],
  ],
  [
    'case 72: a lookup without a match gives a product',
    lookup,
    [{ ManufacturerPartNumber: 'M-1', Note: 'No match found.' }],
    [['product', { mfrPartNumber: 'M-1' }]],
  ],
  [
    'several price changes of one item give one item',
    prices,
    [1, 2].map((TargetUnitPrice) => ({ MarketItemNumber: '9SI1', TargetUnitPrice })),
    [['item', { itemNumber: '9SI1' }]],
  ],
  [
    'the product lists of ad groups give items',
    ads,
    [
      { groupNumber: 1, productList: ['9SI1', '9SI2'] },
      { groupNumber: 2, productList: '9SI2,9SI3, #N/A' },
      { groupNumber: 3 },
    ],
    ['9SI1', '9SI2', '9SI3'].map((itemNumber) => ['item', { itemNumber }]),
  ],
  ['keywords have no items', operations.keywords, [{ keyword: 'ssd' }], []],
  ['an error value instead of an item number is ignored', inventory, [{ ItemNumber: '#N/A' }], []],
])('%s', (_, operation, wires, expected) => {
  expect(factsIn(operation, wires)).toEqual(expected);
});

describe('a completed request', () => {
  const item = { ItemNumber: '9SI1', SellerPartNumber: 'A' };
  const fact = ['item', { itemNumber: '9SI1', sellerPartNumber: 'A' }];

  test.each<[string, TabledOperation, Params, object[], unknown[]]>([
    [
      'by item number includes the items that were not returned',
      inventory,
      { type: '0', values: ['9SI1', '9SI2'] },
      [item],
      [fact, ['question', { itemNumber: '9SI1' }], ['question', { itemNumber: '9SI2' }]],
    ],
    [
      'by part number names the part',
      inventory,
      { type: '1', values: ['A'] },
      [],
      [['question', { sellerPartNumber: 'A' }]],
    ],
    [
      'by one UPC code gives that code to every returned item',
      inventory,
      { type: '2', values: ['0012'] },
      [item, { ItemNumber: '9SI2' }],
      [
        fact,
        ['item', { itemNumber: '9SI2' }],
        ['item', { ...(fact[1] as object), upcCode: '0012' }],
        ['item', { itemNumber: '9SI2', upcCode: '0012' }],
        ['question', { upcCode: '0012' }],
      ],
    ],
    [
      'by two UPC codes assigns neither code to an item',
      inventory,
      { type: '2', values: ['0012', '0013'] },
      [item],
      [fact, ['question', { upcCode: '0012' }], ['question', { upcCode: '0013' }]],
    ],
    [
      'for prices that never changed includes the item',
      prices,
      { itemNumbers: ['9SI1'] },
      [],
      [['question', { itemNumber: '9SI1' }]],
    ],
    ['for orders names no items', orders, { orderNumbers: ['1'] }, [], []],
  ])('%s', (_, operation, params, wires, expected) => {
    expect(factsIn(operation, [], [[params, wires]])).toEqual(expected);
  });
});

test("a request has no facts if the operation doesn't track poll times", () => {
  const { polled: _, ...items } = inventory.items;
  const unpolled = { ...inventory, items };
  expect(factsIn(unpolled, [], [[{ type: '0', values: ['9SI1'] }, []]])).toEqual([]);
});

/** The shape of the records inside these nested lists. */
const below = (shape: Shape, each: readonly string[]): Shape =>
  each.reduce((inner, name) => {
    const member = inner[name];
    if (!member || !isList(member)) throw new Error(`${name} is not a list.`);
    return member.of;
  }, shape);

const declared = Object.values<TabledOperation>(operations).filter(({ items }) => items);

test.each(declared)('the item fields that $id declares exist', ({ answer, items, params }) => {
  const shape = below(answer.record, items!.each);
  for (const field of Object.values(items!.fields)) expect(Object.keys(shape)).toContain(field);
  for (const { param, when = {}, means = {} } of items!.asked ?? []) {
    expect(params[param]?.type).toBe('texts');
    for (const [name, value] of [...Object.entries(when), ...Object.entries(means)])
      expect(Object.keys(params[name]!.choices!)).toContain(value);
  }
});
