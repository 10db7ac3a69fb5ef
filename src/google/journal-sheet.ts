/** The journal as lines of a hidden sheet: a workbook's properties would not have room for it. */
import { consecutive } from '../protocol/grouped.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import type { Journal } from '../tables/sheet.ts';
import { JOURNAL_TAB } from '../tables/tabs.ts';
import { JOURNAL_MARK, TABLE_MARK } from './marks.ts';
import type { NewSheets } from './new-sheets.ts';
import { asTexts } from './plain-text.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Texts stand in the first column and their labels in the second; a former version had no labels. */
const [TEXT, LABEL] = [1, 2];

export function journalOf(spreadsheet: Spreadsheet, newSheets: NewSheets): Journal {
  const find = () => findJournal(spreadsheet);
  /** Cells of some columns below so many lines; a column that is not there is blank. */
  const read = (sheet: GoogleSheet, from: number, column: number, columns: number): string[][] => {
    const rows = sheet.getLastRow() - from;
    if (rows < 1) return [];
    const there = Math.min(columns, sheet.getMaxColumns() - column + 1);
    if (there < 1) return Array.from({ length: rows }, () => ['']);
    const cells = sheet.getRange(from + 1, column, rows, there).getValues();
    return cells.map((line) => Array.from({ length: columns }, (_, index) => String(line[index] ?? '')));
  };
  return {
    labels: () => {
      const sheet = find();
      return sheet ? read(sheet, 0, LABEL, 1).map(([label]) => label!) : [];
    },
    lines: (from) => {
      const sheet = find();
      return sheet ? read(sheet, from, TEXT, 2).map(([text, label]) => ({ text: text!, label: label! })) : [];
    },
    append: (lines) => {
      const sheet = find() ?? create(spreadsheet, newSheets);
      const last = sheet.getLastRow();
      const missing = last + lines.length - sheet.getMaxRows();
      if (missing > 0) sheet.insertRowsAfter(sheet.getMaxRows(), missing);
      if (sheet.getMaxColumns() < LABEL) sheet.insertColumnsAfter(TEXT, 1);
      sheet
        .getRange(last + 1, TEXT, lines.length, LABEL)
        .setNumberFormat(TEXT_FORMAT)
        .setValues(
          asTexts(
            lines.map(({ text, label }) => [text, label]),
            () => spareCell(spreadsheet, newSheets),
          ),
        );
    },
    removeLines: (lines) => {
      const sheet = find();
      if (!sheet || lines.length === 0) return;
      // Google keeps one row of a sheet.
      if (lines.length === sheet.getMaxRows()) sheet.insertRowsAfter(sheet.getMaxRows(), 1);
      for (const [first, last] of [...consecutive(lines)].reverse())
        sheet.deleteRows(first + 1, last - first + 1);
    },
    remove: () => {
      const sheet = find();
      if (sheet) spreadsheet.deleteSheet(sheet);
      newSheets.changed();
    },
  };
}

/** Below all lines, where nobody looks; what an execution that ended left there is no line of any run. */
export function spareCell(
  spreadsheet: Spreadsheet,
  newSheets: NewSheets,
): GoogleAppsScript.Spreadsheet.Range {
  const sheet = findJournal(spreadsheet) ?? create(spreadsheet, newSheets);
  const last = sheet.getLastRow();
  if (last === sheet.getMaxRows()) sheet.insertRowsAfter(last, 1);
  return sheet.getRange(last + 1, TEXT);
}

function findJournal(spreadsheet: Spreadsheet): GoogleSheet | undefined {
  const [mark] = spreadsheet
    .createDeveloperMetadataFinder()
    .withKey(TABLE_MARK)
    .withValue(JOURNAL_MARK)
    .find();
  return mark?.getLocation().getSheet() ?? undefined;
}

/** The mark comes last: an execution that ended before it left a blank sheet, which is taken again. */
function create(spreadsheet: Spreadsheet, newSheets: NewSheets): GoogleSheet {
  const sheet = blank(spreadsheet, newSheets);
  if (!sheet.isSheetHidden()) sheet.hideSheet();
  // A line has two cells; the cells of a workbook are limited.
  if (sheet.getMaxColumns() > LABEL) sheet.deleteColumns(LABEL + 1, sheet.getMaxColumns() - LABEL);
  if (sheet.getMaxRows() > 1) sheet.deleteRows(2, sheet.getMaxRows() - 1);
  sheet.addDeveloperMetadata(TABLE_MARK, JOURNAL_MARK);
  return sheet;
}

function blank(spreadsheet: Spreadsheet, newSheets: NewSheets): GoogleSheet {
  for (let name = JOURNAL_TAB; ; name += '_') {
    const named = spreadsheet.getSheetByName(name);
    if (named && named.getLastRow() > 0) continue;
    return named ?? newSheets.insert(name, JOURNAL_TAB);
  }
}
