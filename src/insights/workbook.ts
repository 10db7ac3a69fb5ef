/** The workbook as insights see it: typed rows of our tables as they stand in the sheets, and what counts of the rules. */
import { inventory } from '../operations/inventory.ts';
import { recorded } from '../operations/tables.ts';
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { once } from '../protocol/store.ts';
import { type Column, sheetColumns } from '../tables/columns.ts';
import type { Period } from '../tables/fold.ts';
import { historyColumns, periodsIn } from '../tables/history.ts';
import { type Opened, openKnown, openTable, openToRead } from '../tables/opened.ts';
import type { Thresholds } from '../tables/rules/rules-sheet.ts';
import type { Book, Positions } from '../tables/sheet.ts';
import type { Recorded } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';
import { type RowMarks, rowsIn, type TableRow } from './table-rows.ts';

/** What a run hands to insights. */
interface InsightPorts {
  readonly book: Book;
  /** Epoch milliseconds; one instant for all that a run says. */
  readonly now: number;
  readonly thresholds: Thresholds;
  /** When each table was last brought up to date for each shop; one that never was is not among them. */
  readonly ages: readonly TableAge[];
}

export interface TableAge {
  readonly table: string;
  readonly sellerId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Each sheet is read once, when it is first asked for, and then known. */
export interface Workbook extends Omit<InsightPorts, 'book'> {
  readonly zone: string;
  /** The calendar day, `YYYY-MM-DD`. */
  readonly today: string;
  /** None where there is no such sheet. */
  rows<const T extends Recorded, N extends T['tables'][number]['name']>(
    declared: T,
    table: N,
  ): readonly TableRow<T, N>[];
  /** What the sheet *Stock history* says. */
  stockPeriods(): readonly Period[];
  /** Where the columns of a table stand now; undefined where it has no sheet. */
  positionsOf(table: string): Positions | undefined;
  /** A row of such a table by its identity. */
  rowOf(table: string | null, rowKey: string | null): RowMarks | undefined;
  /** To be written, as it was read. Throws MARKET_TABLE where its rows or columns cannot be identified any more. */
  toWrite(declared: Recorded, table: string): Opened;
  /** Somebody has changed the sheet since it was read: it is read again when it is asked for next. */
  forget(table: string): void;
}

export function workbookOf(ports: InsightPorts): Workbook {
  const { book, now } = ports;
  const zone = book.timeZone();
  const read = new Map<string, Opened>();
  const typed = new Map<string, ReadonlyMap<string, RowMarks>>();
  const looked = new Map<string, Opened>();
  const toWrite = (declared: Recorded, name: string): Opened => {
    const columns = columnsOf(declared, name);
    const known = looked.get(name);
    const isWhole = known?.columns.length === columns.length && !known.contents.unnamed;
    const opened = read.get(name) ?? (isWhole ? known : openTable(book, name, columns));
    read.set(name, opened);
    return opened;
  };
  const opened = (declared: Recorded, name: string): Opened | undefined => {
    const open = () => openKnown(book, name, columnsOf(declared, name));
    const found = read.get(name) ?? looked.get(name) ?? ifOurs(open);
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
    today: wallText(now, zone).slice(0, 10),
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
      for (const known of [read, looked, typed]) known.delete(name);
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

/** A sheet that only has the name is the person's. */
function ifOurs(open: () => Opened | undefined): Opened | undefined {
  try {
    const opened = open();
    return opened?.sheet && opened;
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}
