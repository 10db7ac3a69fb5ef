/** Outlook per item: days of stock, the day to reorder, and reasons to doubt the forecast. Computed once per run. */
import { inventory } from '../../../operations/inventory.ts';
import { groupBy } from '../../../protocol/lists.ts';
import { stockDays } from '../../../tables/fold.ts';
import { MOST_TYPED } from '../../../tables/formula-text.ts';
import { reorder } from '../../../tables/reports/reorder-table.ts';
import { dayAt } from '../../../tables/zone.ts';
import type { Stock } from '../../facts/stock.ts';
import { sum } from '../../money.ts';
import { nameIn, type TableRow, type Workbook } from '../../workbook.ts';
import {
  daysLeft,
  type Forecast,
  forecastOf,
  type Prior,
  priorOf,
  expectedShortage as shortageOf,
  unitsSold,
} from './forecast.ts';
import { dayNumber, dispersionOfLooks, observedDays, recentSales, type Sales, type SalesDay } from './sales.ts';
import { isOftenWrong, recordOf, type ScoreRecord, updated } from './score.ts';

export interface ItemOutlook {
  readonly stock: Stock;
  readonly sales: Sales;
  /** Day on which stock last arrived, in days since 1970-01-01. */
  readonly lastReceipt: number | undefined;
  readonly outlook: Outlook | undefined;
  /** Includes the results of completed forecasts. */
  readonly score: ScoreRecord;
  /** Lead time in days, from the user's cell or from Rules. */
  readonly leadTime: number;
  readonly coverDays: number;
  readonly packSize: number;
  readonly delivery: Delivery;
}

/** Returns the latest day to order, in days since 1970-01-01; undefined if it is too early to tell. */
export function orderBy({ outlook, stock, leadTime }: ItemOutlook, zone: string): number | undefined {
  if (!outlook || stock.asOf === null) return undefined;
  const read = dayNumber(dayAt(stock.asOf, zone));
  return read + Math.floor(outlook.coveredDays) - Math.floor(leadTime);
}

export function itemOutlooks(workbook: Workbook, items: readonly Stock[]): readonly ItemOutlook[] {
  const { zone, now, thresholds } = workbook;
  const today = dayNumber(workbook.today);
  const days = observedDays(
    workbook.rows(stockDays, 'Stock days'),
    workbook.stockPeriods(),
    workbook.rows(inventory, 'Inventory'),
    now,
    zone,
  );
  const rows = byItem<ReorderRow>(workbook.rows(reorder, 'Reorder'));
  const scores = byItem(workbook.rows(reorder, 'Forecast score'));
  const known = items.map((item) => {
    const key = nameIn(item.sellerId, item.itemNumber);
    const own = days.get(key) ?? [];
    return { key, item, days: own, sales: recentSales(own, today) };
  });
  return [...groupBy(known, ({ item }) => item.sellerId).values()].flatMap((ofShop) => {
    const prior = priorOf(ofShop.map(({ sales }) => sales));
    return ofShop.map(({ key, item, days, sales }) => {
      const row = rows.get(key);
      const score = updated(recordOf(scores.get(key)?.snapshots ?? ''), days, today);
      const delivery = deliveryOf(typedOr(row?.onOrder, 0), row?.onOrderSeen, days, today);
      return {
        stock: item,
        sales,
        lastReceipt: lastReceipt(days),
        outlook: outlookOf({ days, sales, prior, score }, item.units, delivery.units, today),
        score,
        leadTime: typedOr(row?.leadTime, thresholds['lead-time']!),
        coverDays: typedOr(row?.coverDays, thresholds['cover-days']!),
        packSize: Math.max(1, typedOr(row?.packSize, 1)),
        delivery,
      };
    });
  });
}

type ReorderRow = TableRow<typeof reorder, 'Reorder'>;

function byItem<R extends { readonly sellerId: string | null; readonly itemNumber: string | null }>(
  rows: readonly R[],
): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [nameIn(row.sellerId, row.itemNumber), row]));
}

function typedOr(typed: number | null | undefined, usual: number) {
  return typed === null || typed === undefined || typed > MOST_TYPED ? usual : Math.max(0, typed);
}

function lastReceipt(days: readonly SalesDay[]) {
  const latest = days.reduce((latest, { day, risen }) => (risen > 0 ? Math.max(latest, day) : latest), 0);
  return latest === 0 ? undefined : latest;
}

/** Items with fewer days or purchases are `too early`. Units sold together count as one purchase. */
export const FEWEST_DAYS = 7;
export const FEWEST_PURCHASES = 3;

