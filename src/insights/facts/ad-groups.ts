/** Ad groups by their rows of single days: how each stands now, and what it spent and earned lately. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { daysLater } from '../../protocol/dates.ts';
import { centsOf } from '../money.ts';
import { nameIn, type TableRow, type Workbook } from '../workbook.ts';

type AdRow = TableRow<typeof adPerformance, 'Ad performance'>;

export interface AdGroup {
  readonly newest: AdRow;
  /** The newest first. */
  readonly days: readonly AdRow[];
  /** Item numbers; empty if unknown. */
  readonly products: readonly string[];
}

/** Money in cents. */
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
  const groups = new Map<string, DayOfAds[]>();
  for (const row of workbook.rows(adPerformance, 'Ad performance')) {
    const { fromDate, toDate } = row;
    if (fromDate === null || fromDate !== toDate) continue;
    const name = nameIn(row.sellerId, row.countryCode, row.campaignNumber, row.groupNumber);
    const known = groups.get(name);
    if (known) known.push({ day: fromDate, row });
    else groups.set(name, [{ day: fromDate, row }]);
  }
  return [...groups.values()].map((group) => {
    group.sort((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0));
    const [{ row: newest }] = group as [DayOfAds];
    return { newest, days: group.map(({ row }) => row), products: productsOf(newest) };
  });
}

interface DayOfAds {
  readonly day: string;
  readonly row: AdRow;
}

/** Those from a day on (`YYYY-MM-DD`), of days of which the newest is first. */
export function daysSince(days: readonly AdRow[], first: string): readonly AdRow[] {
  const end = days.findIndex(({ fromDate }) => fromDate! < first);
  return end < 0 ? days : days.slice(0, end);
}

export function productsOf({ productList }: Pick<AdRow, 'productList'>): readonly string[] {
  const numbers = (productList ?? '').split(',').map((each) => each.trim());
  return [...new Set(numbers.filter((each) => each !== ''))];
}

/** Item numbers in any row of Ad performance, as `nameIn(seller, item)`. */
export function advertisedItems(workbook: Workbook): ReadonlySet<string> {
  const items = new Set<string>();
  for (const row of workbook.rows(adPerformance, 'Ad performance'))
    for (const item of productsOf(row)) items.add(nameIn(row.sellerId, item));
  return items;
}

/** Over whole days before today. */
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
