/** The workbook's data for insights: typed table rows, links to rows, and thresholds from Rules. */
import { inventory } from '../operations/inventory.ts';
import { recorded } from '../operations/tables.ts';
import { type Field, type Kind, type List, NONE_PRIVATE, type Shape } from '../protocol/fields.ts';
import { orElse } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { identifierIn } from '../tables/catalog/item-keys.ts';
import type { Cell } from '../tables/cells.ts';
import { AS_OF, type Column, GONE_SINCE, ROW_KEY, sheetColumns } from '../tables/columns.ts';
import type { Period } from '../tables/fold.ts';
import { columnLetters, quotedSheet } from '../tables/formula-text.ts';
import { historyColumns, periodsIn } from '../tables/history.ts';
import { type Opened, openKnown, openTable, openToRead } from '../tables/opened.ts';
import { type Contents, keyAt } from '../tables/positions.ts';
import type { Thresholds } from '../tables/rules/rules-sheet.ts';
import type { Book, Positions, Sheet } from '../tables/sheet.ts';
import type { DeclaredShape, Recorded } from '../tables/table.ts';
import { dayAt } from '../tables/zone.ts';

interface InsightPorts {
  readonly book: Book;
  /** Epoch milliseconds, the same for the whole run. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** When each table was last updated, per shop. Omits tables that were never updated. */
  readonly ages: readonly TableAge[];
}

export interface TableAge {
  readonly table: string;
  readonly sellerId: string;
  readonly at: number;
  /** The period that was read without gaps; undefined if unknown. */
  readonly read?: readonly [from: number, to: number] | undefined;
}

/** When the seller's table was last updated. */
export function readAt({ ages }: Pick<Workbook, 'ages'>, table: string, sellerId: string): number | undefined {
  return ages.find((age) => age.table === table && isSame(age.sellerId, sellerId))?.at;
}

/** How many of the last `days` days were read, at least 1; all if unknown. */
export function daysRead({ ages, now }: Pick<Workbook, 'ages' | 'now'>, table: string, sellerId: string, days: number) {
  const [from] = ages.find((age) => age.table === table && isSame(age.sellerId, sellerId))?.read ?? [0];
  return Math.max(1, Math.min(days, Math.floor((now - from) / DAY)));
}

/** Reads each sheet once, on first use. */
export interface Workbook extends Omit<InsightPorts, 'book'> {
  readonly zone: string;
  /** `YYYY-MM-DD`, in `zone`. */
  readonly today: string;
  /** Returns a table's rows; empty if the sheet doesn't exist. */
  rows<const T extends Recorded, N extends T['tables'][number]['name']>(
    declared: T,
    table: N,
  ): readonly TableRow<T, N>[];
  /** Sheets that could not be read so far because their header or keys are missing. */
  unreadable(): readonly string[];
  stockPeriods(): readonly Period[];
  /** Returns column positions; undefined if the sheet doesn't exist. */
  positionsOf(table: string): Positions | undefined;
  rowOf(table: string | null, rowKey: string | null): RowMarks | undefined;
  /** Returns the table for writing. Throws MARKET_TABLE if its rows or columns can't be identified. */
  toWrite(declared: Recorded, table: string): Opened;
  /** Makes the next access read the sheet again. */
  forget(table: string): void;
}

