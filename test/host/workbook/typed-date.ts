import { EN_US, type Locale } from './locale.ts';
import { serialFromWallClock } from './serial-date.ts';

export interface TypedNumber {
  readonly value: number;
  /** The format for a cell that has none. */
  readonly format: string;
}

const TIME = /(?:^|[ ]+)(\d{1,3}):([0-5]?\d)(?::([0-5]?\d)(\.\d{1,3})?)?(?:\s*([ap])m)?$/i;

/** `thisYear` completes dates such as `3-4`. Undefined if the text is not a date or time. */
export function typedDate(text: string, thisYear: number, locale: Locale): TypedNumber | undefined {
  const time = TIME.exec(text);
  const dateText = time ? text.slice(0, time.index) : text;
  const clock = time && timeOfDay(time);
  if (time && clock === undefined) return undefined;
  if (dateText === '') return clock ? { value: clock.fraction, format: clock.format } : undefined;
  const date = calendarDay(dateText, thisYear, locale);
  if (date === undefined) return undefined;
  if (!clock) return date;
  if (clock.fraction >= 1) return undefined;
  return { value: date.value + clock.fraction, format: `${date.format} ${clock.format}` };
}

function timeOfDay(match: RegExpExecArray): { fraction: number; format: string } | undefined {
  const [, hourText, minute, second, millis, half] = match;
  let hour = Number(hourText);
  if (half) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const seconds = hour * 3600 + Number(minute) * 60 + Number(second ?? 0) + Number(millis ?? 0);
  const format = second === undefined ? 'h:mm' : 'h:mm:ss';
  return {
    fraction: seconds / 86_400,
    format: hour >= 24 ? `[h]${format.slice(1)}` : half ? `${format} am/pm` : format,
  };
}

function calendarDay(text: string, thisYear: number, locale: Locale): TypedNumber | undefined {
  const { dayOrder, date } = locale;
  // A period separates date parts only in locales whose dates contain periods.
  const between = date.includes('.') ? '[-/.]' : '[-/]';
  let match = new RegExp(`^(\\d{4})(${between})(\\d{1,2})\\2(\\d{1,2})$`).exec(text);
  if (match) {
    const [, year, sign, month, day] = match;
    return checked(Number(year), Number(month), Number(day), `yyyy${sign}mm${sign}dd`);
  }
  // If the year is last, the day comes first in all locales except en_US.
  const [isMonthFirst, isYearFirst] = [dayOrder === 'mdy', dayOrder === 'ymd'];
  match = new RegExp(`^(\\d{1,2})(${between})(\\d{1,2})\\2(\\d{4}|\\d{2})$`).exec(text);
  if (match) {
    const [, first, sign, second, year] = match;
    const [month, day] = isMonthFirst ? [first, second] : [second, first];
    const format = isMonthFirst ? `m${sign}d${sign}yyyy` : `dd${sign}mm${sign}yyyy`;
    return checked(fullYear(year!), Number(month), Number(day), format);
  }
  match = new RegExp(`^(\\d{1,2})(${between})(\\d{1,2})$`).exec(text);
  if (match) {
    const [, first, sign, second] = match;
    const [month, day] = isMonthFirst || isYearFirst ? [first, second] : [second, first];
    const format = isMonthFirst || isYearFirst ? `m${sign}d` : `d${sign}m`;
    return checked(thisYear, Number(month), Number(day), format);
  }
  match = /^(\p{L}{3,9})\.? (\d{1,2})(?:,? (\d{4}))?$/u.exec(text);
  if (match) {
    const [, month, day, year] = match;
    return checked(Number(year ?? thisYear), monthNumber(month!, locale), Number(day), year ? 'mmm d, yyyy' : 'mmm d');
  }
  match = /^(\d{1,2})\.?[- ](\p{L}{3,9})\.?(?:[- ,]+(\d{4}|\d{2}))?$/u.exec(text);
  if (match) {
    const [, day, month, year] = match;
    return checked(
      year ? fullYear(year) : thisYear,
      monthNumber(month!, locale),
      Number(day),
      year ? 'd-mmm-yyyy' : 'd-mmm',
    );
  }
  return undefined;
}

function checked(year: number, month: number, day: number, format: string): TypedNumber | undefined {
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  return { value: serialFromWallClock(year, month, day), format };
}

function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year < 30 ? 2000 + year : 1900 + year;
}

/** The number of a month by its full or short name, in the locale's language or in English. */
function monthNumber(name: string, locale: Locale): number {
  for (const { months } of [locale, EN_US]) {
    for (const names of [months.long, months.short]) {
      const found = names.findIndex((each) => bare(each) === bare(name)) + 1;
      if (found > 0) return found;
    }
  }
  return 0;
}

const bare = (name: string) => name.replace('.', '').toLowerCase();
