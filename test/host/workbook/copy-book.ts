/** Copies a workbook into another, with the same sheet IDs. */
import type { Book } from './book.ts';
import { putFormula } from './cell-content.ts';

export function copyBook(from: Book, to: Book): void {
  to.clear();
  for (const source of from.sheets) {
    const sheet = to.addSheet(source.name, source.rows, source.columns, to.sheets.length + 1, source.id);
    sheet.values = source.values.clone();
    sheet.styles = new Map([...source.styles].map(([aspect, grid]) => [aspect, grid.clone()]));
    sheet.rowLines = source.rowLines.slice();
    sheet.columnLines = source.columnLines.slice();
    sheet.frozenRows = source.frozenRows;
    sheet.frozenColumns = source.frozenColumns;
    sheet.tabColor = source.tabColor;
    sheet.hiddenGridlines = source.hiddenGridlines;
    sheet.hidden = source.hidden;
  }
  for (const { name, sheetId, rect } of from.names.list()) to.names.set(name, sheetId, rect);
  for (const { kind, sheetId, rects, spec } of from.attachments.all()) {
    to.attachments.add(kind, sheetId, rects, structuredClone(spec));
  }
  for (const { location, key, value, visibility } of from.metadata.find()) {
    to.metadata.add(location, key, value, visibility);
  }
  // Copy formulas last, because they can refer to any sheet or range.
  for (const source of from.sheets) {
    const sheet = to.sheet(source.id);
    for (const [row, column, formula] of source.formulas.entries()) putFormula(to, sheet, row, column, formula.text);
  }
  to.activeSheetId = from.activeSheetId;
  to.recalculationInterval = from.recalculationInterval;
  to.rebuild();
}
