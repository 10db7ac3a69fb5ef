// Applies one change to several ranges in a single call.
import { rangeListChanges } from '../range-list-changes.ts';
import { inOneCall } from './bridge.ts';
import type { Range } from './range.ts';
import { select } from './selection.ts';
import { type Emulated, strict } from './strict.ts';

type RangeList = GoogleAppsScript.Spreadsheet.RangeList;

export function rangeList(ranges: Range[]): RangeList {
  const members: Emulated<RangeList> = {
    getRanges: () => ranges.slice(),
    activate: () => {
      select(ranges);
      return list;
    },
  };
  for (const name of rangeListChanges) {
    members[name] = (...args: unknown[]) => {
      inOneCall(`RangeList.${name}`, () => {
        for (const range of ranges) (range[name] as (...args: unknown[]) => unknown)(...args);
      });
      return list;
    };
  }
  const list: RangeList = strict<RangeList>('RangeList', members);
  return list;
}
