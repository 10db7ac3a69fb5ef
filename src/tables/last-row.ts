/** Finds the position for new rows: below all but spilled and filled-down formulas. */
import type { Cell } from './cells.ts';
import { type Contents, keyAt } from './positions.ts';
import type { Details, Sheet } from './sheet.ts';

const SPILLING =
  /\{|\b(ARRAY\w+|BYROW|MAP|SCAN|MAKEARRAY|FILTER|SORTN?|UNIQUE|QUERY|SEQUENCE|RANDARRAY|IMPORT\w+|TRANSPOSE|FLATTEN|[HV]STACK|TOCOL|WRAP(ROWS|COLS)|CHOOSE(ROWS|COLS)|TAKE|DROP|GOOGLEFINANCE|MMULT|MARKET_\w+)\(/i;

export function canSpill(formula: string): boolean {
  return SPILLING.test(formula);
}

/**
 * Whether a formula above fills the cell. Typed cells look the same, so it must be able to spill and must not be
 * directly below another formula.
 */
export function isSpilled(
  cells: Contents['cells'],
  formulas: Details['formulas'],
  index: number,
  column: number,
): boolean {
  const at = (row: number) => formulas[row]?.[column] ?? '';
  if (at(index) !== '') return false;
  for (let above = index - 1; above >= 0; above--) {
    if (at(above) !== '') return canSpill(at(above)) && at(above - 1) === '';
    if ((cells[above]?.[column] ?? '') === '') return false;
  }
  return false;
}

/** Returns the 1-based row above `added` free rows. Treats spilled cells as free. */
export function lastRow(sheet: Sheet, contents: Contents, added: number): number {
  let last = lastFilled(sheet, contents);
  for (;;) {
    const noted = sheet.notedRows(last + 1, last + added);
    if (noted.length === 0) return last;
    last = noted[noted.length - 1]!;
  }
}

function lastFilled(sheet: Sheet, contents: Contents): number {
  const { cells } = contents;
  const isOurs = (index: number) => index === 0 || keyAt(contents, index) !== '';
  const ours = new Set([...contents.positions.values()].map((position) => position - 1));
  // An unchecked checkbox in a user column is reserved for a new row.
  const isBlank = (cell: Cell, column: number) => cell === '' || (cell === false && !ours.has(column));
  let last = cells.length - 1;
  while (last > 0 && cells[last]!.every(isBlank)) last--;
  if (last <= 0 || isOurs(last)) return last + 1;
  const formulas = sheet.formulasIn({ top: 1, bottom: cells.length, left: 1, right: cells[0]!.length });
  const ourLast = formulas[cells.reduce((found, _, index) => (isOurs(index) ? index : found), 0)]!;
  const isFree = (index: number) =>
    cells[index]!.every((cell, column) => {
      const formula = formulas[index]![column]!;
      if (formula !== '' && formula === ourLast[column]) return !ours.has(column);
      return isBlank(cell, column) || isSpilled(cells, formulas, index, column);
    });
  while (!isOurs(last) && isFree(last)) last--;
  return last + 1;
}
