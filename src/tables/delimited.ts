/** Rows as text for other programs, in which no text becomes a formula there. */

export type Form = 'csv' | 'tsv';

/** A date has been made text before: programs agree on no other way to write one. */
export type Plain = string | number | boolean;

/**
 * `csv` is a file after RFC 4180, with the mark by which spreadsheet programs know UTF-8;
 * `tsv` is for the clipboard, one line a row: what is pasted has no further line.
 */
export function delimited(rows: readonly (readonly Plain[])[], form: Form): string {
  if (form === 'tsv') return rows.map((row) => row.map(pasted).join('\t')).join('\n');
  return `\ufeff${rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('')}`;
}

/** Spaces, what is not seen at all, and quotes: programs pass over them before they look for a formula. */
const BLANKS = '[^\\S\\t\\r\\n]|["\\u0000-\\u0008\\u000e-\\u001f\\u00ad\\u180e\\u200b-\\u200f\\u2060-\\u2064]';
/** Plain, small and full-width forms. */
const FORMULA = '[=+\\-@\\u2212\\ufe62\\ufe63\\ufe66\\ufe6b\\uff1d\\uff0b\\uff0d\\uff20]';

/**
 * Where a cell may begin for a program that parts at something else than was meant: at the start, behind a semicolon
 * as in countries with a decimal comma, behind a tab or a line break.
 */
const STARTS = new RegExp(`(^|\\r\\n|[;\\t\\r\\n])(?=(?:${BLANKS})*${FORMULA})`, 'g');

/** An apostrophe before it makes a formula text, as OWASP advises against CSV injection. */
function harmless(text: string): string {
  const isBroken = /^[\t\r\n]/.test(text);
  return (isBroken ? "'" : '') + text.replace(STARTS, "$1'");
}

function plain(cell: Plain): string {
  if (typeof cell === 'string') return harmless(cell);
  return typeof cell === 'boolean' ? String(cell).toUpperCase() : String(cell);
}

function quoted(cell: Plain): string {
  const text = plain(cell);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? inQuotes(text) : text;
}

/** Programs that paste take a quote at the start of a cell for one around it. */
function pasted(cell: Plain): string {
  const text = plain(cell).replace(/\r\n|[\t\r\n\v\f\u0085\u2028\u2029]/g, ' ');
  return text.startsWith('"') ? inQuotes(text) : text;
}

function inQuotes(text: string): string {
  return `"${text.replace(/"/g, '""')}"`;
}

/** Bytes of the text in UTF-8. */
export function bytesOf(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    // Each half of a pair that stands for one character is counted as two bytes.
    if (code > 0x7f) bytes += code > 0x7ff && (code < 0xd800 || code > 0xdfff) ? 2 : 1;
  }
  return bytes;
}
