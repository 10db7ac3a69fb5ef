import { HTTP, REQUEST_ROOT, UNKNOWN_REQUEST_ID_CODE } from '../assumptions.ts';
import { usDateTimePadded } from '../pacific.ts';
import { type LookupRecord, lookupRecord, lookupRequests } from '../shop/lookup-requests.ts';
import { invalid, Refusal } from '../wire/refusal.ts';
import { type Fields, ListOf } from '../wire/tree.ts';
import { type Call, NULL_SELLER, type Operation } from './operation.ts';
import { pageInfo, readPage } from './pages.ts';
import { requestBodyOf } from './request-root.ts';

const LARGEST_PAGE = 100;

const itemFields = (record: LookupRecord): Fields => ({
  MarketItemNumber: record.itemNumber,
  UPC: record.upc,
  Condition: 1,
  PacksOrSets: record.packs,
  ManufacturerName: record.maker,
  ManufacturerPartNumber: record.makerPartNumber,
  WebsiteShortTitle: record.title,
  Variety: record.variety && {
    GroupID: record.variety.group,
    Options: new ListOf(
      'ItemVarietyOption',
      record.variety.options.map(({ name, value }) => ({ Name: name, Value: value })),
    ),
  },
  Note: record.note,
});

function answer(call: Call): Fields {
  const { shop } = call.world;
  const body = requestBodyOf(call.body, 'ItemLookupRequest', shop.sellerId);
  body.allowOnly(['IssueUser', 'RequestID', 'PageInfo'], 'RequestBody');
  const id = body.text('RequestID');
  if (id === undefined) throw invalid('RequestID', '');
  const pageMembers = body.group('PageInfo');
  pageMembers.allowOnly(['PageIndex', 'PageSize'], 'PageInfo');
  const page = readPage(pageMembers, LARGEST_PAGE);
  const request = lookupRequests(shop).find((one) => one.id === id && one.storefronts.includes(call.storefront));
  if (!request || request.submitted > call.now) {
    throw new Refusal(HTTP.badRequest, UNKNOWN_REQUEST_ID_CODE, 'The RequestID does not exist.');
  }
  const first = Math.min((page.index - 1) * page.size, request.recordCount);
  const count = Math.min(page.size, request.recordCount - first);
  const records = Array.from({ length: count }, (_, at) => lookupRecord(shop, request, first + at));
  return {
    IsSuccess: true,
    OperationType: 'ItemLookupResponse',
    SellerID: shop.sellerId,
    ResponseBody: {
      PageInfo: pageInfo(request.recordCount, page),
      RequestID: request.id,
      RequestDate: usDateTimePadded(request.submitted),
      ItemList: new ListOf('Item', records.map(itemFields)),
    },
    ResponseDate: usDateTimePadded(call.now),
  };
}

export const lookupReport: Operation = {
  id: 'lookup-report',
  method: 'PUT',
  paths: {
    main: '/marketplace/reportmgmt/report/result',
    business: '/marketplace/b2b/reportmgmt/report/result',
    canadian: '/marketplace/can/reportmgmt/report/result',
  },
  callsPerHour: 500,
  isSponsored: false,
  requestRoot: REQUEST_ROOT,
  nullSellerMessage: NULL_SELLER,
  answer,
};
