/** Files of separated values: what LibreOffice has to be told of them, and how they are read without it. */

const QUOTE = 34;
const UTF_8 = 76;

/** What it writes: texts in quotes, numbers as they are shown, no formulas, every sheet a file. */
export function writingFilter(separator: string): string {
  return `${filter(separator)},true,true,true,false,false,-1`;
}

/** How it reads: what stands in quotes is text. */
export function readingFilter(separator: string): string {
  return `${filter(separator)},true`;
}

function filter(separator: string): string {
  return `Text - txt - csv (StarCalc):${separator.charCodeAt(0)},${QUOTE},${UTF_8},1,,0`;
}

/** The rows; what stands in quotes may hold anything, quotes twice. */
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
