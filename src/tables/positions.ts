/** Column positions of a table in its sheet, wherever the user moved columns and however they are called now. */
import { type Cell, INCOMPLETE } from './cells.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import { headerNote } from './header-note.ts';
import type { Carried, Positions, Seen, Sheet } from './sheet.ts';

/** The same as it is stored on the sheet, with the sheet's number: a copy of a sheet bears that of its original. */
export interface StoredPositions extends Seen {
  readonly sheet: number;
  /** Of which table the sheet is; in former versions a mark of its own says it. */
  readonly table?: string;
}

/**
 * Version 3; version 2 had no `table` and no `carried`, because each column bore a mark with its identity, and version 1 no number of
 * its own and said `places` for `positions`.
 */
export function storedPositionsText(stored: StoredPositions): string {
  return JSON.stringify({ version: 3, ...stored });
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
  const positions = new Map(columns.map(({ id }, index) => [id, index + 1]));
  const header: Header = { names: columns.map((column) => column.header), notes: columns.map(headerNote) };
  return { ...seenIn(header, positions), ...(constant.length > 0 ? { constant } : {}) };
}

/** A first row: what stands in its cells and the notes on them. */
export interface Header {
  readonly names: readonly Cell[];
  readonly notes: readonly string[];
}

/** What is remembered of a header in which our columns stand there. */
export function seenIn(header: Header, positions: Positions): Pick<Seen, 'positions' | 'header' | 'carried'> {
  return {
    positions: Object.fromEntries(positions),
    header: headerPrint(header.names, header.notes),
    carried: Object.fromEntries([...positions].map(([id, position]) => [id, carriedAt(header, position)])),
  };
}

