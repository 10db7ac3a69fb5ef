/** What is to be written into one sheet: decided whole before anything is, shown to a person, or carried out. */

import { MarketError } from '../protocol/market-error.ts';
import { neighbours } from './blocks.ts';
import { groundOf } from './canvas.ts';
import type { Column } from './columns.ts';
import { ROW_KEY } from './columns.ts';
import type { Counts, Diff, RowChange } from './diff.ts';
import { fillsOf, modelOf } from './filldown.ts';
import type { Contents } from './places.ts';
import { isUnfinished, readContents } from './places.ts';
import type { Row } from './rows.ts';
import type { Book, Sheet } from './sheet.ts';
import type { Step } from './steps.ts';
import { stepsOf } from './steps.ts';

export interface TableCounts extends Counts {
  readonly table: string;
  /** Cells written. */
  readonly cells: number;
}

export interface TablePlan extends TableCounts {
  readonly opened: Opened;
  /** What came, whether it changes anything or not. */
  readonly rows: readonly Row[];
  readonly changes: readonly RowChange[];
  readonly steps: readonly Step[];
  /** The row whose formulas are continued. */
  readonly model: number | undefined;
  /** Cells by which the workbook grows, those of the person's columns included. */
  readonly grows: number;
}

/** A table's sheet as it will be once it has all its columns; nothing is changed yet. */
export interface Opened {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Nothing while the table has no sheet. */
  readonly sheet: Sheet | undefined;
  /** Columns that the sheet lacks, and where they go. */
  readonly header: { readonly at: number; readonly columns: readonly Column[] } | undefined;
  readonly contents: Contents;
}

/** Refuses a sheet whose rows or columns cannot be known any more. */
export function openTable(book: Book, table: string, columns: readonly Column[]): Opened {
  const sheet = book.find(table);
  const fresh = (): Opened => ({
    table,
    columns,
    sheet,
    header: { at: 1, columns },
    contents: {
      cells: [columns.map(({ header }) => header)],
      places: new Map(columns.map(({ id }, index) => [id, index + 1])),
    },
  });
  if (!sheet) return fresh();
  const contents = readContents(sheet, columns);
  // An execution that ended while it made the sheet left it blank.
  if (contents.cells.every((row) => row.every((cell) => cell === ''))) return fresh();
  demandHeader(sheet, table, columns, contents);
  const missing = columns.filter(({ id }) => !contents.places.has(id));
  if (missing.length === 0) return { table, columns, sheet, header: undefined, contents };
  const at = Math.max(...contents.places.values()) + 1;
  return {
    table,
    columns,
    header: { at, columns: missing },
    sheet: widened(sheet, at, missing.length),
    contents: {
      cells: contents.cells.map((row) => withGap(row, at, missing.length, '')),
      places: new Map([...contents.places, ...missing.map(({ id }, index) => [id, at + index] as const)]),
    },
  };
}

/** A table's sheet as it is, with the columns that it has; nothing where there is none, or it is not a table's any more. */
export function openExisting(book: Book, table: string, columns: readonly Column[]): Opened | undefined {
  const sheet = book.find(table);
  if (!sheet) return undefined;
  const contents = readContents(sheet, columns);
  if (!contents.places.has(ROW_KEY.id)) return undefined;
  const there = columns.filter(({ id }) => contents.places.has(id));
  return { table, columns: there, sheet, header: undefined, contents };
}

function demandHeader(sheet: Sheet, table: string, columns: readonly Column[], { cells, places }: Contents) {
  if (!places.has(ROW_KEY.id))
    throw new MarketError(
      'MARKET_TABLE',
      `The sheet "${sheet.name}" has lost its column "${ROW_KEY.header}", by which rows are known; undo that change, or delete the sheet and pull ${table} again.`,
    );
  // Headers may be renamed, but hardly all of them at once.
  const header = cells[0] ?? [];
  if (!columns.some((column) => header[(places.get(column.id) ?? 0) - 1] === column.header))
    throw new MarketError(
      'MARKET_TABLE',
      `The first row of the sheet "${sheet.name}" is not its header any more; undo that change, or delete the sheet and pull ${table} again.`,
    );
}

