/** Updates Findings, Today, and the reports after a run, and notifies open sidebars. */
import { type Facts, factsOf } from '../insights/facts/facts.ts';
import { writeFindings } from '../insights/findings/write-findings.ts';
import { itemProfits } from '../insights/reports/items-report.ts';
import { MAKING, refreshReports } from '../insights/reports/refresh-reports.ts';
import { daysOfStock } from '../insights/reports/reorder/reorder-report.ts';
import { figuresOf, keptFigures, unreadableNote } from '../insights/today/figures.ts';
import { salesByDay } from '../insights/today/sales-band.ts';
import { type FindingsPlace, RANKED, type Ranked, TODAY, type TodayContent } from '../insights/today/today-data.ts';
import { makeToday, updateToday } from '../insights/today/update-today.ts';
import { placeOf, type Workbook, workbookOf } from '../insights/workbook.ts';
import { oncePer, type Store, writingAtOnce } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { blockedOperations } from '../pull/remembered.ts';
import { optional } from '../pull/report.ts';
import { tableAges } from '../schedule/table-freshness.ts';
import { findings, findingsTable } from '../tables/findings-table.ts';
import { quotedSheet } from '../tables/formula-text.ts';
import { updateRules } from '../tables/rules/rules-sheet.ts';
import type { Book } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';
import { MADE, storedFigures } from './today-view.ts';

type InsightsPorts = Pick<Ports, 'book' | 'clock' | 'document' | 'laid' | 'until'>;

const NEEDED = MINUTE / 2;

/**
 * Requires the lock. Creates Findings and Today on the first run and, if `isAsked`, after a user deleted them. Returns
 * messages if a sheet could not be written; the run itself is saved.
 */
export function updateInsights(ports: InsightsPorts, isAsked = false): readonly string[] {
  const { clock, document } = ports;
  if (ports.until !== undefined && clock.now() + NEEDED > ports.until) return [];
  return writingAtOnce(document, (store) => update({ ...ports, document: store }, isAsked));
}

function update({ book, clock, document, laid }: InsightsPorts, isAsked: boolean): readonly string[] {
  const notes: string[] = [];
  const made = MADE.read(document);
  const facts = optional(notes, NOT_UPDATED, undefined, () => {
    const now = clock.now();
    const thresholds = updateRules(book, document, isAsked);
    return factsOf(workbookOf({ book, now, thresholds, ages: tableAges(document, now) }));
  });
  if (!facts) return notes;
  const isWritten = optional(notes, NOT_UPDATED, false, () => {
    if (isAsked || !made || book.tables().includes(findingsTable.name)) writeFindings(book, facts);
    return true;
  });
  optional(notes, NOT_UPDATED, undefined, () => {
    notes.push(...facts.workbook.unreadable().map(unreadableNote));
    const write = isAsked && laid.idOf(TODAY) === undefined ? makeToday : updateToday;
    write({ laid, document }, todayContent(book, document, facts));
    if (!made && isWritten) MADE.write(document, true);
  });
  optional(notes, 'The reports are not up to date', undefined, () => {
    const unfinished = MAKING.read(document);
    refreshReports(book, facts, unfinished);
    if (unfinished !== '') MAKING.remove(document);
  });
  return notes;
}

const NOT_UPDATED = 'Today and Findings are not up to date';

/** Also saves the figures for the sidebar. */
function todayContent(book: Book, document: Store, facts: Facts): TodayContent {
  const { workbook } = facts;
  const days = salesByDay(facts);
  const kept = keptFigures(facts, days);
  storedFigures.write(document, kept);
  const place = findingsPlace(book, workbook);
  const rows = place && workbook.rows(findings, findingsTable.name);
  return {
    figures: figuresOf({ ...workbook, blocked: blockedOperations(document) }, rows, kept),
    days,
    ...{ today: workbook.today, zone: workbook.zone, findings: place },
    voidsAt: facts.openOrders().flatMap(({ order }) => order.autoVoidTime ?? []),
    ranked: rankedItems(facts, new Set(book.tables()), Object.keys(kept.sales)[0]),
    placeOf: oncePer((table) => placeOf(book, workbook, table)),
  };
}

function rankedItems(facts: Facts, there: ReadonlySet<string>, usual: string | undefined): TodayContent['ranked'] {
  const shown = there.has('Reorder') ? daysOfStock(facts) : [];
  const profits = (there.has('Items') ? itemProfits(facts) : [])
    .filter(({ currency }) => currency === usual)
    .map((item): Ranked => [item.sellerPartNumber ?? item.itemNumber ?? '', item.cents / 100]);
  return {
    stock: shown.slice(0, RANKED).map((item): Ranked => [item.sellerPartNumber ?? item.itemNumber ?? '', item.days]),
    most: profits.slice(0, RANKED),
    least: profits.slice(-RANKED).reverse(),
  };
}

function findingsPlace(book: Book, workbook: Workbook): FindingsPlace | undefined {
  const positions = workbook.positionsOf(findingsTable.name);
  const place = positions && placeOf(book, workbook, findingsTable.name);
  const sheet = place && book.find(findingsTable.name);
  return sheet && { ...place, sheet: quotedSheet(sheet.name), positions };
}

type RevisionPorts = Pick<Ports, 'cache' | 'clock' | 'random'>;

const KEY = 'revision';

/** Google's maximum cache duration. */
const SECONDS = 21_600;

export function revision({ cache }: Pick<RevisionPorts, 'cache'>): string {
  return cache.getAll([KEY])[KEY] ?? '';
}

export function renewRevision({ cache, clock, random }: RevisionPorts): void {
  cache.putAll({ [KEY]: `${clock.now()} ${random()}` }, SECONDS);
}
