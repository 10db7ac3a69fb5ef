/** The notation of numbers, dates, and formulas by locale. Internally, everything is in en_US notation. */

export interface Locale {
  readonly code: string;
  readonly decimal: '.' | ',';
  /** The displayed thousands separator. Users may type an ordinary space in place of a no-break space. */
  readonly group: ',' | '.' | '\u00a0';
  /** Separates a formula's arguments. */
  readonly separator: ',' | ';';
  /** The order of day, month, and year in typed dates, and the default date format. */
  readonly dayOrder: 'mdy' | 'dmy' | 'ymd';
  readonly date: string;
  readonly time: string;
  readonly truth: readonly [yes: string, no: string];
  /** A currency format; `1` is a placeholder for the number. */
  readonly money: string;
  readonly months: Names;
  readonly days: Names;
}

interface Names {
  readonly long: readonly string[];
  readonly short: readonly string[];
}

type Written = Omit<Locale, 'code' | 'months' | 'days'>;

const ENGLISH: Written = {
  decimal: '.',
  group: ',',
  separator: ',',
  dayOrder: 'mdy',
  date: 'm/d/yyyy',
  time: 'h:mm:ss',
  truth: ['TRUE', 'FALSE'],
  money: '$1',
};

const EMULATED: Readonly<Record<string, Written>> = {
  en_US: ENGLISH,
  en_GB: { ...ENGLISH, dayOrder: 'dmy', date: 'dd/mm/yyyy', time: 'hh:mm:ss', money: '£1' },
  zh_CN: { ...ENGLISH, dayOrder: 'ymd', date: 'yyyy/m/d', money: '¥1' },
  de_DE: {
    decimal: ',',
    group: '.',
    separator: ';',
    dayOrder: 'dmy',
    date: 'dd.mm.yyyy',
    time: 'hh:mm:ss',
    truth: ['WAHR', 'FALSCH'],
    money: '1 €',
  },
  fr_CA: {
    decimal: ',',
    group: '\u00a0',
    separator: ';',
    dayOrder: 'ymd',
    date: 'yyyy-mm-dd',
    time: 'hh:mm:ss',
    truth: ['VRAI', 'FAUX'],
    money: '1 $',
  },
};

const known = new Map<string, Locale>();

export function localeOf(code: string): Locale {
  const written = EMULATED[code];
  if (written === undefined) throw new Error(`not emulated: the locale ${code}`);
  const locale = known.get(code) ?? { code, ...written, ...namesIn(code) };
  known.set(code, locale);
  return locale;
}

function namesIn(code: string): Pick<Locale, 'months' | 'days'> {
  const names = (count: number, options: Intl.DateTimeFormatOptions): string[] => {
    const format = new Intl.DateTimeFormat(code.replace('_', '-'), { ...options, timeZone: 'UTC' });
    // January 4, 1970, was a Sunday.
    const part = (index: number) => (options.month ? Date.UTC(1970, index) : Date.UTC(1970, 0, 4 + index));
    return Array.from({ length: count }, (_, index) => format.format(part(index)));
  };
  return {
    months: { long: names(12, { month: 'long' }), short: names(12, { month: 'short' }) },
    days: { long: names(7, { weekday: 'long' }), short: names(7, { weekday: 'short' }) },
  };
}

export const EN_US = localeOf('en_US');

export function dateTimeFormat(serial: number, { date, time }: Locale): string {
  return Number.isInteger(serial) ? date : `${date} ${time}`;
}
