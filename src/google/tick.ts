/**
 * Two named cells: MARKET_TICK, updated by every run, recalculates formulas that refer to it; MARKET_NOW is the current
 * time.
 */
import { type Column, ownColumn } from '../tables/columns.ts';
import { headerNote } from '../tables/header.ts';
import { NOW, statusTable } from '../tables/status.ts';
import { type NewColumn, newColumn } from '../tables/widths.ts';
import type { OurSheets } from './our-sheets.ts';
import { attempt } from './service-calls.ts';

const TICK = 'MARKET_TICK';

const COLUMNS: readonly Column[] = [
  cellColumn(
    'tick',
    'Updated by every run. Formulas with MARKET_TICK as their refresh argument update after each run.',
  ),
  cellColumn('now', 'The current time, for all formulas that count hours.'),
];

/** A hidden column for one cell. Not part of the table, so its header is blank. */
function cellColumn(id: string, meaning: string): Column {
  return { ...ownColumn(id, 'instant', meaning, { hidden: true }), header: '' };
}

export function withTick(table: string, columns: readonly NewColumn[]): readonly NewColumn[] {
  return table === statusTable.name ? [...columns, ...COLUMNS.map((each) => newColumn(each, []))] : columns;
}

/** Updates the cells to the right of the header, which sorting doesn't move. Returns false if there is no header. */
export function renewTick(sheets: () => OurSheets, at: number): boolean {
  // Runs continue even if the cell is protected.
  return attempt(() => renew(sheets(), at), true);
}

let made: GoogleAppsScript.Spreadsheet.Range | undefined;

function renew(sheets: OurSheets, at: number) {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const isNew = sheets.marked(statusTable.name)?.isNew === true;
  made ??= isNew ? undefined : spreadsheet.getRangeByName(NOW)?.offset(0, -1, 1, COLUMNS.length);
  made ??= create(spreadsheet, sheets, isNew);
  made?.setValues([[new Date(at), '=NOW()']]);
  return made !== undefined;
}

/** Returns the cells without values: until they are named, the next run reuses their columns. */
function create(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet, sheets: OurSheets, isNew: boolean) {
  const { sheet, grid, cells } = sheets.find(statusTable.name) ?? {};
  const header = cells?.get()?.[0]?.length ?? sheet?.getLastColumn() ?? 0;
  // A blank sheet is unfinished. Reading it returns one cell.
  if (!sheet || !grid || header < 2) return undefined;
  grid.ensure(1, header + COLUMNS.length);
  const both = sheet.getRange(1, header + 1, 1, COLUMNS.length);
  if (!isNew) {
    sheet.hideColumns(header + 1, COLUMNS.length);
    both.setNotes([COLUMNS.map(headerNote)]);
  }
  spreadsheet.setNamedRange(TICK, both.getCell(1, 1));
  spreadsheet.setNamedRange(NOW, both.getCell(1, 2));
  return both;
}
