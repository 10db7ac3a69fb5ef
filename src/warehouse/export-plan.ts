/** What an export will cost, and what workbook and warehouse hold: counted, without a call. */
import type { Store } from '../protocol/store.ts';
import { findOurs } from '../tables/opened.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import type { Choice } from './export-ports.ts';
import { readOutbox } from './outbox.ts';
import { exportedTables } from './schema.ts';
import { readRows } from './sheet-rows.ts';
import { readPlace, readState } from './state.ts';

export interface ExportPlan {
  /** Rows that are to be sent, at most, by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  readonly total: number;
  /** Calls of the day's, at least. */
  readonly calls: number;
  /** Before they are packed. */
  readonly megabytes: number;
  readonly minutes: number;
}

/** Seen of a row on average, and of what a piece of rows takes. */
const BYTES_A_ROW = 500;
const ROWS_A_PIECE = 6000;
const ROWS_A_MINUTE = 60_000;
/** Dataset, log and view; and of a piece, itself and two looks at its job. */
const CALLS_A_TABLE = 3;
const CALLS_A_PIECE = 3;

export function planExport(
  { book, lines, document }: { readonly book: Book; readonly lines: Journal; readonly document: Store },
  choice: Choice,
): ExportPlan {
  const { listed } = readState(document);
  const waiting = new Map<string, Set<string>>();
  for (const { table, entries } of readOutbox(lines)) {
    const keys = waiting.get(table) ?? new Set<string>();
    waiting.set(table, keys);
    for (const { key } of entries) keys.add(key);
  }
  const counts = exportedTables()
    .filter(({ table }) => choice.tables?.includes(table) ?? true)
    .map((table) => {
      const count = listed.includes(table.table)
        ? (waiting.get(table.table)?.size ?? 0)
        : findOurs(book, table.table)
          ? (readRows(book, table)?.indexes.size ?? 0)
          : 0;
      return [table.table, count] as const;
    })
    .filter(([, count]) => count > 0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const pieces = counts.reduce((sum, [, count]) => sum + Math.ceil(count / ROWS_A_PIECE), 0);
  return {
    rows: Object.fromEntries(counts),
    total,
    calls: counts.length * CALLS_A_TABLE + pieces * CALLS_A_PIECE,
    megabytes: Math.ceil((total * BYTES_A_ROW) / 1e6),
    minutes: Math.ceil(total / ROWS_A_MINUTE),
  };
}

/** Rows that the logs hold, without what is kept beside them. */
export interface Holdings {
  readonly project: string;
  readonly location: string;
  /** Versions of rows that were sent since the beginning. */
  readonly sent: number;
  readonly waiting: number;
  /** Nothing while no export was complete; epoch milliseconds. */
  readonly doneAt?: number;
  readonly expires: boolean;
}

/** Undefined where no warehouse is used. */
export function holdings(document: Store, lines: Journal): Holdings | undefined {
  const place = readPlace(document);
  if (!place) return undefined;
  const { sent, doneAt, expires = false } = readState(document);
  const keys = new Set(readOutbox(lines).flatMap(({ table, entries }) => entries.map(({ key }) => `${table} ${key}`)));
  return {
    project: place.project,
    location: place.location,
    sent: Object.values(sent).reduce((sum, count) => sum + count, 0),
    waiting: keys.size,
    expires,
    ...(doneAt === undefined ? {} : { doneAt }),
  };
}
