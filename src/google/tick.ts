/** MARKET_TICK: a cell updated by every run, which makes formulas that refer to it recalculate. */
import { type Column, ownColumn } from '../tables/columns.ts';
import { headerNote } from '../tables/header.ts';
import { statusTable } from '../tables/status.ts';
import { type NewColumn, newColumn } from '../tables/widths.ts';
import type { OurSheets } from './our-sheets.ts';
import { attempt } from './service-calls.ts';

const NAME = 'MARKET_TICK';
const COLUMN: Column = {
  ...ownColumn(
    'tick',
    'instant',
    'Updated by every run. Formulas with MARKET_TICK as their refresh argument update after each run.',
    { hidden: true },
  ),
  // The column isn't part of the table, so its header is blank.
  header: '',
};

/** Adds the column to a new Status sheet. */
export function withTick(table: string, columns: readonly NewColumn[]): readonly NewColumn[] {
  return table === statusTable.name ? [...columns, newColumn(COLUMN, [])] : columns;
}

/** Updates the cell to the right of the header, which sorting doesn't move. Returns false if there is no header. */
export function renewTick(sheets: () => OurSheets, at: number): boolean {
  // Runs continue even if the cell is protected.
  return attempt(() => renew(sheets(), at), true);
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
  // Blank sheets are unfinished.
  if (!sheet || !grid || header === 0) return false;
  const column = header + 1;
  grid.ensure(1, column);
  const cell = sheet.getRange(1, column);
  if (!isNew) {
    sheet.hideColumns(column);
    cell.setNote(headerNote(COLUMN));
  }
  cell.setNumberFormat('yyyy-mm-dd hh:mm:ss');
  // Write the value last: until then, the next run reuses the column.
  spreadsheet.setNamedRange(NAME, cell);
  cell.setValue(new Date(at));
  made = cell;
  return true;
}
