// RangeList: the same change on several ranges.
import type { Range } from './range.ts';
import { select } from './selection.ts';
import { type Emulated, strict } from './strict.ts';

type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

const changes = [
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

export function rangeList(ranges: Range[]): RangeList {
  const members: Emulated<RangeList> = {
    getRanges: () => ranges.slice(),
    activate: () => {
      select(ranges);
      return list;
    },
  };
  for (const name of changes) {
    members[name] = (...args: unknown[]) => {
      for (const range of ranges) (range[name] as (...args: unknown[]) => unknown)(...args);
      return list;
    };
  }
  const list: RangeList = strict<RangeList>('RangeList', members);
  return list;
}
