/** Deletes cells and shifts the following cells up or left. */
import { areaOf, contains, intersects } from './area.ts';
import type { Book } from './book.ts';
import type { ChartSpec } from './charts.ts';
import { clearRange, copyRange } from './ranges.ts';
import type { Sheet } from './sheet.ts';
import type { Axis } from './structure.ts';
import type { Rect } from './surface.ts';

export function deleteCells(book: Book, sheet: Sheet, rect: Rect, axis: Axis): void {
  const { row, column, rows, columns } = rect;
  const along = axis === 'row';
  const moving: Rect = along
    ? { row: row + rows, column, rows: sheet.rows - row - rows + 1, columns }
    : { row, column: column + columns, rows, columns: sheet.columns - column - columns + 1 };
  const concerned = along ? { ...rect, rows: sheet.rows - row + 1 } : { ...rect, columns: sheet.columns - column + 1 };
  demandUnreferred(book, sheet, concerned, moving);
  if (moving.rows > 0 && moving.columns > 0) {
    copyRange(book, { sheet, rect: moving }, { sheet, row, column }, { contents: true, formats: true });
  }
  const last = along ? { ...rect, row: sheet.rows - rows + 1 } : { ...rect, column: sheet.columns - columns + 1 };
  clearRange(book, sheet, last, { contents: true, formats: true, notes: true, validations: true });
}

/** Throws if a reference to these cells exists, because updating it is not emulated. */
function demandUnreferred(book: Book, sheet: Sheet, concerned: Rect, moving: Rect): void {
  book.calculation.flush();
  const [area, moved] = [areaOf(sheet.id, concerned), areaOf(sheet.id, moving)];
  const refers = book.sheets.some((other) =>
    [...other.formulas.entries()].some(
      ([row, column, formula]) =>
        (other === sheet && (contains(moved, row, column) || intersects(formula.zone, area))) ||
        formula.dependencies.some((each) => intersects(each, area)),
    ),
  );
  const named = book.names.list().some((name) => intersects(areaOf(name.sheetId, name.rect), area));
  const lies = book.attachments.all().some((item) => {
    const shown = item.kind === 'chart' ? (item.spec as ChartSpec).ranges : [];
    return (
      item.rects.some((each) => intersects(areaOf(item.sheetId, each), area)) ||
      shown.some((each) => intersects(areaOf(each.sheetId, each), area))
    );
  });
  if (refers || named || lies) {
    throw new Error('not emulated: Range.deleteCells with references to the cells or objects on them');
  }
}
