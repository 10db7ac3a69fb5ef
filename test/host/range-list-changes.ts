// What a RangeList does to each of its ranges in one call.

type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** By the range's own name for it, the range first among what it is given. */
export interface Change {
  readonly change: string;
  readonly args: readonly unknown[];
}

export const rangeListChanges = [
  'breakApart',
  'check',
  'clear',
  'clearContent',
  'clearDataValidations',
  'clearFormat',
  'clearNote',
  'insertCheckboxes',
  'removeCheckboxes',
  'setBackground',
  'setBorder',
  'setFontColor',
  'setFontFamily',
  'setFontLine',
  'setFontSize',
  'setFontStyle',
  'setFontWeight',
  'setFormula',
  'setFormulaR1C1',
  'setHorizontalAlignment',
  'setNote',
  'setNumberFormat',
  'setValue',
  'setVerticalAlignment',
  'setWrap',
  'setWrapStrategy',
  'uncheck',
] as const satisfies readonly (keyof RangeList & keyof Range)[];
