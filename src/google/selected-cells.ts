/** The cells that the user has selected, as texts. */
import { cellName } from '../tables/letters.ts';
import type { SelectedArea } from '../tables/sheet.ts';

/** Of whole columns that are selected only what is in use is read. */
export function selectedIn(spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet): readonly SelectedArea[] {
  const sheet = spreadsheet.getActiveSheet();
  const [lastRow, lastColumn] = [sheet.getLastRow(), sheet.getLastColumn()];
  const ranges = spreadsheet.getActiveRangeList()?.getRanges() ?? [];
  return ranges.flatMap((range) => {
    const [top, left] = [range.getRow(), range.getColumn()];
    const bottom = Math.min(range.getLastRow(), lastRow);
    const right = Math.min(range.getLastColumn(), lastColumn);
    if (bottom < top || right < left) return [];
    const used = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
    const shown = used.getDisplayValues();
    const cells = used
      .getValues()
      .map((line, row) => line.map((value, at) => textOf(value, shown[row]![at]!)));
    const header = sheet.getRange(1, left, 1, right - left + 1).getDisplayValues()[0]!;
    return [{ name: `${sheet.getName()}!${cellName(top, left)}:${cellName(bottom, right)}`, header, cells }];
  });
}

/** As it is shown, with the zeros that it begins with; but a long number may be shown without some of its digits. */
function textOf(value: unknown, shown: string): string {
  return typeof value === 'number' && !/^\d+$/.test(shown) ? String(value) : shown;
}
