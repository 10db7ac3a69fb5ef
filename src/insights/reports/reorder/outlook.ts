/** The outlook of each item: how long its stock lasts, what to order, and why that may be in doubt. Worked out once per run. */
import { inventory } from '../../../operations/inventory.ts';
import { grouped } from '../../../protocol/grouped.ts';
import { stockDays } from '../../../tables/fold.ts';
import { reorder } from '../../../tables/reports/reorder-table.ts';
import { ruleList } from '../../../tables/rules/rules-sheet.ts';
import { wallText } from '../../../tables/zone.ts';
import type { Stock } from '../../facts/stock.ts';
import { sum } from '../../money.ts';
import { nameIn } from '../../table-rows.ts';
import type { Workbook } from '../../workbook.ts';
import { daysLeft, type Forecast, forecastOf, type Prior, priorOf, unitsSold } from './forecast.ts';
import { dayNumber, dispersionOf, observedDays, recentSales, type Sales, type SalesDay } from './sales.ts';
import { type Failing, failing, recordOf, type ScoreRecord, updated } from './score.ts';

export interface ItemOutlook {
  readonly stock: Stock;
  readonly days: readonly SalesDay[];
  readonly sales: Sales;
  /** Days since 1970-01-01; undefined where none was seen. */
  readonly lastReceipt: number | undefined;
  /** Nothing where it is too early. */
  readonly outlook: Outlook | undefined;
  /** What was said of it and is over by now is held against what came. */
  readonly score: ScoreRecord;
  /** Days that count for it: what the person typed, else what the rules say. */
  readonly leadTime: number;
  readonly coverDays: number;
}

/** The day by which to order, as the formula of the report has it; undefined where it is too early, or doubtful. */
export function orderBy({ outlook, stock, leadTime }: ItemOutlook, zone: string): number | undefined {
  if (!outlook || outlook.doubt || stock.asOf === null) return undefined;
  const read = dayNumber(wallText(stock.asOf, zone).slice(0, 10));
  return read + Math.floor(outlook.daysLeft.p10) - leadTime;
}

interface Usual {
  readonly leadTime: number;
  readonly coverDays: number;
}

export function usualDays({ thresholds }: Workbook): Usual {
  const days = (rule: 'lead-time' | 'cover-days') => thresholds[rule] ?? ruleList[rule].threshold!;
  return { leadTime: days('lead-time'), coverDays: days('cover-days') };
}

/** Of the items of which the seller ships any stock, in the order of the sheet. */
export function itemOutlooks(workbook: Workbook, items: readonly Stock[]): readonly ItemOutlook[] {
  const { zone, now } = workbook;
  const today = dayNumber(workbook.today);
  const days = observedDays(
    workbook.rows(stockDays, 'Stock days'),
    workbook.stockPeriods(),
    workbook.rows(inventory, 'Inventory'),
    now,
    zone,
  );
  const typed = byItem(workbook.rows(reorder, 'Reorder'));
  const said = byItem(workbook.rows(reorder, 'Forecast score'));
  const usual = usualDays(workbook);
  const known = items.map((item) => {
    const key = nameIn(item.sellerId, item.itemNumber);
    const own = days.get(key) ?? [];
    return { key, item, days: own, sales: recentSales(own, today) };
  });
  const shops = grouped(known, ({ item }) => item.sellerId);
  return [...shops.values()].flatMap((ofShop) => {
    const prior = priorOf(ofShop.map(({ sales }) => sales));
    return ofShop.map(({ key, item, days, sales }) => {
      const score = updated(recordOf(said.get(key)?.snapshots ?? ''), days, today);
      return {
        stock: item,
        days,
        sales,
        lastReceipt: lastReceipt(days),
        outlook: outlookOf(days, item.units, today, prior, score),
        score,
        leadTime: counted(typed.get(key)?.leadTime, usual.leadTime),
        coverDays: counted(typed.get(key)?.coverDays, usual.coverDays),
      };
    });
  });
}

