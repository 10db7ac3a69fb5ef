/** Converts manual edits to events for edit and change triggers. */
import { type ChangeType, contentOf, editOf, type UserEdit } from '../host/execution/events.ts';
import type { Rect } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import type { Edit } from './wire.ts';

const changeTypes: Partial<Record<Edit['do'], ChangeType>> = {
  style: 'FORMAT',
  addSheet: 'INSERT_GRID',
  copySheet: 'INSERT_GRID',
  deleteSheet: 'REMOVE_GRID',
};

/** Performs the edits and returns their events. View changes, such as the active sheet, have no events. */
export function edited(workbook: Workbook, edits: readonly Edit[], perform: () => void): UserEdit[] {
  const ranges = edits.map(rangeOf);
  const before = ranges.map((range) => range && contentOf(workbook, range));
  perform();
  return edits.flatMap((edit, index) => {
    const range = ranges[index];
    if (range) return [editOf(workbook, range, before[index])];
    const change = changeOf(edit);
    return change ? [{ change }] : [];
  });
}

function changeOf(edit: Edit): ChangeType | undefined {
  if (edit.do === 'activate' || edit.do === 'size') return undefined;
  if (edit.do === 'insert') return edit.axis === 'row' ? 'INSERT_ROW' : 'INSERT_COLUMN';
  if (edit.do === 'delete') return edit.axis === 'row' ? 'REMOVE_ROW' : 'REMOVE_COLUMN';
  return changeTypes[edit.do] ?? 'OTHER';
}

/** The range whose contents change. */
function rangeOf(edit: Edit): UserEdit['range'] {
  if (edit.do === 'type') {
    return { sheetId: edit.sheet, ...around(edit.cells) };
  }
  if (edit.do !== 'clear' || edit.what === 'formats') return undefined;
  const { sheet: sheetId, row, column, rows, columns } = edit;
  return { sheetId, row, column, rows, columns };
}

function around(cells: readonly (readonly [row: number, column: number, ...rest: unknown[]])[]): Rect {
  let [top, left, bottom, right] = [Infinity, Infinity, 1, 1];
  for (const [row, column] of cells) {
    [top, left] = [Math.min(top, row), Math.min(left, column)];
    [bottom, right] = [Math.max(bottom, row), Math.max(right, column)];
  }
  return { row: top, column: left, rows: bottom - top + 1, columns: right - left + 1 };
}
