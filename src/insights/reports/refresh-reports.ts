/** Makes reports that are asked for, and updates those that are there: a sheet that a person deleted stays away. */
import { NONE_PRIVATE } from '../../protocol/fields.ts';
import { consecutive } from '../../protocol/grouped.ts';
import { applyPlans, demandRoom } from '../../tables/apply.ts';
import { fieldColumns } from '../../tables/columns.ts';
import { columnLetters, withSeparator } from '../../tables/formula-text.ts';
import { planRows } from '../../tables/plan.ts';
import { ourRows, type Standing, showFormulas, standingIn, type Written } from '../../tables/row-formulas.ts';
import { rowsOf } from '../../tables/rows.ts';
import type { Book } from '../../tables/sheet.ts';
import { movedOf, onceStanding } from '../../tables/standing.ts';
import type { Table } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import { addressOf, leadsTo, placeOf } from '../row-links.ts';
import type { Workbook } from '../workbook.ts';
import { adsReport } from './ads-report.ts';
import { bidsReport } from './bids-report.ts';
import { itemsReport } from './items-report.ts';
import { reorderReport } from './reorder/reorder-report.ts';
import type { AnyReport, ReportLink } from './report.ts';

/** In the order of the menu. Their tables are listed in `operations/tables.ts`, their items in `google/menu.ts`. */
export const reports: readonly AnyReport[] = [reorderReport, itemsReport, adsReport, bidsReport];

/** Those that are there, as far as the person left their sheets. */
export function refreshReports(book: Book, facts: Facts): void {
  const there = new Set(book.tables());
  for (const report of reports) {
    const left = report.declared.tables.filter(({ name }) => there.has(name));
    if (left.length > 0) write(book, facts, report, left);
  }
}

/** With all of its sheets. */
export function makeReport(book: Book, facts: Facts, report: AnyReport): void {
  write(book, facts, report, report.declared.tables);
}

function write(book: Book, facts: Facts, report: AnyReport, tables: readonly Table[]): void {
  const { workbook } = facts;
  const { declared, formulas = {}, links = {} } = report;
  const records = report.records(facts);
  const asOf = report.readAt?.(facts) ?? workbook.now;
  const plans = onceStanding(() => {
    const plans = tables.map((table) => {
      const rows = rowsOf(table, fieldColumns(declared, table, NONE_PRIVATE), records);
      return planRows(workbook.toWrite(declared, table.name), rows, asOf, workbook.zone);
    });
    demandRoom(book, plans);
    // As of is the same in all rows, wherever they stand by now.
    const moved = movedOf(plans.filter(({ changes }) => changes.some(({ positions }) => positions.length > 0)));
    if (moved) workbook.forget(moved.moved.table);
    return moved ?? plans;
  });
  applyPlans(book, plans);
  for (const plan of plans) {
    const [own, link] = [formulas[plan.table], links[plan.table]];
    const standing = standingIn(book, plan, [...Object.keys(own ?? {}), ...(link ? ['record'] : [])]);
    if (own) showFormulas(book, plan, own, standing);
    if (link) showLinks(book, workbook, plan, link, standing);
  }
}

/** To be called after the values were written. Links that lead there are left alone. */
function showLinks(
  book: Book,
  workbook: Workbook,
  written: Written,
  { to, label }: ReportLink,
  standing: Standing,
): void {
  const { table, contents } = written.opened;
  const { positions, cells } = contents;
  const rows = ourRows(written);
  const [at, key, pattern] = ['record', 'linkKey', 'linkPattern'].map((id) => positions.get(id));
  const place = placeOf(book, workbook, to);
  const sheet = place && book.find(table);
  if (!sheet || !at || !key || !pattern || rows.length === 0) return;
  const isThere = (row: number) =>
    leadsTo(standing(row, at), place) && !String(cells[row - 1]?.[at - 1] ?? '').startsWith('#');
  const separator = book.separator();
  const formula = (row: number) => {
    const cell = (position: number) => `${columnLetters(position)}${row}`;
    const says = label.replace(/\{(\w+)\}/g, (_, id: string) => cell(positions.get(id) ?? key));
    const address = addressOf(place, cell(key), cell(pattern));
    return withSeparator(`=IF(${cell(key)}="","",HYPERLINK(${address},${says}))`, separator);
  };
  for (const [from, to] of consecutive(rows.filter((row) => !isThere(row)))) {
    const lines = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    sheet.fill({
      ...{ row: from, column: at, isA1: true },
      formulas: lines.map((row) => [formula(row)]),
      formats: lines.map(() => ['General']),
    });
  }
}
