/** The cell that every run renews: a formula that is given it asks again after each run. */
import { statusTable } from '../tables/status.ts';
import type { OurSheets } from './our-sheets.ts';

const NAME = 'MARKET_TICK';
const NOTE =
  'Renewed by every run. Formulas that have MARKET_TICK as their last argument ask again after each.';

/**
 * In the first row, which sorting leaves where it is, right of all that stands there; false where there is no header
 * yet to stand beside. `at` in epoch milliseconds.
 */
export function renewTick(sheets: () => OurSheets, at: number): boolean {
  try {
    return renew(sheets(), at);
  } catch (error) {
    // A protection of somebody's costs no run anything else.
    console.warn(error);
    return true;
  }
}

function renew(sheets: OurSheets, at: number): boolean {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const known = spreadsheet.getRangeByName(NAME);
  if (known) {
    known.setValue(new Date(at));
    return true;
  }
  const { sheet, grid, cells } = sheets.find(statusTable.name) ?? {};
  const header = cells?.get()?.[0]?.length ?? sheet?.getLastColumn() ?? 0;
  // An execution that ended while it made the sheet left it blank.
  if (!sheet || !grid || header === 0) return false;
  const column = header + 1;
  grid.ensure(1, column);
  const cell = sheet.getRange(1, column);
  sheet.hideColumns(column);
  cell.setNumberFormat('yyyy-mm-dd hh:mm:ss').setNote(NOTE);
  // The value last: until then the next run takes the same column again.
  spreadsheet.setNamedRange(NAME, cell);
  cell.setValue(new Date(at));
  return true;
}
