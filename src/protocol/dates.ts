/** Parses the service's date formats strictly. Computes Pacific time itself, because `Intl` is much slower. */
import type { Day, Instant } from './fields.ts';
import { DAY, HOUR, MINUTE } from './time.ts';

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([AP])M)?)?$/i;
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([AP])M)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i;
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Wall {
  /** The wall time, expressed as UTC epoch milliseconds. */
  readonly wall: number;
  readonly hasTime: boolean;
  /** Milliseconds ahead of UTC, if the text has an offset. */
  readonly offset?: number;
}

/** Returns undefined if the text isn't a date-time. If it has no offset, assumes Pacific time, or UTC if `inUtc`. */
export function readInstant(text: string, inUtc = false): Instant | undefined {
  const read = readWall(text);
  if (!read) return undefined;
  if (read.offset !== undefined || inUtc) return { at: read.wall - (read.offset ?? 0), text };
  const { at, ambiguous, skipped } = fromPacific(read.wall);
  if (ambiguous && read.hasTime) return { at, text, ambiguous };
  return skipped ? { at, text, skipped } : { at, text };
}

/** Returns undefined if the text isn't a date. Ignores the time of day. */
export function readDay(text: string): Day | undefined {
  const read = readWall(text);
  return read && { day: utcDay(read.wall), text };
}

export function readWall(text: string): Wall | undefined {
  const american = AMERICAN.exec(text);
  if (american) {
    const [, month, date, year, ...time] = american;
    return wall(year!, month!, date!, time);
  }
  const iso = ISO.exec(text);
  if (!iso) return undefined;
  const [, year, month, date, hour, minute, second, fraction, half, zone] = iso;
  const read = wall(year!, month!, date!, [hour, minute, second, fraction, half]);
  return read && zone ? { ...read, offset: offset(zone) } : read;
}

function wall(year: string, month: string, date: string, time: (string | undefined)[]): Wall | undefined {
  const [hour, minute, second, fraction, half] = time;
  let hours = Number(hour ?? 0);
  if (half) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
  }
  const milliseconds = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const at = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(date),
    hours,
    Number(minute ?? 0),
    Number(second ?? 0),
    milliseconds,
  );
  const back = new Date(at);
  const exists =
    back.getUTCFullYear() === Number(year) &&
    back.getUTCMonth() === Number(month) - 1 &&
    back.getUTCDate() === Number(date) &&
    hours < 24 &&
    Number(minute ?? 0) < 60 &&
    Number(second ?? 0) < 60;
  return exists ? { wall: at, hasTime: hour !== undefined } : undefined;
}

function offset(zone: string) {
  if (/^z$/i.test(zone)) return 0;
  const sign = zone[0] === '-' ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * MINUTE;
}

/** Returns the date of a month's nth Sunday. `month` is 0-based. */
function sunday(year: number, month: number, n: number) {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return 1 + ((7 - first) % 7) + 7 * (n - 1);
}

/**
 * Returns Pacific time's negative UTC offset in milliseconds, by the rule in effect since 2007: no records are older.
 */
export function pacificOffset(at: number): number {
  const year = new Date(at - 8 * HOUR).getUTCFullYear();
  const isSummer = at >= Date.UTC(year, 2, sunday(year, 2, 2), 10) && at < Date.UTC(year, 10, sunday(year, 10, 1), 9);
  return isSummer ? -7 * HOUR : -8 * HOUR;
}

/**
 * Converts a Pacific wall time, expressed as UTC milliseconds, to epoch milliseconds. Uses the first occurrence of
 * November's ambiguous hour, and moves March's skipped hour one hour ahead.
 */
export function fromPacific(wall: number): { at: number; ambiguous: boolean; skipped: boolean } {
  const summerAt = wall + 7 * HOUR;
  const winterAt = wall + 8 * HOUR;
  const inSummer = pacificOffset(summerAt) === -7 * HOUR;
  const inWinter = pacificOffset(winterAt) === -8 * HOUR;
  return {
    at: inSummer ? summerAt : winterAt,
    ambiguous: inSummer && inWinter,
    skipped: !inSummer && !inWinter,
  };
}

/** Formats a timestamp as Pacific time, `YYYY-MM-DD HH:mm:ss`. */
export function pacificText(at: number): string {
  return new Date(at + pacificOffset(at)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Formats a timestamp as a Pacific date, `YYYY-MM-DD`. */
export function pacificDay(at: number): string {
  return pacificText(at).slice(0, 10);
}

/** Formats a timestamp as a UTC date, `YYYY-MM-DD`. */
export function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Dates are `YYYY-MM-DD`. `count` can be negative. */
export function daysLater(day: string, count: number): string {
  return utcDay(Date.parse(day) + count * DAY);
}

/** Returns the days between two `YYYY-MM-DD` dates, negative if the second is earlier. */
export function daysFrom(one: string, other: string): number {
  return Math.round((Date.parse(other) - Date.parse(one)) / DAY);
}

/** Returns all `YYYY-MM-DD` dates from `from` to `to`, inclusive. Empty if `to` is earlier. */
export function daysBetween(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysFrom(from, to) + 1) }, (_, index) => daysLater(from, index));
}

export function isoText(at: number): string;
export function isoText(at: number | null | undefined): string | null;
export function isoText(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
