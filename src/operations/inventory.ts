/** Get Batch Inventory: stock by warehouse country, up to 100 items per call. */
import { id, integer, list, pairs } from '../protocol/fields.ts';
import type { TabledOperation } from '../tables/table.ts';
import { allOfCatalog, ITEM_HEADERS, ITEM_NUMBER_PREFIX } from './shared-parts.ts';

export const inventory = {
  id: 'inventory',
  title: 'Inventory',
  summary: 'Current stock of your items in each warehouse country.',
  method: 'post',
  paths: { main: '/marketplace/contentmgmt/item/international/inventorylist' },
  formats: ['json', 'xml'],
  cap: 10_000,
  params: {
    values: {
      label: 'Identifiers',
      type: 'texts',
      required: true,
      meaning: 'Item numbers, seller part numbers, or UPC codes.',
      headers: ITEM_HEADERS,
      anyCase: { beginning: ITEM_NUMBER_PREFIX, unless: { type: ['1', '2'] } },
    },
    items: allOfCatalog('values'),
    type: {
      label: 'What they are',
      type: 'choice',
      meaning:
        'Type of the identifiers. Blank: identifiers that begin with 9SI are item numbers; all others are part numbers.',
      choices: { '0': 'Item number', '1': 'Seller part number', '2': 'UPC code' },
    },
    warehouseList: {
      label: 'Warehouses',
      type: 'texts',
      letters: 3,
      meaning: 'Three-letter country codes of the warehouses. Blank: all.',
    },
  },
  filters: ['warehouseList'],
  body: {
    root: 'ContentQueryCriteria',
    members: {
      Type: { param: 'type', as: 'number' },
      Values: { list: 'values', element: 'Key' },
      WarehouseList: { list: 'warehouseList', element: 'WarehouseLocation' },
    },
  },
  split: [
    { each: 'values', size: 100, sortedBy: { param: 'type', prefix: ITEM_NUMBER_PREFIX, matching: '0', others: '1' } },
  ],
  finds: [
    {
      param: 'values',
      field: 'itemNumber',
      when: { type: '0' },
      hint: {
        unless: ITEM_NUMBER_PREFIX,
        says: 'Only your own item numbers, which begin with 9SI, can be looked up. Catalog pages use other numbers.',
      },
    },
    { param: 'values', field: 'sellerPartNumber', when: { type: '1' } },
    { param: 'values', when: { type: '2' } },
  ],
  probe: { values: ['9SI0000000000'], type: '0' },
  answer: {
    list: 'ResponseBody.ItemList',
    element: 'InventoryResult',
    envelope: { sellerId: id('SellerID', 'Seller ID.') },
    record: {
      itemNumber: id('ItemNumber', 'Marketplace item number.'),
      sellerPartNumber: id('SellerPartNumber', 'Your SKU for the item.'),
      condition: integer('Condition', 'Item condition.', { codes: { '1': 'New' }, named: true }),
      inventoryAllocation: list(
        'InventoryAllocation',
        'Inventory',
        {
          warehouseLocation: id('WarehouseLocation', 'Country of the warehouse.'),
          fulfillmentOption: id('FulfillmentOption', 'Who ships the item.', {
            codes: { '0': 'Ship by seller' },
            named: true,
          }),
          availableQuantity: integer('AvailableQuantity', 'Stock in this warehouse.'),
          warehouseAllocation: pairs(
            'WarehouseAllocation',
            { element: 'Warehouse', name: 'WarehouseCode', value: 'Quantity' },
            "Stock in the operator's own warehouses. Already included in the available quantity.",
          ),
        },
        { flat: true },
      ),
    },
    spoiling: ['CT001', 'CT002', 'CT003', 'CT010'],
    nothing: [{ codes: 'CT026' }, { codes: { setting: 'unlistedUpcCodes' }, when: { type: '2' }, singleCall: true }],
  },
  tables: [
    {
      name: 'Inventory',
      about: 'One row per item, condition, warehouse country, and shipper, with its stock.',
      each: ['inventoryAllocation?'],
      columns: ['sellerId', 'itemNumber', 'sellerPartNumber', 'condition', 'inventoryAllocation.*'],
      key: ['sellerId', 'itemNumber', 'condition', 'warehouseLocation', 'fulfillmentOption'],
      repeats: true,
      complete: true,
      computed: { title: { trait: 'title', of: 'itemNumber' } },
      opening: {
        frozen: ['itemNumber', 'sellerPartNumber', 'title'],
        first: ['availableQuantity', 'warehouseLocation', 'fulfillmentOptionName', 'conditionName'],
        folded: ['condition', 'fulfillmentOption', 'asOf'],
        constant: ['sellerId'],
        tones: { goneSince: 'over' },
      },
      history: {
        name: 'Stock history',
        about: 'One row per period without a stock change.',
        of: ['availableQuantity'],
        beside: ['sellerPartNumber'],
        stock: { item: 'itemNumber', own: { fulfillmentOption: '0' } },
      },
      gone: [
        {
          when: { type: '0' },
          asked: { sellerId: 'sellerId', itemNumber: 'values', warehouseLocation: 'warehouseList' },
        },
        {
          when: { type: '1' },
          asked: { sellerId: 'sellerId', sellerPartNumber: 'values', warehouseLocation: 'warehouseList' },
        },
      ],
    },
  ],
  items: {
    each: [],
    fields: { itemNumber: 'itemNumber', sellerPartNumber: 'sellerPartNumber' },
    asked: [
      { param: 'values', is: 'itemNumber', when: { type: '0' } },
      { param: 'values', is: 'sellerPartNumber', when: { type: '1' } },
      { param: 'values', is: 'upcCode', when: { type: '2' }, means: { type: '0' } },
    ],
    polled: { main: 'stockPolled' },
  },
} as const satisfies TabledOperation;
