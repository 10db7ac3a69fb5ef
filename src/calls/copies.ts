/** Copies of tables for other programs: which there are, and one as text. */
import { operations } from '../operations/registry.ts';
import type { Privacy } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { ROW_KEY, sheetColumns } from '../tables/columns.ts';
import type { Form } from '../tables/delimited.ts';
import { bytesOf, delimited } from '../tables/delimited.ts';
import { excerptOf } from '../tables/excerpt.ts';
import { readContents } from '../tables/places.ts';
import type { Book, Sheet } from '../tables/sheet.ts';
import { status } from '../tables/status.ts';
import type { Recorded } from '../tables/table.ts';
import { readConsent, withheldBy } from './consent.ts';
import type { Ports } from './ports.ts';

export interface TableText {
  readonly text: string;
  /** Without the header. */
  readonly rows: number;
}

const NOTHING: ReadonlySet<Privacy> = new Set();

/** Google passes some 50 MB from a script to its page; quotes and line breaks take more room on the way. */
const MOST_BYTES = 40_000_000;

const tables = () =>
  [...Object.values<Recorded>(operations), status].flatMap((recorded) =>
    recorded.tables.map((table) => ({ recorded, table })),
  );

/** Names of the tables that have a sheet. */
export function listTables(ports: Ports): readonly string[] {
  return tables().flatMap(({ table: { name } }) => (sheetOf(ports.book, name) ? [name] : []));
}

/** Data of buyers is in it only where they are allowed to be in the sheet. */
export function tableText(ports: Ports, name: unknown, form: unknown): TableText {
  if (!isForm(form)) throw new MarketError('MARKET_ARGUMENT', 'A table is copied as "csv" or "tsv".');
  const found = tables().find(({ table }) => table.name === name);
  if (!found) throw new MarketError('MARKET_ARGUMENT', `There is no table "${String(name)}".`);
  const { recorded, table } = found;
  const columns = sheetColumns(recorded, table, NOTHING);
  const allowed = sheetColumns(recorded, table, withheldBy(readConsent(ports.document))).map(({ id }) => id);
  const withheld = new Set(columns.map(({ id }) => id).filter((id) => !allowed.includes(id)));
  // Nobody else may be writing the rows that are read.
  const rows = ports.exclusively(() => {
    const sheet = ports.book.find(table.name);
    if (!sheet) throw new MarketError('MARKET_TABLE', `There is no sheet for ${table.name}; pull it first.`);
    const contents = readContents(sheet, columns);
    // Without it nothing tells which of the columns are those of buyers.
    if (!contents.places.has(ROW_KEY.id))
      throw new MarketError(
        'MARKET_TABLE',
        `The sheet "${sheet.name}" has lost its column "${ROW_KEY.header}"; undo that change, or delete the sheet and pull ${table.name} again.`,
      );
    return excerptOf(contents, columns, withheld, sheet.isHidden, ports.book.timeZone());
  });
  const text = delimited(rows, form);
  const bytes = bytesOf(text);
  if (bytes > MOST_BYTES)
    throw new MarketError(
      'MARKET_TABLE',
      `${table.name} is ${Math.ceil(bytes / 1e6)} MB as text, more than the 40 MB that can be copied here. Hide columns that you do not need: they are left out.`,
    );
  return { text, rows: rows.length - 1 };
}

function isForm(form: unknown): form is Form {
  return form === 'csv' || form === 'tsv';
}

/** A sheet that only has the table's name is none of ours. */
function sheetOf(book: Book, table: string): Sheet | undefined {
  try {
    return book.find(table);
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}
