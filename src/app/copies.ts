import { consentHere, withheldBy } from '../account/consent.ts';
import { columnsOf, tableNames } from '../operations/tables.ts';
import { argumentError, tableError } from '../protocol/market-error.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { bytesOf, delimited, excerptOf, type Form } from '../tables/delimited.ts';
import { findOurs } from '../tables/opened.ts';
import { keyAt, readContents } from '../tables/positions.ts';
import type { Book } from '../tables/sheet.ts';
import type { Ports } from './ports.ts';

export interface TableText {
  readonly text: string;
  readonly rows: number;
}

/** Google limits data from a script to its page to about 50 MB, including escapes. */
const MOST_BYTES = 40_000_000;

export function listTables({ book }: Ports): readonly string[] {
  return tableNames().filter((name) => hasSheet(book, name));
}

export function showTable({ book }: Ports, name: string): boolean {
  return book.show(String(name));
}

/** All rows, or only those with these keys. Buyer data only if the sheet may contain it. */
export function tableText(ports: Ports, table: string, form: Form, keys?: readonly string[]): TableText {
  if (form !== 'csv' && form !== 'tsv') throw argumentError('Choose "csv" or "tsv".');
  const name = String(table);
  const columns = columnsOf(name);
  if (!columns) throw argumentError(`There is no table "${name}".`);
  const allowed = new Set(columnsOf(name, withheldBy(consentHere(ports.document)))!.map(({ id }) => id));
  const withheld = new Set(columns.map(({ id }) => id).filter((id) => !allowed.has(id)));
  const rows = ports.exclusively(() => {
    const sheet = ports.book.find(name);
    if (!sheet) throw tableError(`${name} has no sheet yet. Pull it first.`);
    const contents = readContents(sheet, columns);
    // If this column is missing, the header may be damaged, and buyer data could go unrecognized.
    if (!contents.positions.has(ROW_KEY.id))
      throw tableError(
        `The "${sheet.name}" sheet no longer has its "${ROW_KEY.header}" column. Undo that change, or delete the sheet and pull ${name} again.`,
      );
    const excerpt = excerptOf(contents, columns, withheld, sheet.isHidden, ports.book.timeZone());
    if (!Array.isArray(keys)) return excerpt;
    const wanted = new Set(keys.map(String));
    return excerpt.filter((_, index) => index === 0 || wanted.has(keyAt(contents, index)));
  });
  const text = delimited(rows, form);
  const bytes = bytesOf(text);
  if (bytes > MOST_BYTES)
    throw tableError(
      `${name} is ${Math.ceil(bytes / 1e6)} MB as text; the limit is 40 MB. Hide columns you do not need. Hidden columns are not copied.`,
    );
  return { text, rows: rows.length - 1 };
}

export function hasSheet(book: Book, table: string): boolean {
  return findOurs(book, table) !== undefined;
}
