/** What Today shows, from the tables as a run has read them. */
import { adPerformance } from '../../operations/ad-performance.ts';
import { orders } from '../../operations/orders.ts';
import { changes, changesTable } from '../../tables/changes.ts';
import { findingsTable } from '../../tables/findings-table.ts';
import { headerOf } from '../../tables/header.ts';
import { findOurs } from '../../tables/opened.ts';
import type { Book } from '../../tables/sheet.ts';
import { nextClockChange } from '../../tables/zone.ts';
import type { Tolerance } from '../findings/finding.ts';
import { findingKinds } from '../findings/registry.ts';
import type { Workbook } from '../workbook.ts';
import { adsByDay, ordersByDay, voidTimes } from './daily.ts';
import type { FindingsPlace } from './data-formulas.ts';
import { newsSince } from './news.ts';
import type { TodayFacts } from './update-today.ts';

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
