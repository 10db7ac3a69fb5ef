/** Brings a slice of records into the sheets of an operation: one read and few writes a table. */
import type { AnyRecord, Privacy } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { blocksOf } from './blocks.ts';
import type { Column } from './columns.ts';
import { fieldColumns, ROW_KEY, sheetColumns } from './columns.ts';
import type { Counts } from './diff.ts';
import { diff } from './diff.ts';
import { fillerOf } from './filler.ts';
import type { Contents } from './places.ts';
import { marksOf, readContents } from './places.ts';
import { rowsOf } from './rows.ts';
import type { Book, Sheet } from './sheet.ts';
import type { Recorded, Table } from './table.ts';

export interface TableCounts extends Counts {
  readonly table: string;
  /** Cells written. */
  readonly cells: number;
}

/** `asOf` is the instant at which the records were read, in epoch milliseconds; `version` the order version asked for. */
export function upsert(
  book: Book,
  operation: Recorded,
  records: readonly AnyRecord[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
): readonly TableCounts[] {
  return operation.tables.map((table) => {
    const rows = rowsOf(table, fieldColumns(operation, table, withheld, version), records);
    const columns = sheetColumns(operation, table, withheld, version);
    const sheet = book.find(table.name) ?? book.create(table.name, columns);
    const contents = withColumns(sheet, table, columns);
    const { edits, renewals, counts } = diff(contents, columns, rows, asOf, book.timeZone());
    const filler = fillerOf(sheet, contents);
    const blocks = [edits, renewals].flatMap((each) => blocksOf(each, filler));
    for (const block of blocks) sheet.write(block);
    const cells = blocks.reduce((sum, { values }) => sum + values.length * (values[0]?.length ?? 0), 0);
    return { table: table.name, ...counts, cells };
  });
}

/** The sheet's cells, after columns that it lacks have been added at its right. */
function withColumns(sheet: Sheet, table: Table, columns: readonly Column[]): Contents {
  const found = readContents(sheet, columns);
  // An execution that ended while it made the sheet left it blank.
  const isBlank = found.cells.every((row) => row.every((cell) => cell === ''));
  if (isBlank) sheet.addColumns(1, columns);
  const contents = isBlank ? readContents(sheet, columns) : found;
  const { places } = contents;
  if (!places.has(ROW_KEY.id))
    throw new MarketError(
      'MARKET_TABLE',
      `The sheet "${sheet.name}" has lost its column "${ROW_KEY.header}", by which rows are known; undo that change, or delete the sheet and pull ${table.name} again.`,
    );
  const missing = columns.filter(({ id }) => !places.has(id));
  return missing.length === 0 ? contents : extend(sheet, contents, missing);
}

/** Adds columns at the right of all others; they are blank so far. */
function extend(sheet: Sheet, { cells, places }: Contents, missing: readonly Column[]): Contents {
  const header = cells[0] ?? [];
  sheet.addColumns(header.length + 1, missing);
  const more = missing.map(({ id }, index) => [id, header.length + 1 + index] as const);
  const wider = new Map([...places, ...more]);
  sheet.remember(marksOf(wider, [...header, ...missing.map((column) => column.header)]));
  return { cells, places: wider };
}
