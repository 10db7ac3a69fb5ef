import { formatDate, hasDateToken } from './date-format.ts';
import { EN_US, type Locale } from './locale.ts';

const dateFormats = new Map<string, boolean>();
const sectionCache = new Map<string, string[]>();

/** Whether numbers with this format are dates. */
export function isDateFormat(format: string): boolean {
  let known = dateFormats.get(format);
  if (known === undefined) {
    known = hasDateToken(sections(format)[0]!);
    dateFormats.set(format, known);
  }
  return known;
}

/** `format` is in en_US notation; the result is in the locale's. */
export function formatValue(value: string | number | boolean, format: string, locale = EN_US): string {
  if (typeof value === 'boolean') return locale.truth[value ? 0 : 1];
  if (typeof value === 'string') return formatText(value, format);
  if (format === 'General' || format === '@' || format === '') return general(value, locale);
  const parts = sections(format);
  if (isDateFormat(format)) return formatDate(value, parts[0]!, locale);
  if (value < 0 && parts.length > 1) return formatNumber(-value, parts[1]!, locale);
  if (value === 0 && parts.length > 2) return formatNumber(0, parts[2]!, locale);
  if (value < 0) {
    const text = formatNumber(-value, parts[0]!, locale);
    // -0.001 with two decimals is 0.00, not -0.00.
    return /[1-9]/.test(text) || !/\d/.test(text) ? `-${text}` : text;
  }
  return formatNumber(value, parts[0]!, locale);
}

/** The automatic format: 15 digits for integers, 10 significant digits for other numbers. */
export function general(value: number, { decimal } = EN_US): string {
  return automatic(value).replace('.', decimal);
}

function automatic(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value);
  const size = Math.abs(value);
  if (size >= 1e15 || (size < 1e-9 && size > 0)) {
    const [mantissa, exponent] = value.toExponential(9).split('e') as [string, string];
    const sign = exponent.startsWith('-') ? '-' : '+';
    return `${Number(mantissa)}E${sign}${exponent.replace(/^[-+]/, '').padStart(2, '0')}`;
  }
  const digits = Math.max(0, 9 - Math.max(0, Math.floor(Math.log10(size))));
  const fixed = value.toFixed(Math.min(100, size < 1 ? 10 : digits));
  return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed;
}

function formatText(value: string, format: string): string {
  const section = sections(format)[3] ?? (format.includes('@') && format !== '@' ? format : undefined);
  if (section === undefined) return value;
  return literals(section, (rest) => rest.replaceAll('@', () => value));
}

function formatNumber(value: number, section: string, locale: Locale): string {
  const pattern = /[0#?](?:[0#?,]*[0#?])?(?:\.[0#?]*)?,*|\.[0#?]+,*/;
  const percents = (literals(section, (rest) => rest, false).match(/%/g) ?? []).length;
  const scientific = /([0#?.,]+)E([+-])(0+)/i.exec(section);
  if (scientific)
    return section.replace(
      scientific[0],
      exponential(value, scientific[1]!, scientific[2]!, scientific[3]!.length).replace('.', locale.decimal),
    );
  if (/[0#?]+ *\/ *[0#?1-9]+/.test(section)) throw new Error(`not emulated: the number format "${section}"`);
  let done = false;
  const text = literals(section, (rest) => {
    if (/general/i.test(rest)) return rest.replace(/general/i, general(value, locale));
    return rest.replace(pattern, (digits) => {
      if (done) return digits;
      done = true;
      return digitsOf(value * 100 ** percents, digits, locale);
    });
  });
  return text.replaceAll('@', general(value, locale));
}

function digitsOf(value: number, pattern: string, { decimal, group }: Locale): string {
  const digits = pattern.replace(/,+$/, '');
  // Each comma after the last digit divides by a thousand.
  const scale = pattern.length - digits.length;
  const [whole = '', fraction = ''] = digits.split('.');
  const grouped = whole.includes(',');
  const [integerText, decimalText = ''] = rounded(value / 1000 ** scale, fraction.length).split('.') as [
    string,
    string?,
  ];
  const least = (whole.match(/0/g) ?? []).length;
  let integer = integerText === '0' && least === 0 ? '' : integerText.padStart(least, '0');
  if (grouped) integer = integer.replace(/\B(?=(\d{3})+(?!\d))/g, group);
  let decimals = decimalText;
  for (let i = fraction.length - 1; i >= 0 && fraction[i] !== '0' && decimals[i] === '0'; i--) {
    decimals = decimals.slice(0, i);
  }
  return pattern.includes('.') ? `${integer}${decimal}${decimals}` : integer;
}

/** Rounds half away from zero, based on the digits that a number displays: 1.005 becomes 1.01, as in spreadsheets. */
function rounded(value: number, decimals: number): string {
  if (value >= 1e21) return BigInt(Math.round(value)).toString();
  const shifted = Math.round(Number(`${value.toPrecision(15)}`) * 10 ** decimals * (1 + 1e-15));
  if (Math.abs(shifted) < 2 ** 53) return (shifted / 10 ** decimals).toFixed(decimals);
  return value.toFixed(decimals);
}

function exponential(value: number, pattern: string, sign: string, width: number): string {
  const decimals = (pattern.split('.')[1] ?? '').length;
  const [mantissa, exponent] = value.toExponential(decimals).split('e') as [string, string];
  const digits = exponent.replace(/^[-+]/, '').padStart(width, '0');
  return `${mantissa}E${exponent.startsWith('-') ? '-' : sign === '+' ? '+' : ''}${digits}`;
}

/** Applies `change` outside quotes and escapes. Drops colors, conditions, and padding. */
function literals(section: string, change: (rest: string) => string, keep = true): string {
  const pieces = section.match(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|[^"\\_*[]+/g) ?? [];
  return pieces
    .map((piece) => {
      if (piece.startsWith('"')) return keep ? piece.slice(1, -1) : '';
      if (piece.startsWith('\\')) return keep ? piece.slice(1) : '';
      if (piece.startsWith('_')) return keep ? ' ' : '';
      if (piece.startsWith('*')) return '';
      if (piece.startsWith('[$')) return keep ? piece.slice(2, -1).replace(/-[0-9A-Fa-f]*$/, '') : '';
      if (piece.startsWith('[')) return '';
      return change(piece);
    })
    .join('');
}

function sections(format: string): string[] {
  let known = sectionCache.get(format);
  if (known === undefined) {
    known = [''];
    for (const piece of format.match(/"[^"]*"|\\.|[^"\\;]+|;|"/g) ?? []) {
      if (piece === ';') known.push('');
      else known[known.length - 1] += piece;
    }
    sectionCache.set(format, known);
  }
  return known;
}
