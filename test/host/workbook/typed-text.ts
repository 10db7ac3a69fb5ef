import { EN_US, type Locale } from './locale.ts';
import { type TypedNumber, typedDate } from './typed-date.ts';

export type Typed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly format?: string };

export function typedText(text: string, thisYear: number, locale: Locale): Typed {
  if (text === '') return { kind: 'empty' };
  const first = text.charCodeAt(0);
  if (first === 0x27) return { kind: 'literal', value: text.slice(1) };
  if (first === 0x3d && text.length > 1) return { kind: 'formula', text };
  const trimmed = text.trim();
  if (trimmed.length <= 40 && mayBeNumber(trimmed)) {
    const number = typedNumber(trimmed, locale) ?? typedDate(trimmed, thisYear, locale);
    if (number)
      return {
        kind: 'literal',
        value: number.value,
        ...(number.format === '' ? {} : { format: number.format }),
      };
  }
  // Sheets interprets all other text with a leading plus sign as a formula, even a phone number.
  if (first === 0x2b && text.length > 1) return { kind: 'formula', text: `=${text}` };
  const upper = trimmed.length <= 6 ? trimmed.toUpperCase() : '';
  for (const [yes, no] of [EN_US.truth, locale.truth]) {
    if (upper === yes || upper === no) return { kind: 'literal', value: upper === yes };
  }
  return { kind: 'literal', value: text };
}

/** A quick check: numbers and dates contain a digit, and most other text starts with a letter. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  // A currency sign may precede the digits.
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return (
    (code < 128 || code === 0xa3 || code === 0xa5) && /\d/.test(text) && (!letter || /^\p{L}{3,9}\.? \d/u.test(text))
  );
}

function typedNumber(text: string, locale: Locale): TypedNumber | undefined {
  const { decimal, plain, whole, grouped, scientific, money } = marksOf(locale);
  if (whole.test(text)) return { value: plain(text), format: '' };
  const hasDecimals = text.includes(decimal);
  if (grouped.test(text)) return { value: plain(text), format: hasDecimals ? '#,##0.00' : '#,##0' };
  if (scientific.test(text)) {
    const value = plain(text);
    return Number.isFinite(value) ? { value, format: '0.00E+00' } : undefined;
  }
  const isPlain = (part: string) => whole.test(part) || grouped.test(part);
  const percent = /^(.*?)\s*%$/.exec(text)?.[1];
  if (percent !== undefined && isPlain(percent)) {
    // Uses the typed digits, which makes 10.1% exactly 0.101.
    return { value: Number(`${plain(percent)}e-2`), format: hasDecimals ? '0.00%' : '0%' };
  }
  const [, before, after, amount] = money.exec(text) ?? [];
  if (amount !== undefined && isPlain(amount) && /^[\d.,]/.test(amount)) {
    const format = locale.money.replace(/[^1\s]+/, '"$&"').replace('1', hasDecimals ? '#,##0.00' : '#,##0');
    return { value: plain(amount) * (before === '-' || after === '-' ? -1 : 1), format };
  }
  const bracketed = /^\((.+)\)$/.exec(text)?.[1];
  if (bracketed !== undefined && /^[\d.,]/.test(bracketed) && isPlain(bracketed)) {
    return { value: -plain(bracketed), format: '' };
  }
  return undefined;
}

const known = new Map<string, ReturnType<typeof readMarks>>();

function marksOf(locale: Locale): ReturnType<typeof readMarks> {
  const marks = known.get(locale.code) ?? readMarks(locale);
  known.set(locale.code, marks);
  return marks;
}

/** Patterns for typed numbers in the locale's notation. */
function readMarks({ decimal, group, money }: Locale) {
  const point = `\\${decimal}`;
  const between = group === '\u00a0' ? '[\u00a0\u202f ]' : `\\${group}`;
  const digits = `(?:\\d+(?:${point}\\d*)?|${point}\\d+)`;
  const sign = money.replace(/[1\s]/g, '').replace('$', '\\$');
  return {
    decimal,
    plain: (text: string) => Number(text.replace(new RegExp(between, 'g'), '').replace(decimal, '.')),
    whole: new RegExp(`^[-+]?${digits}$`),
    grouped: new RegExp(`^[-+]?\\d{1,3}(?:${between}\\d{3})+(?:${point}\\d*)?$`),
    scientific: new RegExp(`^[-+]?${digits}e[-+]?\\d{1,3}$`, 'i'),
    money: money.startsWith('1')
      ? new RegExp(`^([-+]?)()(.*?)\\s*${sign}$`)
      : new RegExp(`^([-+]?)${sign}\\s*([-+]?)(.*)$`),
  };
}
