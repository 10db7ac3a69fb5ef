import { HOUR } from '../protocol/time.ts';
import {
  type Call,
  members,
  pageIn,
  pageInfo,
  pageOf,
  type Recording,
  Refusal,
  type Row,
  textIn,
  textsOf,
  unable,
} from './recording.ts';

const LARGEST_PAGE = 100;

/** Error code and name for a malformed identifier, keyed by the request's `Type`. */
const MALFORMED: Readonly<Record<string, readonly [code: string, name: string]>> = {
  0: ['CT001', 'ItemNumber'],
  1: ['CT002', 'SellerPartNumber'],
  2: ['CT003', 'UPCCode'],
};
const LONGEST = 40;

export function stockOf({ items, upcCodes, unlistedUpcCodes, envelopes }: Recording, { body }: Call): Row {
  const type = textIn(body, 'Type') ?? '1';
  const values = (body.Values ?? []) as readonly unknown[];
  const asked = values.map(String);
  const [code, name] = MALFORMED[type]!;
  if (asked.length === 0 || asked.some((value) => value === '' || value.length > LONGEST))
    throw new Refusal(400, code, `Invalid ${name}`);
  const wanted = new Set(
    asked.map((value) => (type === '0' ? value.toUpperCase() : type === '2' ? upcCodes[value] : value)),
  );
  const found = items.filter((item) => wanted.has(String(item[type === '1' ? 'SellerPartNumber' : 'ItemNumber'])));
  if (found.length === 0)
    throw type === '2' && asked.some((value) => unlistedUpcCodes.includes(value))
      ? new Refusal(400, 'CT010', 'Cannot find item with specified item condition')
      : new Refusal(400, 'CT026', 'No data found');
  const countries = textsOf(body.WarehouseList).map((country) => country.toUpperCase());
  const isAsked = ({ WarehouseLocation }: Row) =>
    countries.length === 0 || countries.includes(String(WarehouseLocation));
  const stock = found.map((item) => ({
    ...item,
    InventoryAllocation: (item.InventoryAllocation as readonly Row[]).filter(isAsked),
  }));
  return { ...envelopes.inventory, ResponseBody: { ItemList: stock, TotalCount: stock.length } };
}

export function pricesOf({ prices, envelopes }: Recording, { storefront, last, query }: Call): Row {
  const platform = storefront === 'canadian' ? 'CAN' : 'USA';
  const changes = prices[platform]?.[last] ?? [];
  const page = pageIn({ pagesize: 25, ...query }, ['pageindex', 'pagesize'], Number.POSITIVE_INFINITY);
  return { ...envelopes.prices, ResponseBody: { PriceLogs: pageOf(changes, page), TotalCount: changes.length } };
}

export function lookupOf({ lookups, envelopes }: Recording, { storefront, body }: Call): Row {
  const request = members(body, 'RequestBody');
  const page = pageIn(members(request, 'PageInfo'), ['PageIndex', 'PageSize'], LARGEST_PAGE);
  const found = lookups.find(
    ({ requestId, storefronts }) => requestId === request.RequestID && storefronts.includes(storefront),
  );
  if (!found) throw new Refusal(400, 'DF006', 'The RequestID does not exist.');
  const { requestId, requestDate, items } = found;
  const list = {
    PageInfo: pageInfo(items, page),
    RequestID: requestId,
    RequestDate: requestDate,
    ItemList: pageOf(items, page),
  };
  return { ...envelopes.lookup, ResponseBody: list };
}

export function ordersOf(recording: Recording, { query, body }: Call): Row {
  const { orders, orderVersion, envelopes } = recording;
  if (query.version !== orderVersion) throw unable(`supports only order version ${orderVersion}`);
  const request = members(body, 'RequestBody');
  const page = pageIn(request, ['PageIndex', 'PageSize'], LARGEST_PAGE);
  const found = orders.filter(filterOf(recording, request));
  const list = { PageInfo: pageInfo(found, page), OrderInfoList: pageOf(found, page) };
  return { ...envelopes.orders, ResponseBody: list };
}

type Filter = (order: Row) => boolean;

/** Order filters, keyed by the request's `Type`. */
const SHIPPED_BY: Readonly<Record<string, Filter>> = {
  1: (order) => order.SalesChannel === 0 && order.FulfillmentOption === 1,
  2: (order) => order.SalesChannel === 0 && order.FulfillmentOption === 0,
  3: (order) => order.SalesChannel !== 0,
};

/** Order numbers override all other criteria. */
function filterOf(recording: Recording, request: Row): Filter {
  const criteria = members(request, 'RequestCriteria');
  const numbers = textsOf(members(criteria, 'OrderNumberList').OrderNumber);
  if (numbers.length > 0) return ({ OrderNumber }) => numbers.includes(String(OrderNumber));
  const own = textsOf(members(criteria, 'SellerOrderNumberList').SellerOrderNumber);
  if (own.length > 0) return ({ SellerOrderNumber }) => own.includes(String(SellerOrderNumber));
  const status = textIn(criteria, 'Status');
  const type = textIn(criteria, 'Type');
  const onlyNew = textIn(criteria, 'OrderDownloaded') === '1';
  const from = wallIn(criteria, 'OrderDateFrom') ?? Number.NEGATIVE_INFINITY;
  const to = wallIn(criteria, 'OrderDateTo') ?? Number.POSITIVE_INFINITY;
  const hours = textIn({ ...request, ...criteria }, 'VoidSoon');
  const now = Date.parse(recording.day) + recording.hour * HOUR;
  const isVoidedSoon: Filter = ({ OrderStatus, AutoVoidTime }) => {
    const left = wallOf(AutoVoidTime) - now;
    return OrderStatus === 0 && left > 0 && left <= Number(hours) * HOUR;
  };
  return (order) => {
    const dated = wallOf(order.OrderDate);
    return (
      dated >= from &&
      dated <= to &&
      (status === undefined || String(order.OrderStatus) === status) &&
      (SHIPPED_BY[type ?? '']?.(order) ?? true) &&
      !(onlyNew && order.OrderDownloaded) &&
      (hours === undefined || isVoidedSoon(order))
    );
  };
}

function wallIn(criteria: Row, name: string) {
  return criteria[name] === undefined ? undefined : wallOf(criteria[name]);
}

/** Parses a Pacific wall time as if it were UTC, so times stay comparable. Ignores the repeated hour in November. */
function wallOf(text: unknown) {
  const sortable = String(text)
    .replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$1-$2')
    .replace(/ (\d):/, ' 0$1:');
  return Date.parse(`${sortable.replace(' ', 'T')}Z`);
}
