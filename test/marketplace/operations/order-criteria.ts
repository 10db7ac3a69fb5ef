import {
  HTTP,
  PENDING_BEFORE_312,
  REQUEST_ROOT,
  SCHEMA_CODE,
  TOLERATED_ORDER_CRITERIA,
  VOID_SOON_HOURS,
} from '../assumptions.ts';
import { readWall, wallOf } from '../pacific.ts';
import { type Channel, datedAt, isDownloaded, type OrderPlan, statusAt } from '../shop/order-plans.ts';
import type { Members } from '../wire/members.ts';
import { invalid, Refusal } from '../wire/refusal.ts';

export type OrderFilter = (plan: OrderPlan) => boolean;

const HOUR = 3_600_000;
const channels: Record<string, Channel> = { 1: 'operator', 2: 'seller', 3: 'multichannel' };

export function statusFor(plan: OrderPlan, shopTime: number, version: number): number {
  const status = statusAt(plan, shopTime);
  return status === 5 && version < 312 ? PENDING_BEFORE_312 : status;
}

function wallMember(criteria: Members, name: string): number | undefined {
  const text = criteria.text(name);
  if (text === undefined) return undefined;
  const wall = readWall(text);
  if (wall === undefined) throw invalid(name, text);
  return wall;
}

/**
 * Order numbers override all other criteria; seller order numbers override all except order numbers. An unknown number
 * gives an empty list, because no error code is documented.
 */
function numberFilter(criteria: Members, version: number): OrderFilter | undefined {
  const given = (name: string, child: string) => criteria.texts(name, child).filter((text) => text !== '');
  const numbers = given('OrderNumberList', 'OrderNumber');
  if (numbers.length > 0) {
    const wrong = numbers.find((text) => !/^\d{1,15}$/.test(text));
    if (wrong !== undefined) throw invalid('OrderNumber', wrong);
    const wanted = new Set(numbers.map(Number));
    return (plan) => wanted.has(plan.number);
  }
  const sellerNumbers = new Set(given('SellerOrderNumberList', 'SellerOrderNumber'));
  if (sellerNumbers.size === 0) return undefined;
  if (version < 305) {
    throw new Refusal(HTTP.badRequest, SCHEMA_CODE, 'SellerOrderNumber is available from version 305.');
  }
  return (plan) => sellerNumbers.has(plan.sellerNumber);
}

/** Compares Pacific wall-clock times, so a time in the repeated hour of November matches both occurrences. */
export function orderFilter(body: Members, now: number, shopTime: number, version: number): OrderFilter {
  const criteria = body.group('RequestCriteria');
  criteria.allowOnly(
    [
      ...['OrderNumberList', 'SellerOrderNumberList', 'Status', 'Type', 'OrderDateFrom', 'OrderDateTo'],
      ...['OrderDownloaded', 'VoidSoon', ...TOLERATED_ORDER_CRITERIA],
    ],
    `${REQUEST_ROOT}/RequestBody/RequestCriteria`,
  );
  const byNumber = numberFilter(criteria, version);
  if (byNumber) return byNumber;
  const status = criteria.whole('Status', 0, version < 312 ? 4 : 5);
  const type = criteria.whole('Type', 0, 3) ?? 0;
  const onlyNew = criteria.oneOf('OrderDownloaded', ['0', '1']) === '1';
  const voidSoon = criteria.oneOf('VoidSoon', VOID_SOON_HOURS) ?? body.oneOf('VoidSoon', VOID_SOON_HOURS);
  const from = wallMember(criteria, 'OrderDateFrom') ?? Number.NEGATIVE_INFINITY;
  const to = wallMember(criteria, 'OrderDateTo') ?? Number.POSITIVE_INFINITY;
  return (plan) => {
    const wall = wallOf(datedAt(plan, shopTime));
    return (
      wall >= from &&
      wall <= to &&
      (status === undefined || statusFor(plan, shopTime, version) === status) &&
      (type === 0 || plan.channel === channels[type]) &&
      !(onlyNew && isDownloaded(plan, shopTime)) &&
      (voidSoon === undefined ||
        (statusAt(plan, shopTime) === 0 && plan.autoVoid > shopTime && plan.autoVoid <= now + Number(voidSoon) * HOUR))
    );
  };
}
