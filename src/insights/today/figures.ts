/** All figures of Today, for the sheet, the sidebar and the email: freshness, coverage, tiles, sales by currency and period, and what to do first. */

import { adPerformance } from '../../operations/ad-performance.ts';
import { grouped } from '../../protocol/grouped.ts';
import { DAY, HOUR } from '../../protocol/time.ts';
import { catalog } from '../../tables/catalog/catalog-table.ts';
import type { findings } from '../../tables/findings-table.ts';
import type { Thresholds } from '../../tables/rules/rules-sheet.ts';
import { wallText } from '../../tables/zone.ts';
import type { Facts } from '../facts/facts.ts';
import { currencyOf, isCanceled, VOIDED } from '../facts/orders.ts';
import { NOT_ON_TODAY } from '../findings/find.ts';
import type { Tolerance } from '../findings/finding.ts';
import { kindsIn } from '../findings/next-rows.ts';
import { centsFor, centsOf, plural, rounded, USUAL_CURRENCY } from '../money.ts';
import { costCoverage, orderProfits } from '../reports/items-report.ts';
import type { TableAge, TableRow } from '../workbook.ts';

/** Instants in epoch milliseconds, amounts in units of their currency, `null` for what was not read. */
export interface TodayFigures {
  readonly at: number;
  readonly freshness: readonly Freshness[];
  /** In the order of Today; per tile one count for each currency, at least one. */
  readonly tiles: readonly TileCount[];
  /** By currency, the one with the most orders first. */
  readonly sales: Sales;
  /** The best-ranked open findings, at most 15. */
  readonly doFirst: readonly ToDo[];
  /** Open findings that count on Today, including those in `doFirst`. */
  readonly open: number;
  /** When each of these was first seen. */
  readonly firstSeen: readonly number[];
  /** Of these, findings on data that is too old to count in the tiles. */
  readonly late: number;
  /** False where a shop's open orders come in a version below 313, without auto-void times. */
  readonly hasVoidTimes: boolean;
  /** Sold items with a cost, while others have none. */
  readonly costs?: Covered;
}

/** What runs keep for those who do not read the tables themselves. */
export type KeptFigures = Pick<TodayFigures, 'sales' | 'hasVoidTimes'> & { readonly coverage: Coverage };

export type DataName = 'orders' | 'stock' | 'prices' | 'ads';

/** Items read of all items in the Catalog. */
export type Coverage = { readonly [N in 'stock' | 'prices' | 'costs']?: Covered };

interface Covered {
  readonly read: number;
  readonly of: number;
}

export interface Freshness {
  readonly data: DataName;
  readonly label: string;
  /** Of the shop that was read longest ago; `null` where one was never read. */
  readonly asOf: number | null;
  readonly isLate: boolean;
  readonly hoursAllowed: number;
  /** Only where it is partial. */
  readonly read?: number;
  readonly of?: number;
}

export interface TileCount {
  readonly id: TileId;
  readonly label: string;
  readonly count: number | null;
  /** The amounts that are known, added up. */
  readonly money: number | null;
  readonly currency: string;
  /** The best-ranked row of Findings that it counts. */
  readonly rowKey?: string;
}

/** A row of Findings. */
export interface ToDo {
  readonly rowKey: string;
  readonly record: string;
  readonly what: string;
  readonly deadline: number | null;
  readonly lateAt: number | null;
  readonly atRisk: number | null;
  readonly currency: string | null;
  readonly link: { readonly table: string; readonly key: string | null; readonly pattern: string | null };
}

interface Tile {
  readonly id: string;
  /** `{hours}` is the threshold of the rule void-soon. */
  readonly label: string;
  readonly kinds: readonly string[];
  /** Without all of this data, nothing is known. */
  readonly needs: readonly DataName[];
}

export const tiles = [
  { id: 'due-today', label: 'Ship today', kinds: ['due-today'], needs: ['orders'] },
  { id: 'overdue', label: 'Overdue', kinds: ['overdue'], needs: ['orders'] },
  { id: 'void-soon', label: 'Auto-void within {hours} h', kinds: ['void-soon'], needs: ['orders'] },
  { id: 'cannot-ship', label: "Can't ship: low stock", kinds: ['cannot-ship'], needs: ['orders', 'stock'] },
  { id: 'out-of-stock', label: 'Out of stock', kinds: ['out-of-stock'], needs: ['stock'] },
  {
    id: 'ads-without-stock',
    label: 'Ads on out-of-stock items',
    kinds: ['ads-without-stock'],
    needs: ['ads', 'stock'],
  },
  { id: 'above-featured', label: 'Prices above featured', kinds: ['above-featured'], needs: ['prices'] },
  { id: 'data-problems', label: 'Data problems', kinds: ['mismatch', 'late-data'], needs: [] },
] as const satisfies readonly Tile[];

