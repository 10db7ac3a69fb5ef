/** Opens a table's sheet: finds its columns and plans missing ones. */
import { type MarketError, orElse, tableError } from '../protocol/market-error.ts';
import { type Column, inSheetOrder, ROW_KEY } from './columns.ts';
import { type Contents, readContents } from './positions.ts';
import type { Area, Book, Sheet } from './sheet.ts';

interface MissingColumns {
  readonly at: number;
  readonly columns: readonly Column[];
  /** Number of columns to insert. Blank columns are used first. */
  readonly inserted: number;
}

/** A sheet as it will be after adding missing columns. */
export interface Opened {
  readonly table: string;
  readonly columns: readonly Column[];
  readonly sheet: Sheet | undefined;
  /** Columns to add. `at` is 1 for a new or blank sheet. */
  readonly header: MissingColumns | undefined;
  /** Columns whose header an interrupted execution didn't write, by position. */
  readonly unnamed?: ReadonlyMap<number, Column>;
  readonly contents: Contents;
}

export function headerLost(table: string): MarketError {
  return tableError(
    `The "${table}" sheet no longer has its header or "${ROW_KEY.header}" column. Undo that change, then try again.`,
  );
}

/** Throws MARKET_TABLE if rows or columns can't be identified. */
export function openTable(book: Book, table: string, columns: readonly Column[]): Opened {
  const sheet = book.find(table);
  const ordered = inSheetOrder(columns);
  const fresh = (): Opened => ({
    table,
    columns,
    sheet,
    header: { at: 1, columns: ordered, inserted: ordered.length },
    contents: {
      cells: [ordered.map(({ header }) => header)],
      positions: new Map(ordered.map(({ id }, index) => [id, index + 1])),
    },
  });
  if (!sheet) return fresh();
  const contents = readContents(sheet, columns);
  // An interrupted execution can leave the sheet blank.
  if (contents.cells.every((row) => row.every((cell) => cell === ''))) return fresh();
  demandHeader(sheet, table, columns, contents);
  const missing = ordered.filter(({ id }) => !contents.positions.has(id));
  const unnamed = unnamedIn(contents, columns);
  if (missing.length === 0) return { table, columns, sheet, header: undefined, unnamed, contents };
  const at = Math.max(...contents.positions.values()) + 1;
  const inserted = missing.length - blankColumns(sheet, contents, at, missing.length);
  return {
    table,
    columns,
    unnamed,
    header: { at, columns: missing, inserted },
    sheet: widened(sheet, at, inserted),
    contents: {
      ...contents,
      cells: contents.cells.map((row) => withGap(row, at, inserted, '')),
      positions: new Map([...contents.positions, ...missing.map(({ id }, index) => [id, at + index] as const)]),
    },
  };
}

/** Counts the blank columns that an interrupted execution left at a position, up to `most`. */
function blankColumns(sheet: Sheet, { cells }: Contents, at: number, most: number) {
  let to = at;
  while (to < at + most && cells.every((row) => row[to - 1] === '')) to++;
  if (to === at) return 0;
  const formulas = sheet.formulasIn({ top: 1, bottom: cells.length, left: at, right: to - 1 });
  const first = formulas.flatMap((row) => row.flatMap((formula, index) => (formula === '' ? [] : [index])));
  return Math.min(to - at, ...first);
}

function unnamedIn({ positions, unnamed }: Contents, columns: readonly Column[]): ReadonlyMap<number, Column> {
  const found = columns.flatMap((column) => {
    const position = unnamed?.includes(column.id) ? positions.get(column.id) : undefined;
    return position === undefined ? [] : [[position, column] as const];
  });
  return new Map(found);
}

/** Returns undefined if another sheet has the table's name. */
export function findOurs(book: Book, table: string): Sheet | undefined {
  return orElse(
    () => book.find(table),
    () => undefined,
  );
}

/** Opens a sheet with its existing columns; undefined if the sheet, its header, or its key column is missing. */
export function openExisting(
  book: Book,
  table: string,
  columns: readonly Column[],
  read = (sheet: Sheet) => sheet.read(),
): Opened | undefined {
  const sheet = book.find(table);
  if (!sheet) return undefined;
  const contents = readContents(sheet, columns, read(sheet));
  if (!contents.positions.has(ROW_KEY.id) || !hasHeader(contents, columns)) return undefined;
  return { table, columns: columns.filter(({ id }) => contents.positions.has(id)), sheet, header: undefined, contents };
}

/** For read-only callers. Ignores sheets that the add-on hasn't adopted. */
export function openToRead(
  book: Book,
  table: string,
  columns: readonly Column[],
  read?: (sheet: Sheet) => Contents['cells'],
): Opened | undefined {
  return book.tables().includes(table) ? openExisting(book, table, columns, read) : undefined;
}

/** For read-only callers. Reads from the execution's cache. */
export function openKnown(book: Book, table: string, columns: readonly Column[]): Opened | undefined {
  return openToRead(book, table, columns, (sheet) => sheet.known());
}

function demandHeader(sheet: Sheet, table: string, columns: readonly Column[], contents: Contents) {
  const fix = `Undo that change, or delete the sheet: the next pull recreates ${table}.`;
  if (!hasHeader(contents, columns))
    throw tableError(`The first row of the sheet "${sheet.name}" is no longer its header. ${fix}`);
  if (!contents.positions.has(ROW_KEY.id))
    throw tableError(
      `The sheet "${sheet.name}" no longer has its "${ROW_KEY.header}" column, which identifies rows. ${fix}`,
    );
}

/** Requires at least one of our headers: users may rename some, but not all of them. */
function hasHeader({ cells, positions }: Contents, columns: readonly Column[]) {
  const header = cells[0] ?? [];
  return columns.some((column) => header[(positions.get(column.id) ?? 0) - 1] === column.header);
}

/** Simulates the sheet after inserting columns. References in formulas don't change. */
function widened(sheet: Sheet, at: number, count: number): Sheet {
  let isWide = false;
  const narrow = (area: Area): Area => ({
    ...area,
    left: 1,
    right: area.right < at ? area.right : Math.max(at - 1, area.right - count),
  });
  const wide = ({ left, right }: Area, lines: readonly (readonly string[])[]) =>
    lines.map((line) => withGap(line, at, count, '').slice(left - 1, right));
  return {
    ...sheet,
    addColumns: (column, columns, inserted) => {
      sheet.addColumns(column, columns, inserted);
      isWide = true;
    },
    details: (area) => {
      if (isWide) return sheet.details(area);
      const { formulas, formats } = sheet.details(narrow(area));
      return { formulas: wide(area, formulas), formats: wide(area, formats) };
    },
    formulasIn: (area) => (isWide ? sheet.formulasIn(area) : wide(area, sheet.formulasIn(narrow(area)))),
  };
}

function withGap<T>(row: readonly T[], at: number, count: number, blank: T): readonly T[] {
  return [...row.slice(0, at - 1), ...Array<T>(count).fill(blank), ...row.slice(at - 1)];
}
