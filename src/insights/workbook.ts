/** The workbook as insights see it: typed rows of our tables as they stand in the sheets, and what counts of the rules. */
import { MarketError } from '../protocol/market-error.ts';
import type { Period } from '../tables/fold.ts';
import { historyColumns, periodsIn } from '../tables/history.ts';
import type { Opened } from '../tables/opened.ts';
import { openExisting, openTable } from '../tables/opened.ts';
import type { Thresholds } from '../tables/rules/rules-sheet.ts';
import type { Book, Positions } from '../tables/sheet.ts';
import type { Recorded, Table } from '../tables/table.ts';
import { wallText } from '../tables/zone.ts';
import type { RowMarks, TableRow } from './table-rows.ts';
import { columnsToRead, rowsIn } from './table-rows.ts';

/** What a run hands to insights. */
export interface InsightPorts {
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
  /** What the history of a table says: each time in which a stock did not change. */
  periods(declared: Recorded, table: string): readonly Period[];
  /** Where the columns of a table stand now; undefined where it has no sheet. */
  positions(declared: Recorded, table: string): Positions | undefined;
  /** To be written, as it was read. Throws MARKET_TABLE where its rows or columns cannot be identified any more. */
  opened(declared: Recorded, table: string): Opened;
}

export function workbookOf(ports: InsightPorts): Workbook {
  const { book, now } = ports;
  const zone = book.timeZone();
  const known = new Map<string, Opened>();
  const typed = new Map<string, readonly RowMarks[]>();
  const opened = (declared: Recorded, name: string): Opened => {
    const columns = columnsToRead(declared, tableOf(declared, name));
    const sheet = known.get(name) ?? openTable(book, name, columns);
    known.set(name, sheet);
    return sheet;
  };
  /** A sheet that only has the name is the person's. */
  const existing = (read: () => Opened | undefined): Opened | undefined => {
    try {
      const sheet = read();
      return sheet?.sheet && sheet;
    } catch (error) {
      if (error instanceof MarketError) return undefined;
      throw error;
    }
  };
  return {
    ...ports,
    zone,
    today: wallText(now, zone).slice(0, 10),
    rows: (declared, name) => {
      const sheet = existing(() => opened(declared, name));
      const rows = typed.get(name) ?? (sheet ? rowsIn(sheet.contents, sheet.columns, zone) : []);
      typed.set(name, rows);
      return rows as readonly never[];
    },
    periods: (declared, name) => {
      const table = tableOf(declared, name);
      const { history } = table;
      if (!history) return [];
      const columns = historyColumns(declared, table, history);
      const past = existing(() => openExisting(book, history.name, columns));
      return past ? periodsIn(past, history) : [];
    },
    positions: (declared, name) => existing(() => opened(declared, name))?.contents.positions,
    opened,
  };
}

function tableOf({ tables }: Recorded, name: string): Table {
  return tables.find((table) => table.name === name)!;
}
