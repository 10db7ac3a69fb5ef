/** What Today shows, from the tables as a run has read them. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { orders } from '../../operations/orders.ts';
import { DAY } from '../../protocol/time.ts';
import { changes, changesTable } from '../../tables/changes.ts';
import { findingsTable } from '../../tables/findings-table.ts';
import { headerOf } from '../../tables/header.ts';
import { findOurs } from '../../tables/opened.ts';
import type { Book } from '../../tables/sheet.ts';
import { type ClockChange, nextClockChange, wallTime } from '../../tables/zone.ts';
import { isOpen, type OrderRow, VOIDED } from '../facts/orders.ts';
import { findingKinds } from '../findings/find.ts';
import type { Tolerance } from '../findings/finding.ts';
import { centsOf } from '../money.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { DAYS } from './data-columns.ts';

/** All instants in epoch milliseconds. */
export interface TodayFacts {
  readonly findings: FindingsPlace;
  readonly kinds: readonly string[];
  /** The label for people, when the table was last read, and how many hours old it may be (undefined: any age). */
  readonly tables: readonly {
    readonly label: string;
    readonly asOf: number | undefined;
    readonly allowed: number | undefined;
  }[];
  readonly orders: readonly OrderDay[];
  readonly ads: readonly AdDay[];
  /** When open orders void, ascending. */
  readonly voidsAt: readonly number[];
  readonly clocks: ClockChange | undefined;
  newsSince(seen: number): News;
}

/** The sheet Findings as it is now. */
export interface FindingsPlace {
  readonly name: string;
  /** By which links know the sheet. */
  readonly id: number;
  /** From 1, by the id of the column. */
  readonly positions: ReadonlyMap<string, number>;
}

/** Days as `YYYY-MM-DD`. */
interface OrderDay {
  readonly day: string;
  readonly orders: number;
  readonly value: number;
}

interface AdDay {
  readonly day: string;
  readonly spend: number;
  /** Undefined on a day without sales. */
  readonly acos: number | undefined;
}

/** What runs changed since the person last looked. */
export interface News {
  readonly newOrders: number;
  readonly changedOrders: number;
  /** Stock rows: one per item and location. */
  readonly stockToZero: number;
  /** Items. */
  readonly pricesMoved: number;
}

/** The tables whose age is told on top. */
const AGES: readonly (readonly [label: string, table: string, tolerance: Tolerance])[] = [
  ['Orders', 'Orders', 'orders-tolerance'],
  ['Stock', 'Inventory', 'stock-tolerance'],
  ['Prices', 'Price log', 'prices-tolerance'],
  ['Ads', 'Ad performance', 'ads-tolerance'],
];

/** Nothing while there is no sheet Findings. */
export function todayFacts(workbook: Workbook, book: Book): TodayFacts | undefined {
  const place = findingsPlace(book);
  if (!place) return undefined;
  const { now, today, zone, thresholds } = workbook;
  const orderRows = workbook.rows(orders, 'Orders');
  return {
    findings: place,
    kinds: findingKinds.map(({ kind }) => kind),
    tables: AGES.map(([label, table, tolerance]) => ({
      label,
      asOf: oldest(workbook, table),
      allowed: thresholds[tolerance],
    })),
    orders: ordersByDay(orderRows, today, zone),
    ads: adsByDay(workbook.rows(adPerformance, 'Ad performance'), today),
    voidsAt: voidTimes(orderRows),
    clocks: nextClockChange(now, zone),
    // Nothing is newer than now.
    newsSince: (seen) =>
      newsSince(seen, seen < now ? workbook.rows(changes, changesTable.name) : [], headerOf('availableQuantity')),
  };
}

/** Of the shop of which it is longest ago. */
function oldest({ ages }: Workbook, table: string): number | undefined {
  const known = ages.flatMap((age) => (age.table === table ? [age.at] : []));
  return known.sort((one, other) => one - other)[0];
}

/** It was read or made just before. */
function findingsPlace(book: Book): FindingsPlace | undefined {
  const { name: table } = findingsTable;
  const sheet = book.tables().includes(table) ? findOurs(book, table) : undefined;
  const seen = sheet?.seen();
  return sheet && seen && { name: sheet.name, id: sheet.id, positions: new Map(Object.entries(seen.positions)) };
}

type DatedOrder = Pick<OrderRow, 'orderStatus' | 'orderDate' | 'orderTotalAmount'>;
type VoidedOrder = Pick<OrderRow, 'orderStatus' | 'fulfillmentOption' | 'autoVoidTime'>;
type AdRow = Pick<TableRow<typeof adPerformance, 'Ad performance'>, 'fromDate' | 'toDate' | 'spend' | 'sales'>;
export type ChangeRow = Pick<
  TableRow<typeof changes, 'Changes'>,
  'time' | 'sellerId' | 'table' | 'record' | 'column' | 'before' | 'after'
>;

/** The days up to this one, it included, oldest first. */
function daysUpTo(last: string): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: DAYS }, (_, index) => isoDay(end - (DAYS - 1 - index) * DAY));
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Void orders left out: nobody sold anything. */
export function ordersByDay(rows: readonly DatedOrder[], today: string, zone: string): readonly OrderDay[] {
  const days = daysUpTo(today);
  const first = Date.parse(days[0]!) / DAY;
  const sums = days.map(() => ({ orders: 0, cents: 0 }));
  for (const { orderDate, orderStatus, orderTotalAmount } of rows) {
    if (orderDate === null || orderStatus === VOIDED) continue;
    const sum = sums[Math.floor(wallTime(orderDate, zone) / DAY) - first];
    if (!sum) continue;
    sum.orders++;
    sum.cents += centsOf(orderTotalAmount);
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
    sum.spend += centsOf(row.spend);
    sum.sales += centsOf(row.sales);
  }
  return [...sums].map(([day, { spend, sales }]) => ({
    day,
    spend: spend / 100,
    acos: sales === 0 ? undefined : spend / sales,
  }));
}

/** When open orders void that the seller ships, ascending, as far as that is known. */
export function voidTimes(rows: readonly VoidedOrder[]): readonly number[] {
  const open = rows.flatMap((row) => (row.autoVoidTime !== null && isOpen(row) ? [row.autoVoidTime] : []));
  return open.sort((one, other) => one - other);
}

const NOTHING = /^0?$/;

/** Each order, stock and item counts once; an order that is new is not changed too. */
export function newsSince(seen: number, rows: readonly ChangeRow[], stockHeader: string): News {
  const [added, changed, moved] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const stocks = new Map<string, string>();
  for (const row of rows) {
    if (row.time === null || row.time <= seen) continue;
    const record = `${row.sellerId} ${row.record}`;
    const isAdded = row.column === null && row.after === 'added';
    if (row.table === 'Orders') (isAdded ? added : changed).add(record);
    else if (row.table === 'Inventory' && row.column === stockHeader) {
      // The newest stands on top.
      if (!stocks.has(record)) stocks.set(record, row.after ?? '');
    } else if (row.table === 'Price log' && isAdded) moved.add(record.split(',')[0]!);
  }
  for (const record of added) changed.delete(record);
  return {
    newOrders: added.size,
    changedOrders: changed.size,
    stockToZero: [...stocks.values()].filter((stock) => NOTHING.test(stock)).length,
    pricesMoved: moved.size,
  };
}
