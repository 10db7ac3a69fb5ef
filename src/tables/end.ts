/** Where new rows go: below everything that somebody put into the sheet. */
import { ROW_KEY } from './columns.ts';
import type { Contents } from './places.ts';
import type { Sheet } from './sheet.ts';

/**
 * The last row in use, from 1. What a formula spills below our rows does not count:
 * it is there for the rows that are to come.
 */
export function lastRow(sheet: Sheet, { cells, places }: Contents): number {
  const keyColumn = places.get(ROW_KEY.id) ?? 0;
  const isOurs = (index: number) => index === 0 || (cells[index]?.[keyColumn - 1] ?? '') !== '';
  let last = cells.length - 1;
  while (last > 0 && cells[last]!.every((cell) => cell === '')) last--;
  if (last <= 0 || isOurs(last)) return last + 1;
  const { formulas } = sheet.details();
  const isSpilled = (index: number, column: number) => {
    for (let above = index; above >= 0; above--) {
      if ((formulas[above]?.[column] ?? '') !== '') return above < index;
      if ((cells[above]?.[column] ?? '') === '') return false;
    }
    return false;
  };
  const isFree = (index: number) =>
    cells[index]!.every((cell, column) => cell === '' || isSpilled(index, column));
  while (!isOurs(last) && isFree(last)) last--;
  return last + 1;
}
