/** Today's figures for the sheet, sidebar and email: freshness, tiles, sales and *Do first*. */

import type { OperationId } from '../../operations/registry.ts';
import { groupBy, plural } from '../../protocol/lists.ts';
import { HOUR } from '../../protocol/time.ts';
import { catalog, pricesRead } from '../../tables/catalog/catalog-table.ts';
import type { findings } from '../../tables/findings-table.ts';
import type { Facts } from '../facts/facts.ts';
import { NOT_ON_TODAY } from '../findings/find.ts';
import type { Tolerance } from '../findings/finding.ts';
import { kindsIn } from '../findings/next-rows.ts';
import { centsOf, USUAL_CURRENCY } from '../money.ts';
import { costCoverage } from '../reports/items-report.ts';
import { daysRead, type TableRow, type Workbook } from '../workbook.ts';
import { type Sales, type SalesByDay, salesOf } from './sales-band.ts';

/** Times are in epoch milliseconds, amounts in units of their currency. `null` means not read. */
export interface TodayFigures {
  readonly at: number;
  readonly freshness: readonly Freshness[];
  readonly tiles: readonly TileCount[];
  /** Sales by currency. The currency with the most orders comes first. */
  readonly sales: Sales;
  /** Up to 15 top-ranked open findings. */
  readonly doFirst: readonly ToDo[];
  /** Number of open findings, including `doFirst`. */
  readonly open: number;
  /** When each open finding was first seen. */
  readonly firstSeen: readonly number[];
  /** Number of findings that the tiles omit because their data is old. */
  readonly late: number;
  /** False if a shop's open orders were pulled with an order version before 313. */
  readonly hasVoidTimes: boolean;
  /** How many sold items have a cost; undefined if all do. */
  readonly costs?: Covered;
  /** See `Workbook.unreadable`. */
  readonly unreadable: readonly string[];
}

/** Stored by each run for the sidebar and email. */
export type KeptFigures = Pick<TodayFigures, 'sales' | 'hasVoidTimes'> & {
  readonly coverage: Coverage;
  readonly unreadable?: readonly string[];
  /** The day that `sales` calls today. */
  readonly day?: string;
};

type DataName = 'orders' | 'stock' | 'prices' | 'ads';

/** How many Catalog items have stock and prices, and how many sold items have a cost. */
type Coverage = { readonly [N in 'stock' | 'prices' | 'costs']?: Covered };

interface Covered {
  readonly read: number;
  readonly of: number;
  /** When the item that was read first was read. */
  readonly at?: number | undefined;
}

export interface Freshness {
  readonly data: DataName;
  readonly label: string;
  /** When the shop with the oldest data was last read; `null` if never. */
  readonly asOf: number | null;
  readonly isLate: boolean;
  readonly hoursAllowed: number;
  /** How many items, shops, or days were read; undefined if all were. */
  readonly read?: number;
  readonly of?: number;
  /** In words, such as "20 of 275 items", or why nothing was read. */
  readonly part: string;
}

export interface TileCount {
  readonly id: TileId;
  readonly label: string;
  readonly count: number | null;
  readonly money: number | null;
  readonly currency: string;
  /** Row key of the top-ranked finding. */
  readonly rowKey?: string;
}

export interface ToDo {
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
  /** `{hours}` is replaced with the threshold of the void-soon rule. */
  readonly label: string;
  readonly kinds: readonly string[];
  readonly needs: readonly DataName[];
}

export const tiles = [
  { id: 'due-today', label: 'Ship today', kinds: ['due-today'], needs: ['orders'] },
  { id: 'overdue', label: 'Overdue', kinds: ['overdue'], needs: ['orders'] },
  { id: 'void-soon', label: 'Auto-void within {hours} h', kinds: ['void-soon'], needs: ['orders'] },
  { id: 'cannot-ship', label: "Can't ship: low stock", kinds: ['cannot-ship'], needs: ['orders', 'stock'] },
  { id: 'out-of-stock', label: 'Out of stock', kinds: ['out-of-stock'], needs: ['orders', 'stock'] },
  {
    id: 'ads-without-stock',
    label: 'Ads on out-of-stock items',
    kinds: ['ads-without-stock'],
    needs: ['ads', 'stock'],
  },
  { id: 'above-featured', label: 'Prices above featured', kinds: ['above-featured'], needs: ['orders', 'prices'] },
  { id: 'data-problems', label: 'Data problems', kinds: ['mismatch', 'late-data'], needs: [] },
] as const satisfies readonly Tile[];

