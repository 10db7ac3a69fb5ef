/** What an incoming slice of rows changes in a sheet. Pure: it decides, others write. */
import { grouped } from '../protocol/grouped.ts';
import { type Cell, INCOMPLETE, sameCell, toCell } from './cells.ts';
import { AS_OF, type Column, ROW_KEY } from './columns.ts';
import { type Contents, cellAt, isMarked, keyAt } from './positions.ts';
import { keyWithoutSeller, type Row } from './rows.ts';

export interface Counts {
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly gone: number;
}

/** Cells of one row to be written: positions of columns from 1, ascending, and beside them the cells. */
export interface RowEdit {
  readonly row: number;
  readonly positions: readonly number[];
  readonly cells: readonly Cell[];
}

/** The edit of one row. `As of` is not among the cells: it is written last, and says that the row is complete. */
export interface RowChange extends RowEdit {
  readonly key: string;
  readonly isNew: boolean;
  /** New `As of`, nothing where the table has none or it stays. */
  readonly asOf?: Cell;
}

export interface Diff {
  readonly changes: readonly RowChange[];
  readonly counts: Counts;
  /** Rows that were not added. */
  readonly refused?: readonly Row[];
}

/**
 * Compares by row key. A row whose cells all stay is unchanged, though its `As of` is renewed or computed ones are
 * filled. A row that the person
 * copied is there several times, and each copy is renewed. `lastRowFor` gives the row below which so many new ones go; new ones
 * that `isRefused` are not added.
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
  // A new row goes into every column of ours, so that no gap divides it: fields that were not asked for are blank.
  const byPosition = new Map(positioned.map(({ column, position }) => [position, column]));
  const allPositions = [...positions]
    .flatMap(([id, position]) => (id === AS_OF.id ? [] : [position]))
    .sort((one, other) => one - other);
  const renewed = columns.some(({ id }) => id === AS_OF.id) ? new Date(asOf) : undefined;
  const changes: RowChange[] = [];
  const added: Omit<RowChange, 'row'>[] = [];
  const refused: Row[] = [];
  const counts = { added: 0, changed: 0, unchanged: 0, gone: 0 };
  for (const incoming of latest(rows)) {
    const { key } = incoming;
    const indexes = known.get(key) ?? rowsBefore(contents, known, incoming);
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
      const isIncomplete = isMarked(contents, index) || cellAt(contents, index, AS_OF.id) === INCOMPLETE;
      const edited: number[] = [];
      const cells: Cell[] = [];
      for (const { column, position } of positioned) {
        const cell = cellOf(column, incoming, zone);
        const isKept = column.keeps || column.computed !== undefined;
        const stays = (column.once && !isIncomplete) || (isKept && cell === '');
        if (stays || sameCell(contents.cells[index]![position - 1] ?? '', cell, zone)) continue;
        edited.push(position);
        cells.push(cell);
        // A name follows from its code, which differs too or was named otherwise by an earlier build.
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

/** A record that moved to another page while pages were read came twice; the later one is newer. */
function latest(rows: readonly Row[]): Iterable<Row> {
  return new Map(rows.map((row) => [row.key, row])).values();
}

/** A row from before keys began with the seller, if it is not another's: from now on it is this one's. */
function rowsBefore(
  contents: Contents,
  known: ReadonlyMap<string, readonly number[]>,
  row: Row,
): readonly number[] | undefined {
  const isNobodys = (index: number) => {
    const sellerId = cellAt(contents, index, 'sellerId');
    return sellerId === '' || sellerId === row.values.sellerId;
  };
  const key = keyWithoutSeller(row.key, String(row.values.sellerId ?? ''));
  if (key === undefined) return undefined;
  return [key, `|${key}`]
    .map((before) => known.get(before)?.filter(isNobodys) ?? [])
    .find((indexes) => indexes.length > 0);
}

/** Indexes from 0 of the rows of each key. */
export function rowsByKey(contents: Contents): ReadonlyMap<string, readonly number[]> {
  const found = grouped(contents.cells.keys(), (index) => keyAt(contents, index));
  found.delete('');
  return found;
}

function cellOf(column: Column | undefined, row: Row, zone: string): Cell {
  if (!column) return '';
  return column.id === ROW_KEY.id ? row.key : toCell(row.values[column.id] ?? null, zone);
}
