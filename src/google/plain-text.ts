/** Keeps texts that begin like formulas as texts. A canary shows whether Google's plain text format is enough. */
import { parseStored, storedText } from '../protocol/store.ts';
import { TEXT_FORMAT } from '../tables/cells.ts';
import { sharedOfDocument } from './stores.ts';

type Range = GoogleAppsScript.Spreadsheet.Range;

/** The format alone, or an apostrophe, which the sheet removes. */
type Keeper = 'format' | 'apostrophe';

const KEY = 'plainText';

/** Beginnings of texts that a sheet may take for formulas, or whose apostrophe it removes. */
const FORMULA = /^'*[=+\-@]/;

/** A sheet that takes it for a formula shows 1. */
export const CANARY = '=1';

let known: Keeper | undefined;

/** Values for cells with the plain text format. `spare`: a hidden cell that is blank or has the canary as plain text. */
export function asTexts(values: readonly (readonly unknown[])[], spare: () => Range): unknown[][] {
  const same = values.map((line) => [...line]);
  if (!same.some((line) => line.some(isFormula))) return same;
  known ??= parseStored<Keeper>(sharedOfDocument.get(KEY) ?? '', 1) ?? tested(spare());
  if (known === 'format') return same;
  return same.map((line) => line.map((value) => (isFormula(value) ? `'${value}` : value)));
}

/** For cells without the text format, which would parse texts. Google removes the apostrophe. */
export function asMarkedTexts(values: readonly (readonly unknown[])[]): unknown[][] {
  return values.map((line) => line.map((value) => (typeof value === 'string' && value !== '' ? `'${value}` : value)));
}

function isFormula(value: unknown): value is string {
  return typeof value === 'string' && FORMULA.test(value);
}

function tested(cell: Range): Keeper {
  let found: unknown = cell.getValue();
  if (found === '') {
    found = cell.setNumberFormat(TEXT_FORMAT).setValue(CANARY).getValue();
    cell.clearContent();
  }
  const keeper = found === CANARY ? 'format' : 'apostrophe';
  sharedOfDocument.setSoon(KEY, storedText(keeper, 1));
  return keeper;
}
