/** Cells as values of the warehouse, in JSON that keeps every digit. */
import { readInstant } from '../protocol/dates.ts';
import { type Cell, LONGEST_REPEAT } from '../tables/cells.ts';
import { RAW_DATES } from '../tables/columns.ts';
import { type Contents, cellAt } from '../tables/positions.ts';
import { AMBIGUOUS } from '../tables/rows.ts';
import { wallText, wallTime } from '../tables/zone.ts';
import type { ExportedField, FieldType } from './schema.ts';

/** Undefined for a blank, which is left out. */
export type JsonValue = string | number | boolean | undefined;

/** A cell that does not have the type of its column. */
export const UNREADABLE = Symbol('unreadable');

/** NUMERIC has nine decimals; a larger number has lost digits already. */
const DECIMALS = 9;
const LARGEST_NUMERIC = 1e21;

const NUMBERS: readonly FieldType[] = ['NUMERIC', 'INT64', 'FLOAT64'];

/** The value of a row's field; `zone` is the spreadsheet's. */
export function cellValue(field: ExportedField, contents: Contents, index: number, zone: string) {
  const raw = String(cellAt(contents, index, RAW_DATES.id));
  return jsonValue(field, cellAt(contents, index, field.column!.id), zone, raw);
}

/** `raw` has the row's dates as the marketplace wrote them; `zone` is the spreadsheet's, in which cells hold dates. */
export function jsonValue(
  { type, column, list }: ExportedField,
  cell: Cell,
  zone: string,
  raw = '',
): JsonValue | typeof UNREADABLE {
  if (cell === '') return undefined;
  if (type === 'STRING') {
    if (cell instanceof Date) return UNREADABLE;
    if (list) return JSON.stringify(list === 'values' ? valuesIn(String(cell)) : pairsIn(String(cell)));
    return String(cell);
  }
  if (type === 'BOOL') return typeof cell === 'boolean' ? cell : UNREADABLE;
  if (cell instanceof Date) {
    if (type === 'TIMESTAMP') return instantText(trueInstant(cell.getTime(), column?.header ?? '', zone, raw));
    return type === 'DATE' ? wallText(cell.getTime(), zone).slice(0, 10) : UNREADABLE;
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

/** Without an exponent, and rounded to nine decimals: BigQuery refuses more. */
export function plainDecimal(number: number): string {
  const text = String(number);
  if (!text.includes('e') && (text.split('.')[1] ?? '').length <= DECIMALS) return text === '-0' ? '0' : text;
  return number
    .toFixed(DECIMALS)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');
}

export function instantText(at: number): string {
  return new Date(at).toISOString();
}

/**
 * A sheet keeps wall time: in the hour that comes twice, it returns one of the two instants. Where the marketplace's text
 * means the other one, that one counts.
 */
function trueInstant(at: number, header: string, zone: string, raw: string): number {
  const name = `${header}: `;
  const said = raw.split('; ').find((part) => part.startsWith(name));
  if (said === undefined) return at;
  const read = readInstant(said.slice(name.length).replace(AMBIGUOUS, ''))?.at;
  if (read === undefined || read === at || Math.abs(read - at) > LONGEST_REPEAT) return at;
  return wallTime(read, zone) === wallTime(at, zone) ? read : at;
}

/** `9SIA1, 9SIA2`. */
function valuesIn(text: string): readonly string[] {
  return text.split(', ');
}

/** `Color: Blue; Size: XL`. A part without a name belongs to the value before it. */
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
