// Formats and parses dates in an IANA zone, using the common pattern letters of Java's SimpleDateFormat.
import { ServiceError } from './services/service.ts';

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const months = 'January February March April May June July August September October November December'.split(' ');
const weekDays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

function zoned(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-US', {
      timeZone: /^(GMT|UTC)$/.test(timeZone) ? 'UTC' : timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, made);
    return made;
  } catch {
    throw new ServiceError('Invalid argument: {0}. Should be of type: {1}', timeZone, 'TimeZone');
  }
}

export function wallTime(instant: Date, timeZone: string): Parts {
  const parts: Record<string, number> = {};
  for (const { type, value } of zoned(timeZone).formatToParts(instant)) parts[type] = Number(value);
  const { year, month, day, hour, minute, second } = parts as unknown as Parts;
  const millisecond = ((instant.getTime() % 1000) + 1000) % 1000;
  return { year, month, day, hour, minute, second, millisecond };
}

function asUtc({ year, month, day, hour, minute, second, millisecond }: Parts): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
}

function offset(instant: number, timeZone: string): number {
  return asUtc(wallTime(new Date(instant), timeZone)) - instant;
}

/** The timestamp of a wall-clock time: the earlier one if the time occurs twice; past the gap if it is skipped. */
export function instantOf(parts: Parts, timeZone: string): number {
  const wall = asUtc(parts);
  const before = wall - offset(wall - 86_400_000, timeZone);
  if (offset(before, timeZone) === wall - before) return before;
  return wall - offset(before, timeZone);
}

function tokens(pattern: string): string[] {
  return pattern.match(/'(?:[^']|'')*'|([A-Za-z])\1*|[^A-Za-z']+/g) ?? [];
}

export function formatDate(date: Date, timeZone: string, pattern: string): string {
  const parts = wallTime(date, timeZone);
  return tokens(pattern)
    .map((token) => written(token, parts, date, timeZone))
    .join('');
}

function written(token: string, parts: Parts, date: Date, timeZone: string): string {
  if (token.startsWith("'")) return token === "''" ? "'" : token.slice(1, -1).replace(/''/g, "'");
  const padded = (value: number) => String(value).padStart(token.length, '0');
  const named = (names: string[], index: number) => (token.length >= 4 ? names[index]! : names[index]!.slice(0, 3));
  switch (token[0]) {
    case 'y':
      return token.length === 2 ? String(parts.year % 100).padStart(2, '0') : padded(parts.year);
    case 'M':
      return token.length >= 3 ? named(months, parts.month - 1) : padded(parts.month);
    case 'd':
      return padded(parts.day);
    case 'H':
      return padded(parts.hour);
    case 'h':
      return padded(parts.hour % 12 || 12);
    case 'm':
      return padded(parts.minute);
    case 's':
      return padded(parts.second);
    case 'S':
      return padded(parts.millisecond);
    case 'a':
      return parts.hour < 12 ? 'AM' : 'PM';
    case 'E':
      return named(weekDays, new Date(asUtc(parts)).getUTCDay());
    case 'u':
      return String(new Date(asUtc(parts)).getUTCDay() || 7);
    case 'Z':
      return offsetText(offset(date.getTime(), timeZone), '');
    case 'X': {
      const away = offset(date.getTime(), timeZone);
      return away === 0 ? 'Z' : offsetText(away, token.length >= 3 ? ':' : '');
    }
    case 'z':
      return zoneName(date, timeZone);
  }
  if (/[A-Za-z]/.test(token)) throw new Error(`not emulated: date pattern ${token}`);
  return token;
}

function zoneName(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  return format.formatToParts(date).find(({ type }) => type === 'timeZoneName')!.value;
}

function offsetText(milliseconds: number, colon: string): string {
  const minutes = Math.abs(Math.round(milliseconds / 60_000));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${milliseconds < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${colon}${two(minutes % 60)}`;
}

/** Ignores characters after the date, as Java does. */
export function parseDate(text: string, timeZone: string, pattern: string): Date {
  const parts: Parts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 };
  const state = {
    at: 0,
    afternoon: undefined as boolean | undefined,
    offset: undefined as number | undefined,
  };
  const fail = (): never => {
    throw new ServiceError('Unparseable date: "{0}"', text);
  };
  const take = (expression: RegExp): string => {
    const found = new RegExp(expression.source, 'iy');
    found.lastIndex = state.at;
    const match = found.exec(text) ?? fail();
    state.at += match[0].length;
    return match[0];
  };
  const all = tokens(pattern);
  all.forEach((token, index) => {
    // A field directly before another one has a fixed number of digits.
    const tight = /^[A-Za-z]/.test(all[index + 1] ?? '');
    const number = () => Number(take(tight ? new RegExp(`\\d{${token.length}}`) : /\d+/));
    switch (/^[A-Za-z]/.test(token) ? token[0] : '') {
      case 'y':
        parts.year = number();
        if (token.length === 2 && parts.year < 100) parts.year += parts.year > 45 ? 1900 : 2000;
        break;
      case 'M':
        parts.month = token.length < 3 ? number() : monthNumber(take(/[A-Za-z]+/), fail);
        break;
      case 'd':
        parts.day = number();
        break;
      case 'H':
      case 'h':
        parts.hour = number();
        break;
      case 'm':
        parts.minute = number();
        break;
      case 's':
        parts.second = number();
        break;
      case 'S':
        parts.millisecond = number();
        break;
      case 'a':
        state.afternoon = /p/i.test(take(/[AP]M/));
        break;
      case 'E':
        take(/[A-Za-z]+/);
        break;
      case 'Z':
      case 'X':
      case 'z':
        state.offset = readOffset(take(/Z|GMT|UTC|[+-]\d{2}:?(?:\d{2})?/));
        break;
      case '':
        take(new RegExp(literal(token).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
        break;
      default:
        throw new Error(`not emulated: date pattern ${token}`);
    }
  });
  if (state.afternoon !== undefined) parts.hour = (parts.hour % 12) + (state.afternoon ? 12 : 0);
  const instant = state.offset === undefined ? instantOf(parts, timeZone) : asUtc(parts) - state.offset;
  return new Date(instant);
}

function literal(token: string): string {
  return token.startsWith("'") && token !== "''" ? token.slice(1, -1).replace(/''/g, "'") : token;
}

function monthNumber(name: string, fail: () => never): number {
  const index = months.findIndex((month) => month.slice(0, 3).toLowerCase() === name.slice(0, 3).toLowerCase());
  return index < 0 ? fail() : index + 1;
}

function readOffset(text: string): number {
  const match = /([+-])(\d{2}):?(\d{2})?/.exec(text);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0)) * 60_000;
}
