/** Sheets of orders, pulls into them, and result checks. */
import { fieldColumns } from '../../../src/tables/columns.ts';
import { startOfDay } from '../../../src/tables/zone.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import { Workbook } from '../../host/workbook/workbook.ts';
import { type Batch, type Order, operation, ordersOf } from './table-orders.ts';

export const ZONE = 'America/New_York';
export const LOADED_AT = Date.UTC(2025, 5, 1);
export const PULLED_AT = Date.UTC(2025, 5, 2);
export const SHEET = operation.tables[0]!.name;
const columns = fieldColumns(operation, operation.tables[0]!, new Set());

export interface Workload {
  /** Whether this is the first pull, so the sheet doesn't exist yet. */
  readonly first?: true;
  /** One in this many rows changed, and half as many are new. */
  readonly changedEach?: number;
  /** Whether changed rows are adjacent; by default, they're spread over the sheet. */
  readonly clustered?: true;
  /** Whether there is a user column among the add-on's. */
  readonly own?: true;
  /** Orders per slice. */
  readonly slice?: number;
}

export function slicesOf(rows: number, { changedEach = 0, clustered, slice }: Workload): readonly Batch[] {
  const changed = changedEach > 0 ? Math.floor(rows / changedEach) : 0;
  const to = rows + Math.floor(changed / 2);
  const whole = {
    from: 0,
    to,
    changedFrom: clustered ? rows - changed : 0,
    changedEach: clustered ? 1 : changedEach,
    known: rows,
  };
  const size = slice ?? to;
  return Array.from({ length: Math.ceil(to / size) }, (_, index) => ({
    ...whole,
    from: index * size,
    to: Math.min(to, (index + 1) * size),
  }));
}

export function countsOf(rows: number, { first, changedEach = 0 }: Workload): readonly number[] {
  if (first) return [rows, 0, 0];
  const changed = changedEach > 0 ? Math.floor(rows / changedEach) : 0;
  return [Math.floor(changed / 2), changed, rows - changed];
}

export function workbook(): Workbook {
  const callFunction = async () => ({ ok: true, value: 0 }) as const;
  return new Workbook({
    name: 'Sample',
    locale: 'en_US',
    timeZone: ZONE,
    now: () => PULLED_AT,
    callFunction,
  });
}

export const OWN = { column: 12, header: 'My note' } as const;

export function addOwnColumn(book: Workbook): void {
  const { sheetId } = book.sheetByName(SHEET)!;
  const rows = book.lastRow(sheetId);
  book.insertColumns(sheetId, OWN.column, 1);
  const notes = Array.from({ length: rows }, (_, row) => [row === 0 ? OWN.header : noteOf(row)]);
  book.write(sheetId, { row: 1, column: OWN.column, rows, columns: 1 }, 'values', notes);
}

function noteOf(row: number): string {
  return `note on row ${row}`;
}

export function cellsOf(book: Workbook): CellValue[][] {
  const { sheetId } = book.sheetByName(SHEET)!;
  const rect = { row: 1, column: 1, rows: book.lastRow(sheetId), columns: book.lastColumn(sheetId) };
  return book.read(sheetId, rect, 'values');
}

export function rowsByNumber(cells: readonly CellValue[][]): ReadonlyMap<string, readonly CellValue[]> {
  const position = cells[0]?.indexOf('Order number') ?? 0;
  return new Map(cells.slice(1).map((row) => [String(row[position]), row]));
}

/**
 * Checks only that each order has a row. The common ways set no text format, so order numbers become numeric values.
 */
export function checkNumbers(cells: readonly CellValue[][], slices: readonly Batch[]): void {
  const numbers = slices.flatMap(ordersOf).map(({ orderNumber }) => orderNumber);
  const rows = rowsByNumber(cells);
  if (cells.length - 1 !== numbers.length || !numbers.every((number) => rows.has(String(number))))
    throw new Error('An order has no row');
}

/** Throws unless every `each`th order has the pulled values, newest first, with the user's note on its row. */
export function checkCells(cells: readonly CellValue[][], slices: readonly Batch[], each: number): void {
  const [header, ...rows] = cells;
  const orders = slices.flatMap(ordersOf);
  if (rows.length !== orders.length) throw new Error(`${rows.length} rows for ${orders.length} orders`);
  const positions = columns
    .filter(({ names }) => !names)
    .map(({ id, header: name }) => [id, header!.indexOf(name)] as const);
  const own = header!.indexOf(OWN.header);
  const last = orders.length - 1;
  orders.forEach((order, index) => {
    if (index % each !== 0) return;
    const row = last - index;
    for (const [id, position] of positions) {
      const is = rows[row]![position];
      const expected = expectedOf(order[id as keyof Order]);
      if ((is instanceof Date ? is.getTime() : is) !== expected)
        throw new Error(`Row ${row}: ${id} is ${String(is)} and not ${String(expected)}`);
    }
    // The user numbered the notes by row before this pull added new orders on top.
    const noted = slices[0]!.known - index;
    if (own >= 0 && rows[row]![own] !== (noted < 1 ? '' : noteOf(noted)))
      throw new Error(`Row ${row}: the user's note is ${String(rows[row]![own])}`);
  });
}

function expectedOf(value: Order[keyof Order]): unknown {
  if (value === null) return '';
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  return 'at' in value ? value.at : startOfDay(value.day, ZONE);
}
