/** Returns a sheet's values including its header; empty if the sheet doesn't exist. */
import type { Workbench } from './workbench.ts';

export function valuesIn({ host: { workbook } }: Workbench, name: string) {
  const sheet = workbook.sheetByName(name);
  if (!sheet) return [];
  const { sheetId } = sheet;
  const rect = { row: 1, column: 1, rows: workbook.lastRow(sheetId), columns: workbook.lastColumn(sheetId) };
  return workbook.read(sheetId, rect, 'values');
}