export type TileId = (typeof tiles)[number]['id'];

export type FindingRow = TableRow<typeof findings, 'Findings'>;

const SOURCES: { readonly [N in DataName]: readonly [label: string, table: string, tolerance: Tolerance] } = {
  orders: ['Orders', 'Orders', 'orders-tolerance'],
  stock: ['Stock', 'Inventory', 'stock-tolerance'],
  prices: ['Prices', 'Price log', 'prices-tolerance'],
  ads: ['Ads', 'Ad performance', 'ads-tolerance'],
};

const NAMES = Object.keys(SOURCES) as readonly DataName[];

/** Rows of *Do first*. */
export const LISTED = 15;

interface Given {
  readonly now: number;
  readonly thresholds: Thresholds;
  readonly ages: readonly TableAge[];
}

/** From the rows of Findings as they are now; undefined where there is no such sheet. */
export function figuresOf(
  { now, thresholds, ages }: Given,
  rows: readonly FindingRow[] | undefined,
  { sales, coverage, hasVoidTimes }: KeptFigures,
): TodayFigures {
  const freshness = NAMES.map((data) => freshnessOf(data, { now, thresholds, ages }, coverage));
  const isRead = (data: DataName) => freshness.some((each) => each.data === data && each.asOf !== null);
  const open = (rows ?? []).filter(isOpen).sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
  const counted = open.filter(({ lateAt }) => lateAt === null || lateAt > now);
  const [currency = USUAL_CURRENCY] = Object.keys(sales);
  return {
    at: now,
    freshness,
    tiles: tiles.flatMap((tile) => {
      const isKnown =
        rows !== undefined &&
        (tile.needs.length === 0 ? NAMES.some(isRead) : tile.needs.every(isRead)) &&
        (tile.id !== 'void-soon' || hasVoidTimes || counted.some((row) => isIn(tile, row)));
      return countsOf(tile, tileLabel(tile, thresholds), isKnown ? counted : undefined, currency);
    }),
    sales,
    doFirst: open.slice(0, LISTED).map(toDo),
    open: open.length,
    firstSeen: open.flatMap(({ firstSeen }) => firstSeen ?? []),
    late: open.length - counted.length,
    hasVoidTimes,
    ...(coverage.costs ? { costs: coverage.costs } : {}),
  };
}

export function tileLabel({ label }: Pick<Tile, 'label'>, thresholds: Thresholds): string {
  return label.replace('{hours}', String(thresholds['void-soon'] ?? 48));
}

/** The rows that a tile counts; undefined where there is no such tile. */
export function rowsOfTile(rows: readonly FindingRow[], id: string, now: number): readonly FindingRow[] | undefined {
  const tile: Tile | undefined = tiles.find((each) => each.id === id);
  return tile && rows.filter((row) => isOpen(row) && (row.lateAt === null || row.lateAt > now) && isIn(tile, row));
}

export function isOpen({ state, kinds }: FindingRow): boolean {
  return state?.trim().toLowerCase() === 'open' && kindsIn(kinds).some((kind) => !NOT_ON_TODAY.includes(kind));
}

function isIn({ kinds }: Tile, row: FindingRow): boolean {
  return kindsIn(row.kinds).some((kind) => kinds.includes(kind));
}

function countsOf(
  tile: Tile & { readonly id: TileId },
  label: string,
  rows: readonly FindingRow[] | undefined,
  usual: string,
): readonly TileCount[] {
  const { id } = tile;
  if (!rows) return [{ id, label, count: null, money: null, currency: usual }];
  const counts = new Map<string, { count: number; cents: number }>();
  const own = rows.filter((row) => isIn(tile, row));
  for (const row of own) {
    const currency = row.currency ?? usual;
    const { count, cents } = counts.get(currency) ?? { count: 0, cents: 0 };
    counts.set(currency, { count: count + 1, cents: cents + centsOf(row.atRisk) });
  }
  if (counts.size === 0) counts.set(usual, { count: 0, cents: 0 });
  const rowKey = own.length > 0 ? { rowKey: own[0]!.rowKey } : {};
  return [...counts].map(([currency, { count, cents }]) => ({
    ...{ id, label, count, money: cents / 100, currency },
    ...rowKey,
  }));
}

