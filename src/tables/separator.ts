/** What parts the arguments of a formula: in texts that we write it follows the spreadsheet's locale. */

/** A semicolon where the decimal mark is a comma. */
export type Separator = ',' | ';';

/** By the locale as Google names it, such as `de_DE`. Of one that is not known a semicolon, which is right everywhere. */
export function separatorOf(locale: string): Separator {
  try {
    const tag = locale.replace('_', '-');
    const isKnown = Intl.NumberFormat.supportedLocalesOf([tag]).length > 0;
    return isKnown && !new Intl.NumberFormat(tag).format(1.5).includes(',') ? ',' : ';';
  } catch {
    return ';';
  }
}

/** The text of a formula with commas, cut at each that parts arguments. */
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
