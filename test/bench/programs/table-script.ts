/** The add-on's pull and two common ways to write rows. This code runs in the sample's scope. */
import type { AnyRecord, Value } from '../../../src/protocol/fields.ts';
import { upsert } from '../../../src/tables/apply.ts';
import { type Cell, toCell } from '../../../src/tables/cells.ts';
import { AS_OF, type Column, inSheetOrder, sheetColumns } from '../../../src/tables/columns.ts';
import type { Book } from '../../../src/tables/sheet.ts';
import { type Batch, operation, ordersOf } from './table-orders.ts';

/** The part of the Sheets API that the two common ways need. */
interface PlainRange {
  getValues(): Cell[][];
  setValues(values: readonly (readonly Cell[])[]): void;
}

export interface PlainSheet {
  getDataRange(): PlainRange;
  getRange(row: number, column: number, rows: number, columns: number): PlainRange;
  getMaxRows(): number;
  insertRowsAfter(row: number, count: number): void;
  clearContents(): void;
  appendRow(cells: readonly Cell[]): void;
}

export interface Surroundings {
  readonly book: Book;
  readonly zone: string;
  sheet(name: string): PlainSheet;
}

const NOTHING_WITHHELD = new Set<never>();
const table = operation.tables[0]!;
/** Columns from left to right, except hidden ones, which only the add-on fills. */
const columns = inSheetOrder(sheetColumns(operation, table, NOTHING_WITHHELD)).filter(({ hidden }) => !hidden);

/** Records are created before counting and timing start. */
export const ways = {
  /** The add-on's upsert, one slice per batch. */
  ours({ book }: Surroundings, slices: readonly AnyRecord[][], asOf: number): number[] {
    const sums = [0, 0, 0];
    for (const records of slices) {
      for (const { added, changed, unchanged } of upsert(book, operation, records, NOTHING_WITHHELD, asOf))
        [added, changed, unchanged].forEach((count, index) => {
          sums[index]! += count;
        });
    }
    return sums;
  },

  /** Clears the sheet and rewrites everything, a common idiom. */
  rewrite({ sheet, zone }: Surroundings, slices: readonly AnyRecord[][], asOf: number): number[] {
    const target = sheet(table.name);
    const rows = slices.flat().map((record) => plainRow(record, zone, asOf));
    const header = columns.map((column) => column.header);
    const missing = rows.length + 1 - target.getMaxRows();
    if (missing > 0) target.insertRowsAfter(target.getMaxRows(), missing);
    target.clearContents();
    target.getRange(1, 1, rows.length + 1, header.length).setValues([header, ...rows]);
    return [0, rows.length, 0];
  },

  /** Writes each changed row and appends each new one, another common idiom. */
  rowByRow({ sheet, zone }: Surroundings, slices: readonly AnyRecord[][], asOf: number): number[] {
    const target = sheet(table.name);
    const [header, ...known] = target.getDataRange().getValues();
    const key = header!.indexOf('Order number');
    const places = new Map(known.map((row, index) => [String(row[key]), index]));
    let [added, changed] = [0, 0];
    for (const record of slices.flat()) {
      const row = plainRow(record, zone, asOf);
      const place = places.get(String(record.orderNumber));
      if (place === undefined) {
        target.appendRow(row);
        added++;
      } else if (row.some((cell, index) => !isAsOf(columns[index]!) && !same(cell, known[place]![index]!))) {
        target.getRange(place + 2, 1, 1, row.length).setValues([row]);
        changed++;
      }
    }
    return [added, changed, known.length - changed];
  },
};

export type Way = keyof typeof ways;

let made: AnyRecord[][] = [];

export function prepare(slices: readonly Batch[]): void {
  made = slices.map(ordersOf);
}

/** Returns the number of added, changed, and unchanged rows. */
export function pull(way: Way, surroundings: Surroundings, asOf: number): number[] {
  return ways[way](surroundings, made, asOf);
}

function plainRow(record: AnyRecord, zone: string, asOf: number): Cell[] {
  return columns.map((column) => {
    const { id, names } = column;
    if (isAsOf(column)) return new Date(asOf);
    const value = (record[names?.of ?? id] ?? null) as Value | null;
    const known = names?.codes[String(value)];
    return toCell(names && value !== null ? (known ?? String(value)) : value, zone);
  });
}

function isAsOf({ id }: Column): boolean {
  return id === AS_OF.id;
}

function same(one: Cell, other: Cell): boolean {
  return one === other || String(one) === String(other);
}
