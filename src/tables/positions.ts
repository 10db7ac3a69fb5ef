/** Finds a table's columns, even after users move or rename them, and its row keys. */
import { parseStored, storedText } from '../protocol/store.ts';
import { type Cell, INCOMPLETE } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { fieldIn, headerOf, idOf } from './header.ts';
import type { Positions, Seen, Sheet } from './sheet.ts';

export interface StoredPositions extends Seen {
  /** The sheet's ID. In a copy of the sheet, this is still the ID of the original. */
  readonly sheet: number;
  readonly table?: string;
}

const VERSION = 1;

export function storedPositionsText(stored: StoredPositions): string {
  return storedText(stored, VERSION);
}

/** Returns undefined if the value is missing or has another version. */
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

/** Returns the positions after inserting columns. */
export function withColumns(
  positions: Seen['positions'],
  at: number,
  columns: readonly Column[],
  inserted: number,
): Seen['positions'] {
  const moved = Object.entries(positions).map(([id, position]) => [id, position < at ? position : position + inserted]);
  return Object.fromEntries([...moved, ...columns.map(({ id }, index) => [id, at + index])]);
}

interface Header {
  readonly names: readonly Cell[];
  readonly notes: readonly string[];
}

export interface Contents {
  /** Includes the header. */
  readonly cells: readonly (readonly Cell[])[];
  readonly positions: Positions;
  /** Columns whose header an interrupted execution didn't write. */
  readonly unnamed?: readonly string[];
  /** See `Seen`. */
  readonly constant?: readonly string[];
  readonly ordered?: number;
}

/** Reads a sheet and finds its columns. Stores changed positions in the sheet. */
export function readContents(sheet: Sheet, columns: readonly Column[], cells = sheet.read()): Contents {
  const seen = sheet.seen();
  const names = cells[0] ?? [];
  const positions =
    knownPositions(names, columns, seen) ??
    findPositions({ names, notes: sheet.notes(names) }, columns, seen?.positions);
  // Treat only new columns as unnamed: a header that a user cleared stays blank.
  const isUnnamed = (id: string, position: number) =>
    (names[position - 1] ?? '') === '' && seen !== undefined && seen.positions[id] === undefined;
  const unnamed = [...positions].flatMap(([id, position]) => (isUnnamed(id, position) ? [id] : []));
  const now = Object.fromEntries([...positions].filter(([id]) => !unnamed.includes(id)));
  const headers = headersIn(names);
  const isNew = seen === undefined || headers !== seen.headers || !samePositions(now, seen.positions);
  const { constant, ordered } = seen ?? {};
  const others = { ...(constant ? { constant } : {}), ...(ordered === undefined ? {} : { ordered }) };
  if (isNew) sheet.remember({ positions: now, headers, ...others });
  return { cells, positions, ...others, ...(unnamed.length > 0 ? { unnamed } : {}) };
}

/** Counts text cells only: the header row also has a date that triggers recalculation. */
function headersIn(names: readonly Cell[]) {
  return names.filter((name) => typeof name === 'string' && name !== '').length;
}

/** Returns the last positions if all headers are unchanged, to avoid reading notes. */
function knownPositions(names: readonly Cell[], columns: readonly Column[], seen: Seen | undefined) {
  const positions = Object.entries(seen?.positions ?? {});
  if (positions.length === 0 || headersIn(names) !== positions.length) return undefined;
  const headers = new Map(columns.map(({ id, header }) => [id, header]));
  const isAsSeen = positions.every(([id, position]) => names[position - 1] === (headers.get(id) ?? headerOf(id)));
  return isAsSeen ? new Map(positions) : undefined;
}

function samePositions(one: Seen['positions'], other: Seen['positions']) {
  const ids = Object.keys(one);
  return ids.length === Object.keys(other).length && ids.every((id) => one[id] === other[id]);
}

/**
 * Finds columns by their header notes. A header without a note is found by its text if that is unique, and if the
 * column existed before (`had`) or all notes are missing, as in a copied sheet.
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
    // If a column was copied, use the one with the original name.
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

/** Returns a cell by 0-based row index and column ID; blank if it doesn't exist. */
export function cellAt({ cells, positions }: Contents, index: number, id: string): Cell {
  return cells[index]?.[(positions.get(id) ?? 0) - 1] ?? '';
}

/** Returns a row's unmarked key by 0-based index; blank for rows that aren't ours. */
export function keyAt(contents: Contents, index: number): string {
  return index === 0 ? '' : String(cellAt(contents, index, ROW_KEY.id)).replace(/^incomplete( new)?: /, '');
}

/** Returns the 0-based indexes of our rows. */
export function rowsWithKey(contents: Contents): readonly number[] {
  return [...contents.cells.keys()].filter((index) => keyAt(contents, index) !== '');
}

/** Marks a torn row: one that an interrupted execution wrote only partially. */
export function incompleteKey(key: string): string {
  return `${INCOMPLETE}: ${key}`;
}

/** Marks a torn new row, whose formulas and formats can be missing, too. */
export function newKey(key: string): string {
  return `${INCOMPLETE} new: ${key}`;
}

/** Whether the row at a 0-based index is a torn new row. */
export function isUnfinished(contents: Contents, index: number): boolean {
  return isNewKey(cellAt(contents, index, ROW_KEY.id));
}

export function isNewKey(cell: Cell): boolean {
  return String(cell).startsWith(newKey(''));
}

/** Whether the row at a 0-based index is torn. */
export function isMarked(contents: Contents, index: number): boolean {
  return String(cellAt(contents, index, ROW_KEY.id)) !== keyAt(contents, index);
}
