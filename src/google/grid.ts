/** Caches a sheet's size and cells, and updates them with the execution's own changes. */
import type { Cell } from '../tables/cells.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

export interface Grid {
  rows(): number;
  /** Returns `wanted` if that many rows are known to exist, otherwise the number of rows. */
  rowsAtLeast(wanted: number): number;
  columns(): number;
  lastRow(): number;
  /** Records the last used row and column after a read. */
  found(lastRow: number, lastColumn: number): void;
  /** Records that cells in or above this row were written. */
  used(row: number): void;
  ensure(rows: number, columns: number): void;
  insertRows(before: number, count: number): void;
  insertColumns(before: number, count: number): void;
  removeRows(from: number, count: number): void;
  removeColumns(from: number, count: number): void;
}

export interface Size {
  rowsAtLeast?: number;
  columnsAtLeast?: number;
  rows?: number;
  columns?: number;
  last?: number | undefined;
}

export function gridOf(sheet: GoogleSheet, size: Size = {}): Grid {
  const rows = () => {
    size.rows ??= sheet.getMaxRows();
    return size.rows;
  };
  const columns = () => {
    size.columns ??= sheet.getMaxColumns();
    return size.columns;
  };
  const lastRow = () => {
    size.last ??= sheet.getLastRow();
    return size.last;
  };
  const forgetUsed = () => {
    if (size.last !== 0) size.last = undefined;
    [size.rowsAtLeast, size.columnsAtLeast] = [0, 0];
  };
  const grid: Grid = {
    rows,
    rowsAtLeast: (wanted) => (wanted <= (size.rowsAtLeast ?? 0) ? wanted : rows()),
    columns,
    lastRow,
    found: (lastRow, lastColumn) => {
      size.last = lastRow;
      [size.rowsAtLeast, size.columnsAtLeast] = [lastRow, lastColumn];
    },
    used: (row) => {
      if (size.last !== undefined) size.last = Math.max(size.last, row);
    },
    ensure: (wantedRows, wantedColumns) => {
      const missing = wantedRows <= (size.rowsAtLeast ?? 0) ? 0 : wantedRows - rows();
      // Insert above a blank last row to include the new rows in filters, rules, and formulas that span all rows.
      if (missing > 0) grid.insertRows(lastRow() < rows() ? rows() : rows() + 1, missing + 1);
      if (wantedColumns > (size.columnsAtLeast ?? 0) && wantedColumns > columns())
        grid.insertColumns(columns() + 1, wantedColumns - columns());
    },
    insertRows: (before, count) => {
      if (before > (size.rowsAtLeast ?? 0) && before > rows()) sheet.insertRowsAfter(rows(), count);
      else sheet.insertRowsBefore(before, count);
      if (size.rows !== undefined) size.rows += count;
      if (size.last !== undefined && before <= size.last) size.last += count;
    },
    insertColumns: (before, count) => {
      if (before > (size.columnsAtLeast ?? 0) && before > columns()) sheet.insertColumnsAfter(columns(), count);
      else sheet.insertColumnsBefore(before, count);
      if (size.columns !== undefined) size.columns += count;
    },
    removeRows: (from, count) => {
      sheet.deleteRows(from, count);
      if (size.rows !== undefined) size.rows -= count;
      forgetUsed();
    },
    removeColumns: (from, count) => {
      sheet.deleteColumns(from, count);
      if (size.columns !== undefined) size.columns -= count;
      forgetUsed();
    },
  };
  return grid;
}

export interface KnownCells {
  /** Returns the cells up to the last used row and column, or undefined if unknown. */
  get(): readonly (readonly Cell[])[] | undefined;
  read(cells: readonly (readonly Cell[])[]): void;
  /** Records written values. Call it only for cells whose formats don't change the values. */
  wrote(row: number, column: number, values: readonly (readonly Cell[])[]): void;
  /** Drops the cells after any other change. */
  forget(): void;
}

/** `kept` returns the cells by sheet ID, or undefined if the cache is off. */
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
