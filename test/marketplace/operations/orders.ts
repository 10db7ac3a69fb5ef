import { ORDER_VERSIONS, REQUEST_ROOT } from '../assumptions.ts';
import { usDateTime } from '../pacific.ts';
import { invalid } from '../wire/refusal.ts';
import { type Fields, ListOf } from '../wire/tree.ts';
import { type Call, NULL_SELLER, type Operation } from './operation.ts';
import { orderFilter } from './order-criteria.ts';
import { orderFields } from './order-fields.ts';
import { pageInfo, pageOf, readPage } from './pages.ts';
import { requestBodyOf } from './request-root.ts';

const LARGEST_PAGE = 100;

function versionOf(call: Call): number {
  const text = call.query('version');
  const version = ORDER_VERSIONS.find((known) => String(known) === text);
  if (version === undefined) throw invalid('version', text ?? '');
  return version;
}

function answer(call: Call): Fields {
  const { shop, book } = call.world;
  const version = versionOf(call);
  const body = requestBodyOf(call.body, 'GetOrderInfoRequest', shop.sellerId);
  body.allowOnly(['IssueUser', 'PageIndex', 'PageSize', 'RequestCriteria', 'VoidSoon'], 'RequestBody');
  const page = readPage(body, LARGEST_PAGE, { index: 1, size: LARGEST_PAGE });
  const plans = book.placedBy(call.shopTime).filter(orderFilter(body, call.now, call.shopTime, version));
  return {
    IsSuccess: true,
    SellerID: shop.sellerId,
    OperationType: 'GetOrderInfoResponse',
    ResponseBody: {
      PageInfo: pageInfo(plans.length, page),
      OrderInfoList: new ListOf(
        'OrderInfo',
        pageOf(plans, page).map((plan) => orderFields(shop, plan, call.shopTime, version)),
      ),
    },
    Memo: '',
    ResponseDate: usDateTime(call.now),
  };
}

export const orders: Operation = {
  id: 'orders',
  method: 'PUT',
  paths: { business: '/marketplace/b2b/ordermgmt/order/orderinfo' },
  callsPerHour: 1000,
  isSponsored: false,
  requestRoot: REQUEST_ROOT,
  nullSellerMessage: NULL_SELLER,
  answer,
};
