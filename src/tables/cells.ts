/** Typed values as cells, with their number formats. */
import type { Kind, Value } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { HOUR } from '../protocol/time.ts';
import { dayAt, startOfDay, wallText, wallTime } from './zone.ts';

/** A blank cell is the empty text. A date is an instant. */
export type Cell = string | number | boolean | Date;

/** Begins the key of a torn row. */
export const INCOMPLETE = 'incomplete';

/** Plain text, which keeps leading zeros, all digits, and equals signs at the beginning. */
export const TEXT_FORMAT = '@';

/** The automatic format: the name that sets it, and the name that Google returns. */
export const AUTOMATIC = 'General';
export const AUTOMATIC_READ = '0.###############';

/** Placeholders for the date formats of the spreadsheet's locale (`local-format.ts`). A person's format never equals them. */
export const DATE_TIME = 'date and time';
export const DATE = 'date';

/** The format to write for one that was read: written as it is read, the automatic format shows dates as numbers. */
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

/** The most characters that Google allows in a cell. */
const LONGEST = 50_000;

/** `zone` is the spreadsheet's time zone. */
export function toCell(value: Value | null, zone: string): Cell {
  if (value === null) return '';
  if (typeof value === 'string') return clip(value, LONGEST);
  if (typeof value === 'object') return new Date('at' in value ? value.at : startOfDay(value.day, zone));
  return value;
}

/** Texts always get the plain-text format, so that Google never reads one as a number, date or formula. */
export function formatOf(kind: Kind, cell: Cell): string {
  return typeof cell === 'string' && cell !== '' ? TEXT_FORMAT : FORMATS[kind];
}

/** The format of a formula's cell: in plain-text format, Google does not compute it. */
export function formulaFormat(kind: Kind): string {
  return FORMATS[kind] === TEXT_FORMAT ? AUTOMATIC : FORMATS[kind];
}

/** Whether a sheet stores both the same. It stores wall time, so the two instants of a repeated hour are equal. */
export function sameCell(one: Cell, other: Cell, zone: string): boolean {
  if (!(one instanceof Date && other instanceof Date)) return one === other;
  const difference = Math.abs(one.getTime() - other.getTime());
  return difference === 0 || (difference <= LONGEST_REPEAT && wallMillis(one, zone) === wallMillis(other, zone));
}

/** Clocks are never set back by more than this. */
export const LONGEST_REPEAT = 3 * HOUR;

function wallMillis(date: Date, zone: string): number {
  return wallTime(date.getTime(), zone) + (date.getTime() % 1000);
}

/** The text that the sheet shows for a cell, but without thousands separators. Dates are `YYYY-MM-DD HH:mm:ss`. */
export function textOfCell(cell: Cell, kind: Kind, zone: string): string {
  if (cell instanceof Date) return (kind === 'day' ? dayAt : wallText)(cell.getTime(), zone);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  if (typeof cell === 'string') return cell;
  if (kind === 'ratio') return `${withCents(Number((cell * 100).toPrecision(12)))}%`;
  return kind === 'money' || kind === 'decimal' ? withCents(cell) : String(cell);
}

/** Formats a number with at least two decimals. */
function withCents(amount: number): string {
  const text = String(amount);
  const [, digits = ''] = text.split('.');
  return digits.length < 2 && !text.includes('e') ? amount.toFixed(2) : text;
}
