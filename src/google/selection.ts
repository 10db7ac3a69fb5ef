/** The cells that the user has selected, as texts. */
import { cellName } from '../tables/letters.ts';
import type { SelectedArea } from '../tables/sheet.ts';

/** Of whole columns that are selected only what is in use is read, and of that no row that a filter hides. */
export function selectedIn(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): readonly SelectedArea[] {
  const sheet = spreadsheet.getActiveSheet();
  const [lastRow, lastColumn] = [sheet.getLastRow(), sheet.getLastColumn()];
  const isHidden = hiddenRows(sheet);
  const ranges = spreadsheet.getActiveRangeList()?.getRanges() ?? [];
  return ranges.flatMap((range) => {
    const [top, left] = [range.getRow(), range.getColumn()];
    const bottom = Math.min(range.getLastRow(), lastRow);
    const right = Math.min(range.getLastColumn(), lastColumn);
    if (bottom < top || right < left) return [];
    const used = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
    const shown = used.getDisplayValues();
    const lines = used
      .getValues()
      .map((line, row) => line.map((value, at) => textOf(value, shown[row]![at]!)));
    const cells = lines.filter((_, row) => !isHidden(top + row));
    const header = sheet.getRange(1, left, 1, right - left + 1).getDisplayValues()[0]!;
    return [
      {
        name: `${sheet.getName()}!${cellName(top, left)}:${cellName(bottom, right)}`,
        header,
        cells,
        hidden: lines.length - cells.length,
      },
    ];
  });
}

/** Google tells it of one row at a time: nothing is asked where no column of the filter leaves anything out. */
function hiddenRows(sheet: GoogleAppsScript.Spreadsheet.Sheet): (row: number) => boolean {
  const filter = sheet.getFilter();
  const range = filter?.getRange();
  if (!filter || !range) return () => false;
  const [top, bottom] = [range.getRow(), range.getLastRow()];
  const columns = Array.from({ length: range.getNumColumns() }, (_, index) => range.getColumn() + index);
  if (!columns.some((column) => filter.getColumnFilterCriteria(column) !== null)) return () => false;
  return (row) => row > top && row <= bottom && sheet.isRowHiddenByFilter(row);
}

/** As it is shown, with the zeros that it begins with; but a long number may be shown without some of its digits. */
function textOf(value: unknown, shown: string): string {
  return typeof value === 'number' && !/^\d+$/.test(shown) ? String(value) : shown;
}
