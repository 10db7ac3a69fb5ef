/** Where new rows go: below everything that somebody put into the sheet. */
import type { Cell } from './cells.ts';
import { type Contents, keyAt } from './positions.ts';
import type { Sheet } from './sheet.ts';
import { isSpilled } from './spills.ts';

/**
 * The last row, from 1, below which `added` rows find nothing of anybody: cells and notes count.
 * What a formula spills below our rows does not: it is there for the rows that are to come.
 */
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
  // An unticked box in a column of the person waits for the row that is to come.
  const isBlank = (cell: Cell, column: number) => cell === '' || (cell === false && !ours.has(column));
  let last = cells.length - 1;
  while (last > 0 && cells[last]!.every(isBlank)) last--;
  if (last <= 0 || isOurs(last)) return last + 1;
  const formulas = sheet.formulasIn({ top: 1, bottom: cells.length, left: 1, right: cells[0]!.length });
  const isFree = (index: number) =>
    cells[index]!.every((cell, column) => isBlank(cell, column) || isSpilled(cells, formulas, index, column));
  while (!isOurs(last) && isFree(last)) last--;
  return last + 1;
}
