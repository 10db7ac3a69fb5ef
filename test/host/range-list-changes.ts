// Changes that a RangeList applies to all its ranges in one call.

type RangeList = GoogleAppsScript.Spreadsheet.RangeList;
type Range = GoogleAppsScript.Spreadsheet.Range;

/** `change` is a member of Range. */
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
