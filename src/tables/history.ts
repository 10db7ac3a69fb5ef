/** Plans history tables, such as Stock history. */
import { ALL_PRIVATE, instantAt } from '../protocol/fields.ts';
import { sameCell, toCell } from './cells.ts';
import { type Column, fieldColumns, GONE_SINCE, ownColumn, ROW_KEY } from './columns.ts';
import type { Period } from './fold.ts';
import { type Opened, openTable } from './opened.ts';
import { planRows, type TablePlan } from './plan.ts';
import { type Contents, cellAt, isMarked, keyAt } from './positions.ts';
import type { Row } from './rows.ts';
import type { Book } from './sheet.ts';
import type { History, Recorded, Table } from './table.ts';
import { dayAt } from './zone.ts';

export const FIRST_SEEN = ownColumn('firstSeen', 'instant', 'When this value was first read.');

export const LAST_SEEN = ownColumn('lastSeen', 'instant', 'When this value was last seen; updated daily.');

/** Excludes buyer data. */
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
  return [planRows(past, historyRows(past.contents, table.history, rows, gone, asOf, zone), asOf, zone)];
}

/** Starts a new period for rows that changed or were gone. For other rows, updates `Last seen` daily. */
function historyRows(
  contents: Contents,
  { of }: History,
  rows: readonly Row[],
  gone: ReadonlySet<string>,
  asOf: number,
  zone: string,
): readonly Row[] {
  const latest = latestPeriods(contents);
  const now = Math.floor(asOf / 1000) * 1000;
  return rows.flatMap((row): Row[] => {
    const period = latest.get(row.key);
    const stays =
      period !== undefined &&
      !gone.has(row.key) &&
      of.every((id) => sameCell(cellAt(contents, period.index, id), toCell(row.values[id] ?? null, zone), zone));
    if (!stays) return [periodOf(row, now, now)];
    const seen = cellAt(contents, period.index, LAST_SEEN.id);
    const isOfDay = seen instanceof Date && (seen.getTime() >= now || dayAt(seen.getTime(), zone) === dayAt(now, zone));
    // Always rewrite torn rows.
    return isOfDay && !isMarked(contents, period.index) ? [] : [periodOf(row, period.from, now)];
  });
}

/** A period's key is the row key plus the start of the period. */
function periodOf(row: Row, from: number, to: number): Row {
  return {
    key: `${row.key}|${new Date(from).toISOString()}`,
    values: { ...row.values, [FIRST_SEEN.id]: instantAt(from), [LAST_SEEN.id]: instantAt(to) },
  };
}

function latestPeriods(contents: Contents): ReadonlyMap<string, { readonly index: number; readonly from: number }> {
  const latest = new Map<string, { readonly index: number; readonly from: number }>();
  contents.cells.forEach((_, index) => {
    const { row, from } = periodOfKey(contents, index);
    if (from === undefined) return;
    const known = latest.get(row);
    if (!known || known.from < from) latest.set(row, { index, from });
  });
  return latest;
}

/** Parses a period's key. `from` is in epoch milliseconds; undefined if the row isn't a period. */
export function periodOfKey(
  contents: Contents,
  index: number,
): { readonly key: string; readonly row: string; readonly from: number | undefined } {
  const key = keyAt(contents, index);
  const bar = key.lastIndexOf('|');
  const from = Date.parse(key.slice(bar + 1));
  return { key, row: key.slice(0, bar), from: bar < 0 || Number.isNaN(from) ? undefined : from };
}

/** Returns epoch milliseconds; NaN if the cell isn't a date. */
export function lastSeenAt(contents: Contents, index: number): number {
  const cell = cellAt(contents, index, LAST_SEEN.id);
  return cell instanceof Date ? cell.getTime() : Number.NaN;
}

/** Returns all stock periods, except torn rows. */
export function periodsIn({ contents }: Opened, { of, stock }: History): readonly Period[] {
  return contents.cells.flatMap((_, index): Period[] => {
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