function toDo(row: FindingRow): ToDo {
  const { rowKey, label, whatToDo, deadline, lateAt, atRisk, currency, linkTable, linkKey, linkPattern } = row;
  return {
    ...{ rowKey, deadline, lateAt, atRisk, currency, record: label ?? '', what: whatToDo ?? '' },
    link: { table: linkTable ?? '', key: linkKey, pattern: linkPattern },
  };
}

function freshnessOf(data: DataName, { now, thresholds, ages }: Given, coverage: Coverage): Freshness {
  const [label, table, tolerance] = SOURCES[data];
  const known = ages.flatMap((age) => (age.table === table ? [age.at] : []));
  const asOf = known.length === 0 ? null : Math.min(...known);
  const hoursAllowed = thresholds[tolerance];
  const covered = data === 'stock' || data === 'prices' ? coverage[data] : undefined;
  return {
    ...{ data, label, asOf, hoursAllowed },
    isLate: asOf !== null && now - asOf > hoursAllowed * HOUR,
    ...(covered && covered.read < covered.of ? covered : {}),
  };
}

/** Sentences about what the figures leave out. */
export function figureNotes({ late, hasVoidTimes, costs }: TodayFigures): readonly string[] {
  const [use, are] = late === 1 ? ['uses', 'is'] : ['use', 'are'];
  return [
    ...(late > 0 ? [`${plural(late, 'finding')} ${use} old data and ${are} not counted.`] : []),
    ...(hasVoidTimes ? [] : ['Auto-void times need order version 313.']),
    ...(costs
      ? [`Estimated profit counts ${costs.read} of ${plural(costs.of, 'sold item')}; the others have no cost.`]
      : []),
  ];
}

/** What a run works out from the tables. */
export function keptFigures(facts: Facts, days: SalesByDay): KeptFigures {
  const { workbook } = facts;
  const items = workbook.rows(catalog, 'Catalog').filter(({ itemNumber }) => itemNumber !== null);
  const read = (field: 'stockPolled' | 'pricesPolled') => ({
    read: items.filter((item) => item[field] !== null).length,
    of: items.length,
  });
  const costs = costCoverage(facts);
  const shops = grouped(facts.openOrders(), ({ order }) => order.sellerId ?? '');
  return {
    sales: salesOf(days, workbook.today),
    coverage: {
      ...{ stock: read('stockPolled'), prices: read('pricesPolled') },
      ...(costs.read > 0 && costs.read < costs.of ? { costs } : {}),
    },
    // Both fields came with version 313.
    hasVoidTimes: [...shops.values()].every((open) =>
      open.some(({ order }) => order.autoVoidTime !== null || order.currencyCode !== null),
    ),
  };
}

export type Sales = { readonly [currency: string]: { readonly [P in Period]: PeriodFigures } };

export type Period = 'today' | 'yesterday' | 'last7' | 'last30';

export interface PeriodFigures {
  readonly sales: number | null;
  readonly orders: number | null;
  readonly units: number | null;
  readonly refunds: number | null;
  readonly adSpend: number | null;
  readonly acos: number | null;
  /** Less ad spend, where there are ads; only once an item has a cost. */
  readonly profit?: number | null;
  /** Each figure in relation to the period before, minus 1; `null` where it has nothing to compare with. */
  readonly change?: { readonly [F in Figure]?: number | null };
}

export const figureLabels = {
  sales: 'Sales',
  orders: 'Orders',
  units: 'Units',
  refunds: 'Refunds',
  adSpend: 'Ad spend',
  acos: 'ACoS',
  profit: 'Estimated profit',
} as const;

export type Figure = keyof typeof figureLabels;

/** Sums of a day in cents. */
interface DaySums {
  orders: number;
  sales: number;
  units: number;
  refunds: number;
  adSpend: number;
  adSales: number;
  /** Before ads, of items with a cost. */
  profit: number;
}

/** By currency and day (`YYYY-MM-DD`), the first whole day of orders, and the days of ads. */
export interface SalesByDay {
  readonly currencies: ReadonlyMap<string, ReadonlyMap<string, DaySums>>;
  readonly ordersFrom: string | undefined;
  readonly ads: { readonly first: string; readonly last: string } | undefined;
  /** Whether an item has a cost. */
  readonly hasCosts: boolean;
}

