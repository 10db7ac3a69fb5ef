/** What is known of each item's stock and demand, worked out once a run for the desk and for what rests on it. */
import { inventory } from '../../../operations/inventory.ts';
import { grouped } from '../../../protocol/grouped.ts';
import { reorder } from '../../../tables/desks/reorder-table.ts';
import { stockDays } from '../../../tables/fold.ts';
import { ruleList } from '../../../tables/rules/rules-sheet.ts';
import { wallText } from '../../../tables/zone.ts';
import { nameIn } from '../../facts/keys.ts';
import type { Stock } from '../../facts/known-stock.ts';
import type { Workbook } from '../../workbook.ts';
import { dayNumber, observedDays } from './observed.ts';
import { type Outlook, outlookOf } from './outlook.ts';
import { priorOf } from './prior.ts';
import { recordOf, type ScoreRecord, updated } from './score.ts';
import { recentSales, type Sales, type SalesDay } from './stock-falls.ts';

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

/** The day by which to order, as the formula of the desk has it; undefined where it is too early, or doubtful. */
export function orderBy({ outlook, stock, leadTime }: ItemOutlook, zone: string): number | undefined {
  if (!outlook || outlook.doubt || stock.asOf === null) return undefined;
  const read = dayNumber(wallText(stock.asOf, zone).slice(0, 10));
  return read + Math.floor(outlook.daysLeft.p10) - leadTime;
}

export interface Usual {
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

/** As the formulas of the desk read what somebody typed. */
function counted(typed: number | null | undefined, usual: number): number {
  return typed === null || typed === undefined ? usual : Math.max(0, typed);
}

function lastReceipt(days: readonly SalesDay[]): number | undefined {
  const latest = days.reduce((latest, { day, risen }) => (risen > 0 ? Math.max(latest, day) : latest), 0);
  return latest === 0 ? undefined : latest;
}
