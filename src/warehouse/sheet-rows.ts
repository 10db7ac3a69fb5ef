/** Converts sheet rows to JSON rows for the warehouse, with full precision. */
import { isoText, readInstant } from '../protocol/dates.ts';
import { type Cell, sameCell, textOfCell } from '../tables/cells.ts';
import { AS_OF, GONE_SINCE, RAW_DATES } from '../tables/columns.ts';
import { FIRST_SEEN } from '../tables/history.ts';
import { type Opened, openExisting } from '../tables/opened.ts';
import { type Contents, cellAt, isMarked, keyAt } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import { dayAt, wallTime } from '../tables/zone.ts';
import {
  AS_OF_FIELD,
  type ExportedField,
  type ExportedTable,
  type FieldType,
  KEY_FIELD,
  ownFields,
  TAKEN_BACK_FIELD,
  UNREAD_FIELD,
} from './schema.ts';
import { shortDigest } from './state.ts';

/** Values by field, without blank cells. */
export type ExportedRow = Readonly<Record<string, string | number | boolean>>;

export interface SheetRows {
  readonly fields: readonly ExportedField[];
  /** Indexes of complete rows by key. If a key occurs twice, the first row wins. */
  readonly indexes: ReadonlyMap<string, number>;
  /** Returns when the row was read or found to be gone, by its cells; 0 if unknown. */
  asOf(index: number): number;
  printAt(index: number): string;
  rowAt(index: number, asOf: number): ExportedRow;
}

/** Returns undefined if the table has no sheet. `own`: headers of the user's columns to export. */
export function readRows(book: Book, table: ExportedTable, own: readonly string[] = []): SheetRows | undefined {
  const opened = openExisting(book, table.table, table.columns);
  if (!opened) return undefined;
  const { contents } = opened;
  const zone = book.timeZone();
  const indexes = new Map<string, number>();
  contents.cells.forEach((_, index) => {
    const key = keyAt(contents, index);
    if (key !== '' && !indexes.has(key) && !isMarked(contents, index)) indexes.set(key, index);
  });
  const chosen = ownColumns(
    opened,
    own.filter((header) => !table.withheld.has(header.trim())),
  );
  const chosenFields = ownFields(chosen.map(({ header }) => header));
  return {
    fields: [...table.fields, ...chosenFields],
    indexes,
    asOf(index) {
      const at = (id: string) => {
        const cell = cellAt(contents, index, id);
        return cell instanceof Date ? cell.getTime() : 0;
      };
      const natural = () => table.natural && Date.parse(String(cellValue(table.natural, contents, index, zone)));
      return Math.max(at(AS_OF.id), at(GONE_SINCE.id)) || natural() || 0;
    },
    printAt: (index) => printOf(table, contents, index, zone),
    rowAt(index, asOf) {
      const cells = contents.cells[index]!;
      const row: Record<string, string | number | boolean> = {};
      const unread: Record<string, string> = {};
      for (const field of table.fields) {
        if (!field.column) continue;
        const value = cellValue(field, contents, index, zone);
        const cell = cellAt(contents, index, field.column.id);
        if (value === UNREADABLE) unread[field.name] = cell instanceof Date ? cell.toISOString() : String(cell);
        else if (value !== undefined) row[field.name] = value;
      }
      chosen.forEach(({ position }, each) => {
        const cell = cells[position - 1] ?? '';
        if (cell !== '') row[chosenFields[each]!.name] = textOfCell(cell, 'text', zone);
      });
      if (Object.keys(unread).length > 0) row[UNREAD_FIELD.name] = JSON.stringify(unread);
      row[AS_OF_FIELD.name] = isoText(asOf);
      row[KEY_FIELD.name] = keyAt(contents, index);
      return row;
    },
  };
}

/** Returns a row version, dated `at`, that hides the row from the view. */
export function takenBackRow(key: string, at: number): ExportedRow {
  const since = isoText(at);
  return { [TAKEN_BACK_FIELD.name]: since, [AS_OF_FIELD.name]: since, [KEY_FIELD.name]: key };
}

function ownColumns({ contents: { cells, positions } }: Opened, headers: readonly string[]) {
  const ours = new Set(positions.values());
  return headers.flatMap((header) => {
    const at = (cells[0] ?? []).findIndex(
      (cell, index) => !ours.has(index + 1) && String(cell).trim() === header.trim(),
    );
    return at < 0 ? [] : [{ header, position: at + 1 }];
  });
}

