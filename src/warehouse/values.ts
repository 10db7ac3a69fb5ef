/** Cells as values of the warehouse: texts that no reader of JSON makes less exact. */
import { readInstant } from '../protocol/dates.ts';
import { type Cell, LONGEST_REPEAT } from '../tables/cells.ts';
import { RAW_DATES } from '../tables/columns.ts';
import { type Contents, cellAt } from '../tables/positions.ts';
import { AMBIGUOUS } from '../tables/rows.ts';
import { wallText, wallTime } from '../tables/zone.ts';
import type { ExportedField, FieldType } from './schema.ts';

/** As it stands in a line of JSON; nothing for a blank, which is left out. */
export type JsonValue = string | number | boolean | undefined;

/** What is not of the type of its column. */
export const UNREADABLE = Symbol('unreadable');

/** NUMERIC has nine digits behind the point; a number of more before it than these has lost some of them already. */
const DECIMALS = 9;
const LARGEST_NUMERIC = 1e21;

const NUMBERS: readonly FieldType[] = ['NUMERIC', 'INT64', 'FLOAT64'];

/** The value of a row's field; `zone` is the spreadsheet's. */
export function cellValue(field: ExportedField, contents: Contents, index: number, zone: string) {
  const raw = String(cellAt(contents, index, RAW_DATES.id));
  return jsonValue(field, cellAt(contents, index, field.column!.id), zone, raw);
}

/** `raw` is what the service wrote of the row's dates; `zone` the spreadsheet's, in which cells hold dates. */
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

/** Without exponent; beyond nine digits behind the point it is rounded, as the warehouse would refuse it. */
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
 * A sheet keeps wall time: of an hour that comes twice it gives one of the two instants. Where the service's own text of
 * that date means the other one, it counts.
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
