/** The cells of a sheet as an execution that has the workbook to itself has read and written them. */
import type { Cell } from '../tables/cells.ts';

export interface KnownCells {
  /** From the first cell to the last used row and column; nothing where that is not known. */
  get(): readonly (readonly Cell[])[] | undefined;
  read(cells: readonly (readonly Cell[])[]): void;
  /** Values in formats that leave them what they are. */
  wrote(row: number, column: number, values: readonly (readonly Cell[])[]): void;
  /** They were changed in some other way. */
  forget(): void;
}

/** `kept` gives those of all sheets by number, where any are kept. */
export function knownCells(kept: () => Map<number, Cell[][]> | undefined, sheet: number): KnownCells {
  return {
    get: () => kept()?.get(sheet),
    read: (cells) =>
      kept()?.set(
        sheet,
        cells.map((line) => [...line]),
      ),
    wrote: (row, column, values) => {
      const cells = kept()?.get(sheet);
      if (!cells) return;
      const width = Math.max(cells[0]?.length ?? 0, column + values[0]!.length - 1);
      while (cells.length < row + values.length - 1) cells.push([]);
      for (const line of cells) while (line.length < width) line.push('');
      values.forEach((line, down) => {
        line.forEach((value, across) => {
          cells[row + down - 1]![column + across - 1] = value;
        });
      });
    },
    forget: () => kept()?.delete(sheet),
  };
}
