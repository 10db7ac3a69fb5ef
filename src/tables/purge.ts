/** Removes buyer data from sheets and records if there is no consent to keep it. */
import { ALL_PRIVATE, type AnyRecord, epochOf, NONE_PRIVATE, type Privacy, privateFields } from '../protocol/fields.ts';
import { ascending } from '../protocol/lists.ts';
import type { Operation } from '../protocol/operation.ts';
import { groundOf } from './canvas.ts';
import { isSameSeller } from './catalog/item-keys.ts';
import { AS_OF, sheetColumns } from './columns.ts';
import type { RowEdit } from './diff.ts';
import { demandUnmoved } from './moved.ts';
import { findOurs } from './opened.ts';
import { type Contents, cellAt, keyAt, readContents } from './positions.ts';
import type { Book } from './sheet.ts';
import { blocksOf } from './steps.ts';
import type { TabledOperation } from './table.ts';

/** True if the row has a row key or values in all key columns. */
function isRecord(contents: Contents, key: readonly string[], index: number) {
  if (index === 0) return false;
  return keyAt(contents, index) !== '' || key.every((id) => cellAt(contents, index, id) !== '');
}

export interface Purge {
  /** Fields to clear in every row. */
  readonly withheld: ReadonlySet<Privacy>;
  /** Clears all buyer data in rows dated, or else last read, before this time. */
  readonly since?: number;
  /** Limits changes to this seller's rows. */
  readonly sellerId?: string;
}

/** Clears columns with buyer data in our rows. Throws MARKET_TABLE if a user just moved rows. */
export function purge(book: Book, operation: TabledOperation, { withheld, since, sellerId }: Purge): void {
  for (const table of operation.tables) {
    const allowed = new Set(sheetColumns(operation, table, withheld).map(({ id }) => id));
    const free = new Set(sheetColumns(operation, table, ALL_PRIVATE).map(({ id }) => id));
    const guarded = sheetColumns(operation, table, NONE_PRIVATE).filter(({ id }) => !free.has(id));
    const sheet = guarded.length > 0 ? findOurs(book, table.name) : undefined;
    const seen = sheet?.seen();
    if (!sheet || (seen && !guarded.some(({ id }) => id in seen.positions))) continue;
    const columns = sheetColumns(operation, table, NONE_PRIVATE);
    const contents = readContents(sheet, columns);
    const { cells, positions } = contents;
    const isOld = (index: number) => {
      // Users can delete the column with the date.
      const dates = [operation.answer.dated ?? '', AS_OF.id].map((id) => cellAt(contents, index, id));
      const date = dates.find((cell) => cell instanceof Date);
      return since !== undefined && !(date && date.getTime() >= since);
    };
    const isMeant = (index: number) => {
      // A column that the user deleted comes back blank. Row keys begin with the seller.
      const owner = String(cellAt(contents, index, 'sellerId')) || keyAt(contents, index).split('|', 1)[0]!;
      return sellerId === undefined || owner === '' || isSameSeller(owner, sellerId);
    };
    const edits = cells.flatMap((_, index): RowEdit[] => {
      if (!isRecord(contents, table.key, index) || !isMeant(index)) return [];
      const blanked = guarded.filter(
        ({ id }) => (!allowed.has(id) || isOld(index)) && cellAt(contents, index, id) !== '',
      );
      const blank = ascending(blanked.map(({ id }) => positions.get(id)!));
      return [{ row: index + 1, positions: blank, cells: blank.map(() => '') }];
    });
    const canvas = groundOf(sheet, contents, columns)(edits);
    const blocks = blocksOf(edits, canvas);
    if (blocks.length > 0) demandUnmoved([{ table: table.name, columns, sheet, header: undefined, contents }]);
    for (const block of blocks) sheet.write(block);
  }
}

/** Removes buyer data from records dated before `since`, or without a readable date. */
export function withinRetention(
  { answer }: Operation,
  records: readonly AnyRecord[],
  since: number,
): readonly AnyRecord[] {
  const dated = answer.dated;
  if (dated === undefined) return records;
  const blank = Object.fromEntries(privateFields(answer.record).map((name) => [name, null]));
  return records.map((record) => ((epochOf(record[dated]) ?? 0) < since ? { ...record, ...blank } : record));
}
