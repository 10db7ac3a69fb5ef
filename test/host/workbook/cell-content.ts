/** Reads cell contents and displayed text, and writes values with Google's type conversion. */
import { areaOf } from './area.ts';
import type { Book } from './book.ts';
import { errorText, LOADING, resultAt, shownError } from './formula-cell.ts';
import { canonicalFormula, localFormula } from './formula-locale.ts';
import { fromR1C1, toR1C1 } from './formula-text.ts';
import { TEXT_LIMIT, textTooLong, wrongSize } from './google-text.ts';
import { dateTimeFormat } from './locale.ts';
import { coveredCells } from './merging.ts';
import { formatValue, isDateFormat } from './number-format.ts';
import { instantFromSerial, serialFromInstant } from './serial-date.ts';
import type { Scalar, Sheet } from './sheet.ts';
import type { CellValue, ContentAspect, Rect, WritableValue } from './surface.ts';
import { typedText } from './typed-text.ts';

/** The stored or calculated value, or `''`, and the effective format. */
export interface Content {
  readonly value: Scalar;
  readonly format: string;
}

export function contentOf(sheet: Sheet, row: number, column: number): Content {
  const format = sheet.style('numberFormats', row, column);
  const value = sheet.values.get(row, column);
  if (value !== undefined) return { value, format };
  const formula = sheet.formulas.get(row, column);
  const owner = formula ?? sheet.spills.get(row, column);
  if (owner === undefined) return { value: '', format };
  if (owner.loading) return { value: formula ? LOADING : '', format };
  const result = resultAt(owner, row, column);
  return {
    value: shownError(result.value) ?? result.value ?? '',
    format: format === 'General' ? (result.format ?? format) : format,
  };
}

export function errorMessageOf(sheet: Sheet, row: number, column: number): string {
  const owner = sheet.formulas.get(row, column) ?? sheet.spills.get(row, column);
  if (owner === undefined || owner.loading) return '';
  const result = resultAt(owner, row, column);
  return shownError(result.value) === undefined ? '' : errorText(result);
}

export function readContent(book: Book, sheet: Sheet, rect: Rect, aspect: ContentAspect): CellValue[][] {
  if (aspect === 'values' || aspect === 'displayValues') book.calculation.flush(sheet.id);
  const read = reader(book, sheet, aspect);
  const rows: CellValue[][] = [];
  for (let row = rect.row; row < rect.row + rect.rows; row++) {
    const cells: CellValue[] = [];
    for (let column = rect.column; column < rect.column + rect.columns; column++) cells.push(read(row, column));
    rows.push(cells);
  }
  return rows;
}

export function writeContent(
  book: Book,
  sheet: Sheet,
  rect: Rect,
  aspect: ContentAspect,
  data: readonly (readonly unknown[])[],
): void {
  if (aspect === 'displayValues') throw new Error('not emulated: writing display values');
  checkTexts(data);
  const isCovered = coveredCells(book, sheet, rect);
  for (let r = 0; r < rect.rows; r++) {
    const cells = data[r]!;
    for (let c = 0; c < rect.columns; c++) {
      const row = rect.row + r;
      const column = rect.column + c;
      if (isCovered?.(row, column)) continue;
      if (aspect === 'values') writeValue(book, sheet, row, column, cells[c] as WritableValue);
      else writeFormula(book, sheet, row, column, String(cells[c] ?? ''), aspect === 'formulasR1C1');
    }
  }
  book.touch(areaOf(sheet.id, rect));
}

/** Throws if the data doesn't have the range's shape. */
export function checkShape(rect: Rect, data: readonly (readonly unknown[])[]): void {
  if (data.length !== rect.rows) throw wrongSize('rows', data.length, rect.rows);
  for (const row of data) if (row.length !== rect.columns) throw wrongSize('columns', row.length, rect.columns);
}

/** Writes a value without notifications. The caller must call `touch` for the area. */
export function writeValue(book: Book, sheet: Sheet, row: number, column: number, value: WritableValue): void {
  if (typeof value === 'string') writeText(book, sheet, row, column, value);
  else if (value === null || value === undefined) putValue(book, sheet, row, column, undefined);
  else if (typeof value === 'number' || typeof value === 'boolean') putNumber(book, sheet, row, column, value);
  else if (Object.prototype.toString.call(value) === '[object Date]') writeDate(book, sheet, row, column, value);
  else putValue(book, sheet, row, column, String(value));
}

