/** How a spreadsheet writes numbers, dates and formulas by its locale; inside of it all is kept as in en_US. */

export interface Locale {
  readonly code: string;
  readonly decimal: '.' | ',';
  /** Between thousands as they are shown; a space may be typed in place of one that does not break. */
  readonly group: ',' | '.' | '\u00a0';
  /** Between the arguments of a formula. */
  readonly separator: ',' | ';';
  /** The order of a date that is typed, and the format of one that is written. */
  readonly dayOrder: 'mdy' | 'dmy' | 'ymd';
  readonly date: string;
  readonly time: string;
  readonly truth: readonly [yes: string, no: string];
  /** An amount of money: `1` stands for the number. */
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
    // The fourth of January 1970 was a Sunday.
    const part = (index: number) => (options.month ? Date.UTC(1970, index) : Date.UTC(1970, 0, 4 + index));
    return Array.from({ length: count }, (_, index) => format.format(part(index)));
  };
  return {
    months: { long: names(12, { month: 'long' }), short: names(12, { month: 'short' }) },
    days: { long: names(7, { weekday: 'long' }), short: names(7, { weekday: 'short' }) },
  };
}

export const EN_US = localeOf('en_US');

/** The format under which a date shows in a cell that has none. */
export function dateTimeFormat(serial: number, { date, time }: Locale): string {
  return Number.isInteger(serial) ? date : `${date} ${time}`;
}
