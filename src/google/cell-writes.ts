/** Writes into cells of a sheet that a person may have protected, given rules, or made a table of. */
import { messageOf, tableError } from '../protocol/market-error.ts';
import { asWritten } from '../tables/cells.ts';
import { attempt, onceMore } from './service-calls.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

export interface CellWrite {
  range(): Range;
  /** Left out where the cells have their formats. */
  setFormats?: ((range: Range) => void) | undefined;
  /** Cells without their formats may parse texts. */
  setValues(range: Range, areFormatted: boolean): void;
}

/** Sheets that took values without formats only: *Convert to table* gives a sheet typed columns, which refuse formats. */
const typed = new Set<number>();

/** Formats first, then values; an error of Google's that nothing here explains stays what it is. */
export function writeCells(sheet: GoogleSheet, { range: rangeOf, setFormats, setValues }: CellWrite): void {
  let range: Range | undefined;
  const write = (isFormatting: boolean) => {
    range = rangeOf();
    if (isFormatting) setFormats?.(range);
    setValues(range, isFormatting);
  };
  const isTyped = () => setFormats !== undefined && typed.has(sheet.getSheetId());
  try {
    // What is refused in passing, such as for want of time, is not refused again.
    onceMore(() => write(!isTyped()));
  } catch (error) {
    const explained = () => refusalOf(sheet, range!, error);
    if (!range || !setFormats || isTyped() || attempt(() => range!.canEdit()) !== true)
      throw (range && attempt(explained)) ?? error;
    try {
      write(false);
    } catch {
      throw attempt(explained) ?? error;
    }
    typed.add(sheet.getSheetId());
  }
}

/** What the person can do about it. */
function refusalOf(sheet: GoogleSheet, range: Range, error: unknown): Error | undefined {
  const refused = `The sheet "${sheet.getName()}" did not accept the add-on's cells`;
  const guard = range.canEdit() ? ruleOn(range) : 'protection';
  if (guard !== 'protection' && hasTypedColumns(range))
    return tableError(`${refused}: its columns are typed. Choose Format ▸ Convert to range, then pull again.`);
  if (guard === undefined) return undefined;
  return tableError(`${refused}: ${messageOf(error)} Remove the ${guard} from the add-on's columns, then pull again.`);
}

function ruleOn(range: Range): 'validation rule' | undefined {
  const isStrict = range.getDataValidations().some((line) => line.some((rule) => rule && !rule.getAllowInvalid()));
  return isStrict ? 'validation rule' : undefined;
}

/** Such cells take a note, and not even the format that they have. */
function hasTypedColumns(range: Range): boolean {
  const cell = range.getCell(1, 1);
  cell.setNote(cell.getNote());
  const format = asWritten(cell.getNumberFormat());
  try {
    cell.setNumberFormat(format);
    return false;
  } catch {
    return true;
  }
}