/** Orders have had due dates since version 311 and auto-void times since 313. */
const VERSIONED: readonly string[] = ['due-today', 'overdue', 'void-soon'];

type TileId = (typeof tiles)[number]['id'];

export type FindingRow = TableRow<typeof findings, 'Findings'>;

const SOURCES: {
  readonly [N in DataName]: readonly [label: string, table: string, operation: OperationId, tolerance: Tolerance];
} = {
  orders: ['Orders', 'Orders', 'orders', 'orders-tolerance'],
  stock: ['Stock', 'Inventory', 'inventory', 'stock-tolerance'],
  prices: ['Prices', 'Price log', 'price-history', 'prices-tolerance'],
  ads: ['Ads', 'Ad performance', 'ad-performance', 'ads-tolerance'],
};

const NAMES = Object.keys(SOURCES) as readonly DataName[];

export const LISTED = 15;

interface Given extends Pick<Workbook, 'now' | 'thresholds' | 'ages'> {
  /** Operations whose calls were recently blocked by the marketplace's firewall. */
  readonly blocked?: readonly string[];
}

/** `rows` is undefined if the Findings sheet doesn't exist. */
export function figuresOf(
  given: Given,
  rows: readonly FindingRow[] | undefined,
  { sales, coverage, hasVoidTimes, unreadable = [] }: KeptFigures,
): TodayFigures {
  const { now, thresholds } = given;
  const freshness = NAMES.map((data) => freshnessOf(data, given, coverage));
  const isRead = (data: DataName) => freshness.some((each) => each.data === data && each.asOf !== null);
  const open = openByRank(rows);
  const counted = open.filter((row) => !isLate(row, now));
  const [currency = USUAL_CURRENCY] = Object.keys(sales);
  return {
    at: now,
    freshness,
    tiles: tiles.flatMap((tile) => {
      const isKnown =
        rows !== undefined &&
        (counted.some((row) => isIn(tile, row)) ||
          ((tile.needs.length === 0 ? NAMES.some(isRead) : tile.needs.every(isRead)) &&
            (hasVoidTimes || !VERSIONED.includes(tile.id))));
      const label = tile.label.replace('{hours}', String(thresholds['void-soon'] ?? 48));
      return countsOf(tile, label, isKnown ? counted : undefined, currency);
    }),
    sales,
    doFirst: open.slice(0, LISTED).map(toDo),
    open: open.length,
    firstSeen: open.flatMap(({ firstSeen }) => firstSeen ?? []),
    late: open.length - counted.length,
    hasVoidTimes,
    unreadable,
    ...(coverage.costs ? { costs: coverage.costs } : {}),
  };
}

/** Whether an empty list of findings means that nothing needs attention. */
export function isAllRead({ freshness, unreadable }: Pick<TodayFigures, 'freshness' | 'unreadable'>): boolean {
  return unreadable.length === 0 && freshness.every(({ asOf, of }) => asOf !== null && of === undefined);
}

export function rowsOfTile(rows: readonly FindingRow[], id: string, now: number): readonly FindingRow[] | undefined {
  const tile: Tile | undefined = tiles.find((each) => each.id === id);
  return tile && rows.filter((row) => isOpen(row) && !isLate(row, now) && isIn(tile, row));
}

function isLate({ lateAt }: FindingRow, now: number) {
  return lateAt !== null && lateAt <= now;
}

export function openByRank(rows: readonly FindingRow[] = []): readonly FindingRow[] {
  return rows.filter(isOpen).sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0));
}

