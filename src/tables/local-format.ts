/** Date formats for the spreadsheet's locale. */
import { DATE, DATE_TIME } from './cells.ts';

/** Fallback for unknown locales. */
const ISO = { date: 'yyyy-mm-dd', time: 'hh:mm' };

/** A date with a one-digit day, month, and hour, to detect leading zeros. */
const SAMPLE = Date.UTC(2026, 2, 5, 4, 6);

/** Replaces date format placeholders. `locale` returns Google's name, such as `de_DE`. */
export function localFormat(format: string, locale: () => string): string {
  if (format !== DATE && format !== DATE_TIME) return format;
  const { date, time } = patternsOf(locale());
  return format === DATE ? date : `${date} ${time}`;
}

/** Formats wall time (UTC milliseconds) like a cell with this format. */
export function localDate(wall: number, format: typeof DATE | typeof DATE_TIME, locale: () => string): string {
  const [at, pattern] = [new Date(wall), localFormat(format, locale)];
  const hour = at.getUTCHours();
  const h = pattern.endsWith('am/pm') ? hour % 12 || 12 : hour;
  const parts = { y: at.getUTCFullYear(), m: at.getUTCMonth() + 1, d: at.getUTCDate(), h };
  return pattern
    .replace(':mm', at.toISOString().slice(13, 16))
    .replace('am/pm', hour < 12 ? 'AM' : 'PM')
    .replace(/([ymdh])\1*/g, (token, part: keyof typeof parts) => String(parts[part]).padStart(token.length, '0'));
}

const known = new Map<string, typeof ISO>();

function patternsOf(locale: string) {
  const patterns = known.get(locale) ?? readPatterns(locale);
  known.set(locale, patterns);
  return patterns;
}

function readPatterns(locale: string): typeof ISO {
  try {
    const tag = locale.replace('_', '-');
    if (Intl.DateTimeFormat.supportedLocalesOf([tag]).length === 0) return ISO;
    const parts = (style: object) =>
      new Intl.DateTimeFormat(`${tag}-u-ca-gregory-nu-latn`, { ...style, timeZone: 'UTC' }).formatToParts(SAMPLE);
    const time = parts({ timeStyle: 'short' });
    const hour = time.find(({ type }) => type === 'hour')!.value.replace(/\d/g, 'h');
    const isHalved = time.some(({ type }) => type === 'dayPeriod');
    const date = parts({ dateStyle: 'short' }).map(({ type, value }) => {
      // Drop letters and direction marks, which would need quotes.
      if (type === 'literal') return value.replace(/\p{L}.*|[^-./ ]/gu, '');
      return type === 'year' ? 'yyyy' : value.replace(/\d/g, type[0]!);
    });
    return { date: date.join('').trim(), time: `${hour}:mm${isHalved ? ' am/pm' : ''}` };
  } catch {
    return ISO;
  }
}
