/** Writes cells that users may have protected, restricted with validation rules, or converted to a table. */
import { messageOf, tableError } from '../protocol/market-error.ts';
import { asWritten } from '../tables/cells.ts';
import { attempt, withRetry } from './service-calls.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

export interface CellWrite {
  range(): Range;
  /** Undefined if the cells already have their formats. */
  setFormats?: ((range: Range) => void) | undefined;
  /** If `areFormatted` is false, Google may parse text as numbers or dates. */
  setValues(range: Range, areFormatted: boolean): void;
  isNew?: boolean;
}

/** IDs of sheets that reject number formats because *Convert to table* gave them typed columns. */
const typed = new Set<number>();

/** Writes formats, then values. Rethrows Google's error if the reason is unknown. */
export function writeCells(sheet: GoogleSheet, { range: rangeOf, setFormats, setValues, isNew }: CellWrite): void {
  let range: Range | undefined;
  const write = (isFormatting: boolean) => {
    range = rangeOf();
    if (isFormatting) setFormats?.(range);
    setValues(range, isFormatting);
    // Google buffers writes and may reject them only here, but never on a new sheet.
    if (!isNew) SpreadsheetApp.flush();
  };
  const isTyped = () => setFormats !== undefined && typed.has(sheet.getSheetId());
  try {
    // Temporary errors are retried.
    withRetry(() => write(!isTyped()));
  } catch (error) {
    // Without a range, new rows were refused.
    const explained = () => refusalOf(sheet, range ?? sheet.getRange(sheet.getMaxRows(), 1), error);
    if (!range || !setFormats || isTyped() || attempt(() => range!.canEdit()) !== true)
      throw attempt(explained) ?? error;
    try {
      write(false);
    } catch {
      throw attempt(explained) ?? error;
    }
    typed.add(sheet.getSheetId());
  }
}

/** Returns an error with a remedy, or undefined if the reason is unknown. */
function refusalOf(sheet: GoogleSheet, range: Range, error: unknown): Error | undefined {
  const refused = `The "${sheet.getName()}" sheet rejected the add-on's data`;
  const guard = range.canEdit() ? ruleOn(range) : 'protection';
  if (guard !== 'protection' && hasTypedColumns(range))
    return tableError(
      `${refused}: it is a Google Sheets table with column types. Choose Format ▸ Convert to range, then pull again.`,
    );
  if (guard === undefined) return undefined;
  return tableError(`${refused}: ${messageOf(error)} Remove the ${guard} from the add-on's columns, then pull again.`);
}

function ruleOn(range: Range) {
  const isStrict = range.getDataValidations().some((line) => line.some((rule) => rule && !rule.getAllowInvalid()));
  return isStrict ? 'validation rule' : undefined;
}

/** Typed columns accept notes but reject number formats, even unchanged ones. */
function hasTypedColumns(range: Range) {
  const cell = range.getCell(1, 1);
  cell.setNote(cell.getNote());
  const format = asWritten(cell.getNumberFormat());
  try {
    cell.setNumberFormat(format);
    SpreadsheetApp.flush();
    return false;
  } catch {
    return true;
  }
}