function isOpen({ state, kinds }: FindingRow): boolean {
  return state?.trim().toLowerCase() === 'open' && kindsIn(kinds).some((kind) => !NOT_ON_TODAY.includes(kind));
}

function isIn({ kinds }: Tile, row: FindingRow) {
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
  const { label, whatToDo, deadline, lateAt, atRisk, currency, linkTable, linkKey, linkPattern } = row;
  return {
    ...{ deadline, lateAt, atRisk, currency, record: label ?? '', what: whatToDo ?? '' },
    link: { table: linkTable ?? '', key: linkKey, pattern: linkPattern },
  };
}

/** The sales band's longest period, in days. */
const BAND = 30;

function freshnessOf(data: DataName, given: Given, coverage: Coverage): Freshness {
  const { now, thresholds, ages, blocked = [] } = given;
  const [label, table, operation, tolerance] = SOURCES[data];
  const own = ages.filter((age) => age.table === table);
  const hoursAllowed = thresholds[tolerance];
  const items = data === 'stock' || data === 'prices' ? coverage[data] : undefined;
  const days = Math.min(BAND, ...own.map(({ sellerId }) => daysRead(given, table, sellerId, BAND)));
  const shops = { read: own.length, of: new Set(ages.map(({ sellerId }) => sellerId)).size };
  // Before the first full pull, single items may have been read.
  const asOf = own.length === 0 ? (items?.at ?? null) : Math.min(...own.map(({ at }) => at));
  const of = (what: string, { read, of }: Covered) => ({ read, of, part: `${read} of ${plural(of, what)}` });
  const isBlocked = asOf === null && blocked.includes(operation);
  return {
    ...{ data, label, asOf, hoursAllowed, part: isBlocked ? "the marketplace's firewall blocks the calls" : '' },
    isLate: asOf !== null && now - asOf > hoursAllowed * HOUR,
    ...(data === 'orders' && days < BAND ? of('day', { read: days, of: BAND }) : {}),
    ...(own.length > 0 && shops.read < shops.of ? of('shop', shops) : {}),
    ...(asOf !== null && items && items.read < items.of ? of('item', items) : {}),
  };
}

export function figureNotes({ late, hasVoidTimes, costs, unreadable }: TodayFigures): readonly string[] {
  const [use, are] = late === 1 ? ['uses', 'is'] : ['use', 'are'];
  return [
    ...unreadable.map(unreadableNote),
    ...(late > 0 ? [`${plural(late, 'finding')} ${use} old data and ${are} not counted.`] : []),
    ...(hasVoidTimes ? [] : ['Due dates require order version 311, and auto-void times 313.']),
    ...(costs
      ? [
          `Estimated profit covers ${costs.read} of ${plural(costs.of, 'sold item')}; no cost is entered for the others.`,
        ]
      : []),
  ];
}

export function unreadableNote(sheet: string): string {
  return `The ${sheet} sheet was not read: its header row or "Row key" column is missing. Undo that change.`;
}

export function keptFigures(facts: Facts, days: SalesByDay): KeptFigures {
  const { workbook } = facts;
  const items = workbook.rows(catalog, 'Catalog').filter(({ itemNumber }) => itemNumber !== null);
  const read = (readAt: (item: (typeof items)[number]) => number | null) => {
    const times = items.flatMap((item) => readAt(item) ?? []).sort((one, other) => one - other);
    return { read: times.length, of: items.length, at: times[0] };
  };
  const costs = costCoverage(facts);
  return {
    sales: salesOf(days, workbook.today),
    day: workbook.today,
    coverage: {
      ...{ stock: read(({ stockPolled }) => stockPolled), prices: read(pricesRead) },
      ...(costs.read > 0 && costs.read < costs.of ? { costs } : {}),
    },
    unreadable: workbook.unreadable(),
    // Orders have had both fields since version 313.
    hasVoidTimes: [...groupBy(facts.openOrders(), ({ order }) => order.sellerId ?? '').values()].every((open) =>
      open.some(({ order }) => order.autoVoidTime !== null || order.currencyCode !== null),
    ),
  };
}
