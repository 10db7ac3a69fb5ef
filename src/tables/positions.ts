/** Columns of a table in its sheet, wherever people moved them and whatever they call them now; keys of its rows. */
import { parseStored, storedText } from '../protocol/store.ts';
import { type Cell, INCOMPLETE } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { fieldIn, headerOf, idOf } from './header.ts';
import type { Positions, Seen, Sheet } from './sheet.ts';

/** What is stored on a sheet. A copy of the sheet has the number of its original. */
export interface StoredPositions extends Seen {
  readonly sheet: number;
  readonly table?: string;
}

const VERSION = 1;

export function storedPositionsText(stored: StoredPositions): string {
  return storedText(stored, VERSION);
}

/** Undefined where nothing is stored, or in another version: a sheet with the column *Row key* is found by its name. */
export function readStoredPositions(text: string | undefined): StoredPositions | undefined {
  return text === undefined ? undefined : parseStored<StoredPositions>(text, VERSION);
}

/** What is stored of a new sheet with these columns. */
export function firstSeen(columns: readonly Column[]): Seen {
  const constant = columns.flatMap(({ id, opens }) => (opens?.isConstant ? [id] : []));
  return {
    positions: Object.fromEntries(columns.map(({ id }, index) => [id, index + 1])),
    headers: columns.length,
    ...(constant.length > 0 ? { constant } : {}),
  };
}

/** The positions once columns are there, of which so many move others right. */
export function withColumns(
  positions: Seen['positions'],
  at: number,
  columns: readonly Column[],
  inserted: number,
): Seen['positions'] {
  const moved = Object.entries(positions).map(([id, position]) => [id, position < at ? position : position + inserted]);
  return Object.fromEntries([...moved, ...columns.map(({ id }, index) => [id, at + index])]);
}

/** A first row: its cells and the notes on them. */
export interface Header {
  readonly names: readonly Cell[];
  readonly notes: readonly string[];
}

/** A sheet as it was read: header first. */
export interface Contents {
  readonly cells: readonly (readonly Cell[])[];
  readonly positions: Positions;
  /** Columns that an execution began to add and left without a header. */
  readonly unnamed?: readonly string[];
  /** Columns of ours that wait for rows that differ in them. */
  readonly constant?: readonly string[];
  /** Somebody has moved, added or removed columns since it was last read. */
  readonly isHeaderNew?: true;
  /** So many rows stood in the order of the table when that was last seen to. */
  readonly ordered?: number;
}

/** Reads a sheet once and finds its columns; changed positions are remembered on the sheet. */
export function readContents(sheet: Sheet, columns: readonly Column[], cells = sheet.read()): Contents {
  const seen = sheet.seen();
  const names = cells[0] ?? [];
  const positions =
    knownPositions(names, columns, seen) ??
    findPositions({ names, notes: sheet.notes(names) }, columns, seen?.positions);
  // A header that a person blanked stays blank.
  const isUnnamed = (id: string, position: number) =>
    (names[position - 1] ?? '') === '' && seen !== undefined && seen.positions[id] === undefined;
  const unnamed = [...positions].flatMap(([id, position]) => (isUnnamed(id, position) ? [id] : []));
  const now = Object.fromEntries([...positions].filter(([id]) => !unnamed.includes(id)));
  const headers = headersIn(names);
  const isHeaderNew = seen === undefined || headers !== seen.headers || !samePositions(now, seen.positions);
  const { constant, ordered } = seen ?? {};
  const others = { ...(constant ? { constant } : {}), ...(ordered === undefined ? {} : { ordered }) };
  if (isHeaderNew) sheet.remember({ positions: now, headers, ...others });
  return {
    cells,
    positions,
    ...others,
    ...(unnamed.length > 0 ? { unnamed } : {}),
    ...(isHeaderNew ? { isHeaderNew } : {}),
  };
}

/** A header is a text: the cell that formulas are given to ask again is a date. */
function headersIn(names: readonly Cell[]): number {
  return names.filter((name) => typeof name === 'string' && name !== '').length;
}

/** Where each of our columns has its own header in its place and there are no others, notes would tell nothing. */
export function knownPositions(
  names: readonly Cell[],
  columns: readonly Column[],
  seen: Seen | undefined,
): Map<string, number> | undefined {
  const positions = Object.entries(seen?.positions ?? {});
  if (positions.length === 0 || headersIn(names) !== positions.length) return undefined;
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const isAsSeen = positions.every(([id, position]) => names[position - 1] === (headers.get(id) ?? headerOf(id)));
  return isAsSeen ? new Map(positions) : undefined;
}

function samePositions(one: Seen['positions'], other: Seen['positions']): boolean {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/**
 * The note on a header names its field. A header that lost its note is known by its exact text, if no other has that:
 * where the column was there before (`had`), or where no header has a note of ours, as in a copy made by other means.
 */
export function findPositions(
  { names, notes }: Header,
  columns: readonly Column[],
  had?: Seen['positions'],
): Map<string, number> {
  const nameAt = (position: number) => String(names[position - 1] ?? '').trim();
  const ids = new Map(columns.map(({ id, header }) => [header, id]));
  const found = new Map<string, number>();
  notes.forEach((note, index) => {
    const field = fieldIn(note);
    if (field === undefined) return;
    const [id, position] = [ids.get(field) ?? idOf(field), index + 1];
    const other = found.get(id);
    // Of a column and its copy, the one that has kept its name.
    if (other === undefined || (nameAt(other) !== field && nameAt(position) === field)) found.set(id, position);
  });
  const isMarked = found.size > 0;
  for (const { id, header } of columns) {
    if (found.has(id) || (isMarked && had && had[id] === undefined)) continue;
    const [position, ...others] = names.flatMap((_, index) =>
      nameAt(index + 1) === header && fieldIn(notes[index] ?? '') === undefined ? [index + 1] : [],
    );
    if (position !== undefined && others.length === 0) found.set(id, position);
  }
  return found;
}

/** The cell of a column in a row, both by index from 0 and by id; blank where there is none. */
export function cellAt({ cells, positions }: Contents, index: number, id: string): Cell {
  return cells[index]?.[(positions.get(id) ?? 0) - 1] ?? '';
}

/** The identity of a row by index from 0, blank where the row is not ours. */
export function keyAt(contents: Contents, index: number): string {
  return index === 0 ? '' : String(cellAt(contents, index, ROW_KEY.id)).replace(/^incomplete( new)?: /, '');
}

/** Key of a torn row: an execution ended while it wrote the row. */
export function incompleteKey(key: string): string {
  return `${INCOMPLETE}: ${key}`;
}

/** Key of a torn row that is new: formulas of the person and number formats may be missing too. */
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

/** Whether the key says that the row is torn; by index from 0. */
export function isMarked(contents: Contents, index: number): boolean {
  return String(cellAt(contents, index, ROW_KEY.id)) !== keyAt(contents, index);
}
