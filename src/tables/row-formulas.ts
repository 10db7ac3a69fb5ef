/** Columns with formulas over cells of the same row, which stay correct between runs. */
import { consecutive, extent } from '../protocol/lists.ts';
import { formulaFormat } from './cells.ts';
import { withSeparator } from './formula-text.ts';
import type { TablePlan } from './plan.ts';
import { type Contents, rowsWithKey } from './positions.ts';
import type { Book, Positions, Sheet } from './sheet.ts';

/** Formulas by column, with commas between arguments. `{column}` is that column's cell in the same row. */
export type RowFormulas = Readonly<Record<string, string>>;

export type Written = Pick<TablePlan, 'opened' | 'changes'>;

/** The present formula of a cell in R1C1 notation; blank if it has none. */
export type FormulaAt = (row: number, position: number) => string;

/** Reads the formulas that rows have before the plan is applied, in one call. */
export function formulasBefore(book: Book, written: Written, ids: readonly string[]): FormulaAt {
  const { table, contents } = written.opened;
  const places = ids.flatMap((id) => contents.positions.get(id) ?? []);
  const rows = knownRows(written);
  const sheet = places.length > 0 && rows.length > 0 ? book.find(table) : undefined;
  const top = 2;
  const [left, right] = extent(places);
  const lines = sheet?.formulasIn({ top, bottom: rows[rows.length - 1]!, left, right }) ?? [];
  return (row, position) => lines[row - top]?.[position - left] ?? '';
}

function knownRows({ opened: { contents } }: Written): readonly number[] {
  return rowsWithKey(contents).map((index) => index + 1);
}

/** All rows of the table once the plan is applied, counted from 1. */
export function ourRows(written: Written): readonly number[] {
  return [...knownRows(written), ...written.changes.flatMap(({ isNew, row }) => (isNew ? [row] : []))];
}

/** Writes formulas into rows that do not have them. Call it after the plan of the rows is applied. */
export function showFormulas(book: Book, written: Written, formulas: RowFormulas, formulaAt: FormulaAt): void {
  const { table, columns, contents } = written.opened;
  const sheet = book.find(table);
  const rows = ourRows(written);
  const wanted = Object.entries(formulas).flatMap(([id, template]) => {
    const column = columns.find((each) => each.id === id)!;
    const position = contents.positions.get(id);
    const text = position === undefined ? undefined : inRow(template, position, contents.positions);
    return text === undefined ? [] : [{ position: position!, text, format: formulaFormat(column.kind) }];
  });
  if (!sheet || wanted.length === 0 || rows.length === 0) return;
  for (const each of wanted) fillColumn(book, sheet, contents, rows, each, formulaAt);
}

interface ColumnFormula {
  readonly position: number;
  /** In R1C1 notation, with commas between arguments. */
  readonly text: string;
  /** The number format. */
  readonly format: string;
}

/** Writes a formula into the rows of a column that do not have it. */
export function fillColumn(
  book: Book,
  sheet: Sheet,
  { cells }: Contents,
  rows: readonly number[],
  { position, text, format }: ColumnFormula,
  formulaAt: FormulaAt,
): void {
  // A formula with the separators of another locale shows an error.
  const isThere = (row: number) =>
    formulaAt(row, position).replace(/;/g, ',') === text &&
    !String(cells[row - 1]?.[position - 1] ?? '').startsWith('#');
  const lacking = consecutive(rows.filter((row) => !isThere(row)));
  if (lacking.length === 0) return;
  const local = withSeparator(text, book.separator());
  for (const [from, to] of lacking) {
    const lines = (cell: string) => Array.from({ length: to - from + 1 }, () => [cell]);
    sheet.fill({ row: from, column: position, formulas: lines(local), formats: lines(format) });
  }
}

/** In R1C1 notation; undefined if the sheet has lost a column that the formula refers to. */
function inRow(template: string, position: number, positions: Positions): string | undefined {
  let isWhole = true;
  const text = template.replace(/\{(\w+)\}/g, (_, id: string) => {
    const other = positions.get(id);
    if (other === undefined) isWhole = false;
    return `R[0]C[${(other ?? position) - position}]`;
  });
  return isWhole ? text : undefined;
}