/** Voided orders and canceled lines do not count. The first day of orders is incomplete: the pull began within it. */
export function salesByDay(facts: Facts): SalesByDay {
  const { workbook } = facts;
  const found = new Map<string, Map<string, DaySums>>();
  const sumsOn = (currency: string, day: string): DaySums => {
    const days = found.get(currency) ?? new Map<string, DaySums>();
    found.set(currency, days);
    const sums = days.get(day) ?? { orders: 0, sales: 0, units: 0, refunds: 0, adSpend: 0, adSales: 0, profit: 0 };
    days.set(day, sums);
    return sums;
  };
  const profitOf = orderProfits(facts);
  let first = Number.POSITIVE_INFINITY;
  for (const known of facts.orders()) {
    const { order, lines } = known;
    if (order.orderDate === null) continue;
    first = Math.min(first, order.orderDate);
    if (order.orderStatus === VOIDED) continue;
    const sums = sumsOn(currencyOf(order), wallText(order.orderDate, workbook.zone).slice(0, 10));
    sums.orders++;
    sums.refunds += Math.abs(centsOf(order.refundAmount));
    sums.profit += profitOf?.(known) ?? 0;
    for (const line of lines) {
      if (isCanceled(line)) continue;
      const units = line.orderedQty ?? 0;
      sums.units += units;
      sums.sales +=
        line.extendUnitPrice === null ? (centsFor(units, line.unitPrice) ?? 0) : centsOf(line.extendUnitPrice);
    }
  }
  let ads: SalesByDay['ads'];
  for (const row of workbook.rows(adPerformance, 'Ad performance')) {
    if (row.fromDate === null || row.fromDate !== row.toDate) continue;
    const day = row.fromDate;
    ads = { first: ads && ads.first < day ? ads.first : day, last: ads && ads.last > day ? ads.last : day };
    // The operation is one of the main storefront, whose currency is the usual one.
    const sums = sumsOn(USUAL_CURRENCY, day);
    sums.adSpend += centsOf(row.spend);
    sums.adSales += centsOf(row.sales);
  }
  const firstDay = Number.isFinite(first) ? wallText(first, workbook.zone).slice(0, 10) : undefined;
  return { currencies: found, ordersFrom: firstDay && daysLater(firstDay, 1), ads, hasCosts: profitOf !== undefined };
}

/** Period: days before today at which it ends, and its length. */
const PERIODS: { readonly [P in Period]: readonly [ago: number, days: number] } = {
  today: [0, 1],
  yesterday: [1, 1],
  last7: [0, 7],
  last30: [0, 30],
};

export const FIGURES = Object.keys(figureLabels) as readonly Figure[];

/** A stored value of Google has room for 9 KB. */
const MOST_CURRENCIES = 5;

/** Periods of several days end today. */
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
        return periodFigures(period, days, byDay, today, currency === USUAL_CURRENCY);
      };
      const periods = Object.entries(PERIODS).map(([period, [ago, length]]) => {
        const own = figures(ago, length);
        if (length === 1) return [period, own] as const;
        const change = changeFrom(figures(ago + length, length), own);
        // Without ads of today, there is a day less of spend.
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
  { ordersFrom, ads, hasCosts }: SalesByDay,
  today: string,
  hasAds: boolean,
): PeriodFigures {
  const isCovered = ordersFrom !== undefined && period[0]! >= ordersFrom;
  const haveAds = hasAds && areAdsRead(period, ads, today);
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
    ...(hasCosts
      ? { profit: isCovered && (haveAds || !isAdvertised) ? Math.round(total('profit') - spend) / 100 : null }
      : {}),
  };
}

/** Ads of today are often not there yet: a longer period does without them. */
function areAdsRead(period: readonly string[], ads: SalesByDay['ads'], today: string): boolean {
  const last = period[period.length - 1]!;
  const needed = last === today && period.length > 1 ? period[period.length - 2]! : last;
  return ads !== undefined && ads.first <= period[0]! && needed <= ads.last;
}

function changeFrom(before: PeriodFigures, now: PeriodFigures): NonNullable<PeriodFigures['change']> {
  const changes = FIGURES.flatMap((figure) => {
    const [was, is] = [before[figure], now[figure]];
    if (was === undefined || is === undefined) return [];
    // In relation to a loss, a change says nothing.
    return [[figure, was === null || is === null || was <= 0 ? null : rounded(is / was - 1, 4)] as const];
  });
  return Object.fromEntries(changes);
}

/** Undefined where the band has no such row. */
export function figureLabel(figure: Figure, periods: Sales[string]): string | undefined {
  const { today, yesterday, last7, last30 } = periods;
  if (today[figure] === undefined) return undefined;
  const isBeforeAds = figure === 'profit' && [today, yesterday, last7, last30].every(({ adSpend }) => adSpend === null);
  return isBeforeAds ? `${figureLabels.profit} before ads` : figureLabels[figure];
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);
}
