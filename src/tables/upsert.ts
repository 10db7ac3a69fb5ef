/** Writes records into the sheets of their declaration: one read and few writes a table. */
import type { Privacy } from '../protocol/fields.ts';
import { applyPlans, demandRoom } from './apply.ts';
import { fieldColumns, sheetColumns } from './columns.ts';
import { diff } from './diff.ts';
import { lastRow } from './last-row.ts';
import type { Opened } from './opened.ts';
import { openTable } from './opened.ts';
import type { TableCounts, TablePlan } from './plan.ts';
import { planOf } from './plan.ts';
import type { Row } from './rows.ts';
import { rowsOf } from './rows.ts';
import type { Book } from './sheet.ts';
import type { DeclaredRecord, Recorded } from './table.ts';

/** `asOf` is the instant at which the records were read, in epoch milliseconds; `version` the order version asked for. */
export function upsert<const T extends Recorded>(
  book: Book,
  declared: T,
  records: readonly DeclaredRecord<T>[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
): readonly TableCounts[] {
  const plans = planUpsert(book, declared, records, withheld, asOf, version);
  demandRoom(book, plans);
  return applyPlans(book, plans);
}

/** Changes nothing yet: a missing sheet is not made either. */
export function planUpsert<const T extends Recorded>(
  book: Book,
  declared: T,
  records: readonly DeclaredRecord<T>[],
  withheld: ReadonlySet<Privacy>,
  asOf: number,
  version?: number,
): readonly TablePlan[] {
  const zone = book.timeZone();
  return declared.tables.map((table) => {
    const rows = rowsOf(table, fieldColumns(declared, table, withheld, version), records);
    const opened = openTable(book, table.name, sheetColumns(declared, table, withheld, version));
    return planRows(opened, rows, asOf, zone);
  });
}

/** Existing rows are renewed, others added. */
export function planRows(opened: Opened, rows: readonly Row[], asOf: number, zone: string): TablePlan {
  const { sheet, contents, columns } = opened;
  const lastRowFor = (added: number) => (sheet ? lastRow(sheet, contents, added) : 1);
  return planOf(opened, diff(contents, columns, rows, asOf, zone, lastRowFor), rows);
}
