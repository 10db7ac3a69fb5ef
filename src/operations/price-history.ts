/** Get Item Price History: automatic price changes of one item. */
import { id, instant, money, text, words } from '../protocol/fields.ts';
import { AGES, type TabledOperation } from '../tables/table.ts';
import { allOfCatalog, ITEM_HEADERS, ITEM_NUMBER_PREFIX } from './shared-parts.ts';

export const priceHistory = {
  id: 'price-history',
  title: 'Price history',
  summary: 'Automatic price changes for your items. One call per item.',
  method: 'get',
  paths: {
    main: '/marketplace/usa/contentmgmt/item/repricer/item/history/{itemNumbers}',
    canadian: '/marketplace/can/contentmgmt/item/repricer/item/history/{itemNumbers}',
  },
  query: { pageindex: 'page', pagesize: 'pageSize' },
  formats: ['json', 'xml'],
  cap: 500,
  params: {
    itemNumbers: {
      type: 'texts',
      required: true,
      meaning: 'Item numbers, or seller part numbers and UPC codes that are in the Catalog.',
      headers: ITEM_HEADERS,
      anyCase: { beginning: ITEM_NUMBER_PREFIX },
    },
    items: allOfCatalog('itemNumbers'),
  },
  split: [{ each: 'itemNumbers', size: 1 }],
  paging: { size: { setting: 'priceHistoryPageSize' }, usual: 25, total: 'ResponseBody.TotalCount' },
  finds: [{ param: 'itemNumbers', field: 'marketItemNumber', unsure: true }],
  probe: { itemNumbers: ['9SI0000000000'] },
  answer: {
    list: 'ResponseBody.PriceLogs',
    element: 'PriceLog',
    record: {
      marketItemNumber: id('MarketItemNumber', 'Item number.'),
      originalUnitPrice: money('OriginalUnitPrice', 'Unit price before the change.'),
      targetUnitPrice: money('TargetUnitPrice', 'Unit price after the change.'),
      buyboxUnitPrice: money('BuyboxUnitPrice', 'Price of the featured offer at that time.'),
      requestTimeStamp: instant('RequestTimeStamp', 'When the change was requested.'),
      requestUser: text('RequestUser', 'Person or system that requested the change.'),
      sellerId: id('SellerID', 'Seller ID.'),
      platform: id('Platform', 'Storefront, such as USA or CAN.', { codes: words('USA', 'CAN') }),
      sourceSystem: text('SourceSystem', 'System that made the change.'),
      trigger: text('Trigger', 'Reason for the change.'),
      processStatus: text('ProcessStatus', 'Result of the change.'),
      memo: text('Memo', 'Notes.'),
    },
  },
  tables: [
    {
      name: 'Price log',
      about: 'One row per automatic price change for an item. Items without changes have no row.',
      each: [],
      columns: ['*'],
      key: [
        'sellerId',
        'marketItemNumber',
        'requestTimeStamp',
        'originalUnitPrice',
        'targetUnitPrice',
        'platform',
        'trigger',
        'sourceSystem',
      ],
      repeats: true,
      newestFirst: 'requestTimeStamp',
      appendOnly: true,
      computed: {
        sellerPartNumber: { trait: 'sellerPartNumber', of: 'marketItemNumber' },
        title: { trait: 'title', of: 'marketItemNumber' },
        gap: { gap: 'targetUnitPrice', over: 'buyboxUnitPrice' },
      },
      opening: {
        frozen: ['marketItemNumber', 'sellerPartNumber', 'title'],
        first: ['requestTimeStamp', 'originalUnitPrice', 'targetUnitPrice', 'buyboxUnitPrice', 'gap', 'trigger'],
        folded: [],
        constant: ['sellerId'],
      },
      age: {
        days: AGES.priceLog,
        at: 'requestTimeStamp',
        // Formulas return 25 changes by default.
        keeps: { newest: 25, of: ['sellerId', 'marketItemNumber', 'platform'] },
      },
    },
  ],
  items: {
    each: [],
    fields: { itemNumber: 'marketItemNumber' },
    asked: [{ param: 'itemNumbers', is: 'itemNumber' }],
    polled: { main: 'pricesPolled', canadian: 'canadianPricesPolled' },
    past: { at: 'requestTimeStamp', of: 'platform', on: { main: 'USA', canadian: 'CAN' } },
  },
} as const satisfies TabledOperation;
