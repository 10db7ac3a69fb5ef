/** Merged cells. Only the top left cell has a value. */
import { areaOf, contains, intersects } from './area.ts';
import type { Book } from './book.ts';
import type { Sheet } from './sheet.ts';
import { type Attachment, type Rect, WorkbookError } from './surface.ts';

export function mergedWith(book: Book, sheet: Sheet, rect: Rect): Attachment[] {
  const area = areaOf(sheet.id, rect);
  return book.attachments
    .list('merge', sheet.id)
    .filter(({ rects }) => rects.some((each) => intersects(areaOf(sheet.id, each), area)));
}

export function mergeCells(book: Book, sheet: Sheet, rect: Rect): void {
  unmergeCells(book, sheet, rect);
  if (rect.rows === 1 && rect.columns === 1) return;
  forget(book, sheet, rect);
  book.attachments.add('merge', sheet.id, [rect], null);
  book.touch(areaOf(sheet.id, rect));
  book.changes.sheet(sheet.id);
}

export function unmergeCells(book: Book, sheet: Sheet, rect: Rect): void {
  const area = areaOf(sheet.id, rect);
  const found = mergedWith(book, sheet, rect);
  for (const { rects } of found) {
    for (const each of rects) {
      const { top, left, bottom, right } = areaOf(sheet.id, each);
      if (contains(area, top, left) && contains(area, bottom, right)) continue;
      throw new WorkbookError('You must select all cells in a merged range to merge or unmerge them.');
    }
  }
  for (const { id } of found) book.attachments.remove(id);
  if (found.length > 0) book.changes.sheet(sheet.id);
}

/** Tests whether a merge hides a cell of the range; undefined if the range has no merges. */
export function coveredCells(
  book: Book,
  sheet: Sheet,
  rect: Rect,
): ((row: number, column: number) => boolean) | undefined {
  const areas = mergedWith(book, sheet, rect).flatMap(({ rects }) => rects.map((each) => areaOf(sheet.id, each)));
  if (areas.length === 0) return undefined;
  return (row, column) =>
    areas.some((area) => contains(area, row, column) && (row !== area.top || column !== area.left));
}

function forget(book: Book, sheet: Sheet, { row, column, rows, columns }: Rect): void {
  for (let r = row; r < row + rows; r++) {
    for (let c = column; c < column + columns; c++) {
      if (r === row && c === column) continue;
      sheet.values.set(r, c, undefined);
      book.calculation.remove(sheet, r, c);
    }
  }
}
