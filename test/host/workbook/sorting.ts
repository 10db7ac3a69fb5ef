/** Sorts the rows of a range, along with everything in their cells. */
import { areaOf } from './area.ts';
import type { Book } from './book.ts';
import { contentOf } from './cell-content.ts';
import { shiftFormula } from './formula-text.ts';
import type { Grid } from './grid.ts';
import type { Scalar, Sheet } from './sheet.ts';
import { type Rect, type SortKey, WorkbookError } from './surface.ts';

const collator = new Intl.Collator('en-US', { sensitivity: 'accent' });

export function sortRows(
  book: Book,
  sheet: Sheet,
  rect: Rect,
  keys: readonly SortKey[],
  stays: (row: number) => boolean = () => false,
): void {
  for (const { column } of keys) {
    if (column < rect.column || column >= rect.column + rect.columns) {
      throw new WorkbookError('The sort column {0} is out of bounds.', column);
    }
  }
  book.calculation.flush(sheet.id);
  const rows = Array.from({ length: rect.rows }, (_, i) => rect.row + i).filter((row) => !stays(row));
  const order = [...rows];
  const values = new Map(
    order.map((row) => [row, keys.map(({ column }) => contentOf(sheet, row, column).value)] as const),
  );
  order.sort((a, b) => {
    const left = values.get(a)!;
    const right = values.get(b)!;
    for (const [i, { ascending }] of keys.entries()) {
      const result = compare(left[i]!, right[i]!, ascending);
      if (result !== 0) return result;
    }
    return 0;
  });
  for (const grid of [sheet.values, ...sheet.styles.values()] as Grid<unknown>[]) permute(grid, rect, rows, order);
  for (const [i, row] of order.entries()) {
    const line = sheet.formulas.line(row);
    if (line === undefined) continue;
    for (let c = rect.column; c < rect.column + rect.columns; c++) {
      const formula = line[c - 1];
      if (formula) formula.text = shiftFormula(formula.text, rows[i]! - row, 0);
    }
  }
  permute(sheet.formulas, rect, rows, order);
  book.rebuild(sheet);
  book.touch(areaOf(sheet.id, rect));
}

/** Moves the cells of each row in `order` to the row at the same index in `rows`. */
function permute<T>(grid: Grid<T>, { column, columns }: Rect, rows: readonly number[], order: readonly number[]): void {
  const copies = order.map((from) => grid.line(from)?.slice(column - 1, column - 1 + columns));
  for (const [i, cells] of copies.entries()) {
    for (let c = 0; c < columns; c++) grid.set(rows[i]!, column + c, cells?.[c]);
  }
}

/** Numbers, then strings (ignoring case), then booleans. Blanks are last in both directions. */
function compare(a: Scalar, b: Scalar, ascending: boolean): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
  const kinds = ['number', 'string', 'boolean'];
  const kind = kinds.indexOf(typeof a) - kinds.indexOf(typeof b);
  const result = kind !== 0 ? kind : typeof a === 'string' ? collator.compare(a, b as string) : Number(a) - Number(b);
  return ascending ? result : -result;
}
