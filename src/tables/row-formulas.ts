/** Columns computed by formulas over cells of the same row, so that they stay true between runs. */
import { consecutive } from '../protocol/lists.ts';
import { formulaFormat } from './cells.ts';
import { withSeparator } from './formula-text.ts';
import type { TablePlan } from './plan.ts';
import { keyAt } from './positions.ts';
import type { Book, Positions } from './sheet.ts';

/** By column: a formula with commas as separators, where `{column}` is that column's cell in the same row. */
export type RowFormulas = Readonly<Record<string, string>>;

export type Written = Pick<TablePlan, 'opened' | 'changes'>;

/** The former formula of a cell in R1C1 notation; blank if none. */
export type FormulaAt = (row: number, position: number) => string;

/** Reads these columns of the existing rows in one call. */
export function formulasBefore(book: Book, written: Written, ids: readonly string[]): FormulaAt {
  const { table, contents } = written.opened;
  const places = ids.flatMap((id) => contents.positions.get(id) ?? []);
  const rows = knownRows(written);
  const sheet = places.length > 0 && rows.length > 0 ? book.find(table) : undefined;
  const [top, left, right] = [2, Math.min(...places), Math.max(...places)];
  const lines = sheet?.formulasIn({ top, bottom: rows[rows.length - 1]!, left, right }) ?? [];
  return (row, position) => lines[row - top]?.[position - left] ?? '';
}

function knownRows({ opened: { contents } }: Written): readonly number[] {
  return contents.cells.flatMap((_, index) => (index > 0 && keyAt(contents, index) !== '' ? [index + 1] : []));
}

export function ourRows(written: Written): readonly number[] {
  return [...knownRows(written), ...written.changes.flatMap(({ isNew, row }) => (isNew ? [row] : []))];
}

/** Writes formulas into rows that lack them; call it after the plan of the rows is applied. */
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
  const separator = book.separator();
  for (const { position, text, format } of wanted) {
    // A formula with another locale's separators shows an error.
    const isThere = (row: number) =>
      formulaAt(row, position).replace(/;/g, ',') === text &&
      !String(contents.cells[row - 1]?.[position - 1] ?? '').startsWith('#');
    for (const [from, to] of consecutive(rows.filter((row) => !isThere(row)))) {
      const lines = <T>(cell: T) => Array.from({ length: to - from + 1 }, () => [cell]);
      const local = withSeparator(text, separator);
      sheet.fill({ row: from, column: position, formulas: lines(local), formats: lines(format) });
    }
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
