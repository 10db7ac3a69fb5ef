/** CSV and TSV files: LibreOffice filter options and a parser. */

const QUOTE = 34;
const UTF_8 = 76;

/** Writes one file per sheet, with quoted text and with numbers as displayed, without formulas. */
export function writingFilter(separator: string): string {
  return `${filter(separator)},true,true,true,false,false,-1`;
}

/** Reads quoted cells as text. */
export function readingFilter(separator: string): string {
  return `${filter(separator)},true`;
}

function filter(separator: string): string {
  return `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},${QUOTE},${UTF_8},1,,0`;
}

/** Quoted cells may contain separators, line breaks, and doubled quotes. */
export function separated(text: string, separator: string): readonly string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"\\n${separator}]*))(${separator}|\\n|$)`, 'g');
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(cell)) {
    row.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
