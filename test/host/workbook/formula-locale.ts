/** Converts formulas between the locale's notation and the canonical one, with commas and decimal points. */
import type { Locale } from './locale.ts';

/** Matches strings, quoted sheet names, names and references, numbers, or a single character. */
const TOKEN = {
  '.': tokens('\\.'),
  ',': tokens(','),
};

function tokens(decimal: string): RegExp {
  const exponent = '(?:[eE][+-]?\\d+)?';
  return new RegExp(
    `"(?:[^"]|"")*"?|'(?:[^']|'')*'?|[\\p{L}_$][\\p{L}\\p{N}_.$]*|` +
      `(?<number>\\d+(?:${decimal}\\d*)?${exponent}|(?<![\\p{L}\\p{N}_$)"']\\s*)${decimal}\\d+${exponent})|[^]`,
    'gu',
  );
}

/** Replaces a mark that is invalid in the locale with a character that no formula contains, to restore it later. */
const STRAY = { ',': '\ue02c', '.': '\ue02e' } as const;

/** Converts to canonical form. A comma separates arguments unless it is the decimal mark; a semicolon always does. */
export function canonicalFormula(text: string, { decimal, separator }: Locale): string {
  if (separator === ',' && !text.includes(';')) return text;
  return rewritten(
    text,
    decimal,
    (number) => number.replace(decimal, '.'),
    (sign, inBraces) => {
      if (sign === ';') return inBraces ? ';' : ',';
      if (separator === ',') return sign;
      if (sign === '\\') return inBraces ? ',' : sign;
      return sign === ',' || sign === '.' ? STRAY[sign] : sign;
    },
  );
}

/** Converts to the locale's notation, as shown in cells and read by scripts. */
export function localFormula(text: string, { decimal, separator }: Locale): string {
  if (separator === ',') return text;
  return rewritten(
    text,
    '.',
    (number) => number.replace('.', decimal),
    (sign, inBraces) => {
      if (sign === ',') return inBraces ? '\\' : ';';
      return sign === STRAY[','] ? ',' : sign === STRAY['.'] ? '.' : sign;
    },
  );
}

function rewritten(
  text: string,
  decimal: Locale['decimal'],
  ofNumber: (number: string) => string,
  ofSign: (sign: string, inBraces: boolean) => string,
): string {
  let depth = 0;
  return text.replace(TOKEN[decimal], (token: string, ...rest: unknown[]) => {
    const { number } = rest.at(-1) as { number?: string };
    if (number !== undefined) return ofNumber(number);
    if (token === '{') depth++;
    if (token === '}') depth--;
    return token.length > 1 ? token : ofSign(token, depth > 0);
  });
}
