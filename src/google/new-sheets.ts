/** New sheets of the add-on: each goes to its place among the tabs once, and the sheet that somebody looks at stays. */
import { isFirstToSee, tabKind, tabPlace } from '../tables/tabs.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A quiet grey that sets helpers off from tables. */
const HELPER_COLOR = '#9aa0a6';

export interface NewSheets {
  /** A blank sheet; `tab` is the name in the list of tabs, where the sheet has to bear another one. */
  insert(name: string, tab?: string): GoogleSheet;
  /** Sheets were removed. */
  changed(): void;
}

export function newSheetsOf(spreadsheet: Spreadsheet): NewSheets {
  let names: string[] | undefined;
  return {
    insert: (name, tab = name) => {
      names ??= spreadsheet.getSheets().map((sheet) => sheet.getName());
      const active = spreadsheet.getActiveSheet();
      const at = tabPlace(names, tab);
      const isFirst = isFirstToSee(names, tab);
      const sheet = spreadsheet.insertSheet(name, at);
      names.splice(at, 0, name);
      if (active && !isFirst) spreadsheet.setActiveSheet(active);
      dressTab(sheet, tab);
      return sheet;
    },
    changed: () => {
      names = undefined;
    },
  };
}

/** Of a sheet that is new, or that an execution made before it was ended. */
export function dressTab(sheet: GoogleSheet, tab: string): void {
  const kind = tabKind(tab);
  if (kind === 'helper') sheet.setTabColor(HELPER_COLOR);
  if (kind === 'hidden') sheet.hideSheet();
}