export function putValue(book: Book, sheet: Sheet, row: number, column: number, value: Scalar | undefined): void {
  book.calculation.remove(sheet, row, column);
  sheet.values.set(row, column, value);
}

export function putFormula(book: Book, sheet: Sheet, row: number, column: number, text: string): void {
  sheet.values.set(row, column, undefined);
  book.calculation.set(sheet, row, column, text);
}

function reader(book: Book, sheet: Sheet, aspect: ContentAspect): (row: number, column: number) => CellValue {
  switch (aspect) {
    case 'values':
      return (row, column) => {
        const { value, format } = contentOf(sheet, row, column);
        if (typeof value !== 'number' || format === 'General' || !isDateFormat(format)) return value;
        return new Date(instantFromSerial(value, book.timeZone));
      };
    case 'displayValues':
      return (row, column) => {
        const { value, format } = contentOf(sheet, row, column);
        return value === '' ? '' : formatValue(value, format, book.locale);
      };
    case 'formulas':
      return (row, column) => {
        const formula = sheet.formulas.get(row, column);
        return formula ? localFormula(formula.text, book.locale) : '';
      };
    case 'formulasR1C1':
      return (row, column) => {
        const formula = sheet.formulas.get(row, column);
        return formula ? localFormula(toR1C1(formula.text, row, column), book.locale) : '';
      };
  }
}

function writeText(book: Book, sheet: Sheet, row: number, column: number, text: string): void {
  const isPlain = book.textKeepsFormulas || !/^'*[=+\-@]/.test(text);
  if (text !== '' && isPlain && sheet.style('numberFormats', row, column) === '@') {
    putValue(book, sheet, row, column, text);
    return;
  }
  const typed = typedText(text, book.thisYear(), book.locale);
  if (typed.kind === 'empty') putValue(book, sheet, row, column, undefined);
  else if (typed.kind === 'formula') putFormula(book, sheet, row, column, canonicalFormula(typed.text, book.locale));
  else {
    putValue(book, sheet, row, column, typed.value);
    if (typed.format !== undefined) takeFormat(sheet, row, column, typed.format);
  }
}

function writeDate(book: Book, sheet: Sheet, row: number, column: number, date: Date): void {
  const instant = date.getTime();
  if (Number.isNaN(instant)) throw new Error('not emulated: writing an invalid Date');
  const serial = serialFromInstant(instant, book.timeZone);
  const format = dateTimeFormat(serial, book.locale);
  if (sheet.style('numberFormats', row, column) === '@') {
    putValue(book, sheet, row, column, formatValue(serial, format, book.locale));
    return;
  }
  putValue(book, sheet, row, column, serial);
  takeFormat(sheet, row, column, format);
}

function putNumber(book: Book, sheet: Sheet, row: number, column: number, value: number | boolean): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    // Sheets shows this error for NaN and Infinity.
    putValue(book, sheet, row, column, '#NUM!');
    return;
  }
  putValue(book, sheet, row, column, value);
}

function writeFormula(book: Book, sheet: Sheet, row: number, column: number, text: string, r1c1: boolean): void {
  if (text === '') putValue(book, sheet, row, column, undefined);
  else {
    const formula = canonicalFormula(text.startsWith('=') ? text : `=${text}`, book.locale);
    putFormula(book, sheet, row, column, r1c1 ? fromR1C1(formula, row, column) : formula);
  }
}

/** Typed input sets the number format if the cell has none. */
function takeFormat(sheet: Sheet, row: number, column: number, format: string): void {
  if (sheet.style('numberFormats', row, column) === 'General') sheet.setStyle('numberFormats', row, column, format);
}

function checkTexts(data: readonly (readonly unknown[])[]): void {
  for (const row of data) {
    for (const value of row) if (typeof value === 'string' && value.length > TEXT_LIMIT) throw textTooLong();
  }
}
