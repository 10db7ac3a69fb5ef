/** The results sheet and a temporary scratch sheet. */
import { COLUMNS, type Row } from './check-report.ts';
import { attempt } from './probe.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const RESULTS = 'Installation check';
const SCRATCH = 'Installation check (scratch)';

/** The first cell identifies the check's sheets. A user's sheet with the same name has other content. */
const TITLE = 'Market for Sheets installation check';
const MARKER = 'Created by the installation check, which removes it.';

const WIDTHS = [90, 340, 300, 200, 200, 220, 90, 180];
const FAILED = '#fce8e6';
const HEADER = '#f1f3f4';

const TOP = 3;

interface ResultSheet {
  add(rows: readonly Row[]): void;
  sumUp(place: string, text: string): void;
}

export function resultSheet(spreadsheet: Spreadsheet): ResultSheet {
  const sheet = ownSheet(spreadsheet, RESULTS, TITLE) ?? newResultSheet(spreadsheet);
  const width = COLUMNS.length;
  attempt(() => sheet.clear());
  sheet.getRange(1, 1).setValue(TITLE);
  const header = sheet.getRange(TOP, 1, 1, width).setValues([[...COLUMNS]]);
  attempt(() => header.setFontWeight('bold').setBackground(HEADER));
  attempt(() => sheet.getRange(1, 1).setFontWeight('bold'));
  let next = TOP + 1;
  return {
    add: (rows) => {
      const cells = sheet.getRange(next, 1, rows.length, width);
      attempt(() =>
        cells.setNumberFormats(rows.map((row) => row.map((cell) => (typeof cell === 'number' ? '0' : '@')))),
      );
      cells.setValues(rows.map((row) => [...row]));
      attempt(() => cells.setWrap(true).setVerticalAlignment('top'));
      attempt(() => cells.setBackgrounds(rows.map((row) => row.map(() => (row[0] === 'failed' ? FAILED : null)))));
      next += rows.length;
      attempt(() => SpreadsheetApp.flush());
    },
    sumUp: (place, text) => {
      sheet.getRange(1, 1, 2, 1).setValues([[`${TITLE} ${place}`], [text]]);
    },
  };
}

function newResultSheet(spreadsheet: Spreadsheet): GoogleSheet {
  const active = attempt(() => spreadsheet.getActiveSheet());
  const sheet = inserted(spreadsheet, RESULTS);
  attempt(() => {
    sheet.setFrozenRows(TOP);
    WIDTHS.forEach((width, index) => {
      sheet.setColumnWidth(index + 1, width);
    });
  });
  attempt(() => active && spreadsheet.setActiveSheet(active));
  return sheet;
}

export interface Scratch {
  readonly sheet: GoogleSheet;
  /** Allocates blank cells in new rows, to the right of the first column. */
  block(rows: number, columns: number): Range;
}

/** Runs `work` with a scratch sheet. Keeps the user's sheet active. */
export function withScratch<T>(spreadsheet: Spreadsheet, work: (scratch: Scratch) => T): T {
  // Remove the scratch sheet of an interrupted check.
  const left = ownSheet(spreadsheet, SCRATCH, MARKER);
  if (left) spreadsheet.deleteSheet(left);
  const active = attempt(() => spreadsheet.getActiveSheet());
  const goBack = () => attempt(() => active && spreadsheet.setActiveSheet(active));
  const sheet = inserted(spreadsheet, SCRATCH);
  try {
    sheet.getRange(1, 1).setValue(MARKER);
    goBack();
    let next = 3;
    return work({
      sheet,
      block: (rows, columns) => {
        const block = sheet.getRange(next, 2, rows, columns);
        next += rows + 1;
        return block;
      },
    });
  } finally {
    attempt(() => spreadsheet.deleteSheet(sheet));
    goBack();
  }
}

function inserted(spreadsheet: Spreadsheet, name: string): GoogleSheet {
  return spreadsheet.insertSheet(
    name,
    attempt(() => spreadsheet.getNumSheets(), 0),
  );
}

/** Throws if one of the user's sheets has this name. */
function ownSheet(spreadsheet: Spreadsheet, name: string, title: string): GoogleSheet | undefined {
  const sheet = spreadsheet.getSheetByName(name);
  if (!sheet) return undefined;
  const isOwn = attempt(() => sheet.getLastRow()) === 0 || String(sheet.getRange(1, 1).getValue()).startsWith(title);
  if (isOwn) return sheet;
  throw new Error(`The "${name}" sheet was not created by the check. Rename it, then choose Installation check again.`);
}
