/** New sheets of the add-on: each goes to its place among the tabs once, and the sheet that somebody looks at stays. */
import { isFirstToSee, JOURNAL_TAB, tabKind, tabPlace } from '../tables/tabs.ts';
import { JOURNAL_MARK, TABLE_MARK } from './marks.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** A quiet grey that sets helpers off from tables. */
export const HELPER_COLOR = '#9aa0a6';

export interface NewSheets {
  /** A blank sheet; `tab` is the name in the list of tabs, where the sheet has to bear another one. */
  insert(name: string, tab?: string): GoogleSheet;
  /** Sheets were removed. */
  changed(): void;
}

export function newSheetsOf(spreadsheet: Spreadsheet): NewSheets {
  let tabs: string[] | undefined;
  return {
    insert: (name, tab = name) => {
      tabs ??= tabsIn(spreadsheet);
      const active = spreadsheet.getActiveSheet();
      const at = tabPlace(tabs, tab);
      const isFirst = isFirstToSee(tabs, tab);
      const sheet = spreadsheet.insertSheet(name, at);
      tabs.splice(at, 0, tab);
      if (active && !isFirst) spreadsheet.setActiveSheet(active);
      dressTab(sheet, tab);
      return sheet;
    },
    changed: () => {
      tabs = undefined;
    },
  };
}

/** The names of our sheets in the list of tabs, whatever they are called now; blank for those of the person. */
function tabsIn(spreadsheet: Spreadsheet): string[] {
  const marks = spreadsheet.createDeveloperMetadataFinder().withKey(TABLE_MARK).find();
  const ours = new Map(
    marks.map((mark) => {
      const value = mark.getValue() ?? '';
      return [mark.getLocation().getSheet()?.getSheetId(), value === JOURNAL_MARK ? JOURNAL_TAB : value];
    }),
  );
  return spreadsheet.getSheets().map((sheet) => ours.get(sheet.getSheetId()) ?? '');
}

/** Of a sheet that is new, or that an execution made before it was ended. */
export function dressTab(sheet: GoogleSheet, tab: string): void {
  const kind = tabKind(tab);
  if (kind === 'helper') sheet.setTabColor(HELPER_COLOR);
  if (kind === 'hidden') sheet.hideSheet();
}
