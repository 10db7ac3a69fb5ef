import { columnNumber } from '../a1.ts';
import type { SheetInfo, Snapshot, SnapshotCell } from '../workbook/surface.ts';

export type Row = Map<number, SnapshotCell>;

/** Rows, keyed by number, with their cells, keyed by column. */
export type Content = Map<number, Row>;

export const mostRows = 1_048_576;
export const mostColumns = 16_384;

/** By sheet name. */
export function contents({ cells: all }: Snapshot, tabs: readonly SheetInfo[]): Map<string, Content> {
  const sheets = new Map<string, Content>(tabs.map(({ name }) => [name, new Map()]));
  for (const [key, cell] of Object.entries(all)) {
    const mark = key.lastIndexOf('!');
    const [, letters, digits] = /^([A-Z]+)(\d+)$/.exec(key.slice(mark + 1))!;
    const [row, column] = [Number(digits), columnNumber(letters!)];
    if (row > mostRows || column > mostColumns) throw new Error(`Cell ${key} is outside the limits of .xlsx files.`);
    const content = sheets.get(key.slice(0, mark))!;
    let cells = content.get(row);
    if (!cells) {
      cells = new Map();
      content.set(row, cells);
    }
    cells.set(column, cell);
  }
  return sheets;
}
