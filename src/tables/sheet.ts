/** The port to the workbook, as narrow as tables need it. Rows and columns count from 1. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import type { Separator } from './formula-text.ts';
import type { NewColumn } from './widths.ts';

/** By column id, from 1. */
export type Positions = ReadonlyMap<string, number>;

export interface Seen {
  /** Our columns as last found. */
  readonly positions: Readonly<Record<string, number>>;
  /** Columns with a header, including the person's. */
  readonly headers: number;
  /** Columns hidden until rows differ in them. */
  readonly constant?: readonly string[];
  /** Rows that were in the table's order; later ones are below them. */
  readonly ordered?: number;
}

/** Cells to write, with number formats where these are set. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: readonly (readonly Cell[])[];
  readonly formats?: readonly (readonly string[])[] | undefined;
}

/** Formulas to write: the person's, continued into new rows, or ours. */
export interface Fill {
  readonly row: number;
  readonly column: number;
  /** A1 notation, needed for whole columns; otherwise R1C1. */
  readonly isA1?: true;
  readonly formulas: readonly (readonly string[])[];
  readonly formats?: readonly (readonly string[])[];
}

/** Rows and columns, inclusive. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface Details {
  /** In R1C1 notation; blank where there is none. */
  readonly formulas: readonly (readonly string[])[];
  /** Number formats. */
  readonly formats: readonly (readonly string[])[];
}

export interface Sheet {
  readonly name: string;
  /** The number in links to the sheet. */
  readonly id: number;
  /** All cells to the last used row and column; at least one. */
  read(): readonly (readonly Cell[])[];
  /** The same from this execution's cache, for callers that only read. */
  known(): readonly (readonly Cell[])[];
  /** Read now. */
  cellsIn(area: Area): readonly (readonly Cell[])[];
  details(area: Area): Details;
  /** Merged cells that overlap the area. */
  merged(area: Area): readonly Area[];
  formulasIn(area: Area): Details['formulas'];
  /** Each cell's colors and font style; blank for the default. */
  looks(area: Area): readonly (readonly string[])[];
  /** Rows with a note, ascending. */
  notedRows(from: number, to: number): readonly number[];
  isHidden(column: number): boolean;
  /** The columns of its filter, if any. */
  filtered(): Pick<Area, 'left' | 'right'> | undefined;
  /** Notes on the first row; cached while its names stay the same. */
  notes(names: readonly Cell[]): readonly string[];
  /** Formats first, so that no text is parsed. The sheet grows as needed. */
  write(block: Block): void;
  fill(fill: Fill): void;
  /** Unformatted blank rows above this one. */
  insertRows(before: number, count: number): void;
  /** Sorts whole rows, descending by default, blanks last; false if Google refuses or a filter hides rows. */
  sortRows(from: number, to: number, column: number, ascending?: boolean): boolean;
  /** Freezes so many rows below the header, outside the filter. */
  pinRows(count: number): void;
  removeRows(from: number, count: number): void;
  seen(): Seen | undefined;
  remember(seen: Seen): void;
  /** Remembers how many rows are in the table's order; undefined if the order is the person's. */
  rememberOrder(rows: number | undefined): void;
  /** Adds columns with headers; existing columns from here on move right by `inserted`. */
  addColumns(column: number, columns: readonly NewColumn[], inserted: number): void;
  reveal(column: number): void;
  /** Adds headers that an interrupted execution left out, by position. */
  nameColumns(columns: ReadonlyMap<number, Column>): void;
}

export interface Book {
  /** All sheets, blank cells included. */
  cells(): number;
  /** IANA name. */
  timeZone(): string;
  /** Separates arguments of formulas. */
  separator(): Separator;
  /** Sheets with damaged column data, as far as read. */
  damaged?(): readonly string[];
  tables(): readonly string[];
  /** Found even if moved or renamed. */
  find(table: string): Sheet | undefined;
  /** A new sheet with a frozen header; throws if the name is taken. */
  create(table: string, columns: readonly NewColumn[], first?: FirstRows): Sheet;
  remove(table: string): void;
  /** Activates the sheet, unhiding it; false if there is none. */
  show(table: string): boolean;
  hide(table: string): void;
  /** Activates the sheet with these rows selected. */
  select(table: string, rows: readonly number[]): void;
  /** The active row, if the active sheet is this table's. */
  activeRow(table: string): number | undefined;
  /** The selection on the active sheet, up to its last used cell. */
  selected(): readonly SelectedArea[];
  readonly journal: Journal;
}

/** Written in one call with a new sheet's header. */
export interface FirstRows {
  /** All columns of the first rows. */
  readonly block?: Block | undefined;
  /** In A1 notation. */
  readonly fills?: readonly Fill[] | undefined;
  /** Rows in the table's order. */
  readonly ordered?: number | undefined;
}

/** Selected cells as texts with all digits. */
export interface SelectedArea {
  /** `Orders!B2:B9`. */
  readonly name: string;
  /** The first row above its columns. */
  readonly header: readonly string[];
  /** Without hidden rows. */
  readonly cells: readonly (readonly string[])[];
  /** Number of hidden rows. */
  readonly hidden: number;
  /** False with too many rows to detect rows hidden by hand: `cells` includes those. */
  readonly isTold: boolean;
}

/** At most 50,000 characters; the label says what it belongs to. */
export interface JournalLine {
  readonly label: string;
  readonly text: string;
}

/** Hidden lines in the workbook, counted from 0. */
export interface Journal {
  labels(): readonly string[];
  lines(from: number): readonly JournalLine[];
  append(lines: readonly JournalLine[]): void;
  /** Ascending. */
  removeLines(lines: readonly number[]): void;
  /** The next line creates it again. */
  remove(): void;
}
