import type { Kind, Value } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { HOUR, SECOND } from '../protocol/time.ts';
import { dayAt, startOfDay, wallText, wallTime } from './zone.ts';

/** A blank cell is an empty string. */
export type Cell = string | number | boolean | Date;

/** Prefix of a torn row's key. */
export const INCOMPLETE = 'incomplete';

/** Plain text: preserves leading zeros, all digits, and leading equals signs. */
export const TEXT_FORMAT = '@';

/** The automatic format: the one to write, and the one that Google returns for it. */
export const AUTOMATIC = 'General';
export const AUTOMATIC_READ = '0.###############';

/** Placeholders for the locale's date formats (`local-format.ts`). Not valid as actual formats. */
export const DATE_TIME = 'date and time';
export const DATE = 'date';

/** Converts a format that Google returned to one that can be written: `AUTOMATIC_READ` would show dates as numbers. */
export function asWritten(format: string): string {
  return format === AUTOMATIC_READ ? AUTOMATIC : format;
}

const FORMATS: Readonly<Record<Kind, string>> = {
  text: TEXT_FORMAT,
  id: TEXT_FORMAT,
  texts: TEXT_FORMAT,
  pairs: TEXT_FORMAT,
  integer: '#,##0',
  decimal: '0.00##',
  number: AUTOMATIC,
  money: '#,##0.00',
  ratio: '0.00%',
  boolean: AUTOMATIC,
  instant: DATE_TIME,
  day: DATE,
};

/** Google's maximum characters per cell. */
const LONGEST = 50_000;

export function toCell(value: Value | null, zone: string): Cell {
  if (value === null) return '';
  if (typeof value === 'string') return clip(value, LONGEST);
  if (typeof value === 'object') return new Date('at' in value ? value.at : startOfDay(value.day, zone));
  return value;
}

/** Uses plain text for all strings, to keep Google from parsing them as numbers, dates, or formulas. */
export function formatOf(kind: Kind, cell: Cell): string {
  return typeof cell === 'string' && cell !== '' ? TEXT_FORMAT : FORMATS[kind];
}

/** Returns the format for a formula. Google doesn't compute formulas in plain-text cells. */
export function formulaFormat(kind: Kind): string {
  return FORMATS[kind] === TEXT_FORMAT ? AUTOMATIC : FORMATS[kind];
}

/**
 * Whether a sheet stores both values alike. It may round times to seconds, and it stores wall time, so times in a
 * repeated hour can be equal.
 */
export function sameCell(one: Cell, other: Cell, zone: string): boolean {
  if (!(one instanceof Date && other instanceof Date)) return one === other;
  const difference = Math.abs(one.getTime() - other.getTime());
  return (
    difference < SECOND ||
    (difference <= LONGEST_REPEAT && wallTime(one.getTime(), zone) === wallTime(other.getTime(), zone))
  );
}

/** Maximum backward clock change. */
export const LONGEST_REPEAT = 3 * HOUR;

/** Formats a cell like the sheet, but without thousands separators and with dates as `YYYY-MM-DD HH:mm:ss`. */
export function textOfCell(cell: Cell, kind: Kind, zone: string): string {
  if (cell instanceof Date) return (kind === 'day' ? dayAt : wallText)(cell.getTime(), zone);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  if (typeof cell === 'string') return cell;
  if (kind === 'ratio') return `${withCents(Number((cell * 100).toPrecision(12)))}%`;
  return kind === 'money' || kind === 'decimal' ? withCents(cell) : String(cell);
}

function withCents(amount: number) {
  const text = String(amount);
  const [, digits = ''] = text.split('.');
  return digits.length < 2 && !text.includes('e') ? amount.toFixed(2) : text;
}