/** Maximum number of days shown in the report. */
const LONGEST = 999;

export interface Outlook {
  readonly unitsPerDay: number;
  readonly forecast: Forecast;
  /** Days until the stock runs out: 10%, 50%, and 90% quantiles. */
  readonly daysLeft: { readonly p10: number; readonly p50: number; readonly p90: number };
  /** The 10% quantile of days left, counting units on order as stock. */
  readonly coveredDays: number;
  readonly doubt: Trend | 'often wrong' | undefined;
}

interface Known {
  readonly days: readonly SalesDay[];
  readonly sales: Sales;
  readonly prior: Prior;
  readonly score: ScoreRecord;
}

export function outlookOf(
  { days, sales, prior, score }: Known,
  stock: number,
  onOrder: number,
  today: number,
): Outlook | undefined {
  const forecast = forecastOf(sales, prior);
  if (sales.seen.days < FEWEST_DAYS || sales.seen.units / forecast.dispersion < FEWEST_PURCHASES) return undefined;
  const left = (units: number, chance: number) => {
    const days = Math.min(LONGEST, daysLeft(forecast, units, chance));
    return days < 3 ? Math.floor(days * 10) / 10 : Math.floor(days);
  };
  return {
    unitsPerDay: sales.units / sales.days,
    forecast,
    daysLeft: { p10: left(stock, 0.1), p50: left(stock, 0.5), p90: left(stock, 0.9) },
    coveredDays: left(stock + onOrder, 0.1),
    doubt: trendOf(days, today) ?? (isOftenWrong(score) ? 'often wrong' : undefined),
  };
}

/** Returns the expected shortage, in units, until an order placed today arrives. */
export function expectedShortage({ outlook, stock, delivery, leadTime }: ItemOutlook): number {
  return outlook && leadTime > 0 ? shortageOf(outlook.forecast, stock.units + delivery.units, leadTime) : 0;
}

/** Returns the units that cover `days` days of demand with a probability of 90%. */
export function unitsNeeded({ forecast }: Outlook, days: number): number {
  return days > 0 ? unitsSold(forecast, days, 0.9) : 0;
}

const WINDOW = 28;
/** Minimum score for a trend, in standard deviations. */
const FAR = 2.5;

export type Trend = 'rising' | 'falling';

/** Runs a score test for a slope. Returns undefined if a steady rate explains the sales. */
export function trendOf(all: readonly SalesDay[], today: number): Trend | undefined {
  const score = slopeScore(all.filter(({ day }) => day > today - WINDOW && day <= today));
  return Math.abs(score) > FAR ? (score > 0 ? 'rising' : 'falling') : undefined;
}

function slopeScore(days: readonly SalesDay[]) {
  const hours = sum(days, 'hours');
  const rate = sum(days, 'fallen') / hours;
  if (!(rate > 0)) return 0;
  const middle = days.reduce((total, { day, hours }) => total + day * hours, 0) / hours;
  const slope = days.reduce((total, { day, fallen, hours }) => total + (fallen - rate * hours) * (day - middle), 0);
  const spread = days.reduce((total, { day, hours }) => total + hours * (day - middle) ** 2, 0);
  return spread > 0 ? slope / Math.sqrt(dispersionOfLooks(days) * rate * spread) : 0;
}

/** Units on order, entered by the user. They count as stock until the actual stock rises. */
export interface Delivery {
  readonly units: number;
  /** Value to store in the row; null if nothing is on order. */
  readonly seen: string | null;
  readonly hasArrived: boolean;
}

const NOT_ORDERED: Delivery = { units: 0, seen: null, hasArrived: false };
const ARRIVED = 'arrived';

/**
 * `seen` is the value stored by the last run: `1 units day risen`. `risen` is how much the stock had already increased
 * on that day.
 */
export function deliveryOf(
  units: number,
  seen: string | null | undefined,
  days: readonly SalesDay[],
  today: number,
): Delivery {
  if (units === 0) return NOT_ORDERED;
  const risenSince = (from: number) =>
    sum(
      days.filter(({ day }) => day >= from),
      'risen',
    );
  const [version, before, day, risen] = (seen ?? '').split(' ');
  if (version !== '1' || Number(before) !== units)
    return { units, seen: `1 ${units} ${today} ${risenSince(today)}`, hasArrived: false };
  if (risen !== ARRIVED && risenSince(Number(day)) <= Number(risen)) return { units, seen: seen!, hasArrived: false };
  return { units: 0, seen: `1 ${units} ${day} ${ARRIVED}`, hasArrived: true };
}
