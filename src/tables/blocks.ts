/** Single edits gathered into few rectangles, because every write call costs far more than a cell. */
import type { Cell } from './cells.ts';
import type { Edit, Grid } from './diff.ts';
import type { Block } from './sheet.ts';

/** Measured on Apps Script: one write call takes about as long as this many cells in it. */
const CELLS_PER_CALL = 6000;

/**
 * Rectangles that cover all edits. Cells between edits may be covered too, with the value they have,
 * but only in columns (`owned`, positions from 1) and rows (`isOurs`) of ours,
 * and only where that is cheaper than another call.
 */
export function blocksOf(
  edits: readonly Edit[],
  grid: Grid,
  owned: ReadonlyMap<number, (cell: Cell) => string>,
  isOurs: (row: number) => boolean,
): readonly Block[] {
  const byColumn = new Map<number, Edit[]>();
  for (const edit of edits) {
    const list = byColumn.get(edit.column);
    if (list) list.push(edit);
    else byColumn.set(edit.column, [edit]);
  }
  return pieces([...byColumn.keys()].sort((a, b) => a - b)).flatMap((columns) => {
    const cells = new Map<number, Map<number, Edit>>();
    for (const column of columns)
      for (const edit of byColumn.get(column)!) {
        const row = cells.get(edit.row) ?? new Map<number, Edit>();
        cells.set(edit.row, row.set(column, edit));
      }
    return runs(
      [...cells.keys()].sort((a, b) => a - b),
      Math.floor(CELLS_PER_CALL / columns.length),
      isOurs,
    ).map(([from, to]) => block(from, to, columns, cells, grid, owned));
  });
}

/** Neighbouring columns. */
function pieces(columns: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const column of columns) {
    const last = found[found.length - 1];
    if (last && last[last.length - 1] === column - 1) last.push(column);
    else found.push([column]);
  }
  return found;
}

/** Rows joined over gaps of at most `gap` rows, all of them ours. */
function runs(
  rows: readonly number[],
  gap: number,
  isOurs: (row: number) => boolean,
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const row of rows) {
    const last = found[found.length - 1];
    if (last && row - last[1] <= gap + 1 && isOursBetween(last[1], row, isOurs)) last[1] = row;
    else found.push([row, row]);
  }
  return found;
}

function isOursBetween(from: number, to: number, isOurs: (row: number) => boolean): boolean {
  for (let row = from + 1; row < to; row++) if (!isOurs(row)) return false;
  return true;
}

function block(
  from: number,
  to: number,
  columns: readonly number[],
  cells: ReadonlyMap<number, ReadonlyMap<number, Edit>>,
  grid: Grid,
  owned: ReadonlyMap<number, (cell: Cell) => string>,
): Block {
  const values: Cell[][] = [];
  const formats: string[][] = [];
  for (let row = from; row <= to; row++) {
    const line = columns.map((column): { cell: Cell; format: string } => {
      const edit = cells.get(row)?.get(column);
      if (edit) return edit;
      const cell = grid[row - 1]?.[column - 1] ?? '';
      return { cell, format: owned.get(column)!(cell) };
    });
    values.push(line.map(({ cell }) => cell));
    formats.push(line.map(({ format }) => format));
  }
  return { row: from, column: columns[0]!, values, formats };
}
