import { id } from '../protocol/fields.ts';

/** Locales with a decimal comma use semicolons. */
export type Separator = ',' | ';';

/** `locale` is Google's name, such as `de_DE`. Returns the semicolon, which works everywhere, for unknown locales. */
export function separatorOf(locale: string): Separator {
  try {
    const tag = locale.replace('_', '-');
    const isKnown = Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
    return isKnown && !new Intl.NumberFormat(tag).format(1.5).includes(',') ? ',' : ';';
  } catch {
    return ';';
  }
}

/** Splits a formula at commas outside quotes. */
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

export function quotedSheet(name: string): string {
  return `'${name.replace(/'/g, "''")}'`;
}

export function columnLetters(column: number): string {
  const rest = column - 1;
  const last = String.fromCharCode(65 + (rest % 26));
  return rest < 26 ? last : columnLetters(Math.floor(rest / 26)) + last;
}

export function columnNumber(letters: string): number {
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Returns a name such as `B7`. */
export function cellName(row: number, column: number): string {
  return columnLetters(column) + row;
}

/** A hidden column with escaped keys for links. */
export const linkPattern = id(
  'linkPattern',
  'Key for links, with *, ?, and ~ escaped with ~. Blank if the key needs no escaping.',
);

/** Greatest number that users can enter. Dates that many days away can still be computed. */
export const MOST_TYPED = 10_000;

/** Condition for a cell that isn't a number from 0 to `MOST_TYPED`, in rows with a value in the column `given`. */
export function notNumber(column: string, given = column): string {
  return `AND({${given}}<>"",NOT(IFERROR(AND(ISNUMBER({${column}}),{${column}}>=0,{${column}}<=${MOST_TYPED}),FALSE)))`;
}
