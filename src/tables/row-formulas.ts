/** Writes columns with formulas, which stay current between runs. */
import { consecutive, extent } from '../protocol/lists.ts';
import { formulaFormat } from './cells.ts';
import { withSeparator } from './formula-text.ts';
import type { TablePlan } from './plan.ts';
import { type Contents, rowsWithKey } from './positions.ts';
import type { Book, Positions, Sheet } from './sheet.ts';

/** Formulas by column, with comma separators. `{column}` is that column's cell in the same row. */
export type RowFormulas = Readonly<Record<string, string>>;

export type Written = Pick<TablePlan, 'opened' | 'changes'>;

/** Returns a cell's current R1C1 formula; blank if it has none. */
export type FormulaAt = (row: number, position: number) => string;

/** Reads the current formulas in a single call. Call this before applying the plan. */
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

/** Returns the 1-based numbers of all of the add-on's rows after the plan is applied. */
export function ourRows(written: Written): readonly number[] {
  return [...knownRows(written), ...written.changes.flatMap(({ isNew, row }) => (isNew ? [row] : []))];
}

/** Writes formulas into rows that don't have them yet. Call this after applying the plan. */
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
  /** R1C1 notation with comma separators. */
  readonly text: string;
  readonly format: string;
}

/** Writes a formula into rows that don't have it yet. */
export function fillColumn(
  book: Book,
  sheet: Sheet,
  { cells }: Contents,
  rows: readonly number[],
  { position, text, format }: ColumnFormula,
  formulaAt: FormulaAt,
): void {
  // A formula with another locale's separators shows an error.
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

/** Converts a template to R1C1; undefined if a referenced column is missing. */
function inRow(template: string, position: number, positions: Positions) {
  let isWhole = true;
  const text = template.replace(/\{(\w+)\}/g, (_, id: string) => {
    const other = positions.get(id);
    if (other === undefined) isWhole = false;
    return `R[0]C[${(other ?? position) - position}]`;
  });
  return isWhole ? text : undefined;
}
