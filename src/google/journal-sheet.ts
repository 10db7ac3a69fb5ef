/** The journal as lines of a hidden sheet: a workbook's properties would not have room for it. */
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Journal } from '../tables/sheet.ts';
import { TABLE_MARK } from './marks.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** No table has this name. */
const MARK = 'journal';
const NAME = 'Market journal';

export function journalOf(spreadsheet: Spreadsheet): Journal {
  const find = () => {
    const [mark] = spreadsheet.createDeveloperMetadataFinder().withKey(TABLE_MARK).withValue(MARK).find();
    return mark?.getLocation().getSheet() ?? undefined;
  };
  const read = (sheet: GoogleSheet, rows: number) =>
    rows === 0
      ? []
      : sheet
          .getRange(1, 1, rows, 1)
          .getValues()
          .map(([line]) => String(line));
  return {
    head: () => {
      const sheet = find();
      return sheet && read(sheet, Math.min(1, sheet.getLastRow()))[0];
    },
    lines: () => {
      const sheet = find();
      return sheet ? read(sheet, sheet.getLastRow()) : [];
    },
    append: (lines) => {
      const sheet = find() ?? create(spreadsheet);
      const last = sheet.getLastRow();
      const missing = last + lines.length - sheet.getMaxRows();
      if (missing > 0) sheet.insertRowsAfter(sheet.getMaxRows(), missing);
      sheet
        .getRange(last + 1, 1, lines.length, 1)
        .setNumberFormat(TEXT_FORMAT)
        .setValues(lines.map((line) => [line]));
    },
    clear: () => {
      const sheet = find();
      if (sheet && sheet.getLastRow() > 0) sheet.getRange(1, 1, sheet.getLastRow(), 1).clearContent();
    },
    remove: () => {
      const sheet = find();
      if (sheet) spreadsheet.deleteSheet(sheet);
    },
  };
}

/** The mark comes last: an execution that ended before it left a blank sheet, which is taken again. */
function create(spreadsheet: Spreadsheet): GoogleSheet {
  const sheet = blank(spreadsheet);
  if (!sheet.isSheetHidden()) sheet.hideSheet();
  // A line has one cell; the cells of a workbook are limited.
  if (sheet.getMaxColumns() > 1) sheet.deleteColumns(2, sheet.getMaxColumns() - 1);
  if (sheet.getMaxRows() > 1) sheet.deleteRows(2, sheet.getMaxRows() - 1);
  sheet.addDeveloperMetadata(TABLE_MARK, MARK);
  return sheet;
}

function blank(spreadsheet: Spreadsheet): GoogleSheet {
  const active = spreadsheet.getActiveSheet();
  for (let name = NAME; ; name += '_') {
    const named = spreadsheet.getSheetByName(name);
    if (named && named.getLastRow() > 0) continue;
    const sheet = named ?? spreadsheet.insertSheet(name, spreadsheet.getNumSheets());
    if (active) spreadsheet.setActiveSheet(active);
    return sheet;
  }
}
