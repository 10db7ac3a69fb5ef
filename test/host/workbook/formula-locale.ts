/** The text of a formula as its spreadsheet's locale writes it, and as it is kept: with commas and decimal points. */
import type { Locale } from './locale.ts';

/** Texts, quoted names of sheets, names and references, numbers, and any other sign. */
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

/** Where a formula has a mark that means nothing in its locale, it is kept as one that no formula can have. */
const STRAY = { ',': '\ue02c', '.': '\ue02e' } as const;

/** As it is kept. A semicolon parts arguments in every locale, a comma only where it is no decimal mark. */
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

/** As a cell of the locale shows it, and scripts read it. */
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
