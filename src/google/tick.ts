/** The cell that every run renews: a formula that is given it asks again after each run. */
import { type Column, ownColumn } from '../tables/columns.ts';
import { headerNote } from '../tables/header.ts';
import { statusTable } from '../tables/status.ts';
import { type NewColumn, newColumn } from '../tables/widths.ts';
import type { OurSheets } from './our-sheets.ts';

const NAME = 'MARKET_TICK';
const COLUMN: Column = {
  ...ownColumn(
    'tick',
    'instant',
    'Updated by every run. Formulas with MARKET_TICK as their refresh argument update after each run.',
    { hidden: true },
  ),
  // It is no column of the table.
  header: '',
};

/** Columns of a new sheet with that of the cell, where it is the sheet that has it. */
export function withTick(table: string, columns: readonly NewColumn[]): readonly NewColumn[] {
  return table === statusTable.name ? [...columns, newColumn(COLUMN, [])] : columns;
}

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

let made: GoogleAppsScript.Spreadsheet.Range | undefined;

function renew(sheets: OurSheets, at: number): boolean {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const isNew = sheets.marked(statusTable.name)?.isNew === true;
  const known = made ?? (isNew ? undefined : spreadsheet.getRangeByName(NAME));
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
  if (!isNew) {
    sheet.hideColumns(column);
    cell.setNote(headerNote(COLUMN));
  }
  cell.setNumberFormat('yyyy-mm-dd hh:mm:ss');
  // The value last: until then the next run takes the same column again.
  spreadsheet.setNamedRange(NAME, cell);
  cell.setValue(new Date(at));
  made = cell;
  return true;
}
