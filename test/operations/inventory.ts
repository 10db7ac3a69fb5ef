/** Get Batch Inventory, from the specification and third-party documents. */
import fc from 'fast-check';
import { answers, count, fails, type OperationExample, one, part, recordOf, some } from './example.ts';

const SAMPLE = { values: ['A006-TestItem-001', 'A006-TestItem-002', 'A006-TestItem-003'], type: '1' };

export const inventory: OperationExample = {
  title: 'Get Batch Inventory',
  method: 'POST',
  stem: 'contentmgmt/item/international/inventorylist',
  storefronts: [''],
  callsPerHour: 10_000,
  requires: { values: ['A006-TestItem-001'] },
  requests: [
    {
      input: { values: ['A006-TestItem-001', 'R&D <1>'], type: '1', warehouseList: ['USA', 'AUS'] },
      method: 'post',
      urls: { main: '/marketplace/contentmgmt/item/international/inventorylist?sellerid=A006' },
      json: { Type: 1, Values: ['A006-TestItem-001', 'R&D <1>'], WarehouseList: ['USA', 'AUS'] },
      xml: '<ContentQueryCriteria><Type>1</Type><Values><Key>A006-TestItem-001</Key><Key>R&amp;D &lt;1&gt;</Key></Values><WarehouseList><WarehouseLocation>USA</WarehouseLocation><WarehouseLocation>AUS</WarehouseLocation></WarehouseList></ContentQueryCriteria>',
    },
  ],
  samples: [
    {
      file: 'inventory-list/request-portal.xml',
      input: { ...SAMPLE, warehouseList: 'USA,AUS' },
      here: () => [['A006-TestItem-002', 'SSD-000001']],
    },
    {
      file: 'inventory-list/request-portal.json',
      input: { ...SAMPLE, warehouseList: 'USA,AUS' },
      differs: { Type: 1 },
      why: 'Type is documented as an integer',
      here: () => [['A006-TestItem-002', 'SSD-000001']],
    },
    {
      file: 'inventory-list/request-b2b-sibling.json',
      input: SAMPLE,
      differs: { Type: 1 },
      why: 'Type is documented as an integer',
      notHere: 'the business inventory, another operation',
    },
    {
      file: 'inventory-list/request-b2b-sibling.xml',
      input: SAMPLE,
      notHere: 'the business inventory, another operation',
    },
  ],
  otherRequests: {},
  shapes: {
    json: {
      example: answers('inventory-list/response-official-bom.json'),
      'two pages': answers('inventory-list/response-official-nobom.json', 'inventory-list/matrix-one.json'),
      none: answers('inventory-list/error-ct026-array.json'),
      one: answers('inventory-list/matrix-one.json'),
      error: fails('inventory-list/crafted-error-ct001.json', 'MARKET_SERVICE', 'CT001'),
      'odd shape': answers('inventory-list/crafted-single-object.json'),
    },
    xml: {
      example: answers('inventory-list/response-official-bom.xml'),
      'two pages': answers('inventory-list/response-official-bom.xml', 'inventory-list/matrix-one.xml'),
      none: answers('inventory-list/crafted-empty.xml'),
      one: answers('inventory-list/matrix-one.xml'),
      error: fails('inventory-list/crafted-error-multi.xml', 'MARKET_SERVICE', 'CT002'),
      'odd shape': answers('inventory-list/response-b2b-flat-sibling.xml'),
    },
  },
  documents: {
    records: [
      { file: 'inventory-list/response-official-bom.json', cases: 'case 1, case 52' },
      { file: 'inventory-list/response-official-nobom.json' },
      { file: 'inventory-list/response-official-bom.xml', cases: 'case 2' },
      { file: 'inventory-list/response-b2b-flat-sibling.json' },
      { file: 'inventory-list/response-b2b-flat-sibling.xml' },
      { file: 'inventory-list/crafted-missing-items.json', cases: 'case 66' },
      { file: 'inventory-list/crafted-single-object.json', cases: 'case 31, case 36' },
      { file: 'inventory-list/crafted-wrapped-root.json', cases: 'case 30' },
    ],
    empty: [{ file: 'inventory-list/crafted-empty.xml', cases: 'case 34' }],
    refused: [],
    series: [],
    outOfScope: {
      'inventory-list/response-single-item-sibling.json': 'the call for a single item is not one of the operations',
      'inventory-list/response-single-item-sbs-sibling.json': 'the call for a single item is not one of the operations',
      'inventory-list/response-single-item-sibling.xml': 'the call for a single item is not one of the operations',
    },
    notHere: {
      'inventory-list/response-b2b-flat-sibling.json': 'the business inventory, another operation',
      'inventory-list/response-b2b-flat-sibling.xml': 'the business inventory, another operation',
      'inventory-list/response-single-item-sibling.json': 'the inventory of a single item, another operation',
      'inventory-list/response-single-item-sibling.xml': 'the inventory of a single item, another operation',
      'inventory-list/response-single-item-sbs-sibling.json': 'the inventory of a single item, another operation',
    },
    onlySpecified: ['WarehouseCode', 'Quantity'].map((name) => `ResponseBody.ItemList.InventoryAllocation.${name}`),
  },
  goodAnswers: async (market, inXml) => {
    const Values = market.known.allItemNumbers.slice(0, 100);
    const keys = Values.map((value) => `<Key>${value}</Key>`).join('');
    return [
      await market.inventory({ Type: 0, Values }),
      await inXml(`<ContentQueryCriteria><Type>0</Type><Values>${keys}</Values></ContentQueryCriteria>`),
    ];
  },
  identity: ['itemNumber'],
  asks: async ({ market: { known } }) => ({
    example: () => ({ input: { values: known.itemNumbers }, count: known.itemNumbers.length }),
    'two pages': () => ({ input: { values: known.allItemNumbers }, count: known.allItemNumbers.length }),
    none: () => ({ input: { values: ['9SI0000000000'] }, count: 0 }),
    one: () => ({ input: { values: known.itemNumbers.slice(3, 4) }, count: 1 }),
  }),
  tables: {
    Inventory: {
      headers:
        'Seller ID, Item number, Seller part number, Condition, Condition name, Warehouse location, Fulfillment option, Fulfillment option name, Available quantity, Warehouse allocation, Title, Gone since, As of, Row key',
      frozen: 'Item number, Seller part number, Title',
      first: 'Available quantity, Warehouse location, Fulfillment option name, Condition name',
    },
  },
  pulls: ({ itemNumbers }) => [{ params: { values: itemNumbers }, calls: 1 }],
  form: ({ itemNumbers }) => ({ Identifiers: itemNumbers.join('\n') }),
  hostile: [{ type: '0', values: ['9SI1'] }],
  shops: fc.record({
    params: fc.constant({ values: ['A', 'B', '007'], type: '1' }),
    records: some(
      recordOf({
        itemNumber: one('9SI1', '9SI2'),
        sellerPartNumber: part,
        condition: fc.constant(1),
        inventoryAllocation: some(recordOf({ warehouseLocation: one('USA', 'CAN'), availableQuantity: count })),
      }),
    ),
  }),
};
