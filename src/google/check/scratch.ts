/** The sheet that the installation check works on: made for it, and removed after it or by the next one. */
import { MarketError } from '../../protocol/market-error.ts';
import { attempt } from '../attempt.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

const NAME = 'Installation check (scratch)';

/** By this cell the sheet is known, whoever has given another one its name. */
const MARKER = 'Made by the installation check, which removes it.';

export interface Scratch {
  readonly sheet: GoogleSheet;
  /** Blank cells that nobody used yet, each block in rows of its own, right of the first column. */
  block(rows: number, columns: number): Range;
}

/** The sheet that the person looks at stays the active one. */
export function withScratch<T>(spreadsheet: Spreadsheet, work: (scratch: Scratch) => T): T {
  removeLeftover(spreadsheet);
  const active = attempt(() => spreadsheet.getActiveSheet());
  const back = () => attempt(() => active && spreadsheet.setActiveSheet(active));
  const sheet = spreadsheet.insertSheet(
    NAME,
    attempt(() => spreadsheet.getNumSheets(), 0),
  );
  try {
    sheet.getRange(1, 1).setValue(MARKER);
    back();
    let next = 3;
    return work({
      sheet,
      block: (rows, columns) => {
        const block = sheet.getRange(next, 2, rows, columns);
        next += rows + 1;
        return block;
      },
    });
  } finally {
    attempt(() => spreadsheet.deleteSheet(sheet));
    back();
  }
}

/** Of a check that Google ended, perhaps before there was a marker. */
function removeLeftover(spreadsheet: Spreadsheet): void {
  const left = spreadsheet.getSheetByName(NAME);
  if (!left) return;
  if (left.getLastRow() > 0 && left.getRange(1, 1).getValue() !== MARKER)
    throw new MarketError(
      'MARKET_TABLE',
      `There is a sheet "${NAME}" that is not the check's own; rename it, then choose the item again.`,
    );
  spreadsheet.deleteSheet(left);
}
