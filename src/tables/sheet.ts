/** The port to the workbook, as narrow as tables need it. Rows and columns count from 1. */
import type { Cell } from './cells.ts';
import type { Column } from './columns.ts';
import type { Separator } from './formula-text.ts';
import type { NewColumn } from './widths.ts';

/** Column positions: from 1, by column id. */
export type Positions = ReadonlyMap<string, number>;

/** What is remembered of a sheet. */
export interface Seen {
  /** Our columns as they were last found. */
  readonly positions: Readonly<Record<string, number>>;
  /** How many columns had a header, those of the person too. */
  readonly headers: number;
  /** Columns that were hidden when the sheet was made and are to be shown once rows differ in them. */
  readonly constant?: readonly string[];
  /** So many rows stood in the order of their table when that was last seen to; those below came since then. */
  readonly ordered?: number;
}

/** A rectangle of cells to be written, with the number format of each where formats are to be set. */
export interface Block {
  readonly row: number;
  readonly column: number;
  readonly values: readonly (readonly Cell[])[];
  readonly formats?: readonly (readonly string[])[] | undefined;
}

/** A rectangle of formulas: of the person, continued into new rows, or of ours. */
export interface Fill {
  readonly row: number;
  readonly column: number;
  /** In A1 notation, which alone has a spelling for whole columns that is documented; else in R1C1. */
  readonly isA1?: true;
  /** Blank where there is none. */
  readonly formulas: readonly (readonly string[])[];
  /** Where they are to be set. */
  readonly formats?: readonly (readonly string[])[];
}

/** Cells from the first to the last row and column, all included. */
export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** What `read` leaves out of the same cells. */
export interface Details {
  /** In R1C1 notation; blank where there is none. */
  readonly formulas: readonly (readonly string[])[];
  /** Number formats. */
  readonly formats: readonly (readonly string[])[];
}

export interface Sheet {
  readonly name: string;
  /** The number by which links know it. */
  readonly id: number;
  /** Everything from the first cell to the last used row and column; at least one cell. */
  read(): readonly (readonly Cell[])[];
  /** The same for who only reads: as the execution has read or written it since it has the workbook to itself. */
  known(): readonly (readonly Cell[])[];
  /** What the cells of an area hold now. */
  cellsIn(area: Area): readonly (readonly Cell[])[];
  details(area: Area): Details;
  /** The merged cells that share a cell with the area. */
  merged(area: Area): readonly Area[];
  /** Of the details, formulas alone. */
  formulasIn(area: Area): Details['formulas'];
  /** How each cell looks apart from its number format: colours and the style of letters; blank as nobody changed it. */
  looks(area: Area): readonly (readonly string[])[];
  /** Those rows of `from` to `to` that bear a note, ascending. */
  notedRows(from: number, to: number): readonly number[];
  /** By the column's position. */
  isHidden(column: number): boolean;
  /** The columns that its filter covers; nothing where there is none. */
  filtered(): Pick<Area, 'left' | 'right'> | undefined;
  /** Notes on the first row, in which these names stand; asked for once while they do. */
  notes(names: readonly Cell[]): readonly string[];
  /** Formats first, then values, so that no text is ever parsed. The sheet grows as needed. */
  write(block: Block): void;
  fill(fill: Fill): void;
  /** Blank rows without any format, above the row that has this number now. */
  insertRows(before: number, count: number): void;
  /**
   * Sorts whole rows by a column, the greatest on top unless `ascending`, blanks last; false where Google refuses or a
   * filter hides rows.
   */
  sortRows(from: number, to: number, column: number, ascending?: boolean): boolean;
  /** Keeps so many rows below the header in place: frozen, and outside the filter. */
  pinRows(count: number): void;
  /** Removes rows with all that is on them. */
  removeRows(from: number, count: number): void;
  /** Our columns as they were remembered. */
  seen(): Seen | undefined;
  remember(seen: Seen): void;
  /** Of what is remembered, how many rows stand in the order of their table; nothing where the person's counts. */
  rememberOrder(rows: number | undefined): void;
  /** Adds columns with their headers; columns from this position on move right by `inserted`. */
  addColumns(column: number, columns: readonly NewColumn[], inserted: number): void;
  /** Shows a hidden column. */
  reveal(column: number): void;
  /** Gives columns their headers, by position: an execution ended while it added them. */
  nameColumns(columns: ReadonlyMap<number, Column>): void;
}

export interface Book {
  /** Cells of all sheets, blank ones included. */
  cells(): number;
  /** IANA name of the spreadsheet's time zone. */
  timeZone(): string;
  /** What parts the arguments of formulas in the spreadsheet. */
  separator(): Separator;
  /** Sheets of ours whose stored columns were damaged, as far as this execution has looked. */
  damaged?(): readonly string[];
  /** The tables that have a sheet. */
  tables(): readonly string[];
  /** The sheet of a table, wherever it was moved and however it was renamed. */
  find(table: string): Sheet | undefined;
  /** A new sheet of the table's name with a frozen header; refuses a name that is taken by something else. */
  create(table: string, columns: readonly NewColumn[], first?: FirstRows): Sheet;
  /** Deletes the sheet of a table, where there is one. */
  remove(table: string): void;
  /** Brings the sheet of a table to the front, out of hiding too; false where there is none. */
  show(table: string): boolean;
  /** Hides the sheet of a table, where there is one. */
  hide(table: string): void;
  /** The same, with these rows selected whole. */
  select(table: string, rows: readonly number[]): void;
  /** The row that somebody stands on, where the sheet in front is that of this table. */
  activeRow(table: string): number | undefined;
  /** What is selected on the sheet that is looked at, as far as anything stands there. */
  selected(): readonly SelectedArea[];
  readonly journal: Journal;
}

/** What comes into a new sheet along with its header, in one call with it. */
export interface FirstRows {
  /** The rows right below the header, in all columns. */
  readonly block?: Block | undefined;
  /** Formulas in cells of these rows, in A1 notation. */
  readonly fills?: readonly Fill[] | undefined;
  /** So many of them stand in the order of their table. */
  readonly ordered?: number | undefined;
}

/** A rectangle of selected cells, as texts that keep every digit. */
export interface SelectedArea {
  /** `Orders!B2:B9`. */
  readonly name: string;
  /** What stands above its columns in the first row of the sheet. */
  readonly header: readonly string[];
  /** Without the rows that are hidden. */
  readonly cells: readonly (readonly string[])[];
  /** How many rows these are. */
  readonly hidden: number;
  /** False where there are too many rows to tell which ones a person hid without a filter: `cells` has those. */
  readonly isTold: boolean;
}

/** A line has room for 50,000 characters; its label says what it belongs to. */
export interface JournalLine {
  readonly label: string;
  readonly text: string;
}

/** Hidden lines in the workbook, counted from 0. */
export interface Journal {
  labels(): readonly string[];
  /** From this one on. */
  lines(from: number): readonly JournalLine[];
  append(lines: readonly JournalLine[]): void;
  /** Ascending. */
  removeLines(lines: readonly number[]): void;
  /** The next line makes it anew. */
  remove(): void;
}
