/** Prevents Google from parsing text as formulas. A canary cell shows whether the plain text format is sufficient. */
import { parseStored, storedText } from '../protocol/store.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import { sharedOfDocument } from './stores.ts';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** How Google is kept from parsing text: by the plain text format, or by a leading apostrophe that it removes. */
type Keeper = 'format' | 'apostrophe';

const KEY = 'plainText';

/** Matches text that Google may parse as a formula or whose apostrophe it removes. */
const FORMULA = /^'*[=+\-@]/;

/** Test text. Its cell shows 1 if Google parses it as a formula. */
export const CANARY = '=1';

let known: Keeper | undefined;

type Lines = readonly (readonly unknown[])[];

/** Prepares values for cells formatted as plain text. `spare` returns a hidden cell that is blank or has the canary. */
export function asTexts(values: Lines, spare: () => Range): unknown[][] {
  const same = values.map((line) => [...line]);
  if (!same.some((line) => line.some(isFormula))) return same;
  known ??= parseStored<Keeper>(sharedOfDocument.get(KEY) ?? '', 1) ?? tested(spare());
  if (known === 'format') return same;
  return same.map((line) => line.map((value) => (isFormula(value) ? `'${value}` : value)));
}

/** Marks texts in cells not formatted as plain text, where Google removes the apostrophe. */
export function asMarkedTexts(values: Lines, texts: Lines, formats: Lines): unknown[][] {
  const isMarked = (value: unknown, format: unknown) =>
    typeof value === 'string' && value !== '' && format !== TEXT_FORMAT;
  return values.map((line, row) =>
    line.map((value, column) => (isMarked(value, formats[row]![column]) ? `'${value}` : texts[row]![column])),
  );
}

function isFormula(value: unknown): value is string {
  return typeof value === 'string' && FORMULA.test(value);
}

function tested(cell: Range) {
  let found: unknown = cell.getValue();
  if (found === '') {
    found = cell.setNumberFormat(TEXT_FORMAT).setValue(CANARY).getValue();
    cell.clearContent();
  }
  const keeper = found === CANARY ? 'format' : 'apostrophe';
  sharedOfDocument.setSoon(KEY, storedText(keeper, 1));
  return keeper;
}
