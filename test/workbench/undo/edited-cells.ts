import type { Sheet } from '../../host/workbook/sheet.ts';
import { extentOf } from '../view/cells.ts';
import type { Edit } from '../wire.ts';
import type { Place } from './cell-image.ts';

/** The maximum number of cells in an edit that can be undone. */
const MOST = 20_000;

/** Returns undefined for edits that can't be undone: too many cells, or changes to anything but cells. */
export function editedCells(edit: Edit, sheetOf: (id: number) => Sheet): Place[] | undefined {
  if (edit.do === 'type')
    return edit.cells.length > MOST ? undefined : edit.cells.map(([row, column]) => [row, column]);
  if (edit.do !== 'clear' && edit.do !== 'style' && edit.do !== 'note') return undefined;
  const sheet = sheetOf(edit.sheet);
  const filled = edit.do === 'clear' ? extentOf(sheet) : sheet;
  const bottom = Math.min(edit.row + edit.rows - 1, filled.rows);
  const right = Math.min(edit.column + edit.columns - 1, filled.columns);
  const count = Math.max(0, bottom - edit.row + 1) * Math.max(0, right - edit.column + 1);
  if (count > MOST) return undefined;
  const places: Place[] = [];
  for (let row = edit.row; row <= bottom; row++)
    for (let column = edit.column; column <= right; column++) places.push([row, column]);
  return places;
}