/**
 * Returns a row's digest, ignoring `As of` and the user's columns. Uses wall time: instants change with the workbook's
 * time zone.
 */
export function printOf(table: ExportedTable, { positions, cells }: Contents, index: number, zone: string): string {
  const row = cells[index]!;
  const values = table.fields.flatMap(({ column }) => {
    if (!column) return [];
    const cell = row[(positions.get(column.id) ?? 0) - 1] ?? '';
    return [cell instanceof Date ? [wallTime(cell.getTime(), zone)] : cell];
  });
  return shortDigest(JSON.stringify(values));
}

/** A JSON value; undefined for a blank cell. */
type JsonValue = string | number | boolean | undefined;

/** Marks a cell that doesn't match its column's type. */
export const UNREADABLE = Symbol('unreadable');

/** NUMERIC has nine decimal places. */
const DECIMALS = 9;
/** Larger numbers have lost precision. */
const LARGEST_NUMERIC = 1e21;

const NUMBERS: readonly FieldType[] = ['NUMERIC', 'INT64', 'FLOAT64'];

export function cellValue(field: ExportedField, contents: Contents, index: number, zone: string) {
  const column = field.column!;
  // A period's key ends with its start.
  const start = column === FIRST_SEEN && `${column.header}: ${keyAt(contents, index).split('|').pop()}`;
  const raw = start || String(cellAt(contents, index, RAW_DATES.id));
  return jsonValue(field, cellAt(contents, index, column.id), zone, raw);
}

/** `raw`: the row's dates as the marketplace sent them. `zone`: the spreadsheet's time zone. */
export function jsonValue(
  { type, column, list }: ExportedField,
  cell: Cell,
  zone: string,
  raw = '',
): JsonValue | typeof UNREADABLE {
  if (cell === '') return undefined;
  if (type === 'STRING') {
    if (cell instanceof Date) return UNREADABLE;
    if (list) return JSON.stringify(list === 'values' ? String(cell).split(', ') : pairsIn(String(cell)));
    return String(cell);
  }
  if (type === 'BOOL') return typeof cell === 'boolean' ? cell : UNREADABLE;
  if (cell instanceof Date) {
    if (type === 'TIMESTAMP') return isoText(trueInstant(cell, column?.header ?? '', zone, raw));
    return type === 'DATE' ? dayAt(cell.getTime(), zone) : UNREADABLE;
  }
  return typeof cell === 'number' && NUMBERS.includes(type) ? numberText(type, cell) : UNREADABLE;
}

function numberText(type: FieldType, number: number): JsonValue | typeof UNREADABLE {
  if (!Number.isFinite(number)) return UNREADABLE;
  if (type === 'FLOAT64') return number;
  if (type === 'INT64') return Number.isSafeInteger(number) ? String(number) : UNREADABLE;
  if (Math.abs(number) >= LARGEST_NUMERIC) return UNREADABLE;
  return plainDecimal(number);
}

/** Formats a number without an exponent and with at most nine decimals. BigQuery rejects other formats. */
export function plainDecimal(number: number): string {
  const text = String(number);
  if (!text.includes('e') && (text.split('.')[1] ?? '').length <= DECIMALS) return text === '-0' ? '0' : text;
  return number
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}

/**
 * Uses the original value if possible. Cells are ambiguous in a repeated hour, and wrong after the workbook's time zone
 * changes. If a connection reads times without an offset as UTC, the cell matches.
 */
function trueInstant(cell: Date, header: string, zone: string, raw: string) {
  const name = `${header}: `;
  const found = raw.split('; ').find((part) => part.startsWith(name));
  const [text = ''] = found?.slice(name.length).split(' (') ?? [];
  const read = [false, true].flatMap((inUtc) => readInstant(text, inUtc)?.at ?? []);
  return read.find((at) => sameCell(cell, new Date(at), zone)) ?? read[0] ?? cell.getTime();
}

/** Parses pairs such as `Color: Blue; Size: XL`. A part without a name continues the previous value. */
function pairsIn(text: string): Readonly<Record<string, string>> {
  const found: [string, string][] = [];
  for (const part of text.split('; ')) {
    const at = part.indexOf(': ');
    const last = found[found.length - 1];
    if (at > 0) found.push([part.slice(0, at), part.slice(at + 2)]);
    else if (last) last[1] += `; ${part}`;
    else found.push(['', part]);
  }
  return Object.fromEntries(found);
}
