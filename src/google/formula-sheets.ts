/** The active spreadsheet as formulas read ahead in it. */
import type { Area, SheetView, Workbook } from '../formulas/prefetch/workbook.ts';
import { TABLE_MARK } from './marks.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** `isShown` may leave sheets out. */
export function formulaSheets(isShown: (sheet: GoogleSheet) => boolean = () => true): Workbook {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  let sheets: readonly SheetView[] | undefined;
  return {
    place: () => {
      // In a formula this is the cell that is computed.
      const cell = spreadsheet.getActiveRange();
      return { sheet: cell?.getSheet().getName() ?? '', column: cell?.getColumn() ?? 1 };
    },
    sheets: () => {
      sheets ??= spreadsheet.getSheets().filter(isShown).map(viewOf);
      return sheets;
    },
    named: (name) => {
      const range = spreadsheet.getRangeByName(name);
      if (!range) return undefined;
      const [top, left] = [range.getRow(), range.getColumn()];
      const area = { top, left, bottom: range.getLastRow(), right: range.getLastColumn() };
      return { sheet: range.getSheet().getName(), area };
    },
  };
}

/** All but the hidden sheets of the add-on. */
export function sheetsOfPeople(): Workbook {
  return formulaSheets((sheet) => !sheet.isSheetHidden() || !isOurs(sheet));
}

/** The add-on made it. */
export function isOurs(sheet: GoogleSheet): boolean {
  return sheet.getDeveloperMetadata().some((mark) => mark.getKey() === TABLE_MARK);
}

function viewOf(sheet: GoogleSheet): SheetView {
  const [rows, columns] = [sheet.getLastRow(), sheet.getLastColumn()];
  const inUse = ({ top, left, bottom, right }: Area) => {
    const [height, width] = [Math.min(bottom, rows) - top + 1, Math.min(right, columns) - left + 1];
    return height > 0 && width > 0 ? sheet.getRange(top, left, height, width) : undefined;
  };
  return {
    name: sheet.getName(),
    rows,
    columns,
    formulas: (area) => inUse(area)?.getFormulas() ?? [],
    values: (area) => inUse(area)?.getValues() ?? [],
  };
}
