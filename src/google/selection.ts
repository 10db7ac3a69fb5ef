import { messageOf, tableError } from '../protocol/market-error.ts';
import { cellName } from '../tables/formula-text.ts';
import type { SelectedArea } from '../tables/sheet.ts';
import { isOurs, sheetIndex } from './formula-sheets.ts';
import { attempt } from './service-calls.ts';

/** Reads the used cells of the selection, without rows that a filter hides. */
export function selectedIn(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): readonly SelectedArea[] {
  const sheet = spreadsheet.getActiveSheet();
  const [lastRow, lastColumn] = [sheet.getLastRow(), sheet.getLastColumn()];
  const isFiltered = rowsOfFilter(sheet);
  const ranges = spreadsheet.getActiveRangeList()?.getRanges() ?? [];
  return ranges.flatMap((range) => {
    const [top, left] = [range.getRow(), range.getColumn()];
    const bottom = Math.min(range.getLastRow(), lastRow);
    const right = Math.min(range.getLastColumn(), lastColumn);
    if (bottom < top || right < left) return [];
    const used = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
    const shown = used.getDisplayValues();
    const lines = used
      .getValues()
      .map((line, row) => ({ row: top + row, cells: line.map((value, at) => textOf(value, shown[row]![at]!)) }));
    const header = sheet.getRange(1, left, 1, right - left + 1).getDisplayValues()[0]!;
    const name = `${sheet.getName()}!${cellName(top, left)}:${cellName(bottom, right)}`;
    const cells = lines.flatMap((line) => (isFiltered(line.row) ? [] : [line.cells]));
    return [{ name, header, cells, hidden: lines.length - cells.length }];
  });
}

/** Returns a function that checks whether a filter hides a row. Each takes 80 ms. */
function rowsOfFilter(sheet: GoogleAppsScript.Spreadsheet.Sheet): (row: number) => boolean {
  const filter = sheet.getFilter();
  if (!filter || !isFiltering(filter)) return () => false;
  const range = filter.getRange();
  const [top, bottom] = [range.getRow(), range.getLastRow()];
  let checks = 0;
  return (row) => {
    if (row <= top || row > bottom) return false;
    if (++checks > 1000) throw tableError('Select at most 1,000 rows, or remove the filter.');
    return sheet.isRowHiddenByFilter(row);
  };
}

type Filter = GoogleAppsScript.Spreadsheet.Filter;

export function isFiltering(filter: Filter): boolean {
  const range = filter.getRange();
  const columns = Array.from({ length: range.getNumColumns() }, (_, index) => range.getColumn() + index);
  return columns.some((column) => filter.getColumnFilterCriteria(column) !== null);
}

/** Returns the displayed text, to keep leading zeros, or the number if it isn't displayed as plain digits. */
function textOf(value: unknown, shown: string) {
  return typeof value === 'number' && !/^\d+$/.test(shown) ? String(value) : shown;
}

/** Writes a formula to the current cell and returns its address. Throws if the cell isn't empty or is in a table. */
export function writeFormula(formula: string, format?: string): string {
  const cell = SpreadsheetApp.getActiveSpreadsheet().getCurrentCell();
  if (!cell) throw tableError('Click an empty cell first.');
  const sheet = cell.getSheet();
  if (isOurs(sheetIndex()(), sheet))
    throw tableError(
      `"${sheet.getName()}" is a table, and its rows can move. Click an empty cell on one of your own sheets.`,
    );
  const name = cellName(cell.getRow(), cell.getColumn());
  if (!cell.isBlank() || cell.getFormula() !== '') throw tableError(`${name} is not empty. Click an empty cell first.`);
  try {
    cell.setFormula(formula);
    if (format !== undefined) attempt(() => cell.setNumberFormat(format));
    SpreadsheetApp.flush();
  } catch (error) {
    throw tableError(`${name} could not be changed: ${messageOf(error)}`);
  }
  return `${sheet.getName()}!${name}`;
}
