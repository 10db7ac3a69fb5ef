/** Finds the columns of a table in its sheet, even if moved or renamed, and the keys of its rows. */
import { parseStored, storedText } from '../protocol/store.ts';
import { type Cell, INCOMPLETE } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { fieldIn, headerOf, idOf } from './header.ts';
import type { Positions, Seen, Sheet } from './sheet.ts';

/** Stored on a sheet; a copy has the number of its original. */
export interface StoredPositions extends Seen {
  readonly sheet: number;
  readonly table?: string;
}

const VERSION = 1;

export function storedPositionsText(stored: StoredPositions): string {
  return storedText(stored, VERSION);
}

/** Undefined if nothing is stored, or another version. */
export function readStoredPositions(text: string | undefined): StoredPositions | undefined {
  return text === undefined ? undefined : parseStored<StoredPositions>(text, VERSION);
}

export function firstSeen(columns: readonly Column[]): Seen {
  const constant = columns.flatMap(({ id, opens }) => (opens?.isConstant ? [id] : []));
  return {
    positions: Object.fromEntries(columns.map(({ id }, index) => [id, index + 1])),
    headers: columns.length,
    ...(constant.length > 0 ? { constant } : {}),
  };
}

/** The positions after columns are inserted. */
export function withColumns(
  positions: Seen['positions'],
  at: number,
  columns: readonly Column[],
  inserted: number,
): Seen['positions'] {
  const moved = Object.entries(positions).map(([id, position]) => [id, position < at ? position : position + inserted]);
  return Object.fromEntries([...moved, ...columns.map(({ id }, index) => [id, at + index])]);
}

export interface Header {
  readonly names: readonly Cell[];
  readonly notes: readonly string[];
}

/** A sheet as read: header first. */
export interface Contents {
  readonly cells: readonly (readonly Cell[])[];
  readonly positions: Positions;
  /** Columns without a header after an interrupted execution. */
  readonly unnamed?: readonly string[];
  /** Columns hidden until rows differ in them. */
  readonly constant?: readonly string[];
  /** Columns were moved, added or removed since the last reading. */
  readonly isHeaderNew?: true;
  /** Rows that were in the table's order. */
  readonly ordered?: number;
}

/** Reads a sheet once and finds its columns; remembers changed positions. */
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

/** Headers are texts; the cell that makes formulas ask again is a date. */
function headersIn(names: readonly Cell[]): number {
  return names.filter((name) => typeof name === 'string' && name !== '').length;
}

/** If all our headers are where they were and there are no others, notes need not be read. */
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
 * The note on a header names its field. A header without its note is found by its exact text if that is unique: if the
 * column was there before (`had`), or if no header has a note, as in a copy.
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
    // Of a column and its copy, prefers the one with its own name.
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

/** By row index from 0; blank if there is none. */
export function cellAt({ cells, positions }: Contents, index: number, id: string): Cell {
  return cells[index]?.[(positions.get(id) ?? 0) - 1] ?? '';
}

/** By index from 0; blank for rows that are not ours. */
export function keyAt(contents: Contents, index: number): string {
  return index === 0 ? '' : String(cellAt(contents, index, ROW_KEY.id)).replace(/^incomplete( new)?: /, '');
}

/** A torn row's key: an execution ended while writing it. */
export function incompleteKey(key: string): string {
  return `${INCOMPLETE}: ${key}`;
}

/** A torn new row's key: fills and formats may be missing too. */
export function newKey(key: string): string {
  return `${INCOMPLETE} new: ${key}`;
}

/** By index from 0. */
export function isUnfinished(contents: Contents, index: number): boolean {
  return isNewKey(cellAt(contents, index, ROW_KEY.id));
}

export function isNewKey(cell: Cell): boolean {
  return String(cell).startsWith(newKey(''));
}

/** By index from 0. */
export function isMarked(contents: Contents, index: number): boolean {
  return String(cellAt(contents, index, ROW_KEY.id)) !== keyAt(contents, index);
}
