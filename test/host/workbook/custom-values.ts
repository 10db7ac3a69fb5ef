/** Converts arguments and results of custom functions. */
import { type EngineValue, shownError } from './formula-cell.ts';
import type { Argument } from './function-broker.ts';
import { TEXT_LIMIT, textTooLong } from './google-text.ts';
import { dateTimeFormat, type Locale } from './locale.ts';
import { isDateFormat } from './number-format.ts';
import { instantFromSerial, serialFromInstant } from './serial-date.ts';
import type { CellValue } from './surface.ts';

/** A value, a matrix as [column][row], or undefined if omitted. */
export type EngineArgument = EngineValue | EngineValue[][] | undefined;

export function toArgument(argument: EngineArgument, zone: string): Argument {
  if (!Array.isArray(argument)) return toCellValue(argument, zone);
  const rows: CellValue[][] = [];
  const height = argument[0]?.length ?? 0;
  for (let r = 0; r < height; r++) rows.push(argument.map((column) => toCellValue(column[r], zone)));
  // A range of one cell is passed as its value.
  return rows.length === 1 && rows[0]!.length === 1 ? rows[0]![0]! : rows;
}

export function toCellValue(cell: EngineValue | undefined, zone: string): CellValue {
  const value = cell?.value ?? '';
  if (typeof value === 'number' && cell?.format !== undefined && isDateFormat(cell.format)) {
    return new Date(instantFromSerial(value, zone));
  }
  return shownError(value) ?? value;
}

/** Returns a matrix [column][row]. A flat array fills a column; short rows are padded. */
export function fromResult(result: unknown, zone: string, locale: Locale): EngineValue[][] {
  if (!Array.isArray(result)) return [[fromScalar(result, zone, locale)]];
  const rows = result.map((row: unknown) => (Array.isArray(row) ? row : [row]));
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 1);
  if (rows.length === 0) return [[{ value: '' }]];
  return Array.from({ length: width }, (_, c) => rows.map((row) => fromScalar(row[c], zone, locale)));
}

function fromScalar(value: unknown, zone: string, locale: Locale): EngineValue {
  if (value === null || value === undefined) return { value: '' };
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { value } : { value: '#NUM!', message: 'The result is not a number.' };
  }
  if (typeof value === 'string' && value.length > TEXT_LIMIT)
    return { value: '#ERROR', message: textTooLong().message };
  if (typeof value === 'string' || typeof value === 'boolean') return { value };
  if (Object.prototype.toString.call(value) === '[object Date]') {
    const serial = serialFromInstant((value as Date).getTime(), zone);
    return { value: serial, format: dateTimeFormat(serial, locale) };
  }
  return { value: '#ERROR', message: `not emulated: a custom function that returns ${typeof value}` };
}
