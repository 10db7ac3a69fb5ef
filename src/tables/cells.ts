/** Typed values as cells of a sheet, and the formats that keep them what they are. */

import type { Kind, Value } from '../protocol/fields.ts';
import { clip } from '../protocol/grouped.ts';
import { HOUR } from '../protocol/time.ts';
import { startOfDay, wallText, wallTime } from './zone.ts';

/** What a cell holds: a blank is the empty text, a date is an instant. */
export type Cell = string | number | boolean | Date;

/** Begins the key of a torn row. */
export const INCOMPLETE = 'incomplete';

/** Plain text: the format that keeps zeros, long digits and leading equals signs as they are. */
export const TEXT_FORMAT = '@';

/** The format that lets a cell choose by its value, and as Google tells it when it is read. */
export const AUTOMATIC = 'General';
export const AUTOMATIC_READ = '0.###############';

/**
 * Formats of dates. The locale of the spreadsheet decides how they look (`local-format.ts`). They are no patterns, so
 * that no pattern of a person's is taken for them.
 */
export const DATE_TIME = 'date and time';
export const DATE = 'date';

/** Written back as it is read, the automatic format would keep dates from being shown as dates. */
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

/** A cell of a sheet has room for this many characters. */
const LONGEST = 50_000;

/** `zone` is the spreadsheet's time zone, in which a calendar day becomes a date. */
export function toCell(value: Value | null, zone: string): Cell {
  if (value === null) return '';
  if (typeof value === 'string') return clip(value, LONGEST);
  if (typeof value === 'object') return new Date('at' in value ? value.at : startOfDay(value.day, zone));
  return value;
}

/**
 * The number format of a cell. Any text is plain text whatever its column holds otherwise:
 * remote text must not be parsed as a number, a date or a formula.
 */
export function formatOf(kind: Kind, cell: Cell): string {
  return typeof cell === 'string' && cell !== '' ? TEXT_FORMAT : FORMATS[kind];
}

/** The same of a formula: as plain text it would not be computed. */
export function formulaFormat(kind: Kind): string {
  return FORMATS[kind] === TEXT_FORMAT ? AUTOMATIC : FORMATS[kind];
}

/**
 * Whether writing one over the other would change nothing. A sheet stores dates as wall time of its zone:
 * the two instants of a repeated hour are one cell.
 */
export function sameCell(one: Cell, other: Cell, zone: string): boolean {
  if (!(one instanceof Date && other instanceof Date)) return one === other;
  const difference = Math.abs(one.getTime() - other.getTime());
  return difference === 0 || (difference <= LONGEST_REPEAT && wallMillis(one, zone) === wallMillis(other, zone));
}

/** Clocks are set back by an hour, rarely by another amount, never by more. */
export const LONGEST_REPEAT = 3 * HOUR;

function wallMillis(date: Date, zone: string): number {
  return wallTime(date.getTime(), zone) + (date.getTime() % 1000);
}

/** Characters of the day in the text of a date. */
const DAY = 10;

/** A cell of a column as text that reads as the sheet shows it, but for separators of thousands. */
export function textOfCell(cell: Cell, kind: Kind, zone: string): string {
  if (cell instanceof Date) return wallText(cell.getTime(), zone).slice(0, kind === 'day' ? DAY : undefined);
  if (typeof cell === 'boolean') return String(cell).toUpperCase();
  if (typeof cell === 'string') return cell;
  if (kind === 'ratio') return `${withCents(Number((cell * 100).toPrecision(12)))}%`;
  return kind === 'money' || kind === 'decimal' ? withCents(cell) : String(cell);
}

/** Two digits behind the point, or as many as there are. */
function withCents(amount: number): string {
  const text = String(amount);
  const [, digits = ''] = text.split('.');
  return digits.length < 2 && !text.includes('e') ? amount.toFixed(2) : text;
}
