/** Brings a slice of records into the sheets of an operation: one read and few writes a table. */
import type { AnyRecord, Privacy } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { blocksOf } from './blocks.ts';
import type { Column } from './columns.ts';
import { fieldColumns, ROW_KEY, sheetColumns } from './columns.ts';
import type { Counts, Grid } from './diff.ts';
import { diff, positions } from './diff.ts';
import { fillerOf } from './filler.ts';
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
    const grid = withColumns(sheet, table, columns);
    const { edits, renewals, counts } = diff(grid, columns, rows, asOf, book.timeZone());
    const filler = fillerOf(sheet, grid, new Set(positions(grid, columns).values()));
    const blocks = [edits, renewals].flatMap((each) => blocksOf(each, filler));
    for (const block of blocks) sheet.write(block);
    const cells = blocks.reduce((sum, { values }) => sum + values.length * (values[0]?.length ?? 0), 0);
    return { table: table.name, ...counts, cells };
  });
}

/** The sheet's cells, after columns that it lacks have been added at its right. */
function withColumns(sheet: Sheet, table: Table, columns: readonly Column[]): Grid {
  const found = sheet.read();
  // An execution that ended while it made the sheet left it blank.
  const isBlank = found.every((row) => row.every((cell) => cell === ''));
  if (isBlank) sheet.addColumns(1, columns);
  const grid = isBlank ? sheet.read() : found;
  const places = positions(grid, columns);
  if (!places.has(ROW_KEY.id))
    throw new MarketError(
      'MARKET_TABLE',
      `The sheet "${sheet.name}" has lost its column "${ROW_KEY.header}", by which rows are known; undo that change, or delete the sheet and pull ${table.name} again.`,
    );
  const missing = columns.filter(({ id }) => !places.has(id));
  if (missing.length === 0) return grid;
  sheet.addColumns((grid[0]?.length ?? 0) + 1, missing);
  return sheet.read();
}
