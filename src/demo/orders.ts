/** Which of the recorded orders a call asks for. */
import { HOUR } from '../protocol/time.ts';
import {
  type Call,
  digitsOf,
  knownOnly,
  members,
  pageIn,
  pageInfo,
  pageOf,
  type Recording,
  type Row,
  textsOf,
  unable,
  wordOf,
} from './recording.ts';

const LARGEST_PAGE = 100;

export function ordersOf(recording: Recording, { query, body }: Call): Row {
  const { orders, orderVersion, envelopes } = recording;
  if (query.version !== orderVersion) throw unable(`has its orders in version ${orderVersion} only`);
  knownOnly(body, ['OperationType', 'RequestBody']);
  const request = members(body, 'RequestBody', ['PageIndex', 'PageSize', 'VoidSoon', 'RequestCriteria']);
  const page = pageIn(request, ['PageIndex', 'PageSize'], LARGEST_PAGE);
  const found = orders.filter(filterOf(recording, request));
  const list = { PageInfo: pageInfo(found, page), OrderInfoList: pageOf(found, page) };
  return { ...envelopes.orders, ResponseBody: list };
}

type Filter = (order: Row) => boolean;

/** By the three values of Type. */
const SHIPPED_BY: Readonly<Record<string, Filter>> = {
  1: (order) => order.SalesChannel === 0 && order.FulfillmentOption === 1,
  2: (order) => order.SalesChannel === 0 && order.FulfillmentOption === 0,
  3: (order) => order.SalesChannel !== 0,
};

/** Numbers stand alone: whoever gives some is asked for nothing else. */
function filterOf(recording: Recording, request: Row): Filter {
  const criteria = members(request, 'RequestCriteria', [
    ...['OrderNumberList', 'SellerOrderNumberList', 'Status', 'Type', 'OrderDownloaded'],
    ...['VoidSoon', 'OrderDateFrom', 'OrderDateTo'],
  ]);
  const numbers = textsOf(members(criteria, 'OrderNumberList', ['OrderNumber']).OrderNumber);
  if (numbers.some((number) => !/^\d{1,15}$/.test(number))) throw unable('has orders whose numbers are digits');
  if (numbers.length > 0) return ({ OrderNumber }) => numbers.includes(String(OrderNumber));
  const own = textsOf(members(criteria, 'SellerOrderNumberList', ['SellerOrderNumber']).SellerOrderNumber);
  if (own.length > 0) return ({ SellerOrderNumber }) => own.includes(String(SellerOrderNumber));
  const status = digitsOf(criteria, 'Status');
  const type = wordOf(criteria, 'Type', ['0', '1', '2', '3']);
  const onlyNew = wordOf(criteria, 'OrderDownloaded', ['0', '1']) === '1';
  const from = wallIn(criteria, 'OrderDateFrom') ?? Number.NEGATIVE_INFINITY;
  const to = wallIn(criteria, 'OrderDateTo') ?? Number.POSITIVE_INFINITY;
  const hours = wordOf({ ...request, ...criteria }, 'VoidSoon', ['24', '48']);
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

function wallIn(criteria: Row, name: string): number | undefined {
  const text = criteria[name];
  if (text === undefined) return undefined;
  const wall = wallOf(text);
  if (Number.isNaN(wall)) throw unable(`reads a date such as 2025-06-01 13:30:00 for ${name}`);
  return wall;
}

/** A Pacific wall time as if it were UTC, so that the repeated hour of November belongs to both its readings. */
function wallOf(text: unknown): number {
  const sortable = String(text)
    .replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$3-$1-$2')
    .replace(/ (\d):/, ' 0$1:');
  return Date.parse(`${sortable.replace(' ', 'T')}Z`);
}
