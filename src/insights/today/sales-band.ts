/** Sales and ads by currency, day and period, for the sales band on Today. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { daysLater, pacificDay } from '../../protocol/dates.ts';
import { items } from '../../tables/reports/items-table.ts';
import { dayAt } from '../../tables/zone.ts';
import type { Facts } from '../facts/facts.ts';
import { currencyOf, isCanceled, priceOf, VOIDED } from '../facts/orders.ts';
import { centsOf, rounded, USUAL_CURRENCY } from '../money.ts';
import { costsIn, orderProfits } from '../reports/items-report.ts';
import type { Workbook } from '../workbook.ts';

export type Sales = { readonly [currency: string]: { readonly [P in Period]: PeriodFigures } };

export type Period = 'today' | 'yesterday' | 'last7' | 'last30';

export interface PeriodFigures {
  readonly sales: number | null;
  readonly orders: number | null;
  readonly units: number | null;
  readonly refunds: number | null;
  readonly adSpend: number | null;
  readonly acos: number | null;
  /** Profit, less ad spend if the shop advertises. Undefined until an item in this currency has a cost. */
  readonly profit?: number | null;
  /** Change from the previous period as a share, such as 0.1; `null` if not comparable. */
  readonly change?: { readonly [F in Figure]?: number | null };
}

const figureLabels = {
  sales: 'Sales',
  orders: 'Orders',
  units: 'Units',
  refunds: 'Refunds',
  adSpend: 'Ad spend',
  acos: 'ACoS',
  profit: 'Estimated profit',
} as const;

export type Figure = keyof typeof figureLabels;

interface DaySums {
  orders: number;
  sales: number;
  units: number;
  refunds: number;
  adSpend: number;
  adSales: number;
  /** Profit before ad spend, from items with a cost. In cents, like all amounts here. */
  profit: number;
}

export interface SalesByDay {
  readonly currencies: ReadonlyMap<string, ReadonlyMap<string, DaySums>>;
  readonly orders: DaysRead | undefined;
  /** Undefined if no shop advertises. */
  readonly ads: DaysRead | undefined;
  /** The first day whose ads are incomplete: today, or yesterday until it ends in Pacific time. */
  readonly openDay: string;
  readonly currenciesWithCost: ReadonlySet<string>;
}

/** Days that all shops have read completely, `YYYY-MM-DD`. `last` is today if today was read. */
export interface DaysRead {
  readonly first: string;
  readonly last: string;
}

/** Excludes voided orders and canceled line items. */
export function salesByDay(facts: Facts): SalesByDay {
  const { workbook } = facts;
  const found = new Map<string, Map<string, DaySums>>();
  const sumsOn = (currency: string, day: string) => {
    const days = found.get(currency) ?? new Map<string, DaySums>();
    found.set(currency, days);
    const sums = days.get(day) ?? { orders: 0, sales: 0, units: 0, refunds: 0, adSpend: 0, adSales: 0, profit: 0 };
    days.set(day, sums);
    return sums;
  };
  const profitOf = orderProfits(facts);
  const firstOrders = new Map<string, string>();
  for (const known of facts.orders()) {
    const { order, lines } = known;
    if (order.orderDate === null) continue;
    const day = dayAt(order.orderDate, workbook.zone);
    // The pulled period may start partway through the first day with orders.
    keepFirst(firstOrders, order.sellerId, daysLater(day, 1));
    if (order.orderStatus === VOIDED) continue;
    const sums = sumsOn(currencyOf(order), day);
    sums.orders++;
    sums.refunds += Math.abs(centsOf(order.refundAmount));
    sums.profit += profitOf?.(known) ?? 0;
    for (const line of lines) {
      if (isCanceled(line)) continue;
      sums.units += line.orderedQty ?? 0;
      sums.sales += priceOf(line);
    }
  }
  const [firstAds, lastAds] = [new Map<string, string>(), new Map<string, string>()];
  for (const row of workbook.rows(adPerformance, 'Ad performance')) {
    if (row.fromDate === null || row.fromDate !== row.toDate) continue;
    const [day, shop] = [row.fromDate, row.sellerId ?? ''];
    keepFirst(firstAds, shop, day);
    lastAds.set(shop, latest([day, lastAds.get(shop) ?? '']));
    // Ads run only on the main storefront, so they use its currency.
    const sums = sumsOn(USUAL_CURRENCY, day);
    sums.adSpend += centsOf(row.spend);
    sums.adSales += centsOf(row.sales);
  }
  return {
    // Before the first orders, a band of dashes.
    currencies: found.size > 0 ? found : new Map([[USUAL_CURRENCY, new Map()]]),
    orders: spanRead(workbook, 'Orders', (at) => dayAt(at, workbook.zone), firstOrders),
    ads: spanRead(workbook, 'Ad performance', pacificDay, firstAds, lastAds),
    openDay: [workbook.today, pacificDay(workbook.now)].sort()[0]!,
    currenciesWithCost: new Set(
      workbook.rows(items, 'Items').flatMap((row) => (costsIn(row) ? [row.currency ?? USUAL_CURRENCY] : [])),
    ),
  };
}

function keepFirst(firsts: Map<string, string>, sellerId: string | null, day: string) {
  const known = firsts.get(sellerId ?? '') ?? day;
  firsts.set(sellerId ?? '', day < known ? day : known);
}

function latest(days: readonly string[]) {
  return [...days].sort().pop()!;
}

