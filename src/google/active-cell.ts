/** The cell that the person is in. */
import { MarketError } from '../protocol/market-error.ts';
import { cellName } from '../tables/formula-text.ts';
import { isOurs, sheetIndex } from './sheet-index.ts';

/** Gives where the formula stands now. Throws where something else would be lost, or its result would not stay. */
export function writeFormula(formula: string): string {
  const cell = SpreadsheetApp.getActiveSpreadsheet().getCurrentCell();
  if (!cell) throw unusable('Click an empty cell first.');
  const sheet = cell.getSheet();
  if (isOurs(sheetIndex()(), sheet))
    throw unusable(
      `"${sheet.getName()}" is a table, whose rows move and grow. Click an empty cell on a sheet of your own first; the plus at the bottom left makes one.`,
    );
  const name = cellName(cell.getRow(), cell.getColumn());
  if (!cell.isBlank() || cell.getFormula() !== '') throw unusable(`${name} is not empty. Click an empty cell first.`);
  try {
    cell.setFormula(formula);
    SpreadsheetApp.flush();
  } catch (error) {
    throw unusable(`${name} could not be written: ${String(error)}`);
  }
  return `${sheet.getName()}!${name}`;
}

function unusable(message: string): MarketError {
  return new MarketError('MARKET_TABLE', message);
}
