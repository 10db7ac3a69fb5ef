/** What a text becomes when it is typed in a cell of an en_US spreadsheet. */
import { type TypedNumber, typedDate } from './typed-date.ts';

export type Typed =
  | { readonly kind: 'empty' }
  | { readonly kind: 'formula'; readonly text: string }
  | { readonly kind: 'literal'; readonly value: string | number | boolean; readonly format?: string };

const DECIMAL = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)$/;
const GROUPED = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const SCIENTIFIC = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)e[-+]?\d{1,3}$/i;

export function typedText(text: string, thisYear: number): Typed {
  if (text === '') return { kind: 'empty' };
  const first = text.charCodeAt(0);
  if (first === 0x27) return { kind: 'literal', value: text.slice(1) };
  if (first === 0x3d && text.length > 1) return { kind: 'formula', text };
  const trimmed = text.trim();
  if (trimmed.length <= 40 && mayBeNumber(trimmed)) {
    const number = typedNumber(trimmed) ?? typedDate(trimmed, thisYear);
    if (number)
      return {
        kind: 'literal',
        value: number.value,
        ...(number.format === '' ? {} : { format: number.format }),
      };
  }
  // Anything else that begins with a plus sign is read as a formula, a telephone number too.
  if (first === 0x2b && text.length > 1) return { kind: 'formula', text: `=${text}` };
  const upper = trimmed.length <= 5 ? trimmed.toUpperCase() : '';
  if (upper === 'TRUE' || upper === 'FALSE') return { kind: 'literal', value: upper === 'TRUE' };
  return { kind: 'literal', value: text };
}

/** Cheap refusal: nothing without a digit is a number or a date, and most texts begin with a letter. */
function mayBeNumber(text: string): boolean {
  const code = text.charCodeAt(0);
  const letter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return code < 128 && /\d/.test(text) && (!letter || /^[A-Za-z]{3,9}\.? \d/.test(text));
}

function typedNumber(text: string): TypedNumber | undefined {
  if (DECIMAL.test(text)) return { value: Number(text), format: '' };
  if (GROUPED.test(text)) return { value: plain(text), format: text.includes('.') ? '#,##0.00' : '#,##0' };
  if (SCIENTIFIC.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? { value, format: '0.00E+00' } : undefined;
  }
  const percent = /^(.*?)\s*%$/.exec(text)?.[1];
  if (percent !== undefined && isPlain(percent)) {
    // Dividing the text's own digits keeps 10.1% at 0.101.
    return { value: Number(`${plain(percent)}e-2`), format: percent.includes('.') ? '0.00%' : '0%' };
  }
  const money = /^([-+]?)\$\s*([-+]?)(.*)$/.exec(text);
  if (money && isPlain(money[3]!) && /^[\d.]/.test(money[3]!)) {
    const value = plain(money[3]!) * (money[1] === '-' || money[2] === '-' ? -1 : 1);
    return { value, format: money[3]!.includes('.') ? '"$"#,##0.00' : '"$"#,##0' };
  }
  const bracketed = /^\((.+)\)$/.exec(text)?.[1];
  if (bracketed !== undefined && /^[\d.]/.test(bracketed) && isPlain(bracketed)) {
    return { value: -plain(bracketed), format: '' };
  }
  return undefined;
}

function isPlain(text: string): boolean {
  return DECIMAL.test(text) || GROUPED.test(text);
}

function plain(text: string): number {
  return Number(text.replaceAll(',', ''));
}
