/** Get Item Lookup Report: catalog matches for a submitted lookup request. */
import { id, instant, integer, pairs, text } from '../protocol/fields.ts';
import type { TabledOperation } from '../tables/table.ts';
import { ITEM_NUMBER_PREFIX } from './shared-parts.ts';

export const lookupReport = {
  id: 'lookup-report',
  title: 'Lookup report',
  summary: 'Catalog items that match the products in a lookup request.',
  method: 'put',
  paths: {
    main: '/marketplace/reportmgmt/report/result',
    business: '/marketplace/b2b/reportmgmt/report/result',
    canadian: '/marketplace/can/reportmgmt/report/result',
  },
  formats: ['json', 'xml'],
  cap: 500,
  params: {
    requestId: { type: 'text', required: true, meaning: 'Lookup request ID from the marketplace.' },
    issueUser: { type: 'text', meaning: "Issuer's email address in the seller portal. Blank: the seller." },
  },
  body: {
    root: '{word}APIRequest',
    members: {
      IssueUser: { param: 'issueUser', if: ['issueUserPlace', 'root'] },
      OperationType: { is: 'ItemLookupRequest' },
      RequestBody: {
        members: {
          IssueUser: { param: 'issueUser', if: ['issueUserPlace', 'body'] },
          RequestID: { param: 'requestId' },
          PageInfo: {
            members: {
              PageIndex: { param: 'page', as: 'number' },
              PageSize: { param: 'pageSize', as: 'number' },
            },
          },
        },
      },
    },
  },
  paging: {
    size: 100,
    first: { setting: 'lookupFirstPage' },
    usedSize: 'ResponseBody.PageInfo.PageSize',
    total: 'ResponseBody.PageInfo.TotalCount',
    pages: 'ResponseBody.PageInfo.TotalPageCount',
  },
  answer: {
    list: 'ResponseBody.ItemList',
    element: 'Item',
    asked: { requestId: id('RequestID', 'ID of the lookup request.') },
    envelope: { requestDate: instant('ResponseBody.RequestDate', 'When the lookup was requested.') },
    position: 'position',
    record: {
      marketItemNumber: id('MarketItemNumber', 'Item number. Blank: no match.', { alias: ['ParentItemNumber'] }),
      upc: id('UPC', 'UPC or EAN code.'),
      condition: integer('Condition', 'Item condition.', { codes: { '1': 'New' }, named: true }),
      packsOrSets: integer('PacksOrSets', 'Units in the pack or set.'),
      manufacturerName: text('ManufacturerName', 'Manufacturer.'),
      manufacturerPartNumber: id('ManufacturerPartNumber', "Manufacturer's part number."),
      websiteShortTitle: text('WebsiteShortTitle', 'Short title on the website.', { alias: ['WebShortTitle'] }),
      groupId: id('Variety.GroupID', 'Group of variants that the item belongs to.'),
      options: pairs(
        'Variety.Options',
        { element: 'ItemVarietyOption', name: 'Name', value: 'Value' },
        'Attributes that distinguish the variant.',
      ),
      note: text('Note', 'Message for this product, such as no match.'),
      sellerId: id('SellerID', 'Seller ID.'),
    },
  },
  tables: [
    {
      name: 'Lookup report',
      about: 'One row per product in a lookup request, with the matching catalog item, if any.',
      each: [],
      columns: ['requestId', 'position', 'requestDate', '*'],
      byName: ['sellerId'],
      key: ['sellerId', 'requestId', 'position'],
      opening: {
        frozen: ['requestId', 'position'],
        first: [
          'marketItemNumber',
          'websiteShortTitle',
          'note',
          'upc',
          'manufacturerName',
          'manufacturerPartNumber',
          'conditionName',
        ],
        folded: ['condition', 'groupId', 'asOf'],
        constant: ['sellerId'],
        tones: { goneSince: 'over' },
      },
      gone: [{ asked: { sellerId: 'sellerId', requestId: 'requestId' } }],
    },
  ],
  items: {
    each: [],
    fields: {
      itemNumber: 'marketItemNumber',
      upcCode: 'upc',
      mfrPartNumber: 'manufacturerPartNumber',
      title: 'websiteShortTitle',
    },
    offers: ITEM_NUMBER_PREFIX,
  },
} as const satisfies TabledOperation;
