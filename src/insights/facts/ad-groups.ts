/** Ad groups with their current status and their recent spend and sales. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { daysFrom, daysLater } from '../../protocol/dates.ts';
import { groupBy } from '../../protocol/lists.ts';
import { centsOf } from '../money.ts';
import { nameIn, type TableRow, type Workbook } from '../workbook.ts';

type AdRow = TableRow<typeof adPerformance, 'Ad performance'>;

export interface AdGroup {
  readonly newest: AdRow;
  /** Rows that cover a single day, newest first. */
  readonly days: readonly AdRow[];
  /** Item numbers of advertised items; empty if unknown. */
  readonly products: readonly string[];
}

/** `spend` and `sales` are in cents. */
export interface AdSums {
  readonly spend: number;
  readonly sales: number;
  readonly clicks: number;
  readonly orders: number;
  readonly days: number;
}

export const DELIVERING = 'Delivering';
export const OUT_OF_BUDGET = 'Out of budget';

export function adGroups(workbook: Workbook): readonly AdGroup[] {
  const rows = workbook
    .rows(adPerformance, 'Ad performance')
    .filter(({ fromDate, toDate }) => fromDate !== null && fromDate === toDate);
  const groups = groupBy(rows, (row) => nameIn(row.sellerId, row.countryCode, row.campaignNumber, row.groupNumber));
  return [...groups.values()].map((days) => {
    days.sort(({ fromDate: one }, { fromDate: other }) => (one! < other! ? 1 : one! > other! ? -1 : 0));
    const [newest] = days as [AdRow];
    return { newest, days, products: productsOf(newest) };
  });
}

/** Returns rows from `first` onward. `days` must be newest first. */
export function daysSince(days: readonly AdRow[], first: string): readonly AdRow[] {
  const end = days.findIndex(({ fromDate }) => fromDate! < first);
  return end < 0 ? days : days.slice(0, end);
}

export function productsOf({ productList }: Pick<AdRow, 'productList'>): readonly string[] {
  const numbers = (productList ?? '').split(',').map((each) => each.trim());
  return [...new Set(numbers.filter((each) => each !== ''))];
}

/** Returns all items in Ad performance, keyed by `nameIn(seller, item)`. */
export function advertisedItems(workbook: Workbook): ReadonlySet<string> {
  const items = new Set<string>();
  for (const row of workbook.rows(adPerformance, 'Ad performance'))
    for (const item of productsOf(row)) items.add(nameIn(row.sellerId, item));
  return items;
}

/** How many of the last `days` full days the groups' rows cover, at least 1. */
export function daysCovered(groups: readonly AdGroup[], days: number, today: string): number {
  const [first = today] = groups.map((group) => group.days[group.days.length - 1]!.fromDate!).sort();
  return Math.max(1, Math.min(days, daysFrom(first, today)));
}

/** Sums the last `days` full days, through yesterday. */
export function sumsOf(groups: Iterable<Pick<AdGroup, 'days'>>, days: number, today: string): AdSums {
  const first = daysLater(today, -days);
  const sums = { spend: 0, sales: 0, clicks: 0, orders: 0, days: 0 };
  for (const group of groups)
    for (const row of daysSince(group.days, first)) {
      if (row.fromDate! >= today) continue;
      sums.spend += centsOf(row.spend);
      sums.sales += centsOf(row.sales);
      sums.clicks += row.clicks ?? 0;
      sums.orders += row.orders ?? 0;
      sums.days++;
    }
  return sums;
}
