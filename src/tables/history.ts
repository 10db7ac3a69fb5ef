/** A table's history: a row per period in which the kept columns did not change. */
import { ALL_PRIVATE, instantAt } from '../protocol/fields.ts';
import { type Cell, sameCell, toCell } from './cells.ts';
import { type Column, fieldColumns, GONE_SINCE, ownColumn, ROW_KEY } from './columns.ts';
import type { Period as StockPeriod } from './fold.ts';
import { type Opened, openTable } from './opened.ts';
import { planRows, type TablePlan } from './plan.ts';
import { type Contents, cellAt, isMarked, keyAt } from './positions.ts';
import type { Row } from './rows.ts';
import type { Book } from './sheet.ts';
import type { History, Recorded, Table } from './table.ts';
import { wallText } from './zone.ts';

const FIRST_SEEN = ownColumn('firstSeen', 'instant', 'When this value was first read.');

export const LAST_SEEN = ownColumn('lastSeen', 'instant', 'When this value was last seen; updated daily.');

/** The key of the other table, the columns shown beside it, those that are kept, and two times. No data of buyers, because rows stay. */
export function historyColumns(operation: Recorded, table: Table, { of, beside }: History): readonly Column[] {
  const fields = fieldColumns(operation, table, ALL_PRIVATE);
  const wanted = [...table.key, ...beside, ...of];
  const found = wanted.flatMap((id) => fields.filter((column) => column.id === id || column.names?.of === id));
  return [...found, FIRST_SEEN, LAST_SEEN, ROW_KEY];
}

export function planHistory(
  book: Book,
  operation: Recorded,
  { opened, rows }: Pick<TablePlan, 'opened' | 'rows'>,
  asOf: number,
): readonly TablePlan[] {
  const table = operation.tables.find(({ name }) => name === opened.table);
  if (!table?.history) return [];
  const past = openTable(book, table.history.name, historyColumns(operation, table, table.history));
  const zone = book.timeZone();
  const gone = new Set(
    opened.contents.cells.flatMap((_, index) =>
      cellAt(opened.contents, index, GONE_SINCE.id) === '' ? [] : [keyAt(opened.contents, index)],
    ),
  );
  return [
    planRows(
      past,
      historyRows(past.contents, table.history, rows, (key) => gone.has(key), asOf, zone),
      asOf,
      zone,
    ),
  ];
}

interface Period {
  readonly index: number;
  /** Epoch milliseconds. */
  readonly from: number;
}

/** New periods where values changed or the row was gone; else a later `Last seen`, once per day. */
function historyRows(
  contents: Contents,
  { of }: History,
  rows: readonly Row[],
  wasGone: (key: string) => boolean,
  asOf: number,
  zone: string,
): readonly Row[] {
  const latest = latestPeriods(contents);
  const now = Math.floor(asOf / 1000) * 1000;
  return rows.flatMap((row): Row[] => {
    const period = latest.get(row.key);
    const stays =
      period !== undefined &&
      !wasGone(row.key) &&
      of.every((id) => sameCell(cellAt(contents, period.index, id), toCell(row.values[id] ?? null, zone), zone));
    if (!stays) return [periodOf(row, now, now)];
    // A torn row is written again.
    const isTold =
      !isMarked(contents, period.index) && isOfDay(cellAt(contents, period.index, LAST_SEEN.id), now, zone);
    return isTold ? [] : [periodOf(row, period.from, now)];
  });
}

/** The row's key and the start of the period. */
function periodOf(row: Row, from: number, to: number): Row {
  return {
    key: `${row.key}|${new Date(from).toISOString()}`,
    values: { ...row.values, [FIRST_SEEN.id]: instantAt(from), [LAST_SEEN.id]: instantAt(to) },
  };
}

function latestPeriods(contents: Contents): ReadonlyMap<string, Period> {
  const latest = new Map<string, Period>();
  contents.cells.forEach((_, index) => {
    const { row, from } = periodOfKey(contents, index);
    if (from === undefined) return;
    const known = latest.get(row);
    if (!known || known.from < from) latest.set(row, { index, from });
  });
  return latest;
}

/** Parses the key of a row; `from` is undefined if it is no period. */
export function periodOfKey(
  contents: Contents,
  index: number,
): { readonly key: string; readonly row: string; readonly from: number | undefined } {
  const key = keyAt(contents, index);
  const bar = key.lastIndexOf('|');
  const from = Date.parse(key.slice(bar + 1));
  return { key, row: key.slice(0, bar), from: bar < 0 || Number.isNaN(from) ? undefined : from };
}

/** NaN if the cell has no date. */
export function lastSeenAt(contents: Contents, index: number): number {
  const cell = cellAt(contents, index, LAST_SEEN.id);
  return cell instanceof Date ? cell.getTime() : Number.NaN;
}

/** Without torn rows. */
export function periodsIn({ contents }: Opened, { of, stock }: History): readonly StockPeriod[] {
  return contents.cells.flatMap((_, index): StockPeriod[] => {
    const { row, from } = periodOfKey(contents, index);
    if (from === undefined || isMarked(contents, index)) return [];
    const cell = (column: string) => cellAt(contents, index, column);
    const quantity = cell(of[0]!);
    return [
      {
        seller: String(cell('sellerId')),
        item: String(cell(stock.item)),
        row,
        quantity: typeof quantity === 'number' ? quantity : undefined,
        isOwn: Object.entries(stock.own).every(([column, value]) => String(cell(column)) === value),
        first: from,
        last: Math.max(from, lastSeenAt(contents, index) || from),
      },
    ];
  });
}

function isOfDay(cell: Cell, now: number, zone: string): boolean {
  const day = (at: number) => wallText(at, zone).slice(0, 10);
  return cell instanceof Date && (cell.getTime() >= now || day(cell.getTime()) === day(now));
}
