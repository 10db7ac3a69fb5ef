/** Ad groups by their rows of single days: how each stands now, and what it spent and earned lately. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { DAY } from '../../protocol/time.ts';
import { centsOf } from '../money.ts';
import type { TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { nameIn } from './keys.ts';

export type AdRow = TableRow<typeof adPerformance, 'Ad performance'>;

export interface AdGroup {
  /** That of its newest day. */
  readonly newest: AdRow;
  readonly days: readonly AdRow[];
  /** Item numbers; none where they are not known. */
  readonly products: readonly string[];
}

/** Money in cents. */
export interface AdSums {
  readonly spend: number;
  readonly sales: number;
  readonly clicks: number;
  readonly orders: number;
  /** How many rows were added up. */
  readonly days: number;
}

export const DELIVERING = 'Delivering';
export const OUT_OF_BUDGET = 'Out of budget';

/** Only rows of a single day count. */
export function adGroups(workbook: Workbook): readonly AdGroup[] {
  const groups = new Map<string, { newest: AdRow; readonly days: AdRow[] }>();
  for (const row of workbook.rows(adPerformance, 'Ad performance')) {
    const { fromDate, toDate } = row;
    if (fromDate === null || fromDate !== toDate) continue;
    const name = nameIn(row.sellerId, row.countryCode, row.campaignNumber, row.groupNumber);
    const group = groups.get(name);
    if (!group) groups.set(name, { newest: row, days: [row] });
    else {
      group.days.push(row);
      if (fromDate > group.newest.fromDate!) group.newest = row;
    }
  }
  return [...groups.values()].map((group) => ({ ...group, products: productsOf(group.newest) }));
}

export function productsOf({ productList }: AdRow): readonly string[] {
  const numbers = (productList ?? '').split(',').map((each) => each.trim());
  return [...new Set(numbers.filter((each) => each !== ''))];
}

/** Of the last so many days that are over. */
export function sumsOf(rows: Iterable<AdRow>, days: number, today: string): AdSums {
  const first = new Date(Date.parse(`${today}T00:00:00Z`) - days * DAY).toISOString().slice(0, 10);
  const sums = { spend: 0, sales: 0, clicks: 0, orders: 0, days: 0 };
  for (const row of rows) {
    if (row.fromDate! < first || row.fromDate! >= today) continue;
    sums.spend += centsOf(row.spend);
    sums.sales += centsOf(row.sales);
    sums.clicks += row.clicks ?? 0;
    sums.orders += row.orders ?? 0;
    sums.days++;
  }
  return sums;
}
