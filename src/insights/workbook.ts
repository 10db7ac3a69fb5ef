/** The workbook as insights see it: typed rows of the tables, links to rows, and thresholds from Rules. */
import { inventory } from '../operations/inventory.ts';
import { recorded } from '../operations/tables.ts';
import { type Field, type Kind, type List, NONE_PRIVATE, type Shape } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';
import { identifierIn } from '../tables/catalog/item-keys.ts';
import type { Cell } from '../tables/cells.ts';
import { AS_OF, type Column, GONE_SINCE, ROW_KEY, sheetColumns } from '../tables/columns.ts';
import type { Period } from '../tables/fold.ts';
import { columnLetters, patternOf } from '../tables/formula-text.ts';
import { historyColumns, periodsIn } from '../tables/history.ts';
import { type Opened, openKnown, openTable, openToRead } from '../tables/opened.ts';
import { type Contents, keyAt } from '../tables/positions.ts';
import type { Thresholds } from '../tables/rules/rules-sheet.ts';
import type { Book, Positions, Sheet } from '../tables/sheet.ts';
import type { DeclaredShape, Recorded } from '../tables/table.ts';
import { dayAt } from '../tables/zone.ts';

interface InsightPorts {
  readonly book: Book;
  /** Epoch milliseconds; the same during a whole run. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** When each table was last updated, per shop. Tables that were never updated are missing. */
  readonly ages: readonly TableAge[];
}

