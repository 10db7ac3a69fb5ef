/** What an incoming slice of rows changes in a sheet. Pure: it decides, others write. */
import type { Cell } from './cells.ts';
import { formatOf, sameCell, toCell } from './cells.ts';
import type { Column } from './columns.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { Contents } from './places.ts';
import type { Row } from './rows.ts';

export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly gone: number;
}

/** A cell to be written, by position from 1. */
export interface Edit {
  readonly row: number;
  readonly column: number;
  readonly cell: Cell;
  readonly format: string;
}

export interface Diff {
  readonly edits: readonly Edit[];
  /** New `As of` of rows that are there already, apart from the edits because they are one column of nearly all rows. */
  readonly renewals: readonly Edit[];
  readonly counts: Counts;
}

/** New rows go below `lastRow`. Compares by row key. A row whose cells all stay is unchanged, though its `As of` is renewed. */
export function diff(
  { cells: grid, places }: Contents,
  columns: readonly Column[],
  rows: readonly Row[],
  asOf: number,
  zone: string,
  lastRow: number,
): Diff {
  const keyColumn = places.get(ROW_KEY.id)!;
  const rowOfKey = new Map<string, number>();
  grid.forEach((cells, index) => {
    const key = String(cells[keyColumn - 1] ?? '');
    if (index > 0 && key !== '') rowOfKey.set(key, index + 1);
  });
  const edits: Edit[] = [];
  const renewals: Edit[] = [];
  let next = lastRow + 1;
  let added = 0;
  let changed = 0;
  let unchanged = 0;
  const written = new Set<string>();
  for (const incoming of rows) {
    if (written.has(incoming.key)) continue;
    written.add(incoming.key);
    const known = rowOfKey.get(incoming.key);
    const row = known ?? next++;
    let differs = false;
    for (const column of columns) {
      const place = places.get(column.id)!;
      const cell = cellOf(column, incoming, asOf, zone);
      const before = known === undefined ? '' : (grid[row - 1]?.[place - 1] ?? '');
      const stays = column.once || (column.keeps && cell === '');
      if (known !== undefined && (stays || sameCell(before, cell, zone))) continue;
      const edit = { row, column: place, cell, format: formatOf(column.kind, cell) };
      if (known !== undefined && column.id === AS_OF.id) {
        renewals.push(edit);
      } else {
        edits.push(edit);
        differs = true;
      }
    }
    if (known === undefined) added++;
    else if (differs) changed++;
    else unchanged++;
  }
  return { edits, renewals, counts: { added, changed, unchanged, gone: 0 } };
}

function cellOf(column: Column, row: Row, asOf: number, zone: string): Cell {
  if (column.id === ROW_KEY.id) return row.key;
  if (column.id === AS_OF.id) return new Date(asOf);
  return toCell(row.values[column.id] ?? null, zone);
}
