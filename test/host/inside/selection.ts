import { rectOf } from './attachments.ts';
import { callHost } from './bridge.ts';
import { addressOf, type Range, type RangeAddress, rangeAt } from './range.ts';
import { rangeList } from './range-list.ts';
import { sheetById } from './sheet.ts';
import { strict } from './strict.ts';

type Selection = GoogleAppsScript.Spreadsheet.Selection;

interface Selected {
  ranges: RangeAddress[];
  cell: RangeAddress;
}

const selected = (sheetId: number) => callHost<Selected>('Sheet.getSelection', sheetId);

/** The last of several selected ranges. */
export const activeRange = (sheetId: number): Range => rangeAt(selected(sheetId).ranges.at(-1)!);
export const activeRanges = (sheetId: number) => rangeList(selected(sheetId).ranges.map(rangeAt));
export const currentCell = (sheetId: number): Range => rangeAt(selected(sheetId).cell);

export function selection(sheetId: number): Selection {
  return strict<Selection>('Selection', {
    getActiveRange: () => activeRange(sheetId),
    getActiveRangeList: () => activeRanges(sheetId),
    getActiveSheet: () => sheetById(sheetId),
    getCurrentCell: () => currentCell(sheetId),
  });
}

/** Selects ranges. The current cell is the top left cell of the last one. */
export function select(ranges: readonly object[]): void {
  const addresses = ranges.map((range) => addressOf(range));
  const last = addresses.at(-1)!;
  callHost('Sheet.setActiveRangeList', last.sheetId, addresses.map(rectOf), rectOf(last));
}

/** Moves the current cell within the selection, or selects a cell outside it. */
export function selectCell(range: object): void {
  const cell = addressOf(range);
  const { ranges } = selected(cell.sheetId);
  const around = ranges.find(
    ({ row, column, rows, columns }) =>
      cell.row >= row && cell.row < row + rows && cell.column >= column && cell.column < column + columns,
  );
  const kept = around ? [...ranges.filter((each) => each !== around), around] : [cell];
  callHost('Sheet.setActiveRangeList', cell.sheetId, kept.map(rectOf), rectOf(cell));
}
