/** A sheet's selection. The last range is active. */
import type { Sheet } from './sheet.ts';
import type { Rect } from './surface.ts';

export interface Selection {
  readonly rects: readonly Rect[];
  readonly cell: { readonly row: number; readonly column: number };
}

const first: Selection = { rects: [{ row: 1, column: 1, rows: 1, columns: 1 }], cell: { row: 1, column: 1 } };

export const nothingSelected = first;

/** Clipped to the sheet's current size. */
export function selectionOf({ selection, rows, columns }: Sheet): Selection {
  const rects = selection.rects.flatMap((rect) => {
    const { row, column } = rect;
    if (row > rows || column > columns) return [];
    return {
      row,
      column,
      rows: Math.min(rect.rows, rows - row + 1),
      columns: Math.min(rect.columns, columns - column + 1),
    };
  });
  const { row, column } = selection.cell;
  if (rects.length === 0) return first;
  return { rects, cell: { row: Math.min(row, rows), column: Math.min(column, columns) } };
}
