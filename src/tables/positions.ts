/** Column positions of a table in its sheet, wherever the user moved columns and however they are called now. */
import type { Cell } from './cells.ts';
import { INCOMPLETE } from './cells.ts';
import type { Column } from './columns.ts';
import { ROW_KEY } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import { headerNote } from './header-note.ts';
import type { Positions, Seen, Sheet } from './sheet.ts';

/** The same as it is stored on the sheet, with the sheet's number: a copy of a sheet bears that of its original. */
export interface StoredPositions extends Seen {
  readonly sheet: number;
}

/** Version 2; version 1 had no number of its own and said `places` for `positions`. */
export function storedPositionsText(stored: StoredPositions): string {
  return JSON.stringify({ version: 2, ...stored });
}

/** Nothing where there is no text. */
export function readStoredPositions(text: string | undefined): StoredPositions | undefined {
  if (text === undefined) return undefined;
  const { version: _, places, positions = places, ...others } = JSON.parse(text);
  return { positions, ...others };
}

/** How a new sheet with these columns will be seen. */
export function firstSeen(columns: readonly Column[]): Seen {
  const constant = columns.flatMap(({ id, opens }) => (opens?.isConstant ? [id] : []));
  return {
    positions: Object.fromEntries(columns.map(({ id }, index) => [id, index + 1])),
    header: headerPrint(
      columns.map(({ header }) => header),
      columns.map(headerNote),
    ),
    ...(constant.length > 0 ? { constant } : {}),
  };
}

/** A sheet as it was read: header first. */
export interface Contents {
  readonly cells: readonly (readonly Cell[])[];
  readonly positions: Positions;
  /** Columns of ours that are not finished yet. */
  readonly adding?: readonly string[];
  /** Columns of ours that wait for rows that differ in them. */
  readonly constant?: readonly string[];
  /** Somebody has moved, renamed, added or removed columns since it was last read. */
  readonly isHeaderNew?: true;
  /** So many rows stood in the order of the table when that was last seen to. */
  readonly ordered?: number;
}

/** Reads a sheet once and finds its columns; changed positions are remembered on the sheet. */
export function readContents(sheet: Sheet, columns: readonly Column[]): Contents {
  const cells = sheet.read();
  const seen = sheet.seen();
  const header = headerPrint(cells[0] ?? [], sheet.notes(1));
  const positions = findPositions(cells[0] ?? [], header, columns, seen, () => sheet.locate());
  const isNamed = (id: string) => (cells[0]?.[(positions.get(id) ?? 0) - 1] ?? '') !== '';
  const adding = seen?.adding?.filter((id) => !isNamed(id)) ?? [];
  const others = {
    ...(adding.length > 0 ? { adding } : {}),
    ...(seen?.constant ? { constant: seen.constant } : {}),
    ...(seen?.ordered === undefined ? {} : { ordered: seen.ordered }),
  };
  const isHeaderNew = seen?.header !== header;
  if (isHeaderNew) sheet.remember({ positions: Object.fromEntries(positions), header, ...others });
  return { cells, positions, ...others, ...(isHeaderNew ? { isHeaderNew } : {}) };
}

/**
 * While the first row, with the notes that our headers have, is as it was last seen, nothing else is looked up.
 * Else `locate` finds the columns by the identity that they carry. Their headers identify them only where no column
 * carries one: a column of the user may bear the name of ours.
 */
export function findPositions(
  names: readonly Cell[],
  header: string,
  columns: readonly Column[],
  seen: Seen | undefined,
  locate: () => Positions,
): Positions {
  if (seen?.header === header) return new Map(Object.entries(seen.positions));
  const located = locate();
  if (located.size > 0) return located;
  const positions = new Map<string, number>();
  const trimmed = names.map((cell) => String(cell).trim());
  for (const { id, header: name } of columns) {
    const position = trimmed.indexOf(name) + 1;
    if (position > 0) positions.set(id, position);
  }
  return positions;
}

/** Blank cells at the end do not count: another read may be wider. */
export function headerPrint(names: readonly Cell[], notes: readonly string[]): string {
  const row = names.map((name, index) => `${String(name)}\n${notes[index] ?? ''}`);
  while (row.length > 0 && row[row.length - 1] === '\n') row.pop();
  return fingerprint(JSON.stringify(row));
}

/** The cell of a column in a row, both by index from 0 and by id; blank where there is none. */
export function cellAt({ cells, positions }: Contents, index: number, id: string): Cell {
  return cells[index]?.[(positions.get(id) ?? 0) - 1] ?? '';
}

/** The identity of a row by index from 0, blank where the row is not ours. */
export function keyAt(contents: Contents, index: number): string {
  return index === 0 ? '' : String(cellAt(contents, index, ROW_KEY.id)).replace(/^incomplete( new)?: /, '');
}

/** Key of an incomplete row, in a table without `As of`. */
export function incompleteKey(key: string): string {
  return `${INCOMPLETE}: ${key}`;
}

/** Key of a new row that is incomplete: unlike in other rows, formulas of the person may be missing. */
export function newKey(key: string): string {
  return `${INCOMPLETE} new: ${key}`;
}

/** Whether an execution ended while it added the row; by index from 0. */
export function isUnfinished(contents: Contents, index: number): boolean {
  return isNewKey(cellAt(contents, index, ROW_KEY.id));
}

export function isNewKey(cell: Cell): boolean {
  return String(cell).startsWith(newKey(''));
}

/** Whether the key says that the row is incomplete; by index from 0. */
export function isMarked(contents: Contents, index: number): boolean {
  return String(cellAt(contents, index, ROW_KEY.id)) !== keyAt(contents, index);
}
