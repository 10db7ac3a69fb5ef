/** The facts about items in the records of each operation, and in its answered questions. */
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

/** Facts of records that came, and of questions that were answered. */
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
    'the lines of an order',
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
    'an item that is in several orders, once',
    orders,
    [1, 2].map((OrderNumber) => ({
      OrderNumber,
      ItemInfoList: [{ SellerPartNumber: 'A', OrderedQty: OrderNumber }],
    })),
    [['item', { sellerPartNumber: 'A' }]],
  ],
  [
    'stock',
    inventory,
    [{ ItemNumber: '9SI1', SellerPartNumber: 'A', Condition: 1 }],
    [['item', { itemNumber: '9SI1', sellerPartNumber: 'A' }]],
  ],
  [
    'a lookup that found an offer',
    lookup,
    [{ ...OFFER, MarketItemNumber: '9siA' }],
    [['item', { itemNumber: '9siA', ...OFFER_TRAITS }]],
  ],
  [
    'case 60: a lookup that found a page of the catalogue, whose number is no offer',
    lookup,
    [{ ...OFFER, MarketItemNumber: '0J2-00JV-000C3' }],
    [['product', OFFER_TRAITS]],
  ],
  [
    'case 72: a lookup that found nothing',
    lookup,
    [{ ManufacturerPartNumber: 'M-1', Note: 'No match found.' }],
    [['product', { mfrPartNumber: 'M-1' }]],
  ],
  [
    'price changes of one item',
    prices,
    [1, 2].map((TargetUnitPrice) => ({ MarketItemNumber: '9SI1', TargetUnitPrice })),
    [['item', { itemNumber: '9SI1' }]],
  ],
  [
    'products of ad groups',
    ads,
    [
      { groupNumber: 1, productList: ['9SI1', '9SI2'] },
      { groupNumber: 2, productList: '9SI2,9SI3, #N/A' },
      { groupNumber: 3 },
    ],
    ['9SI1', '9SI2', '9SI3'].map((itemNumber) => ['item', { itemNumber }]),
  ],
  ['keywords: nothing', operations.keywords, [{ keyword: 'ssd' }], []],
  ['what a failed formula shows: nothing', inventory, [{ ItemNumber: '#N/A' }], []],
])('%s', (_, operation, wires, expected) => {
  expect(factsIn(operation, wires)).toEqual(expected);
});

describe('a question that was answered', () => {
  const item = { ItemNumber: '9SI1', SellerPartNumber: 'A' };
  const fact = ['item', { itemNumber: '9SI1', sellerPartNumber: 'A' }];

  test.each<[string, TabledOperation, Params, object[], unknown[]]>([
    [
      'by item numbers names those that did not come too',
      inventory,
      { type: '0', values: ['9SI1', '9SI2'] },
      [item],
      [fact, ['question', { itemNumber: '9SI1' }], ['question', { itemNumber: '9SI2' }]],
    ],
    ['by part numbers', inventory, { type: '1', values: ['A'] }, [], [['question', { sellerPartNumber: 'A' }]]],
    [
      'by one UPC code gives all that came that code',
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
      'by two UPC codes does not say which is whose',
      inventory,
      { type: '2', values: ['0012', '0013'] },
      [item],
      [fact, ['question', { upcCode: '0012' }], ['question', { upcCode: '0013' }]],
    ],
    ['for prices that never changed', prices, { itemNumbers: ['9SI1'] }, [], [['question', { itemNumber: '9SI1' }]]],
    ['for orders asks for no items', orders, { orderNumbers: ['1'] }, [], []],
  ])('%s', (_, operation, params, wires, expected) => {
    expect(factsIn(operation, [], [[params, wires]])).toEqual(expected);
  });
});

test('a question is no fact where nothing is polled', () => {
  const { polled: _, ...items } = inventory.items;
  const unpolled = { ...inventory, items };
  expect(factsIn(unpolled, [], [[{ type: '0', values: ['9SI1'] }, []]])).toEqual([]);
});

/** The shape below some lists. */
const below = (shape: Shape, each: readonly string[]): Shape =>
  each.reduce((inner, name) => {
    const member = inner[name];
    if (!member || !isList(member)) throw new Error(`${name} is not a list.`);
    return member.of;
  }, shape);

const declared = Object.values<TabledOperation>(operations).filter(({ items }) => items);

test.each(declared)('what $id reads of items exists', ({ answer, items, params }) => {
  const shape = below(answer.record, items!.each);
  for (const field of Object.values(items!.fields)) expect(Object.keys(shape)).toContain(field);
  for (const { param, when = {}, means = {} } of items!.asked ?? []) {
    expect(params[param]?.type).toBe('texts');
    for (const [name, value] of [...Object.entries(when), ...Object.entries(means)])
      expect(Object.keys(params[name]!.choices!)).toContain(value);
  }
});
