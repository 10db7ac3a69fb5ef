/** The port to the workbook, with what tables need. Rows and columns count from 1. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import type { Separator } from './formula-text.ts';
import type { NewColumn } from './widths.ts';

/** The numbers of columns, by id. */
export type Positions = ReadonlyMap<string, number>;

/** What the sheet remembers of its last reading. */
export interface Seen {
  /** The numbers of our columns. */
  readonly positions: Readonly<Record<string, number>>;
  /** The number of columns with a header, including the person's. */
  readonly headers: number;
  /** Columns that are hidden until rows differ in them. */
  readonly constant?: readonly string[];
  /** The number of rows from the top that were in the table's order. */
  readonly ordered?: number;
}

/** Cells to write. Without `formats`, number formats stay. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: readonly (readonly Cell[])[];
  readonly formats?: readonly (readonly string[])[] | undefined;
}

/** Formulas to write: the person's, for new rows, or ours. */
export interface Fill {
  readonly row: number;
  readonly column: number;
  /** In A1 notation, which can refer to whole columns. Otherwise in R1C1 notation. */
  readonly isA1?: true;
  readonly formulas: readonly (readonly string[])[];
  readonly formats?: readonly (readonly string[])[];
}

/** The first and last row and column. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Details {
  /** In R1C1 notation; blank for cells without a formula. */
  readonly formulas: readonly (readonly string[])[];
  /** Number formats. */
  readonly formats: readonly (readonly string[])[];
}

export interface Sheet {
  readonly name: string;
  /** The number in links to the sheet. */
  readonly id: number;
  /** Reads all cells to the last used row and column, at least one. */
  read(): readonly (readonly Cell[])[];
  /** The same cells from this execution's cache, for callers that only read. */
  known(): readonly (readonly Cell[])[];
  /** Reads the cells as they are now, without the cache. */
  cellsIn(area: Area): readonly (readonly Cell[])[];
  details(area: Area): Details;
  /** The merged cells that overlap the area. */
  merged(area: Area): readonly Area[];
  formulasIn(area: Area): Details['formulas'];
  /** The colors and font style of each cell; blank for the default. */
  looks(area: Area): readonly (readonly string[])[];
  /** The rows with a note, ascending. */
  notedRows(from: number, to: number): readonly number[];
  isHidden(column: number): boolean;
  /** The columns of the sheet's filter, if it has one. */
  filtered(): Pick<Area, 'left' | 'right'> | undefined;
  /** The notes on the first row, cached while its `names` stay the same. */
  notes(names: readonly Cell[]): readonly string[];
  /** Writes formats first, so that Google does not parse text as numbers or dates. The sheet grows as needed. */
  write(block: Block): void;
  fill(fill: Fill): void;
  /** Inserts blank rows without formats above this one. */
  insertRows(before: number, count: number): void;
  /** Sorts whole rows, descending by default and blanks last; false if Google refuses or a filter hides rows. */
  sortRows(from: number, to: number, column: number, ascending?: boolean): boolean;
  /** Freezes this many rows below the header, and leaves them out of the filter. */
  pinRows(count: number): void;
  removeRows(from: number, count: number): void;
  seen(): Seen | undefined;
  remember(seen: Seen): void;
  /** Remembers how many rows are in the table's order; undefined if the order is the person's. */
  rememberOrder(rows: number | undefined): void;
  /** Adds columns with headers. Existing columns from `column` on move right by `inserted`. */
  addColumns(column: number, columns: readonly NewColumn[], inserted: number): void;
  /** Unhides a column. */
  reveal(column: number): void;
  /** Writes headers that an interrupted execution left out, by position. */
  nameColumns(columns: ReadonlyMap<number, Column>): void;
}

export interface Book {
  /** The number of cells of all sheets, including blank ones. */
  cells(): number;
  /** IANA name. */
  timeZone(): string;
  /** The separator between arguments of formulas. */
  separator(): Separator;
  /** The names of sheets that were read and have damaged column data. */
  damaged?(): readonly string[];
  /** The names of tables that have a sheet. */
  tables(): readonly string[];
  /** Finds a table's sheet, even if it was moved or renamed. Throws MARKET_TABLE if another sheet has the name. */
  find(table: string): Sheet | undefined;
  /** Creates a sheet with a frozen header. Throws MARKET_TABLE if the name is taken. */
  create(table: string, columns: readonly NewColumn[], first?: FirstRows): Sheet;
  remove(table: string): void;
  /** Unhides and activates the sheet; false if it does not exist. */
  show(table: string): boolean;
  hide(table: string): void;
  /** Activates the sheet and selects these rows. */
  select(table: string, rows: readonly number[]): void;
  /** The active row, if the active sheet is this table's. */
  activeRow(table: string): number | undefined;
  /** The selection on the active sheet, down to its last used cell. */
  selected(): readonly SelectedArea[];
  readonly journal: Journal;
}

/** Rows that are written in one call with a new sheet's header. */
export interface FirstRows {
  /** The first rows with all of their columns. */
  readonly block?: Block | undefined;
  /** In A1 notation. */
  readonly fills?: readonly Fill[] | undefined;
  /** The number of rows in the table's order. */
  readonly ordered?: number | undefined;
}

/** Selected cells, as texts with all digits. */
export interface SelectedArea {
  /** Such as `Orders!B2:B9`. */
  readonly name: string;
  /** The cells of the sheet's first row above the selection. */
  readonly header: readonly string[];
  /** The cells of visible rows. */
  readonly cells: readonly (readonly string[])[];
  /** The number of hidden rows. */
  readonly hidden: number;
  /** False if the area has too many rows to check which ones a person hid: then `cells` includes those. */
  readonly isChecked: boolean;
}

/** A text of at most 50,000 characters, with a label for its run. */
export interface JournalLine {
  readonly label: string;
  readonly text: string;
}

/** Lines on a hidden sheet of the workbook, counted from 0. */
export interface Journal {
  labels(): readonly string[];
  lines(from: number): readonly JournalLine[];
  append(lines: readonly JournalLine[]): void;
  /** The numbers are ascending. */
  removeLines(lines: readonly number[]): void;
  /** Removes the sheet. The next line creates it again. */
  remove(): void;
}
