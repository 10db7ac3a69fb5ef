import type { Locale } from './locale.ts';
import { wallClock } from './serial-date.ts';

const TOKEN = /"[^"]*"|\\.|\[(?:h+|m+|s+)\]|am\/pm|a\/p|y+|m+|d+|h+|s+|\.0+|\[[^\]]*\]|[\s\S]/gi;
const tokenCache = new Map<string, readonly string[]>();

export function hasDateToken(section: string): boolean {
  if (/^general$/i.test(section)) return false;
  return (section.match(TOKEN) ?? []).some((token) => /^(?:\[(?:h+|m+|s+)\]|am\/pm|y+|m+|d+|h+|s+)$/i.test(token));
}

export function formatDate(serial: number, section: string, locale: Locale): string {
  let tokens = tokenCache.get(section);
  if (tokens === undefined) {
    tokens = section.match(TOKEN) ?? [];
    tokenCache.set(section, tokens);
  }
  const date = roundedClock(serial, tokens);
  const twelve = tokens.some((token) => /^(?:am\/pm|a\/p)$/i.test(token));
  const all = tokens;
  return all.map((token, i) => part(token, all, i, date, serial, twelve, locale)).join('');
}

/** Rounds to seconds if the format shows no fractions, because serial numbers can't represent most times exactly. */
function roundedClock(serial: number, tokens: readonly string[]): Date {
  const date = wallClock(serial);
  return tokens.some((token) => token.startsWith('.0')) ? date : new Date(Math.round(date.getTime() / 1000) * 1000);
}

function part(
  token: string,
  tokens: readonly string[],
  at: number,
  date: Date,
  serial: number,
  twelve: boolean,
  { months, days }: Locale,
): string {
  const lower = token.toLowerCase();
  const pad = (value: number): string => String(value).padStart(lower.length >= 2 ? 2 : 1, '0');
  switch (lower[0]) {
    case '"':
      return token.slice(1, -1);
    case '\\':
      return token.slice(1);
    case '[':
      return elapsed(lower, serial);
    case 'y':
      return lower.length > 2 ? String(date.getUTCFullYear()).padStart(4, '0') : pad(date.getUTCFullYear() % 100);
    case 'd':
      if (lower.length >= 3) return days[lower.length === 3 ? 'short' : 'long'][date.getUTCDay()]!;
      return pad(date.getUTCDate());
    case 'h':
      return pad(twelve ? date.getUTCHours() % 12 || 12 : date.getUTCHours());
    case 's':
      return pad(date.getUTCSeconds());
    case 'm':
      return isMinute(tokens, at) && lower.length <= 2 ? pad(date.getUTCMinutes()) : month(lower, date, pad, months);
    case 'a':
      if (lower === 'am/pm') return date.getUTCHours() < 12 ? 'AM' : 'PM';
      return lower === 'a/p' ? (date.getUTCHours() < 12 ? 'A' : 'P') : token;
    case '.':
      return lower.length > 1 ? (date.getUTCMilliseconds() / 1000).toFixed(lower.length - 1).slice(1) : token;
    default:
      return token;
  }
}

function month(token: string, date: Date, pad: (value: number) => string, months: Locale['months']): string {
  const name = months.long[date.getUTCMonth()]!;
  if (token.length === 3) return months.short[date.getUTCMonth()]!;
  if (token.length === 4) return name;
  return token.length === 5 ? name.slice(0, 1) : pad(date.getUTCMonth() + 1);
}

/** `m` is minutes directly after hours or before seconds. */
function isMinute(tokens: readonly string[], at: number): boolean {
  const clock = (token: string): boolean => /^\[?[ymdhs]+\]?$/i.test(token);
  const before = tokens.slice(0, at).findLast(clock);
  const after = tokens.slice(at + 1).find(clock);
  return /^\[?h/i.test(before ?? '') || /^s/i.test(after ?? '');
}

function elapsed(token: string, serial: number): string {
  const unit = { h: 24, m: 1440, s: 86_400 }[token[1] ?? ''];
  if (unit === undefined || !/^\[(?:h+|m+|s+)\]$/.test(token)) return '';
  const seconds = Math.round(serial * 86_400);
  return String(Math.trunc((seconds * unit) / 86_400)).padStart(token.length - 2, '0');
}