export function workbookOf(ports: InsightPorts): Workbook {
  const { book, now } = ports;
  const zone = book.timeZone();
  const toBeWritten = new Map<string, Opened>();
  /** Contains only cells that this execution has read, so columns may be missing. */
  const looked = new Map<string, Opened>();
  const typed = new Map<string, ReadonlyMap<string, RowMarks>>();
  const unreadable = new Set<string>();
  const toWrite = (declared: Recorded, name: string) => {
    const columns = columnsOf(declared, name);
    const known = looked.get(name);
    const isWhole = known?.columns.length === columns.length && !known.contents.unnamed;
    const opened = toBeWritten.get(name) ?? (isWhole ? known : openTable(book, name, columns));
    toBeWritten.set(name, opened);
    return opened;
  };
  const opened = (declared: Recorded, name: string) => {
    const open = () => openKnown(book, name, columnsOf(declared, name));
    const found = toBeWritten.get(name) ?? looked.get(name) ?? ifOurs(open);
    if (found) looked.set(name, found);
    else if (book.tables().includes(name)) unreadable.add(name);
    return found;
  };
  const rowsOf = (declared: Recorded, name: string) => {
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
    unreadable: () => [...unreadable],
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

function columnsOf(declared: Recorded, name: string) {
  return sheetColumns(declared, declared.tables.find((table) => table.name === name)!, NONE_PRIVATE);
}

function stockPeriods(book: Book) {
  const [table] = inventory.tables;
  const columns = historyColumns(inventory, table, table.history);
  const opened = ifOurs(() => openToRead(book, table.history.name, columns));
  return opened ? periodsIn(opened, table.history) : [];
}

/** Returns undefined if the sheet doesn't exist or is a user's sheet with a table's name. */
function ifOurs(open: () => Opened | undefined) {
  return orElse(open, () => undefined);
}

/** Parts of links to a table's rows. They are computed on demand, because each requires a sheet call. */
export interface TablePlace {
  /** Returns the start of a link in a formula. Append the row number. */
  address(): string;
  /** Returns the key column as a formula reference. */
  keys(): string;
}

/** Returns undefined if the sheet doesn't exist. `column`: the ID of the key column. */
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

/** Returns values for a link's hidden columns. */
export function linkTo(rowKey: string | null | undefined) {
  return { linkKey: rowKey ?? null, linkPattern: patternOf(rowKey) };
}

/** Returns null if the key needs no escaping. */
export function patternOf(key: string | null | undefined): string | null {
  return key && /[*?~]/.test(key) ? key.replace(/[*?~]/g, '~$&') : null;
}

/**
 * Returns a formula for the address of the row whose key is in the cell `key`, or of row 1 if the key is missing.
 * `pattern` is the cell with the key after escaping `*`, `?` and `~`, or blank. Tries both, because Google doesn't
 * document whether MATCH expands wildcards.
 */
export function addressOf(place: TablePlace, key: string, pattern: string): string {
  const row = (wanted: string) => `MATCH(${wanted},${place.keys()},0)`;
  return `${place.address()}"&IFERROR(${row(`IF(${pattern}="",${key},${pattern})`)},IFERROR(${row(key)},1))`;
}

/** Whether a formula links to this place and has the form that `addressOf` returns. */
export function leadsTo(formula: string, place: TablePlace): boolean {
  return formula.includes(place.address()) && /MATCH\(IF\(.*MATCH\(/.test(formula);
}

function wholeColumn({ name }: Sheet, position: number): string {
  const letters = columnLetters(position);
  return `${quotedSheet(name)}!${letters}:${letters}`;
}

type NumberKind = 'integer' | 'decimal' | 'number' | 'money' | 'ratio' | 'instant';

/** Timestamps are in epoch milliseconds, and days are `YYYY-MM-DD`. Blank cells and cells of another type are null. */
type Read<K extends Kind> = K extends 'boolean' ? boolean : K extends NumberKind ? number : string;

type ReadOf<F> = F extends Field<infer K> ? Read<K> | null : never;

type Singles<S extends Shape> = {
  readonly [N in keyof S as S[N] extends List ? never : N]: ReadOf<S[N]>;
};

/** The fields at a path in a table's columns. If `P` is just `string`, all fields except lists. */
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

interface RowMarks {
  readonly rowKey: string;
  readonly row: number;
  readonly goneSince: number | null;
  /** Epoch milliseconds; null if the table has no As of column. */
  readonly asOf: number | null;
}

type TableOf<T extends Recorded, N extends T['tables'][number]['name']> = Extract<
  T['tables'][number],
  { readonly name: N }
>;

/** A table row. Blank cells and missing columns are null. */
export type TableRow<T extends Recorded, N extends T['tables'][number]['name']> = RowMarks &
  All<FieldsAt<DeclaredShape<T>, TableOf<T, N>['columns'][number]>> &
  (TableOf<T, N> extends { readonly computed: infer C } ? ComputedFields<DeclaredShape<T>, C> : unknown);

/** Returns rows with a key, in sheet order. If a key repeats, the first row wins. Converts cells lazily. */
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

/** Caches the text of each day, because tables have many rows but few distinct days. */
const days = new Map<number, string>();
let zoneOfDays = '';

function dayText(at: number, zone: string) {
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

/** Builds a lookup key from a seller and other parts, ignoring case and surrounding whitespace. */
export function nameIn(sellerId: string | null, ...parts: readonly (string | null)[]): string {
  let name = plain(sellerId);
  for (const part of parts) name += `\n${plain(part)}`;
  return name;
}

export function isSame(one: string, other: string): boolean {
  return nameIn(one) === nameIn(other);
}

/** Replaces line breaks because they separate the parts. */
function plain(part: string | null) {
  const text = (part ?? '').trim().toLowerCase();
  return text.includes('\n') ? text.replace(/\n/g, ' ') : text;
}