export interface TableAge {
  readonly table: string;
  readonly sellerId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Each sheet is read once, on first use. */
export interface Workbook extends Omit<InsightPorts, 'book'> {
  readonly zone: string;
  /** The calendar day, `YYYY-MM-DD`. */
  readonly today: string;
  /** The rows of a table; empty without its sheet. */
  rows<const T extends Recorded, N extends T['tables'][number]['name']>(
    declared: T,
    table: N,
  ): readonly TableRow<T, N>[];
  stockPeriods(): readonly Period[];
  /** Column positions; undefined without the sheet. */
  positionsOf(table: string): Positions | undefined;
  rowOf(table: string | null, rowKey: string | null): RowMarks | undefined;
  /** The table as it was read. Throws MARKET_TABLE if its rows or columns cannot be identified. */
  toWrite(declared: Recorded, table: string): Opened;
  /** Reads the sheet again at the next access. */
  forget(table: string): void;
}

export function workbookOf(ports: InsightPorts): Workbook {
  const { book, now } = ports;
  const zone = book.timeZone();
  const toBeWritten = new Map<string, Opened>();
  /** These have only the cells that this execution knows, so columns may be missing. */
  const looked = new Map<string, Opened>();
  const typed = new Map<string, ReadonlyMap<string, RowMarks>>();
  const toWrite = (declared: Recorded, name: string): Opened => {
    const columns = columnsOf(declared, name);
    const known = looked.get(name);
    const isWhole = known?.columns.length === columns.length && !known.contents.unnamed;
    const opened = toBeWritten.get(name) ?? (isWhole ? known : openTable(book, name, columns));
    toBeWritten.set(name, opened);
    return opened;
  };
  const opened = (declared: Recorded, name: string): Opened | undefined => {
    const open = () => openKnown(book, name, columnsOf(declared, name));
    const found = toBeWritten.get(name) ?? looked.get(name) ?? ifOurs(open);
    if (found) looked.set(name, found);
    return found;
  };
  const rowsOf = (declared: Recorded, name: string): ReadonlyMap<string, RowMarks> => {
    const sheet = opened(declared, name);
    const rows =
      typed.get(name) ??
      (sheet ? rowsIn(sheet.contents, columnsOf(declared, name), zone) : new Map<string, RowMarks>());
    typed.set(name, rows);
    return rows;
  };
  return {
    ...ports,
    zone,
    today: dayAt(now, zone),
    rows: (declared, name) => {
      const rows: readonly RowMarks[] = [...rowsOf(declared, name).values()];
      return rows as readonly never[];
    },
    stockPeriods: once(() => stockPeriods(book)),
    positionsOf: (name) => {
      const declared = declarationOf(name);
      return declared && opened(declared, name)?.contents.positions;
    },
    rowOf: (name, rowKey) => {
      const declared = name === null ? undefined : declarationOf(name);
      if (!declared || name === null || rowKey === null) return undefined;
      return rowsOf(declared, name).get(rowKey);
    },
    toWrite,
    forget: (name) => {
      for (const known of [toBeWritten, looked, typed]) known.delete(name);
    },
  };
}

function declarationOf(table: string): Recorded | undefined {
  return recorded.find(({ tables }) => tables.some(({ name }) => name === table));
}

function columnsOf(declared: Recorded, name: string): readonly Column[] {
  return sheetColumns(declared, declared.tables.find((table) => table.name === name)!, NONE_PRIVATE);
}

function stockPeriods(book: Book): readonly Period[] {
  const [table] = inventory.tables;
  const columns = historyColumns(inventory, table, table.history);
  const opened = ifOurs(() => openToRead(book, table.history.name, columns));
  return opened ? periodsIn(opened, table.history) : [];
}

/** Returns undefined if the sheet does not exist, or if it is a person's sheet that happens to have a table's name. */
function ifOurs(open: () => Opened | undefined): Opened | undefined {
  try {
    const opened = open();
    return opened?.sheet && opened;
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}

/** Where rows of a table are. Each part costs a call to the sheet, so it is computed on first use. */
export interface TablePlace {
  /** The beginning of a link to a row, in the text of a formula: the row number follows. */
  address(): string;
  /** The column of its keys, as a formula names it. */
  keys(): string;
}

/** Returns undefined without the sheet. `column` is the column with the keys. */
export function placeOf(
  book: Book,
  workbook: Workbook,
  table: string,
  column: string = ROW_KEY.id,
): TablePlace | undefined {
  const position = workbook.positionsOf(table)?.get(column);
  const sheet = position === undefined ? undefined : book.find(table);
  return (
    sheet && {
      address: once(() => `"#gid=${sheet.id}&range=A`),
      keys: once(() => wholeColumn(sheet, position!)),
    }
  );
}

/** Values of the hidden columns that a link needs. */
export function linkTo(rowKey: string | null | undefined) {
  return { linkKey: rowKey ?? null, linkPattern: patternOf(rowKey) };
}

/**
 * Returns a formula for the address of the row whose key is in the cell `key`, or row 1 if no row has it. `pattern` is
 * the cell with the key in which `*`, `?` and `~` are escaped, blank if it has none. MATCH is tried with both, because
 * Google does not document whether it reads these characters as wildcards.
 */
export function addressOf(place: TablePlace, key: string, pattern: string): string {
  const row = (wanted: string) => `MATCH(${wanted},${place.keys()},0)`;
  return `${place.address()}"&IFERROR(${row(`IF(${pattern}="",${key},${pattern})`)},IFERROR(${row(key)},1))`;
}

/** Whether the formula of a link leads to this place and is spelled as `addressOf` does. */
export function leadsTo(formula: string, place: TablePlace): boolean {
  return formula.includes(place.address()) && /MATCH\(IF\(.*MATCH\(/.test(formula);
}

export function wholeColumn({ name }: Sheet, position: number): string {
  const letters = columnLetters(position);
  return `'${name.replace(/'/g, "''")}'!${letters}:${letters}`;
}

type NumberKind = 'integer' | 'decimal' | 'number' | 'money' | 'ratio' | 'instant';

/** Instants are epoch milliseconds, days `YYYY-MM-DD`. A cell that is blank or of another type is read as null. */
type Read<K extends Kind> = K extends 'boolean' ? boolean : K extends NumberKind ? number : string;

type ReadOf<F> = F extends Field<infer K> ? Read<K> | null : never;

type Singles<S extends Shape> = {
  readonly [N in keyof S as S[N] extends List ? never : N]: ReadOf<S[N]>;
};

/** The fields of one path of a table's columns. A path that is not a literal type gives all single fields. */
type FieldsAt<S extends Shape, P extends string> = string extends P
  ? Singles<S>
  : P extends `${infer L}.${infer Rest}`
    ? S[L] extends List<infer Inner>
      ? FieldsAt<Inner, Rest>
      : unknown
    : P extends '*'
      ? Singles<S>
      : { readonly [N in P]: ReadOf<S[N]> };

type All<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void ? I : never;

type ComputedFields<S extends Shape, C> = {
  readonly [N in keyof C & string]: C[N] extends 'field'
    ? ReadOf<S[N]>
    : C[N] extends { readonly trait: string }
      ? string | null
      : number | null;
};

export interface RowMarks {
  readonly rowKey: string;
  readonly row: number;
  /** Epoch milliseconds. */
  readonly goneSince: number | null;
  /** Epoch milliseconds; null if the table has no such column. */
  readonly asOf: number | null;
}

type TableOf<T extends Recorded, N extends T['tables'][number]['name']> = Extract<
  T['tables'][number],
  { readonly name: N }
>;

/** A row of a table; blank cells and columns that the sheet does not have are null. */
export type TableRow<T extends Recorded, N extends T['tables'][number]['name']> = RowMarks &
  All<FieldsAt<DeclaredShape<T>, TableOf<T, N>['columns'][number]>> &
  (TableOf<T, N> extends { readonly computed: infer C } ? ComputedFields<DeclaredShape<T>, C> : unknown);

/**
 * The rows with a key, in the order of the sheet. Of rows that a person copied, the first counts. A cell is converted
 * when its field is read, because most fields never are.
 */
export function rowsIn(contents: Contents, columns: readonly Column[], zone: string): ReadonlyMap<string, RowMarks> {
  class Row implements RowMarks {
    declare readonly goneSince: number | null;
    declare readonly asOf: number | null;
    readonly rowKey: string;
    readonly row: number;
    readonly cells: readonly Cell[];
    constructor(index: number, rowKey: string) {
      this.rowKey = rowKey;
      this.row = index + 1;
      this.cells = contents.cells[index]!;
    }
  }
  const read = new Map([GONE_SINCE, AS_OF, ...columns].map((column) => [column.id, column]));
  read.delete(ROW_KEY.id);
  for (const [id, { kind }] of read) {
    const at = (contents.positions.get(id) ?? 0) - 1;
    const of = READERS[kind];
    Object.defineProperty(Row.prototype, id, {
      get(this: Row) {
        const cell = this.cells[at];
        return cell === undefined || cell === '' ? null : of(cell, zone);
      },
    });
  }
  const rows = new Map<string, Row>();
  for (let index = 1; index < contents.cells.length; index++) {
    const key = keyAt(contents, index);
    if (key !== '' && !rows.has(key)) rows.set(key, new Row(index, key));
  }
  return rows;
}

type Reader = (cell: Cell, zone: string) => unknown;

/** Texts of days are cached, because tables have many rows and few different days. */
const days = new Map<number, string>();
let zoneOfDays = '';

function dayText(at: number, zone: string): string {
  if (zone !== zoneOfDays) days.clear();
  zoneOfDays = zone;
  const text = days.get(at) ?? dayAt(at, zone);
  days.set(at, text);
  return text;
}

const asText: Reader = (cell) => identifierIn(cell) || null;
const asNumber: Reader = (cell) => (typeof cell === 'number' ? cell : null);

const READERS: { readonly [K in Kind]: Reader } = {
  text: asText,
  id: asText,
  texts: asText,
  pairs: asText,
  integer: asNumber,
  decimal: asNumber,
  number: asNumber,
  money: asNumber,
  ratio: asNumber,
  boolean: (cell) => (typeof cell === 'boolean' ? cell : null),
  instant: (cell) => (cell instanceof Date ? cell.getTime() : null),
  day: (cell, zone) => (cell instanceof Date ? dayText(cell.getTime(), zone) : null),
};

/** A name from a seller and other parts, which ignores case and surrounding blanks. */
export function nameIn(sellerId: string | null, ...parts: readonly (string | null)[]): string {
  let name = plain(sellerId);
  for (const part of parts) name += `\n${plain(part)}`;
  return name;
}

export function isSame(one: string, other: string): boolean {
  return nameIn(one) === nameIn(other);
}

/** Line breaks separate the parts of a name. */
function plain(part: string | null): string {
  const text = (part ?? '').trim().toLowerCase();
  return text.includes('\n') ? text.replace(/\n/g, ' ') : text;
}