/** The sheet as it reads once columns have been put in, but for formulas, which refer to where they stand now. */
function widened(sheet: Sheet, at: number, count: number): Sheet {
  let isWide = false;
  return {
    ...sheet,
    addColumns: (column, columns) => {
      sheet.addColumns(column, columns);
      isWide = true;
    },
    details: (area) => {
      if (isWide) return sheet.details(area);
      const { left, right, ...rows } = area;
      // Columns right of the gap still stand where it will be.
      const shift = (column: number) => (column < at ? column : Math.max(at - 1, column - count));
      const { formulas, formats } = sheet.details({ ...rows, left: 1, right: shift(right) });
      const wide = (lines: readonly (readonly string[])[]) =>
        lines.map((line) => withGap(line, at, count, '').slice(left - 1, right));
      return { formulas: wide(formulas), formats: wide(formats) };
    },
  };
}

function withGap<T>(row: readonly T[], at: number, count: number, blank: T): readonly T[] {
  return [...row.slice(0, at - 1), ...Array<T>(count).fill(blank), ...row.slice(at - 1)];
}

/** How to write the changes that a comparison found. */
export function planOf(opened: Opened, { changes, counts }: Diff, rows: readonly Row[] = []): TablePlan {
  const { table, columns, sheet, header, contents } = opened;
  const isGrowing = changes.some(({ isNew, row }) => isNew || isUnfinished(contents, row - 1));
  const model = sheet && isGrowing ? modelOf(sheet, contents) : undefined;
  const ground = groundOf(sheet, contents, columns, model?.formats);
  const fills = sheet && model ? fillsOf(sheet, contents, model, changes) : [];
  const steps = stepsOf(changes, fills, contents.places, ground);
  const width = Math.max(contents.cells[0]?.length ?? 0, ...contents.places.values());
  return {
    table,
    ...counts,
    cells: steps.reduce((sum, step) => sum + cellsOf(step), 0),
    opened,
    rows,
    changes,
    steps,
    model: model?.row,
    grows: counts.added * width + (sheet && header ? header.columns.length * contents.cells.length : 0),
  };
}

function cellsOf(step: Step): number {
  const rows = 'write' in step ? step.write.values : step.fill.formulas;
  return rows.length * (rows[0]?.length ?? 0);
}

/** Google allows ten million cells a workbook. */
export const MOST_CELLS = 10_000_000;
/** Near the end nothing else of the person's would work any more. */
const FULL = 0.9 * MOST_CELLS;
/** Fewer new cells are not worth counting all the others. */
const FEW_CELLS = 10_000;

/** Refuses, before anything is written, what the workbook has no room for. */
export function demandRoom(book: Book, plans: readonly TablePlan[]): void {
  const grows = plans.reduce((sum, plan) => sum + plan.grows, 0);
  if (grows >= FEW_CELLS && book.cells() + grows > FULL)
    throw new MarketError(
      'MARKET_TABLE',
      `There is no room for ${grows} more cells: a workbook holds ten million, and more than nine would be used. Delete sheets or blank rows and columns that nobody needs, or pull into another workbook.`,
    );
}

/** Makes what is missing, then writes step by step; the counts are those of the plans. */
export function carryOut(book: Book, plans: readonly TablePlan[]): readonly TableCounts[] {
  return plans.map((plan) => {
    const { sheet, header, table } = plan.opened;
    const target = sheet ?? book.create(table, header?.columns ?? []);
    if (sheet && header) target.addColumns(header.at, header.columns);
    for (const step of header ? refilled(plan, target) : plan.steps) {
      if ('write' in step) target.write(step.write);
      else target.fill(step.fill);
    }
    return countsOf(plan);
  });
}

/** The formulas of the person have followed the columns that made room. */
function refilled({ opened, steps, model }: TablePlan, target: Sheet): readonly Step[] {
  if (model === undefined || !steps.some((step) => 'fill' in step)) return steps;
  const right = opened.contents.cells[0]!.length;
  const [formulas = []] = target.details({ top: model, bottom: model, left: 1, right }).formulas;
  return steps.map((step) => {
    if ('write' in step) return step;
    const { fill } = step;
    const line = fill.formulas[0]!.map((_, across) => formulas[fill.column + across - 1] ?? '');
    return { fill: { ...fill, formulas: fill.formulas.map(() => line) } };
  });
}

export function countsOf({ table, cells, added, changed, unchanged, gone }: TablePlan): TableCounts {
  return { table, cells, added, changed, unchanged, gone };
}

/** From below, so that those above keep their numbers; neighbours in one call. `rows` from 1. */
export function removeRows(sheet: Sheet, rows: readonly number[]): void {
  for (const [first, last] of [...neighbours(rows)].reverse()) sheet.removeRows(first, last - first + 1);
}
