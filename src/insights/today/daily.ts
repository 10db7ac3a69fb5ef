/** What the charts of Today show that runs compute: orders and ads by day, and when open orders void. */
import { DAY } from '../../protocol/time.ts';
import { wallTime } from '../../tables/zone.ts';
import { DAYS } from './data-places.ts';

/** Columns of Orders; instants in epoch milliseconds. */
export interface OrderRow {
  readonly orderStatus: number | null;
  readonly orderDate: number | null;
  readonly orderTotalAmount: number | null;
  readonly fulfillmentOption: number | null;
  /** Not known below order version 313. */
  readonly autoVoidTime?: number | null;
}

/** Columns of Ad performance; days as `YYYY-MM-DD`. */
export interface AdRow {
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly spend: number | null;
  readonly sales: number | null;
}

/** Unshipped and partially shipped. */
const OPEN: readonly (number | null)[] = [0, 1];
const VOIDED = 4;
const BY_SELLER = 0;

export interface OrderDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly orders: number;
  readonly value: number;
}

export interface AdDay {
  readonly day: string;
  readonly spend: number;
  /** Undefined where nothing was sold. */
  readonly acos: number | undefined;
}

/** The days up to this one, it included, oldest first. */
function daysUpTo(last: string): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: DAYS }, (_, index) => isoDay(end - (DAYS - 1 - index) * DAY));
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Void orders left out: nobody sold anything. */
export function ordersByDay(rows: readonly OrderRow[], today: string, zone: string): readonly OrderDay[] {
  const days = daysUpTo(today);
  const first = Date.parse(days[0]!) / DAY;
  const sums = days.map(() => ({ orders: 0, cents: 0 }));
  for (const { orderDate, orderStatus, orderTotalAmount } of rows) {
    if (orderDate === null || orderStatus === VOIDED) continue;
    const sum = sums[Math.floor(wallTime(orderDate, zone) / DAY) - first];
    if (!sum) continue;
    sum.orders++;
    sum.cents += cents(orderTotalAmount);
  }
  return days.map((day, index) => ({ day, orders: sums[index]!.orders, value: sums[index]!.cents / 100 }));
}

/** Whole days alone: up to yesterday, and only rows of one day. */
export function adsByDay(rows: readonly AdRow[], today: string): readonly AdDay[] {
  const days = daysUpTo(isoDay(Date.parse(today) - DAY));
  const sums = new Map(days.map((day) => [day, { spend: 0, sales: 0 }]));
  for (const row of rows) {
    const sum = row.fromDate === null ? undefined : sums.get(row.fromDate);
    if (!sum || row.toDate !== row.fromDate) continue;
    sum.spend += cents(row.spend);
    sum.sales += cents(row.sales);
  }
  return [...sums].map(([day, { spend, sales }]) => ({
    day,
    spend: spend / 100,
    acos: sales === 0 ? undefined : spend / sales,
  }));
}

/** Instants at which open orders void that the seller ships, ascending, as far as they are known. */
export function voidTimes(rows: readonly OrderRow[]): readonly number[] {
  return rows
    .flatMap(({ orderStatus, fulfillmentOption, autoVoidTime = null }) =>
      autoVoidTime !== null && OPEN.includes(orderStatus) && (fulfillmentOption ?? BY_SELLER) === BY_SELLER
        ? [autoVoidTime]
        : [],
    )
    .sort((one, other) => one - other);
}

function cents(amount: number | null): number {
  return Math.round((amount ?? 0) * 100);
}
