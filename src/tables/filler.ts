/** Which cells may be written along between edits without changing anything of the user's. */
import type { Filler } from './blocks.ts';
import { TEXT_FORMAT } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { Contents } from './places.ts';
import type { Sheet } from './sheet.ts';

/**
 * Cells in columns and rows of ours, with the value and the number format that they have.
 * Left alone are formulas, and texts outside plain text cells, which writing would read anew.
 * Formulas and formats are read once, when the first gap is met.
 */
export function fillerOf(sheet: Sheet, { cells: grid, places }: Contents): Filler {
  const columns = new Set(places.values());
  const keyColumn = places.get(ROW_KEY.id) ?? 0;
  let details: ReturnType<Sheet['details']> | undefined;
  return (row, column) => {
    const isOurs = row > 1 && (grid[row - 1]?.[keyColumn - 1] ?? '') !== '';
    if (!isOurs || !columns.has(column)) return undefined;
    details ??= sheet.details();
    const cell = grid[row - 1]?.[column - 1] ?? '';
    const format = details.formats[row - 1]?.[column - 1] ?? '';
    if ((details.formulas[row - 1]?.[column - 1] ?? '') !== '') return undefined;
    return typeof cell === 'string' && cell !== '' && format !== TEXT_FORMAT ? undefined : { cell, format };
  };
}
