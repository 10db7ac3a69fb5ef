/** Typed values as cells, with their number formats. */

import type { Kind, Value } from '../protocol/fields.ts';
import { clip } from '../protocol/lists.ts';
import { HOUR } from '../protocol/time.ts';
import { startOfDay, wallText, wallTime } from './zone.ts';

/** Blank is the empty text; dates are instants. */
export type Cell = string | number | boolean | Date;

/** Prefix of a torn row's key. */
export const INCOMPLETE = 'incomplete';

/** Plain text: keeps zeros, long digits and leading equals signs. */
export const TEXT_FORMAT = '@';

/** The automatic format as it is set, and as Google returns it. */
export const AUTOMATIC = 'General';
export const AUTOMATIC_READ = '0.###############';

/**
 * Formats of dates. The locale of the spreadsheet decides how they look (`local-format.ts`). They are no patterns, so
 * that no pattern of a person's is taken for them.
 */
export const DATE_TIME = 'date and time';
export const DATE = 'date';

/** Written back as it was read, the automatic format would show dates as numbers. */
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

/** Google's limit of characters. */
const LONGEST = 50_000;

/** `zone` is the spreadsheet's time zone. */
export function toCell(value: Value | null, zone: string): Cell {
  if (value === null) return '';
  if (typeof value === 'string') return clip(value, LONGEST);
  if (typeof value === 'object') return new Date('at' in value ? value.at : startOfDay(value.day, zone));
  return value;
}

/** Texts are always plain text, so that remote text is never parsed as a number, date or formula. */
export function formatOf(kind: Kind, cell: Cell): string {
  return typeof cell === 'string' && cell !== '' ? TEXT_FORMAT : FORMATS[kind];
}

/** A formula in plain-text format would not be computed. */
export function formulaFormat(kind: Kind): string {
  return FORMATS[kind] === TEXT_FORMAT ? AUTOMATIC : FORMATS[kind];
}

/** Sheets store wall time, so the two instants of a repeated hour are equal. */
export function sameCell(one: Cell, other: Cell, zone: string): boolean {
  if (!(one instanceof Date && other instanceof Date)) return one === other;
  const difference = Math.abs(one.getTime() - other.getTime());
  return difference === 0 || (difference <= LONGEST_REPEAT && wallMillis(one, zone) === wallMillis(other, zone));
}

/** Clocks are never set back further. */
export const LONGEST_REPEAT = 3 * HOUR;

function wallMillis(date: Date, zone: string): number {
  return wallTime(date.getTime(), zone) + (date.getTime() % 1000);
}

/** Length of the date in the text. */
const DAY = 10;

/** A cell as text as the sheet shows it, without thousands separators. */
export function textOfCell(cell: Cell, kind: Kind, zone: string): string {
  if (cell instanceof Date) return wallText(cell.getTime(), zone).slice(0, kind === 'day' ? DAY : undefined);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  if (typeof cell === 'string') return cell;
  if (kind === 'ratio') return `${withCents(Number((cell * 100).toPrecision(12)))}%`;
  return kind === 'money' || kind === 'decimal' ? withCents(cell) : String(cell);
}

/** At least two decimals. */
function withCents(amount: number): string {
  const text = String(amount);
  const [, digits = ''] = text.split('.');
  return digits.length < 2 && !text.includes('e') ? amount.toFixed(2) : text;
}
