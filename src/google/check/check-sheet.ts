/** The sheet Installation check: written anew by each check, a group of probes at a time. */
import { MarketError } from '../../protocol/market-error.ts';
import { attempt } from '../attempt.ts';
import { COLUMNS, type Row } from './check-report.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;

const NAME = 'Installation check';

/** By this the sheet is known, whoever has given another one its name. */
const TITLE = 'Installation check of Market for Sheets';

const WIDTHS = [90, 340, 300, 200, 200, 220, 90, 180];
/** Of a row that is otherwise. */
const WARNING = '#fce8e6';
const HEADER = '#f1f3f4';

/** Rows above those of the probes: title, summary, header. */
const TOP = 3;

export interface CheckSheet {
  add(rows: readonly Row[]): void;
  sumUp(place: string, text: string): void;
}

export function checkSheet(spreadsheet: Spreadsheet): CheckSheet {
  const sheet = opened(spreadsheet);
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
      attempt(() => cells.setBackgrounds(rows.map((row) => row.map(() => (row[0] === 'otherwise' ? WARNING : null)))));
      next += rows.length;
      attempt(() => SpreadsheetApp.flush());
    },
    sumUp: (place, text) => {
      sheet.getRange(1, 1, 2, 1).setValues([[`${TITLE} ${place}`], [text]]);
    },
  };
}

function opened(spreadsheet: Spreadsheet): GoogleAppsScript.Spreadsheet.Sheet {
  const known = spreadsheet.getSheetByName(NAME);
  if (known) {
    if (attempt(() => known.getLastRow()) === 0 || String(known.getRange(1, 1).getValue()).startsWith(TITLE))
      return known;
    throw new MarketError(
      'MARKET_TABLE',
      `There is a sheet "${NAME}" that is not the check's own; rename it, then choose the item again.`,
    );
  }
  const active = attempt(() => spreadsheet.getActiveSheet());
  const sheet = spreadsheet.insertSheet(
    NAME,
    attempt(() => spreadsheet.getNumSheets(), 0),
  );
  attempt(() => {
    sheet.setFrozenRows(TOP);
    WIDTHS.forEach((width, index) => {
      sheet.setColumnWidth(index + 1, width);
    });
  });
  attempt(() => active && spreadsheet.setActiveSheet(active));
  return sheet;
}
