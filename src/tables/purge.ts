/** Blanks the cells of fields that may no longer stand in the sheets. */
import type { Privacy } from '../protocol/fields.ts';
import { MarketError } from '../protocol/market-error.ts';
import { blocksOf } from './blocks.ts';
import { TEXT_FORMAT } from './cells.ts';
import { ROW_KEY, sheetColumns } from './columns.ts';
import { fillerOf } from './filler.ts';
import { readContents } from './places.ts';
import type { Book, Sheet } from './sheet.ts';
import type { TabledOperation } from './table.ts';

/** A sheet that only has the table's name holds nothing of ours. */
function ours(book: Book, table: string): Sheet | undefined {
  try {
    return book.find(table);
  } catch (error) {
    if (error instanceof MarketError) return undefined;
    throw error;
  }
}

export interface Purge {
  /** Fields of these kinds may not stand in any row. */
  readonly withheld: ReadonlySet<Privacy>;
  /** Epoch milliseconds: in rows dated before, no field of a buyer may stand. */
  readonly since?: number;
}

/** Only rows of ours are touched, and only columns with data of buyers. */
export function purge(book: Book, operation: TabledOperation, { withheld, since }: Purge): void {
  for (const table of operation.tables) {
    const allowed = new Set(sheetColumns(operation, table, withheld).map(({ id }) => id));
    const free = new Set(sheetColumns(operation, table, ALL).map(({ id }) => id));
    const guarded = sheetColumns(operation, table, new Set()).filter(({ id }) => !free.has(id));
    const sheet = guarded.length > 0 ? ours(book, table.name) : undefined;
    if (!sheet) continue;
    const contents = readContents(sheet, sheetColumns(operation, table, new Set()));
    const { cells: grid, places } = contents;
    const cellAt = (row: number, id: string) => grid[row]?.[(places.get(id) ?? 0) - 1] ?? '';
    const isOld = (row: number) => {
      const date = cellAt(row, operation.answer.dated ?? '');
      return since !== undefined && date instanceof Date && date.getTime() < since;
    };
    const edits = grid.flatMap((_, row) =>
      row > 0 && cellAt(row, ROW_KEY.id) !== ''
        ? guarded
            .filter(({ id }) => places.has(id) && (!allowed.has(id) || isOld(row)) && cellAt(row, id) !== '')
            .map(({ id }) => ({ row: row + 1, column: places.get(id)!, cell: '', format: TEXT_FORMAT }))
        : [],
    );
    const filler = fillerOf(sheet, contents);
    for (const block of blocksOf(edits, filler)) sheet.write(block);
  }
}

const ALL: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
