/** Ports for sheets and the workbook. Rows and columns are 1-based. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import type { Separator } from './formula-text.ts';
import type { NewColumn } from './widths.ts';

/** Column numbers by ID. */
export type Positions = ReadonlyMap<string, number>;

/** Stored in the sheet at the last read. */
export interface Seen {
  readonly positions: Readonly<Record<string, number>>;
  /** Number of headers, including the user's. */
  readonly headers: number;
  /** Columns hidden as long as all rows have the same value. */
  readonly constant?: readonly string[];
  /** The number of sorted rows at the top. */
  readonly ordered?: number;
}

/** Cells to write. Number formats don't change unless `formats` is set. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: readonly (readonly Cell[])[];
  readonly formats?: readonly (readonly string[])[] | undefined;
}

export interface Fill {
  readonly row: number;
  readonly column: number;
  /** Uses A1 notation, which supports references to entire columns. The default is R1C1. */
  readonly isA1?: true;
  readonly formulas: readonly (readonly string[])[];
  readonly formats?: readonly (readonly string[])[];
}

export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Details {
  /** R1C1 notation; blank for cells without a formula. */
  readonly formulas: readonly (readonly string[])[];
  /** Number formats. */
  readonly formats: readonly (readonly string[])[];
}

export interface Sheet {
  readonly name: string;
  /** Google's ID, used in links. */
  readonly id: number;
  /** Reads all cells up to the last used row and column. Returns at least one cell. */
  read(): readonly (readonly Cell[])[];
  /** Like `read`, but from the execution's cache. For read-only callers. */
  known(): readonly (readonly Cell[])[];
  /** Reads cells, bypassing the cache. */
  cellsIn(area: Area): readonly (readonly Cell[])[];
  details(area: Area): Details;
  /** Returns merged ranges that overlap the area. */
  merged(area: Area): readonly Area[];
  formulasIn(area: Area): Details['formulas'];
  /** Returns the colors and font style of each cell; blank for the default. */
  looks(area: Area): readonly (readonly string[])[];
  /** Returns the numbers of rows with notes, in ascending order. */
  notedRows(from: number, to: number): readonly number[];
  isHidden(column: number): boolean;
  /** Returns the filter's columns, if the sheet has a filter. */
  filtered(): Pick<Area, 'left' | 'right'> | undefined;
  /** Returns the header notes, cached until `names` change. */
  notes(names: readonly Cell[]): readonly string[];
  /** Writes formats first to keep Google from parsing text. Adds rows and columns as needed. */
  write(block: Block): void;
  fill(fill: Fill): void;
  /** Inserts blank, unformatted rows above `before`. */
  insertRows(before: number, count: number): void;
  /** Sorts entire rows, with blanks last. Returns false if Google rejects the sort or a filter hides rows. */
  sortRows(from: number, to: number, column: number, ascending?: boolean): boolean;
  /** Freezes rows below the header and excludes them from the filter. */
  pinRows(count: number): void;
  removeRows(from: number, count: number): void;
  seen(): Seen | undefined;
  remember(seen: Seen): void;
  /** Stores the number of sorted rows; undefined if the user changed the order. */
  rememberOrder(rows: number | undefined): void;
  /** Adds columns with headers at `column`. Existing columns from that position on shift right by `inserted`. */
  addColumns(column: number, columns: readonly NewColumn[], inserted: number): void;
  reveal(column: number): void;
  /** Writes missing headers by position. */
  nameColumns(columns: ReadonlyMap<number, Column>): void;
}

export interface Book {
  /** Counts the cells in all sheets, including blank ones. */
  cells(): number;
  /** IANA name. */
  timeZone(): string;
  /** Google's name, such as `en_US`. */
  locale(): string;
  /** Returns the locale's separator for formula arguments. */
  separator(): Separator;
  /** Returns the names of sheets whose stored column data was corrupted when read. */
  damaged?(): readonly string[];
  /** Returns the names of tables with a sheet. */
  tables(): readonly string[];
  /** Finds a table's sheet, even if moved or renamed. Throws MARKET_TABLE if another sheet has its name. */
  find(table: string): Sheet | undefined;
  /** Creates a sheet with a frozen header. Throws MARKET_TABLE if the name is taken. */
  create(table: string, columns: readonly NewColumn[], first?: FirstRows): Sheet;
  remove(table: string): void;
  /** Unhides and activates the sheet. Returns false if it doesn't exist. */
  show(table: string): boolean;
  hide(table: string): void;
  select(table: string, rows: readonly number[]): void;
  /** Returns the active row if the table's sheet is active. */
  activeRow(table: string): number | undefined;
  /** Returns the selection on the active sheet, up to the last used cell. */
  selected(): readonly SelectedArea[];
  readonly journal: Journal;
}

/** Rows written in the same call as a new sheet's header. */
export interface FirstRows {
  readonly block?: Block | undefined;
  /** A1 notation. */
  readonly fills?: readonly Fill[] | undefined;
  /** The number of sorted rows. */
  readonly ordered?: number | undefined;
}

/** Selected cells as strings, with all digits. */
export interface SelectedArea {
  /** For example, `Orders!B2:B9`. */
  readonly name: string;
  /** Header cells above the selection. */
  readonly header: readonly string[];
  readonly cells: readonly (readonly string[])[];
  /** Number of rows that a filter hides. `cells` doesn't include them. */
  readonly hidden: number;
}

/** `text` has at most 50,000 characters. `label` identifies the run. */
export interface JournalLine {
  readonly label: string;
  readonly text: string;
}

/** Lines on a hidden sheet, 0-based. */
export interface Journal {
  labels(): readonly string[];
  lines(from: number): readonly JournalLine[];
  append(lines: readonly JournalLine[]): void;
  /** Requires ascending line numbers. */
  removeLines(lines: readonly number[]): void;
  /** Removes the sheet. `append` recreates it. */
  remove(): void;
}
