/** Texts that begin like formulas and stay texts: whether Google's plain text format sees to that is not known, so the first such cell of a workbook tells. */
import { TEXT_FORMAT } from '../tables/cells.ts';
import { documentStore } from './stores.ts';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** What keeps them texts: the format alone, or an apostrophe before them, which the sheet takes off. */
type Keeper = 'format' | 'apostrophe';

interface Stored {
  readonly version: 1;
  readonly keeper: Keeper;
}

const KEY = 'plainText';

/** As they begin that a sheet may take for formulas, or rid of an apostrophe. */
const FORMULA = /^'?[=+\-@]/;

/** Written into the cell of the first such text, right before the text itself. */
const CANARY = '=1';

let known: Keeper | undefined;

/** The same values as they are to be written into a range, whose cells have the format of plain text where they are texts. */
export function asTexts(range: Range, values: readonly (readonly unknown[])[]): unknown[][] {
  const same = values.map((line) => [...line]);
  const row = same.findIndex((line) => line.some(isFormula));
  if (row < 0) return same;
  known ??= remembered() ?? tried(range.getCell(row + 1, same[row]!.findIndex(isFormula) + 1));
  if (known === 'format') return same;
  return same.map((line) => line.map((value) => (isFormula(value) ? `'${value}` : value)));
}

function isFormula(value: unknown): value is string {
  return typeof value === 'string' && FORMULA.test(value);
}

function remembered(): Keeper | undefined {
  const text = documentStore().get(KEY);
  return text === null ? undefined : (JSON.parse(text) as Stored).keeper;
}

function tried(cell: Range): Keeper {
  cell.setNumberFormat(TEXT_FORMAT).setValue(CANARY);
  const keeper = cell.getFormula() === '' && cell.getValue() === CANARY ? 'format' : 'apostrophe';
  documentStore().set(KEY, JSON.stringify({ version: 1, keeper } satisfies Stored));
  return keeper;
}
