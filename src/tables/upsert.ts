/** Brings a slice of records into the sheets of an operation: one read and few writes a table. */
import type { AnyRecord, Privacy } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { blocksOf } from './blocks.ts';
import type { Column } from './columns.ts';
import { fieldColumns, ROW_KEY, sheetColumns } from './columns.ts';
import type { Counts } from './diff.ts';
import { diff } from './diff.ts';
import { lastRow } from './end.ts';
import { fillerOf } from './filler.ts';
import type { Contents } from './places.ts';
import { readContents } from './places.ts';
import { rowsOf } from './rows.ts';
import type { Block, Book, Sheet } from './sheet.ts';
import type { Recorded, Table } from './table.ts';

export interface TableCounts extends Counts {
  readonly table: string;
  /** Cells written. */
  readonly cells: number;
}

/** What will be written into one sheet; nothing is, until it is carried out. */
export interface TablePlan extends TableCounts {
  readonly sheet: Sheet;
  readonly blocks: readonly Block[];
  /** Cells that new rows take, those of the person's columns included. */
  readonly grows: number;
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
  return carryOut(book, planUpsert(book, operation, records, withheld, asOf, version));
}

/** Sheets and columns that are missing are made at once; of rows, only a plan. */
export function planUpsert(
  book: Book,
  operation: Recorded,
  records: readonly AnyRecord[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
): readonly TablePlan[] {
  return operation.tables.map((table) => {
    const rows = rowsOf(table, fieldColumns(operation, table, withheld, version), records);
    const columns = sheetColumns(operation, table, withheld, version);
    const sheet = book.find(table.name) ?? book.create(table.name, columns);
    const contents = withColumns(sheet, table, columns);
    const { edits, renewals, counts } = diff(
      contents,
      columns,
      rows,
      asOf,
      book.timeZone(),
      lastRow(sheet, contents),
    );
    const filler = fillerOf(sheet, contents);
    const blocks = [edits, renewals].flatMap((each) => blocksOf(each, filler));
    const cells = blocks.reduce((sum, { values }) => sum + values.length * (values[0]?.length ?? 0), 0);
    const width = Math.max(contents.cells[0]?.length ?? 0, ...contents.places.values());
    return { table: table.name, ...counts, cells, sheet, blocks, grows: counts.added * width };
  });
}

/** Google allows ten million cells a workbook; near the end nothing else of the person's would work any more. */
const MOST_CELLS = 9_000_000;
/** Fewer new cells are not worth counting all the others. */
const FEW_CELLS = 10_000;

/** Writes all or, where the workbook has no room for it, nothing. */
export function carryOut(book: Book, plans: readonly TablePlan[]): readonly TableCounts[] {
  const grows = plans.reduce((sum, plan) => sum + plan.grows, 0);
  if (grows >= FEW_CELLS && book.cells() + grows > MOST_CELLS)
    throw new MarketError(
      'MARKET_TABLE',
      `There is no room for ${grows} more cells: a workbook holds ten million, and more than nine would be used. Delete sheets or blank rows and columns that nobody needs, or pull into another workbook.`,
    );
  return plans.map(({ sheet, blocks, grows: _, ...counts }) => {
    for (const block of blocks) sheet.write(block);
    return counts;
  });
}

/** The sheet's cells, after columns that it lacks have been added at its right. */
export function withColumns(sheet: Sheet, table: Table, columns: readonly Column[]): Contents {
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
  // Headers may be renamed, but hardly all of them at once.
  const header = contents.cells[0] ?? [];
  if (!columns.some((column) => header[(places.get(column.id) ?? 0) - 1] === column.header))
    throw new MarketError(
      'MARKET_TABLE',
      `The first row of the sheet "${sheet.name}" is not its header any more; undo that change, or delete the sheet and pull ${table.name} again.`,
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
  return { cells, places: wider };
}
