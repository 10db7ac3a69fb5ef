/** Exports tables as files with the same rows and schema as in BigQuery. */
import { argumentError, tableError } from '../protocol/market-error.ts';
import { delimited, type Plain } from '../tables/delimited.ts';
import { findOurs } from '../tables/opened.ts';
import type { Book } from '../tables/sheet.ts';
import { schemaField } from './resources.ts';
import { type ExportedField, exportedTables } from './schema.ts';
import { readRows } from './sheet-rows.ts';

export type FileForm = 'ndjson' | 'csv' | 'schema';

export interface FilePart {
  /** File name, such as `order_lines.ndjson`. */
  readonly name: string;
  readonly text: string;
  readonly rows: number;
  /** Index of the next part's first row; undefined after the last part. */
  readonly next?: number;
}

/** Rows per part, about 25 MB. Google limits a script's response to the page to 50 MB. */
const MOST_ROWS = 20_000;

export function fileTables(book: Book): readonly { readonly table: string; readonly file: string }[] {
  return exportedTables().flatMap(({ table, view }) => (findOurs(book, table) ? [{ table, file: view }] : []));
}

/** Returns rows, starting at index `from`. Throws MARKET_ARGUMENT, or MARKET_TABLE if the table has no sheet. */
export function filePart(book: Book, name: string, form: FileForm, from: number, now: number): FilePart {
  const table = exportedTables().find((each) => each.table === name || each.view === name);
  if (!table) throw argumentError(`There is no table "${name}".`);
  const source = readRows(book, table);
  if (!source) throw tableError(`${table.table} has no sheet yet. Pull it first.`);
  const { fields } = source;
  const indexes = [...source.indexes.values()];
  if (form === 'schema')
    return {
      name: `${table.view}.schema.json`,
      text: `${JSON.stringify(fields.map(schemaField), null, 2)}\n`,
      rows: indexes.length,
    };
  const part = indexes
    .slice(from, from + MOST_ROWS)
    .map((index) => source.rowAt(index, Math.min(source.asOf(index) || now, now)));
  const next = from + part.length < indexes.length ? { next: from + part.length } : {};
  return {
    name: `${table.view}.${form}`,
    text: form === 'csv' ? csvOf(fields, part, from === 0) : part.map((row) => `${JSON.stringify(row)}\n`).join(''),
    rows: indexes.length,
    ...next,
  };
}

/** Escapes values that other programs would interpret as formulas. */
function csvOf(fields: readonly ExportedField[], rows: readonly Readonly<Record<string, Plain>>[], isFirst: boolean) {
  const lines = rows.map((row) =>
    fields.map(({ name, type }) => {
      const value = row[name] ?? '';
      return (type === 'NUMERIC' || type === 'INT64') && value !== '' ? Number(value) : value;
    }),
  );
  const text = delimited([...(isFirst ? [fields.map(({ name }) => name)] : []), ...lines], 'csv');
  // Only the first part keeps the byte order mark.
  return isFirst ? text : text.slice(1);
}