function byItem<R extends { readonly sellerId: string | null; readonly itemNumber: string | null }>(
  rows: readonly R[],
): ReadonlyMap<string, R> {
  return new Map(rows.map((row) => [nameIn(row.sellerId, row.itemNumber), row]));
}

/** As the formulas of the report read what somebody typed. */
function counted(typed: number | null | undefined, usual: number): number {
  return typed === null || typed === undefined ? usual : Math.max(0, typed);
}

function lastReceipt(days: readonly SalesDay[]): number | undefined {
  const latest = days.reduce((latest, { day, risen }) => (risen > 0 ? Math.max(latest, day) : latest), 0);
  return latest === 0 ? undefined : latest;
}

/** Less is too early to tell anything. */
export const FEWEST_DAYS = 7;
export const FEWEST_UNITS = 5;

/** Nobody plans for longer, and a forecast knows nothing of it. In days. */
const LONGEST = 999;

export interface Outlook {
  readonly daysObserved: number;
  readonly unitsADay: number;
  readonly forecast: Forecast;
  /** How many days the stock lasts at least, with a chance of 90, 50 and 10 %; to a tenth. */
  readonly daysLeft: { readonly p10: number; readonly p50: number; readonly p90: number };
  /** Why it is not to be relied on. */
  readonly doubt: 'rising' | 'falling' | Failing | undefined;
}

/** Nothing where it is too early. */
export function outlookOf(
  days: readonly SalesDay[],
  stock: number,
  today: number,
  prior: Prior,
  record: ScoreRecord,
): Outlook | undefined {
  const sales = recentSales(days, today);
  if (sales.days < FEWEST_DAYS || sales.units < FEWEST_UNITS) return undefined;
  const forecast = forecastOf(sales, prior);
  const left = (chance: number) => Number(Math.min(LONGEST, daysLeft(forecast, stock, chance)).toFixed(1));
  return {
    daysObserved: sales.days,
    unitsADay: sales.units / sales.days,
    forecast,
    daysLeft: { p10: left(0.1), p50: left(0.5), p90: left(0.9) },
    doubt: trendOf(days, today) ?? failing(record),
  };
}

/** Units that are missing with a chance of a half by the time that an order of today arrives. */
export function unitsMissed({ forecast }: Outlook, stock: number, leadTime: number): number {
  return leadTime > 0 ? Math.max(0, unitsSold(forecast, leadTime, 0.5) - Math.max(stock, 0)) : 0;
}

/** What covers demand until the next order's arrival in nine of ten cases. */
export function unitsNeeded({ forecast }: Outlook, days: number): number {
  return days > 0 ? unitsSold(forecast, days, 0.9) : 0;
}

/** Days that are looked at, and how far from steady they have to be, in standard deviations. */
const WINDOW = 28;
const FAR = 2.5;

export type Trend = 'rising' | 'falling';

/** By the score test for a slope; nothing where the days are what a steady rate would give. */
export function trendOf(all: readonly SalesDay[], today: number): Trend | undefined {
  const score = slopeScore(all.filter(({ day }) => day > today - WINDOW && day <= today));
  return Math.abs(score) > FAR ? (score > 0 ? 'rising' : 'falling') : undefined;
}

/** In standard deviations of a steady rate. */
function slopeScore(days: readonly SalesDay[]): number {
  const hours = sum(days, 'hours');
  const rate = sum(days, 'fallen') / hours;
  if (!(rate > 0)) return 0;
  const middle = days.reduce((total, { day, hours }) => total + day * hours, 0) / hours;
  const slope = days.reduce((total, { day, fallen, hours }) => total + (fallen - rate * hours) * (day - middle), 0);
  const spread = days.reduce((total, { day, hours }) => total + hours * (day - middle) ** 2, 0);
  return spread > 0 ? slope / Math.sqrt(dispersionOf(days) * rate * spread) : 0;
}
