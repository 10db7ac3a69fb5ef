import { cellName } from './area.ts';
import type { Book } from './book.ts';
import { contentOf, errorMessageOf } from './cell-content.ts';
import type { Snapshot, SnapshotCell } from './surface.ts';

export function takeSnapshot(book: Book): Snapshot {
  book.calculation.flush();
  const cells: Record<string, SnapshotCell> = {};
  const notes: Record<string, string> = {};
  for (const sheet of book.sheets) {
    const key = (row: number, column: number): string => `${sheet.name}!${cellName(row, column)}`;
    for (const [row, column, value] of sheet.values.entries()) cells[key(row, column)] = { value };
    for (const grid of [sheet.formulas, sheet.spills]) {
      for (const [row, column, owner] of grid.entries()) {
        const error = errorMessageOf(sheet, row, column);
        cells[key(row, column)] = {
          value: contentOf(sheet, row, column).value,
          ...(grid === sheet.formulas ? { formula: owner.text } : { spilled: true }),
          ...(error === '' ? {} : { error }),
        };
      }
    }
    for (const [row, column, note] of sheet.styles.get('notes')?.entries() ?? []) {
      notes[key(row, column)] = String(note);
    }
  }
  return {
    cells,
    notes,
    namedRanges: book.names.list(),
    metadata: book.metadata.find(),
    attachments: book.attachments.all(),
  };
}
