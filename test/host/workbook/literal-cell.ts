/** Converts stored cells to engine values. */
import type { EngineValue } from './formula-cell.ts';
import { isDateFormat } from './number-format.ts';
import type { Sheet } from './sheet.ts';

const formats = new Map<string, string | undefined>();

export function literalAt(sheet: Sheet, row: number, column: number): EngineValue {
  const value = sheet.values.get(row, column);
  if (value === undefined) return { value: null };
  const format = typeof value === 'number' ? engineFormat(sheet.style('numberFormats', row, column)) : undefined;
  return format === undefined ? { value } : { value, format };
}

/** Results inherit formats, but the engine treats a value with an unknown format as an error. */
export function engineFormat(format: string): string | undefined {
  if (format === 'General' || format === '@') return undefined;
  if (!formats.has(format)) formats.set(format, understood(format));
  return formats.get(format);
}

function understood(format: string): string | undefined {
  if (isDateFormat(format)) return /^[dmyhs/\-:. ,]+$/.test(format) ? format : 'm/d/yyyy h:mm:ss';
  return /^[#0,.%$ ]+$/.test(format) ? format : undefined;
}
