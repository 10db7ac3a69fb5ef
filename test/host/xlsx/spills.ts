import type { Book } from '../workbook/book.ts';
import type { Workbook } from '../workbook/workbook.ts';

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** Formulas that fill more than their own cell, by `row,column`. */
export function spills(workbook: Workbook, sheetId: number): Map<string, Extent> {
  const found = new Map<string, Extent>();
  // The public API doesn't expose the formula of a spilled cell.
  const book = Reflect.get(workbook, 'book') as Book;
  for (const [row, column, owner] of book.sheet(sheetId).spills.entries()) {
    const key = `${owner.row},${owner.column}`;
    const { rows, columns } = found.get(key) ?? { rows: 1, columns: 1 };
    found.set(key, {
      rows: Math.max(rows, row - owner.row + 1),
      columns: Math.max(columns, column - owner.column + 1),
    });
  }
  return found;
}
