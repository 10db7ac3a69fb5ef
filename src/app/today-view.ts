import {
  type FindingRow,
  figuresOf,
  isAllRead,
  type KeptFigures,
  rowsOfTile,
  type TodayFigures,
  unreadableNote,
} from '../insights/today/figures.ts';
import { TODAY, TODAY_DATA } from '../insights/today/today-data.ts';
import { rowsIn } from '../insights/workbook.ts';
import { isoText } from '../protocol/dates.ts';
import { stored } from '../protocol/store.ts';
import { blockedOperations } from '../pull/remembered.ts';
import { tableAges } from '../schedule/table-freshness.ts';
import { findingsColumns, findingsTable } from '../tables/findings-table.ts';
import { openExisting } from '../tables/opened.ts';
import type { Contents } from '../tables/positions.ts';
import { readThresholds } from '../tables/rules/rules-sheet.ts';
import type { Book } from '../tables/sheet.ts';
import { dayAt } from '../tables/zone.ts';
import type { Ports } from './ports.ts';

export const storedFigures = stored<KeptFigures>('today.figures', 1, { sales: {}, coverage: {}, hasVoidTimes: true });

/** True once the insights sheets exist. If one is missing later, a user deleted it. */
export const MADE = stored('insights.made', 1, false);

export type TodayView = ReturnType<typeof today>;

export function today(ports: Ports) {
  const figures = todayFigures(ports);
  const { tiles, sales, open, late, hasVoidTimes, freshness, unreadable } = figures;
  const covered = freshness.map(({ data, asOf, ...rest }) => [data, { ...rest, asOf: isoText(asOf) }] as const);
  return {
    now: isoText(ports.clock.now()),
    ...{ tiles, sales, open, late, hasVoidTimes },
    isAllRead: isAllRead(figures),
    unreadable: unreadable.map(unreadableNote),
    coverage: Object.fromEntries(covered),
    hasSheet: ports.laid.idOf(TODAY) !== undefined,
    deleted: deletedSheets(ports),
  };
}

function deletedSheets({ book, document, laid }: Ports): readonly string[] {
  if (!MADE.read(document)) return [];
  return [
    ...(book.find(findingsTable.name) ? [] : [findingsTable.name]),
    ...[TODAY, TODAY_DATA].filter((tab) => laid.idOf(tab) === undefined),
  ];
}

/** Combines Findings with figures saved by the last run. */
export function todayFigures(
  { book, clock, document }: Pick<Ports, 'book' | 'clock' | 'document'>,
  rows = readFindings(book),
): TodayFigures {
  const now = clock.now();
  const blocked = blockedOperations(document);
  const given = { now, thresholds: readThresholds(book), ages: tableAges(document, now), blocked };
  const kept = storedFigures.read(document);
  const isToday = kept.day === dayAt(now, book.timeZone());
  return figuresOf(given, rows, isToday ? kept : { ...kept, sales: {} });
}

export function readFindings(book: Book): readonly FindingRow[] | undefined {
  const opened = openExisting(book, findingsTable.name, findingsColumns());
  return opened && findingRows(opened.contents, book.timeZone());
}

export function findingsOfTile(contents: Contents, zone: string, tile: string, now: number): ReadonlySet<number> {
  return new Set(rowsOfTile(findingRows(contents, zone), tile, now)?.map(({ row }) => row));
}

function findingRows(contents: Contents, zone: string): readonly FindingRow[] {
  const rows = rowsIn(contents, findingsColumns(), zone) as ReadonlyMap<string, FindingRow>;
  return [...rows.values()];
}
