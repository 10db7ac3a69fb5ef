/** Formats the result of a formula, which may set no formats itself: dates, money, per cent and text as in the tables. */
import { CELLS_AT_ONCE } from '../formulas/ports.ts';
import { resultFormatsAt } from '../formulas/result-formats.ts';
import { refused } from '../formulas/rewrite/rewritten.ts';
import { numberFormatsIn } from './number-formats.ts';

/** Of the result under the selection. Gives what became of it. */
export function formatResult(): string {
  const sheet = SpreadsheetApp.getActiveSheet();
  const selected = sheet.getActiveRange();
  const [rows, columns] = [sheet.getLastRow(), sheet.getLastColumn()];
  if (rows * columns > CELLS_AT_ONCE)
    throw refused(
      `This sheet has more than ${CELLS_AT_ONCE.toLocaleString('en-US')} cells: put the formula on a sheet of its own.`,
    );
  const used = sheet.getRange(1, 1, Math.max(rows, 1), Math.max(columns, 1));
  const cells = { formulas: used.getFormulas(), values: used.getValues() };
  const { hasHeader, top, left, formats } = resultFormatsAt(cells, selected?.getRow() ?? 1, selected?.getColumn() ?? 1);
  const range = sheet.getRange(top, left, formats.length, formats[0]!.length);
  const before = numberFormatsIn(range);
  try {
    range.setNumberFormats(formats.map((line, row) => line.map((format, column) => format ?? before[row]![column]!)));
    if (hasHeader) sheet.getRange(top, left, 1, formats[0]!.length).setFontWeight('bold');
    SpreadsheetApp.flush();
  } catch (error) {
    throw refused(`${range.getA1Notation()} could not be formatted: ${String(error)}`);
  }
  return `${range.getA1Notation()} has the formats of the tables now. When the formula brings more rows, choose this again.`;
}
