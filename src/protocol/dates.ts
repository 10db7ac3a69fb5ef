/** The date spellings of the service, read strictly: what is not one of them is no date. */
import type { Day, Instant } from './fields.ts';
import { fromPacific } from './pacific.ts';
import { MINUTE } from './time.ts';

const AMERICAN = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([AP])M)?)?$/i;
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?: ?([AP])M)?)? ?(Z|[+-]\d{2}:?\d{2})?$/i;
const HTTP = /^\w{3}, (\d{2}) (\w{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

interface Wall {
  /** The wall time as if it were UTC, in epoch milliseconds. */
  readonly wall: number;
  readonly hasTime: boolean;
  /** Milliseconds ahead of UTC, where the text says so. */
  readonly offset?: number;
}

/** An instant, or nothing when the text is no date-time. Without an offset it is Pacific, or UTC with `inUtc`. */
export function readInstant(text: string, inUtc = false): Instant | undefined {
  const read = readWall(text);
  if (!read) return undefined;
  if (read.offset !== undefined || inUtc) return { at: read.wall - (read.offset ?? 0), text };
  const { at, ambiguous, skipped } = fromPacific(read.wall);
  if (ambiguous && read.hasTime) return { at, text, ambiguous };
  return skipped ? { at, text, skipped } : { at, text };
}

/** A calendar day, or nothing when the text is no date. A time beside it is left out. */
export function readDay(text: string): Day | undefined {
  const read = readWall(text);
  return read && { day: new Date(read.wall).toISOString().slice(0, 10), text };
}

/** Epoch milliseconds of a date as HTTP headers have it. */
export function readHttpDate(text: string): number | undefined {
  const http = HTTP.exec(text);
  if (!http) return undefined;
  const [, date, month, year, ...time] = http;
  return wall(year!, String(MONTHS.indexOf(month!) + 1), date!, time)?.wall;
}

/** The wall time of any spelling that is known here. */
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

function offset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const sign = zone[0] === '-' ? -1 : 1;
  const digits = zone.slice(1).replace(':', '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))) * MINUTE;
}