/** What is remembered of a sheet before columns are put in; those that stand there now move right. */
export function withColumns(
  { positions, carried = {} }: Seen,
  at: number,
  columns: readonly Column[],
): Pick<Seen, 'positions' | 'carried'> {
  const moved = Object.entries(positions).map(
    ([id, position]) => [id, position < at ? position : position + columns.length] as const,
  );
  const header: Header = { names: columns.map((column) => column.header), notes: columns.map(headerNote) };
  return {
    positions: Object.fromEntries([...moved, ...columns.map(({ id }, index) => [id, at + index] as const)]),
    carried: {
      ...carried,
      ...Object.fromEntries(columns.map(({ id }, index) => [id, carriedAt(header, index + 1)] as const)),
    },
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
export function readContents(sheet: Sheet, columns: readonly Column[], cells = sheet.read()): Contents {
  const seen = sheet.seen();
  const header: Header = { names: cells[0] ?? [], notes: sheet.notes(1) };
  const isHeaderNew = seen?.header !== headerPrint(header.names, header.notes);
  const found = () => findPositions(header, columns, seen, () => sheet.locate());
  const positions = knownPositions(header, seen) ?? withBegun(found(), cells, seen);
  const isNamed = (id: string) => (cells[0]?.[(positions.get(id) ?? 0) - 1] ?? '') !== '';
  const adding = seen?.adding?.filter((id) => !isNamed(id)) ?? [];
  const others = {
    ...(adding.length > 0 ? { adding } : {}),
    ...(seen?.constant ? { constant: seen.constant } : {}),
    ...(seen?.ordered === undefined ? {} : { ordered: seen.ordered }),
  };
  if (isHeaderNew || !seen?.carried) {
    const now = seenIn(header, positions);
    // A column that is gone may come back: the person undoes what they did.
    sheet.remember({ ...now, carried: { ...seen?.carried, ...now.carried }, ...others });
  }
  return { cells, positions, ...others, ...(isHeaderNew ? { isHeaderNew } : {}) };
}

/**
 * The same without a look at notes where that tells nothing: each of our columns still bears the name that it had, and
 * there are no others, so nobody has moved any.
 */
export function glanceAt(sheet: Sheet, columns: readonly Column[], read = () => sheet.read()): Contents {
  const seen = sheet.seen();
  if (!seen?.carried || seen.adding) return readContents(sheet, columns);
  const cells = read();
  const { carried, constant, ordered } = seen;
  const positions = Object.entries(seen.positions);
  // A header is a text: what formulas are given to ask again is a date.
  const names = (cells[0] ?? []).map((name) => (typeof name === 'string' && name !== '' ? shortPrint(name) : ''));
  const isOurs = ([id, position]: readonly [string, number]) => names[position - 1] === carried[id]?.[0];
  const isSame = names.filter((name) => name !== '').length === positions.length && positions.every(isOurs);
  if (!isSame) return readContents(sheet, columns, cells);
  return {
    cells,
    positions: new Map(positions),
    ...(constant ? { constant } : {}),
    ...(ordered === undefined ? {} : { ordered }),
  };
}

/** As they were last seen; nothing where the header changed since, or columns were being added. */
export function knownPositions(header: Header, seen: Seen | undefined): Positions | undefined {
  const isKnown = seen && !seen.adding && seen.header === headerPrint(header.names, header.notes);
  return isKnown ? new Map(Object.entries(seen.positions)) : undefined;
}

/**
 * Columns in a header that changed. What identifies a column is the note on its header, which goes wherever the column
 * goes and stays when it is renamed; where the person has put another note in its place, its name does. A column of the
 * person may bear the name of ours, but no note of ours. Where no column carries an identity, as in a copy that was made
 * by other means, names alone count. `locate`: by the marks that columns of former versions bear.
 */
export function findPositions(
  header: Header,
  columns: readonly Column[],
  seen: Pick<Seen, 'carried'> | undefined,
  locate: () => Positions,
): Positions {
  const found = carriedPositions(header, seen?.carried ?? {});
  const isWhole = seen?.carried && Object.keys(seen.carried).every((id) => found.has(id));
  const taken = new Set(found.values());
  for (const [id, position] of isWhole ? [] : locate())
    if (!found.has(id) && !taken.has(position)) found.set(id, position);
  if (found.size > 0) return found;
  const names = header.names.map((cell) => String(cell).trim());
  return new Map(
    columns.flatMap(({ id, header: name }) => {
      const position = names.indexOf(name) + 1;
      return position > 0 ? [[id, position] as const] : [];
    }),
  );
}

/** By the notes of headers, then by their names where a note of ours is replaced. */
function carriedPositions({ names, notes }: Header, carried: Readonly<Record<string, Carried>>): Map<string, number> {
  const all = names.map((name, index) => ({
    position: index + 1,
    name: shortPrint(String(name)),
    note: notes[index] ? shortPrint(notes[index]) : '',
  }));
  const found = new Map<string, number>();
  const taken = new Set<number>();
  const take = (id: string, at: { readonly position: number } | undefined) => {
    if (!at || found.has(id) || taken.has(at.position)) return;
    found.set(id, at.position);
    taken.add(at.position);
  };
  const ids = Object.entries(carried);
  // Of a column and its copy, the one that has kept its name.
  for (const [id, [name, note]] of ids)
    take(
      id,
      all.find((each) => each.note === note && each.name === name && !taken.has(each.position)),
    );
  for (const [id, [, note]] of ids)
    take(
      id,
      all.find((each) => note !== '' && each.note === note && !taken.has(each.position)),
    );
  const ours = new Set(ids.map(([, [, note]]) => note));
  const isOther = (note: string) => note !== '' && !ours.has(note);
  for (const [id, [name, note]] of ids)
    take(
      id,
      all.find((each) => note !== '' && isOther(each.note) && each.name === name && !taken.has(each.position)),
    );
  return found;
}

/** What a header carries that identifies its column. */
function carriedAt({ names, notes }: Header, position: number): Carried {
  const note = notes[position - 1] ?? '';
  return [shortPrint(String(names[position - 1] ?? '')), note === '' ? '' : shortPrint(note)];
}

/** Of texts of one header, which are few. */
function shortPrint(text: string): string {
  return fingerprint(text).slice(0, 8);
}

/**
 * Columns that an execution began to add and did not name stand right of all others of ours. They are blank: with
 * anything in them they are the person's, and the execution did not get so far.
 */
function withBegun(
  positions: Positions,
  cells: readonly (readonly Cell[])[],
  seen: Pick<Seen, 'adding'> | undefined,
): Positions {
  const begun = (seen?.adding ?? []).filter((id) => !positions.has(id));
  if (begun.length === 0) return positions;
  const first = Math.max(0, ...positions.values()) + 1;
  const isBlank = cells.every((row) => begun.every((_, index) => (row[first + index - 1] ?? '') === ''));
  if (!isBlank) return positions;
  return new Map([...positions, ...begun.map((id, index) => [id, first + index] as const)]);
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
