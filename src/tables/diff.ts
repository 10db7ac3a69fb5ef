import { ascending, groupBy } from '../protocol/lists.ts';
import { type Cell, sameCell, toCell } from './cells.ts';
import { AS_OF, type Column, ROW_KEY } from './columns.ts';
import { type Contents, cellAt, isMarked, keyAt, rowsWithKey } from './positions.ts';
import type { Row } from './rows.ts';

export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly gone: number;
}

export const NO_ROWS: Counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };

export function addCounts(one: Counts, other: Counts): Counts {
  return {
    added: one.added + other.added,
    changed: one.changed + other.changed,
    unchanged: one.unchanged + other.unchanged,
    gone: one.gone + other.gone,
  };
}

/** Cells to write to a row. Their column positions are 1-based and in ascending order. */
export interface RowEdit {
  readonly row: number;
  readonly positions: readonly number[];
  readonly cells: readonly Cell[];
}

/** `cells` excludes `As of`, which is written last. */
export interface RowChange extends RowEdit {
  readonly key: string;
  readonly isNew: boolean;
  /** The new `As of`, if it changes. */
  readonly asOf?: Cell;
}

export interface Diff {
  readonly changes: readonly RowChange[];
  readonly counts: Counts;
  readonly refused?: readonly Row[];
}

/**
 * Compares by row key. Updates all copies of a row, and unmarks the keys of torn rows. Counts rows as unchanged if only
 * `As of` or computed cells change. `lastRowFor` returns the row above the new rows.
 */
export function diff(
  contents: Contents,
  columns: readonly Column[],
  rows: readonly Row[],
  asOf: number,
  zone: string,
  lastRowFor: (added: number) => number,
  isRefused: (row: Row) => boolean = () => false,
): Diff {
  const { positions } = contents;
  const known = rowsByKey(contents);
  const positioned = columns
    .filter(({ id }) => id !== AS_OF.id)
    .map((column) => ({ column, position: positions.get(column.id)! }))
    .sort((one, other) => one.position - other.position);
  // Fill all our columns in new rows, to write them as a rectangle.
  const byPosition = new Map(positioned.map(({ column, position }) => [position, column]));
  const allPositions = positionsWithoutAsOf(contents);
  const renewed = columns.some(({ id }) => id === AS_OF.id) ? new Date(asOf) : undefined;
  const changes: RowChange[] = [];
  const added: Omit<RowChange, 'row'>[] = [];
  const refused: Row[] = [];
  const counts = { ...NO_ROWS };
  for (const incoming of latest(rows)) {
    const { key } = incoming;
    const indexes = known.get(key);
    const asOf = renewed && { asOf: renewed };
    if (!indexes) {
      if (isRefused(incoming)) {
        refused.push(incoming);
        continue;
      }
      const cells = allPositions.map((position) => cellOf(byPosition.get(position), incoming, zone));
      added.push({ key, isNew: true, positions: allPositions, cells, ...asOf });
      continue;
    }
    let differs = false;
    for (const index of indexes) {
      const edited: number[] = [];
      const cells: Cell[] = [];
      for (const { column, position } of positioned) {
        const cell = cellOf(column, incoming, zone);
        const isKept = column.isPrivate || column.computed !== undefined;
        const stays = (column.once && !isMarked(contents, index)) || (isKept && cell === '');
        if (stays || sameCell(contents.cells[index]![position - 1] ?? '', cell, zone)) continue;
        edited.push(position);
        cells.push(cell);
        // Don't count text columns: they change only together with their codes.
        if (!column.computed && !column.names) differs = true;
      }
      const isRenewed = renewed && !sameCell(cellAt(contents, index, AS_OF.id), renewed, zone);
      if (edited.length > 0 || isRenewed)
        changes.push({ key, isNew: false, row: index + 1, positions: edited, cells, ...(isRenewed && asOf) });
    }
    if (differs) counts.changed++;
    else counts.unchanged++;
  }
  counts.added = added.length;
  const first = added.length > 0 ? lastRowFor(added.length) + 1 : 0;
  added.forEach((change, index) => {
    changes.push({ ...change, row: first + index });
  });
  return { changes, counts, refused };
}

/** Keeps the last row for each key. A record that moves to another page during the pull is received twice. */
export function latest(rows: readonly Row[]): Iterable<Row> {
  return new Map(rows.map((row) => [row.key, row])).values();
}

/** Returns our columns' positions in ascending order. Skips `As of`, which is written separately. */
export function positionsWithoutAsOf({ positions }: Contents): readonly number[] {
  return ascending([...positions].flatMap(([id, position]) => (id === AS_OF.id ? [] : [position])));
}

/** Returns 0-based row indexes by key. */
export function rowsByKey(contents: Contents): ReadonlyMap<string, readonly number[]> {
  return groupBy(rowsWithKey(contents), (index) => keyAt(contents, index));
}

function cellOf(column: Column | undefined, row: Row, zone: string) {
  if (!column) return '';
  return column.id === ROW_KEY.id ? row.key : toCell(row.values[column.id] ?? null, zone);
}
