/** Reads, writes, clears, and copies ranges by aspect. */
import { areaOf, contains } from './area.ts';
import type { Book } from './book.ts';
import { checkShape, putFormula, putValue, readContent, writeContent, writeValue } from './cell-content.ts';
import { googleColor } from './colors.ts';
import { shiftFormula } from './formula-text.ts';
import { TEXT_LIMIT, textTooLong } from './google-text.ts';
import type { Sheet } from './sheet.ts';
import {
  type Aspect,
  type Clearing,
  type Rect,
  STYLE_DEFAULTS,
  type StyleAspect,
  type WritableValue,
} from './surface.ts';

const ALL_STYLES = Object.keys(STYLE_DEFAULTS) as StyleAspect[];
/** Notes and validations aren't formats on Google. */
export const FORMATS = ALL_STYLES.filter((aspect) => aspect !== 'notes' && aspect !== 'validations');

export function readRange(book: Book, sheet: Sheet, rect: Rect, aspect: Aspect): unknown[][] {
  if (!isStyle(aspect)) return readContent(book, sheet, rect, aspect);
  return Array.from({ length: rect.rows }, (_, r) =>
    Array.from({ length: rect.columns }, (_, c) => sheet.style(aspect, rect.row + r, rect.column + c)),
  );
}

export function writeRange(
  book: Book,
  sheet: Sheet,
  rect: Rect,
  aspect: Aspect,
  data: readonly (readonly unknown[])[],
): void {
  checkShape(rect, data);
  if (!isStyle(aspect)) {
    writeContent(book, sheet, rect, aspect, data);
    return;
  }
  for (let r = 0; r < rect.rows; r++) {
    for (let c = 0; c < rect.columns; c++) {
      sheet.setStyle(aspect, rect.row + r, rect.column + c, styleValue(aspect, data[r]![c]));
    }
  }
  restyled(book, sheet, rect, aspect);
}

/**
 * Shifts a formula's relative references for each cell, as `Range.setFormula` does. Other values are the same in all
 * cells.
 */
export function fillRange(book: Book, sheet: Sheet, rect: Rect, aspect: Aspect, value: unknown): void {
  const row = (r: number): unknown[] =>
    Array.from({ length: rect.columns }, (_, c) =>
      (aspect === 'formulas' || aspect === 'values') && typeof value === 'string' && value.startsWith('=')
        ? shiftFormula(value, r, c)
        : value,
    );
  writeRange(
    book,
    sheet,
    rect,
    aspect,
    Array.from({ length: rect.rows }, (_, r) => row(r)),
  );
}

export function clearRange(book: Book, sheet: Sheet, rect: Rect, what: Clearing): void {
  const styles: StyleAspect[] = [
    ...(what.formats ? FORMATS : []),
    ...(what.notes ? (['notes'] as const) : []),
    ...(what.validations ? (['validations'] as const) : []),
  ];
  for (const aspect of styles) sheet.styles.get(aspect)?.clearRect(rect);
  if (what.contents) {
    sheet.values.clearRect(rect);
    const area = areaOf(sheet.id, rect);
    for (const [row, column] of [...sheet.formulas.entries()]) {
      if (contains(area, row, column)) book.calculation.remove(sheet, row, column);
    }
  }
  book.touch(areaOf(sheet.id, rect));
}

export function isBlankRange(book: Book, sheet: Sheet, rect: Rect): boolean {
  book.calculation.flush(sheet.id);
  let blank = true;
  forEachCell(rect, (row, column) => {
    const taken = sheet.values.get(row, column) ?? sheet.formulas.get(row, column) ?? sheet.spills.get(row, column);
    if (taken !== undefined) blank = false;
  });
  return blank;
}

export function copyRange(
  book: Book,
  from: { sheet: Sheet; rect: Rect },
  to: { sheet: Sheet; row: number; column: number },
  what: { contents?: boolean; formats?: boolean },
): void {
  const { rect } = from;
  const formats = what.formats
    ? ALL_STYLES.filter((aspect) => from.sheet.styles.has(aspect) || to.sheet.styles.has(aspect))
    : [];
  const copies: (() => void)[] = [];
  forEachCell(rect, (row, column) => {
    const [r, c] = [to.row + row - rect.row, to.column + column - rect.column];
    const value = from.sheet.values.get(row, column);
    const formula = from.sheet.formulas.get(row, column)?.text;
    const styles = formats.map((aspect) => [aspect, from.sheet.style(aspect, row, column)] as const);
    copies.push(() => {
      if (what.contents) {
        if (formula === undefined) putValue(book, to.sheet, r, c, value);
        else putFormula(book, to.sheet, r, c, shiftFormula(formula, r - row, c - column));
      }
      for (const [aspect, style] of styles) to.sheet.setStyle(aspect, r, c, style);
    });
  });
  // Read everything first, because the two ranges may overlap.
  for (const copy of copies) copy();
  book.touch(areaOf(to.sheet.id, { ...rect, row: to.row, column: to.column }));
}

/** Appends below the last row with content, and extends the grid. Returns the row. */
export function appendValues(book: Book, sheet: Sheet, values: readonly WritableValue[]): number {
  for (const value of values) if (typeof value === 'string' && value.length > TEXT_LIMIT) throw textTooLong();
  book.calculation.flush(sheet.id);
  const row = sheet.lastRow() + 1;
  book.grow(sheet, row, values.length);
  for (const [i, value] of values.entries()) writeValue(book, sheet, row, i + 1, value);
  book.touch(areaOf(sheet.id, { row, column: 1, rows: 1, columns: Math.max(1, values.length) }));
  return row;
}

function isStyle(aspect: Aspect): aspect is StyleAspect {
  return aspect in STYLE_DEFAULTS;
}

function styleValue(aspect: StyleAspect, value: unknown): unknown {
  // The services pass '' for "automatic".
  if (aspect === 'numberFormats') return value === '' || /^general$/i.test(String(value)) ? null : value;
  if (aspect === 'backgrounds' || aspect === 'fontColors') {
    return typeof value === 'string' && value !== '' ? googleColor(value) : null;
  }
  return value;
}

function restyled(book: Book, sheet: Sheet, rect: Rect, aspect: StyleAspect): void {
  const area = areaOf(sheet.id, rect);
  // The number format determines whether formulas and custom functions get a date.
  if (aspect === 'numberFormats') book.touch(area);
  else book.changes.cells(area);
}

function forEachCell(rect: Rect, visit: (row: number, column: number) => void): void {
  for (let row = rect.row; row < rect.row + rect.rows; row++) {
    for (let column = rect.column; column < rect.column + rect.columns; column++) visit(row, column);
  }
}
