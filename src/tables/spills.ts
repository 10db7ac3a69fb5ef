/** Cells that the formula of another cell fills. */
import type { Contents } from './positions.ts';
import type { Details } from './sheet.ts';

/** Formulas that fill the cells below them. */
const SPILLING =
  /\{|\b(ARRAY\w+|BYROW|MAP|SCAN|MAKEARRAY|FILTER|SORTN?|UNIQUE|QUERY|SEQUENCE|RANDARRAY|IMPORT\w+|TRANSPOSE|FLATTEN|[HV]STACK|TOCOL|WRAP(ROWS|COLS)|CHOOSE(ROWS|COLS)|TAKE|DROP|GOOGLEFINANCE|MMULT|MARKET_\w+)\(/i;

/** Whether a formula is of a kind that may fill the cells below it. */
export function canSpill(formula: string): boolean {
  return SPILLING.test(formula);
}

/**
 * Whether a formula somewhere above fills a cell; indexes from 0. Typed cells below a formula look like spilled ones;
 * the kind of formula decides, and whether another one is right above it: then each row has its own.
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
