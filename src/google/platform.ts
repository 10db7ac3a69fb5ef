/** What Google tells of the script and the spreadsheet that it runs in. */
import type { Platform } from '../app/ports.ts';
import { BUILD } from './execution-budgets.ts';
import { userStore } from './stores.ts';
import { version } from './version.ts';

export const platform: Platform = {
  version,
  build: () => userStore().get(BUILD) ?? 'unknown',
  locale: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale(),
  sheets: () =>
    SpreadsheetApp.getActiveSpreadsheet()
      .getSheets()
      .map((sheet) => ({ name: sheet.getName(), rows: sheet.getLastRow(), columns: sheet.getLastColumn() })),
};
