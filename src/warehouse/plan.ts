/** What an export will cost, and what was sent so far: counted without a call. */
import type { Store } from '../protocol/store.ts';
import type { Book, Journal } from '../tables/sheet.ts';
import { type Choice, chosenTables, pendingRows } from './export.ts';
import { readRows } from './sheet-rows.ts';
import { type Place, readMemory, readState } from './state.ts';

export interface ExportPlan {
  /** Rows to send, by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  readonly total: number;
  /** Calls of the day's, at least. */
  readonly calls: number;
  readonly megabytes: number;
  readonly minutes: number;
}

const BYTES_PER_ROW = 500;
const ROWS_PER_PIECE = 6000;
const ROWS_PER_MINUTE = 60_000;
/** Dataset, log and view; and of a piece, the job and two looks at it. */
const CALLS_PER_TABLE = 3;
const CALLS_PER_PIECE = 3;

export function planExport(
  { book, lines }: { readonly book: Book; readonly lines: Journal },
  place: Place,
  choice: Choice,
): ExportPlan {
  const { sent } = readMemory(lines, place);
  const counts = chosenTables(book, choice)
    .map((table) => {
      const rows = readRows(book, table);
      return [table.table, rows ? pendingRows(rows, sent.get(table.table)).length : 0] as const;
    })
    .filter(([, count]) => count > 0);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const pieces = counts.reduce((sum, [, count]) => sum + Math.ceil(count / ROWS_PER_PIECE), 0);
  return {
    rows: Object.fromEntries(counts),
    total,
    calls: counts.length * CALLS_PER_TABLE + pieces * CALLS_PER_PIECE,
    megabytes: Math.ceil((total * BYTES_PER_ROW) / 1e6),
    minutes: Math.ceil(total / ROWS_PER_MINUTE),
  };
}

export interface Holdings extends Place {
  readonly sent: number;
  readonly doneAt?: number | undefined;
  readonly expires: boolean;
}

export function holdings(document: Store, place: Place): Holdings {
  const { sent, doneAt, expires } = readState(document, place);
  return { ...place, sent: Object.values(sent).reduce((sum, count) => sum + count, 0), expires, doneAt };
}
