/** Finds a table's columns in its sheet, even if people moved or renamed them, and the keys of its rows. */
import { parseStored, storedText } from '../protocol/store.ts';
import { type Cell, INCOMPLETE } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { fieldIn, headerOf, idOf } from './header.ts';
import type { Positions, Seen, Sheet } from './sheet.ts';

/** What a sheet stores about its columns. */
export interface StoredPositions extends Seen {
  /** The sheet's number. In a copy of the sheet it is the number of the original. */
  readonly sheet: number;
  readonly table?: string;
}

const VERSION = 1;

export function storedPositionsText(stored: StoredPositions): string {
  return storedText(stored, VERSION);
}

/** Undefined if the sheet stores nothing, or another version. */
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

interface Header {
  readonly names: readonly Cell[];
  readonly notes: readonly string[];
}

/** A sheet as it was read. */
export interface Contents {
  /** The header is the first row. */
  readonly cells: readonly (readonly Cell[])[];
  readonly positions: Positions;
  /** Columns without a header, because an interrupted execution did not write it. */
  readonly unnamed?: readonly string[];
  /** See `Seen`. */
  readonly constant?: readonly string[];
  readonly ordered?: number;
  /** Columns were moved, added or removed since the sheet was last read. */
  readonly isHeaderNew?: true;
}

/** Reads a sheet and finds its columns. If their positions changed, the sheet remembers the new ones. */
export function readContents(sheet: Sheet, columns: readonly Column[], cells = sheet.read()): Contents {
  const seen = sheet.seen();
  const names = cells[0] ?? [];
  const positions =
    knownPositions(names, columns, seen) ??
    findPositions({ names, notes: sheet.notes(names) }, columns, seen?.positions);
  // A header that a person blanked stays blank, so only columns that were never seen are unnamed.
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

/** The number of headers, which are texts. The cell with a date, which makes formulas compute again, is none. */
function headersIn(names: readonly Cell[]): number {
  return names.filter((name) => typeof name === 'string' && name !== '').length;
}

/** The former positions, if all our headers are there and no others: then notes need not be read. */
function knownPositions(
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
 * Finds columns by the notes on their headers, which name the field. A header that lost its note is found by its exact
 * text, if that is unique and the column existed before (`had`), or if no header has a note, as in a copied sheet.
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
    // Of a column and its copy, the one that still has its name counts.
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

/** The cell of a row, by index from 0, and a column; blank if the sheet does not have it. */
export function cellAt({ cells, positions }: Contents, index: number, id: string): Cell {
  return cells[index]?.[(positions.get(id) ?? 0) - 1] ?? '';
}

/** The key of a row, by index from 0, without a mark; blank if the row is not ours. */
export function keyAt(contents: Contents, index: number): string {
  return index === 0 ? '' : String(cellAt(contents, index, ROW_KEY.id)).replace(/^incomplete( new)?: /, '');
}

/** Indexes of our rows, from 0. */
export function rowsWithKey(contents: Contents): readonly number[] {
  return [...contents.cells.keys()].filter((index) => keyAt(contents, index) !== '');
}

/** The key of a torn row: an execution ended while it wrote the row. */
export function incompleteKey(key: string): string {
  return `${INCOMPLETE}: ${key}`;
}

/** The key of a torn new row, which may lack formulas and formats, too. */
export function newKey(key: string): string {
  return `${INCOMPLETE} new: ${key}`;
}

/** Whether the row, by index from 0, is a torn new row. */
export function isUnfinished(contents: Contents, index: number): boolean {
  return isNewKey(cellAt(contents, index, ROW_KEY.id));
}

export function isNewKey(cell: Cell): boolean {
  return String(cell).startsWith(newKey(''));
}

/** Whether the row, by index from 0, is torn. */
export function isMarked(contents: Contents, index: number): boolean {
  return String(cellAt(contents, index, ROW_KEY.id)) !== keyAt(contents, index);
}