/** `firsts`: the first day that each shop's rows can cover. Undefined if there are no rows. `lasts`: their last day. */
function spanRead(
  { ages, today }: Workbook,
  table: string,
  dayOf: (at: number) => string,
  firsts: ReadonlyMap<string, string>,
  lasts?: ReadonlyMap<string, string>,
): DaysRead | undefined {
  if (firsts.size === 0) return undefined;
  const days = ages.flatMap(({ sellerId, read, ...age }): DaysRead[] => {
    if (age.table !== table) return [];
    if (!read) return [NONE];
    const first = latest([daysLater(dayOf(read[0] - 1), 1), firsts.get(sellerId) ?? '']);
    // A past day is read once it had ended.
    const [day, ended] = [dayOf(read[1] - 1), daysLater(dayOf(read[1]), -1)];
    // The service may not have today's ads yet. A shop that no longer advertises gets no rows.
    return [{ first, last: day >= today && lasts?.get(sellerId) !== ended ? day : ended }];
  });
  if (days.length === 0) return NONE;
  return { first: latest(days.map(({ first }) => first)), last: days.map(({ last }) => last).sort()[0]! };
}

const NONE: DaysRead = { first: '', last: '' };

/** `ago`: when the period ends, in days before today. */
const PERIODS: { readonly [P in Period]: readonly [ago: number, days: number] } = {
  today: [0, 1],
  yesterday: [1, 1],
  last7: [0, 7],
  last30: [0, 30],
};

export const FIGURES = Object.keys(figureLabels) as readonly Figure[];

/** More currencies might exceed 9 KB, Google's limit per stored value. */
const MOST_CURRENCIES = 5;

export function salesOf(byDay: SalesByDay, today: string): Sales {
  const since = daysLater(today, -60);
  const recent = ([, days]: readonly [string, ReadonlyMap<string, DaySums>]) =>
    [...days].reduce((count, [day, { orders }]) => count + (day > since ? orders : 0), 0);
  const currencies = [...byDay.currencies].sort(
    (one, other) => recent(other) - recent(one) || (one[0] === USUAL_CURRENCY ? -1 : 1),
  );
  return Object.fromEntries(
    currencies.slice(0, MOST_CURRENCIES).map(([currency, days]) => {
      const figures = (ago: number, length: number) => {
        const period = Array.from({ length }, (_, index) => daysLater(today, index + 1 - length - ago));
        return periodFigures(period, days, byDay, currency);
      };
      const periods = Object.entries(PERIODS).map(([period, [ago, length]]) => {
        const own = figures(ago, length);
        if (length === 1) return [period, own] as const;
        const change = changeFrom(figures(ago + length, length), own);
        // Until today's ads are read, the period lacks a day of spend.
        const isWhole = byDay.ads !== undefined && byDay.ads.last >= today;
        const open: Partial<typeof change> = isWhole
          ? {}
          : { adSpend: null, ...(own.adSpend !== null && own.profit !== undefined ? { profit: null } : {}) };
        return [period, { ...own, change: { ...change, ...open } }] as const;
      });
      return [currency, Object.fromEntries(periods) as { [P in Period]: PeriodFigures }];
    }),
  );
}

function periodFigures(
  period: readonly string[],
  days: ReadonlyMap<string, DaySums>,
  { orders, ads, openDay, currenciesWithCost }: SalesByDay,
  currency: string,
): PeriodFigures {
  const hasAds = currency === USUAL_CURRENCY;
  const isCovered = areRead(period, orders);
  // Only a single day needs ads of days that have not ended.
  const haveAds = hasAds && areRead(period.length > 1 ? period.filter((day) => day < openDay) : period, ads);
  const total = (field: keyof DaySums) => period.reduce((sum, day) => sum + (days.get(day)?.[field] ?? 0), 0);
  const [spend, adSales] = [total('adSpend'), total('adSales')];
  const isAdvertised = hasAds && ads !== undefined;
  return {
    sales: isCovered ? total('sales') / 100 : null,
    orders: isCovered ? total('orders') : null,
    units: isCovered ? total('units') : null,
    refunds: isCovered ? total('refunds') / 100 : null,
    adSpend: haveAds ? spend / 100 : null,
    acos: haveAds && adSales > 0 ? rounded(spend / adSales, 6) : null,
    ...(currenciesWithCost.has(currency)
      ? { profit: isCovered && (haveAds || !isAdvertised) ? Math.round(total('profit') - spend) / 100 : null }
      : {}),
  };
}

/** `period` is a series of days. */
export function areRead(period: readonly string[], read: DaysRead | undefined): boolean {
  return read !== undefined && read.first <= period[0]! && period[period.length - 1]! <= read.last;
}

function changeFrom(before: PeriodFigures, now: PeriodFigures): NonNullable<PeriodFigures['change']> {
  const changes = FIGURES.flatMap((figure) => {
    const [was, is] = [before[figure], now[figure]];
    if (was === undefined || is === undefined) return [];
    // A percentage change from zero or a loss is meaningless.
    return [[figure, was === null || is === null || was <= 0 ? null : rounded(is / was - 1, 4)] as const];
  });
  return Object.fromEntries(changes);
}

export function figureLabel(figure: Figure, periods: Sales[string]): string | undefined {
  const { today, yesterday, last7, last30 } = periods;
  if (today[figure] === undefined) return undefined;
  const isBeforeAds = figure === 'profit' && [today, yesterday, last7, last30].every(({ adSpend }) => adSpend === null);
  return isBeforeAds ? `${figureLabels.profit} before ads` : figureLabels[figure];
}
