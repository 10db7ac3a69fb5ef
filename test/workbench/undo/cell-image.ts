/** Contents and formats of cells before and after an edit, for undo. */
import { areaOf } from '../../host/workbook/area.ts';
import type { Book } from '../../host/workbook/book.ts';
import { putFormula, putValue } from '../../host/workbook/cell-content.ts';
import { adjustFormula } from '../../host/workbook/formula-text.ts';
import { type LineChange, mapLine } from '../../host/workbook/line-change.ts';
import type { Scalar, Sheet } from '../../host/workbook/sheet.ts';
import type { StyleAspect } from '../../host/workbook/surface.ts';

export interface CellImage {
  row: number;
  column: number;
  value?: Scalar;
  formula?: string;
  /** Excludes defaults. */
  styles: Partial<Record<StyleAspect, unknown>>;
}

export type Place = readonly [row: number, column: number];

export function imageOf(sheet: Sheet, places: readonly Place[]): CellImage[] {
  return places.map(([row, column]) => {
    const image: CellImage = { row, column, styles: {} };
    const value = sheet.values.get(row, column);
    if (value !== undefined) image.value = value;
    const formula = sheet.formulas.get(row, column);
    if (formula) image.formula = formula.text;
    for (const [aspect, grid] of sheet.styles) {
      const style = grid.get(row, column);
      if (style !== undefined) image.styles[aspect] = style;
    }
    return image;
  });
}

export function isStill(sheet: Sheet, images: readonly CellImage[]): boolean {
  const now = imageOf(
    sheet,
    images.map(({ row, column }) => [row, column]),
  );
  return now.every((image, index) => sameCell(image, images[index]!));
}

function sameCell(a: CellImage, b: CellImage): boolean {
  if (a.value !== b.value || a.formula !== b.formula) return false;
  const aspects = Object.keys({ ...a.styles, ...b.styles }) as StyleAspect[];
  return aspects.every((aspect) => JSON.stringify(a.styles[aspect]) === JSON.stringify(b.styles[aspect]));
}

export function putBack(book: Book, sheet: Sheet, images: readonly CellImage[]): void {
  for (const { row, column, value, formula, styles } of images) {
    for (const aspect of sheet.styles.keys()) sheet.setStyle(aspect, row, column, styles[aspect] ?? null);
    if (formula === undefined) putValue(book, sheet, row, column, value);
    else putFormula(book, sheet, row, column, formula);
  }
  const rows = images.map(({ row }) => row);
  const columns = images.map(({ column }) => column);
  const [row, column] = [least(rows), least(columns)];
  const rect = { row, column, rows: most(rows) - row + 1, columns: most(columns) - column + 1 };
  book.touch(areaOf(sheet.id, rect));
}

const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b));
const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b));

/** Adjusts images after rows or columns were inserted, deleted, or moved. Drops deleted cells. */
export function moved(
  images: readonly CellImage[],
  isTheirSheet: boolean,
  refers: (name: string | undefined) => boolean,
  axis: 'row' | 'column',
  change: LineChange,
): CellImage[] {
  return images.flatMap((image) => {
    const line = isTheirSheet ? mapLine(change, image[axis]) : image[axis];
    if (line === undefined) return [];
    const formula = image.formula === undefined ? {} : { formula: adjustFormula(image.formula, refers, axis, change) };
    return [{ ...image, ...formula, [axis]: line }];
  });
}
