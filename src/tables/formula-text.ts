/** Texts of formulas: the locale's argument separators, cell names, and patterns for links. */
import { id } from '../protocol/fields.ts';

/** Locales with a decimal comma use the semicolon. */
export type Separator = ',' | ';';

/** The separator of a locale such as `de_DE`. An unknown locale gets the semicolon, which works everywhere. */
export function separatorOf(locale: string): Separator {
  try {
    const tag = locale.replace('_', '-');
    const isKnown = Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
    return isKnown && !new Intl.NumberFormat(tag).format(1.5).includes(',') ? ',' : ';';
  } catch {
    return ';';
  }
}

/** Splits a formula at the commas between its arguments. */
export function cutAtArguments(formula: string): readonly string[] {
  const parts = [''];
  for (const piece of formula.match(/"(?:[^"]|"")*"|'(?:[^']|'')*'|,|[^"',]+|["']/g) ?? []) {
    if (piece === ',') parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

export function withSeparator(formula: string, separator: Separator): string {
  return cutAtArguments(formula).join(separator);
}

export function columnLetters(column: number): string {
  const rest = column - 1;
  const last = String.fromCharCode(65 + (rest % 26));
  return rest < 26 ? last : columnLetters(Math.floor(rest / 26)) + last;
}

/** Reads letters in upper or lower case. */
export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Such as `B7`. */
export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}

/** A hidden column with the escaped key for links. */
export const linkPattern = id(
  'linkPattern',
  'The key with *, ?, and ~ escaped by ~, so that links find the row. Blank: it has none of these characters.',
);

/** Null if the key needs no escaping. */
export function patternOf(key: string | null | undefined): string | null {
  return key && /[*?~]/.test(key) ? key.replace(/[*?~]/g, '~$&') : null;
}
