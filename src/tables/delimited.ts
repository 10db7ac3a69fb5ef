/** Exports rows as CSV or TSV and neutralizes formulas. */
import type { Column } from './columns.ts';
import type { Contents } from './positions.ts';
import { dayAt, wallText } from './zone.ts';

export type Form = 'csv' | 'tsv';

/** Dates are strings. */
export type Plain = string | number | boolean;

/** `csv` is RFC 4180 with a UTF-8 byte order mark. `tsv` is for the clipboard, with one line per row. */
export function delimited(rows: readonly (readonly Plain[])[], form: Form): string {
  if (form === 'tsv') return rows.map((row) => row.map(pasted).join('\t')).join('\n');
  return `\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
}

/** Programs skip spaces, invisible characters, and quotes before a formula. */
const BLANKS = '[^\\S\\t\\r\\n]|["\\u0000-\\u0008\\u000e-\\u001f\\u00ad\\u180e\\u200b-\\u200f\\u2060-\\u2064]';
/** Characters that start a formula, including small and full-width forms. */
const FORMULA = '[=+\\-@\\u2212\\ufe62\\ufe63\\ufe66\\ufe6b\\uff1d\\uff0b\\uff0d\\uff20]';

/** Positions where other programs may start a cell: at the beginning, or after a semicolon, tab, or line break. */
const STARTS = new RegExp(`(^|\\r\\n|[;\\t\\r\\n])(?=(?:${BLANKS})*${FORMULA})`, 'g');

/** Adds an apostrophe before formulas, as OWASP recommends to prevent CSV injection. */
function harmless(text: string) {
  const isBroken = /^[\t\r\n]/.test(text);
  return (isBroken ? "'" : '') + text.replace(STARTS, "$1'");
}

function plain(cell: Plain) {
  if (typeof cell === 'string') return harmless(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

function quoted(cell: Plain) {
  const text = plain(cell);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? inQuotes(text) : text;
}

/** Programs treat a leading quote in a pasted cell as the start of a quoted cell. */
function pasted(cell: Plain) {
  const text = plain(cell).replace(/\r\n|[\t\r\n\v\f\u0085\u2028\u2029]/g, ' ');
  return text.startsWith('"') ? inQuotes(text) : text;
}

function inQuotes(text: string) {
  return `"${text.replace(/"/g, '""')}"`;
}

/** Returns the text's length in UTF-8 bytes. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // A surrogate pair has four bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/**
 * Returns rows up to the last nonblank one, without `withheld` and hidden columns. `isHidden` takes 1-based positions.
 */
export function excerptOf(
  { cells, positions }: Contents,
  columns: readonly Column[],
  withheld: ReadonlySet<string>,
  isHidden: (position: number) => boolean,
  zone: string,
): readonly (readonly Plain[])[] {
  const ours = new Map(columns.map((column) => [positions.get(column.id), column]));
  const shown = (cells[0] ?? []).flatMap((_, index) => {
    const column = ours.get(index + 1);
    if (isHidden(index + 1) || column?.hidden || (column && withheld.has(column.id))) return [];
    const isDay = column ? column.kind === 'day' : isDayColumn(cells, index, zone);
    return [{ index, isDay }];
  });
  const rows = cells.map((row) =>
    shown.map(({ index, isDay }) => {
      const cell = row[index] ?? '';
      return cell instanceof Date ? (isDay ? dayAt : wallText)(cell.getTime(), zone) : cell;
    }),
  );
  while (rows.length > 1 && rows[rows.length - 1]!.every((cell) => cell === '')) rows.pop();
  return rows;
}

const MIDNIGHT = ' 00:00:00';

/** Returns true if none of the dates in a user column has a time of day. */
function isDayColumn(cells: Contents['cells'], index: number, zone: string) {
  return cells.every((row) => {
    const cell = row[index];
    return !(cell instanceof Date) || wallText(cell.getTime(), zone).endsWith(MIDNIGHT);
  });
}
