// Displayed number formats, including those that formulas inherit from their references.
import { formatValue, general, isDateFormat } from '../workbook/number-format.ts';
import type { CellPosition } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';

const usual = ['m/d/yyyy', 'm/d/yyyy h:mm:ss', '0%', '0.00%', '#,##0', '#,##0.00', '$#,##0.00', '0.00'];

export class ShownFormats {
  #candidates: string[] | undefined;

  constructor(readonly workbook: Workbook) {}

  /** A number format that shows a calculated number exactly as a cell without a format does. */
  ofComputed(value: number, { sheetId, row, column }: CellPosition): string {
    const rect = { row, column, rows: 1, columns: 1 };
    const shown = this.workbook.read(sheetId, rect, 'displayValues')[0]![0]!;
    if (shown === general(value)) return 'General';
    const isDate = this.workbook.read(sheetId, rect, 'values')[0]![0] instanceof Date;
    const fits = (format: string) => {
      try {
        return isDateFormat(format) === isDate && formatValue(value, format) === shown;
      } catch {
        return false;
      }
    };
    return this.#formats().find(fits) ?? 'General';
  }

  /** Formats used in the workbook come first. */
  #formats(): string[] {
    this.#candidates ??= [...usedFormats(this.workbook), ...usual];
    return this.#candidates;
  }
}

function usedFormats(workbook: Workbook): Set<string> {
  const used = new Set<string>();
  for (const { sheetId } of workbook.sheets()) {
    const [rows, columns] = [workbook.lastRow(sheetId), workbook.lastColumn(sheetId)];
    if (rows === 0 || columns === 0) continue;
    for (const line of workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'numberFormats')) {
      for (const format of line) used.add(format);
    }
  }
  used.delete('General');
  used.delete('@');
  return used;
}
