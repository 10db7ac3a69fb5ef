/** Blanks the cells of fields that may no longer stand in the sheets. */
import type { Privacy } from '../protocol/fields.ts';
import { blocksOf } from './blocks.ts';
import { TEXT_FORMAT } from './cells.ts';
import { ROW_KEY, sheetColumns } from './columns.ts';
import { positions } from './diff.ts';
import type { Book } from './sheet.ts';
import type { TabledOperation } from './table.ts';

/** Only rows of ours are touched, and only columns whose privacy is in `withheld`. */
export function purge(book: Book, operation: TabledOperation, withheld: ReadonlySet<Privacy>): void {
  for (const table of operation.tables) {
    const kept = new Set(sheetColumns(operation, table, withheld).map(({ id }) => id));
    const gone = sheetColumns(operation, table, new Set()).filter(({ id }) => !kept.has(id));
    const sheet = gone.length > 0 ? book.find(table.name) : undefined;
    if (!sheet) continue;
    const grid = sheet.read();
    const keyColumn = positions(grid, [ROW_KEY]).get(ROW_KEY.id) ?? 0;
    const isOurs = (row: number) => row > 1 && (grid[row - 1]?.[keyColumn - 1] ?? '') !== '';
    const columns = [...positions(grid, gone).values()];
    const edits = grid.flatMap((cells, index) =>
      columns
        .filter((column) => isOurs(index + 1) && (cells[column - 1] ?? '') !== '')
        .map((column) => ({ row: index + 1, column, cell: '', format: TEXT_FORMAT })),
    );
    const owned = new Map(columns.map((column) => [column, () => TEXT_FORMAT]));
    for (const block of blocksOf(edits, grid, owned, isOurs)) sheet.write(block);
  }
}
