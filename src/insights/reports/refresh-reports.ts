/** Creates reports on request and updates existing ones. Doesn't recreate deleted reports. */
import { type AnyRecord, NONE_PRIVATE } from '../../protocol/fields.ts';
import { consecutive } from '../../protocol/lists.ts';
import { stored } from '../../protocol/store.ts';
import { applyPlans, demandRoom } from '../../tables/apply.ts';
import { AUTOMATIC } from '../../tables/cells.ts';
import { fieldColumns } from '../../tables/columns.ts';
import { columnLetters, withSeparator } from '../../tables/formula-text.ts';
import { movedOf, retryIfMoved } from '../../tables/moved.ts';
import { addOnTop } from '../../tables/on-top.ts';
import { planRows, type TablePlan } from '../../tables/plan.ts';
import { keyAt } from '../../tables/positions.ts';
import { type FormulaAt, formulasBefore, ourRows, showFormulas, type Written } from '../../tables/row-formulas.ts';
import { type Row, rowsOf } from '../../tables/rows.ts';
import type { Book } from '../../tables/sheet.ts';
import type { Table } from '../../tables/table.ts';
import type { Facts } from '../facts/facts.ts';
import { addressOf, leadsTo, placeOf, type Workbook } from '../workbook.ts';
import { adsReport } from './ads-report.ts';
import { bidsReport } from './bids-report.ts';
import { itemsReport } from './items-report.ts';
import { reorderReport } from './reorder/reorder-report.ts';
import type { AnyReport, ReportLink } from './seller-report.ts';

/** In menu order. `operations/tables.ts` lists their tables, `google/menu.ts` their menu items. */
export const reports: readonly AnyReport[] = [reorderReport, itemsReport, adsReport, bidsReport];

/** The report being created. If Google ends the execution, the next run finishes it. */
export const MAKING = stored('report.making', 1, '');

/** Updates existing reports, and creates missing sheets of the report named `unfinished`. */
export function refreshReports(book: Book, facts: Facts, unfinished = ''): void {
  const there = new Set(book.tables());
  // A damaged sheet doesn't stop other reports.
  let failed: unknown;
  for (const report of reports) {
    const tables = report.declared.tables.filter(({ name }) => report.name === unfinished || there.has(name));
    try {
      if (tables.length > 0) write(book, facts, report, tables);
    } catch (error) {
      failed ??= error;
    }
  }
  if (failed !== undefined) throw failed;
}

export function makeReport(book: Book, facts: Facts, report: AnyReport): void {
  write(book, facts, report, report.declared.tables);
}

function write(book: Book, facts: Facts, report: AnyReport, tables: readonly Table[]) {
  const { workbook } = facts;
  const { declared, formulas, link } = report;
  const records = report.records(facts);
  const asOf = report.readAt?.(facts) ?? workbook.now;
  const rowsIn = (table: Table, of: readonly AnyRecord[]) =>
    rowsOf(table, fieldColumns(declared, table, NONE_PRIVATE), of);
  const plans = retryIfMoved(() => {
    const plans = tables.map((table) => {
      addOnTopRows(book, workbook, report, table, (of) => rowsIn(table, of), records);
      return planRows(workbook.toWrite(declared, table.name), rowsIn(table, records), asOf, workbook.zone);
    });
    demandRoom(book, plans);
    // The new `As of` value is the same in every row, so it can be written even if rows have moved.
    const moved = movedOf(plans.filter(({ changes }) => changes.some(({ positions }) => positions.length > 0)));
    if (moved) workbook.forget(moved.moved.table);
    return moved ?? plans;
  });
  applyPlans(book, plans);
  for (const [index, plan] of plans.entries()) {
    if (plan.table === report.name) {
      const existing = formulasBefore(book, plan, [...Object.keys(formulas), 'record']);
      showFormulas(book, plan, formulas, existing);
      showLinks(book, workbook, plan, link, existing);
    }
    if (report.onTop) pinRows(book, plan, rowsIn(tables[index]!, records.filter(report.onTop)));
  }
}

/** Adds missing totals at the top of an existing sheet. */
function addOnTopRows(
  book: Book,
  workbook: Workbook,
  { declared, onTop }: AnyReport,
  table: Table,
  rowsIn: (records: readonly AnyRecord[]) => readonly Row[],
  records: readonly AnyRecord[],
) {
  const opened = onTop && workbook.toWrite(declared, table.name);
  if (!opened?.sheet || opened.header) return;
  const known = new Set(opened.contents.cells.map((_, index) => keyAt(opened.contents, index)));
  const missing = rowsIn(records.filter(onTop!)).filter(({ key }) => !known.has(key));
  if (missing.length === 0 || known.size === 1) return;
  addOnTop(book, opened, missing, []);
  workbook.forget(table.name);
}

/** Freezes only the totals directly below the header, because users may have moved the others. */
function pinRows(book: Book, { opened, changes }: TablePlan, onTop: readonly Row[]) {
  const keys = new Set(onTop.map(({ key }) => key));
  const added = new Map(changes.flatMap(({ isNew, row, key }) => (isNew ? [[row, key] as const] : [])));
  let count = 0;
  const keyOf = (row: number) =>
    added.get(row) ?? (row <= opened.contents.cells.length ? keyAt(opened.contents, row - 1) : '');
  while (keys.has(keyOf(count + 2))) count++;
  if (count > 0) book.find(opened.table)?.pinRows(count);
}

/** Updates wrong or missing links. Call it after writing the values. */
function showLinks(book: Book, workbook: Workbook, written: Written, { to, label }: ReportLink, existing: FormulaAt) {
  const { table, contents } = written.opened;
  const { positions, cells } = contents;
  const rows = ourRows(written);
  const [at, key, pattern] = ['record', 'linkKey', 'linkPattern'].map((id) => positions.get(id));
  const place = placeOf(book, workbook, to);
  const sheet = place && book.find(table);
  if (!sheet || !at || !key || !pattern || rows.length === 0) return;
  const isThere = (row: number) =>
    leadsTo(existing(row, at), place) && !String(cells[row - 1]?.[at - 1] ?? '').startsWith('#');
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
      formats: lines.map(() => [AUTOMATIC]),
    });
  }
}
