/** What Google says of the script and its spreadsheet: release, sheets and optional permissions. */
import type { Platform } from '../app/ports.ts';
import { BUILD } from './execution-budgets.ts';
import { userStore } from './stores.ts';

/** The build puts the release here. */
declare const VERSION: string;

export const platform: Platform = {
  version: VERSION,
  build: () => userStore().get(BUILD) ?? 'unknown',
  locale: () => SpreadsheetApp.getActiveSpreadsheet().getSpreadsheetLocale(),
  sheets: () =>
    SpreadsheetApp.getActiveSpreadsheet()
      .getSheets()
      .map((sheet) => ({ name: sheet.getName(), rows: sheet.getLastRow(), columns: sheet.getLastColumn() })),
};

/** Which release of the add-on this is: the build puts it here. */
/** The advanced service, under the name that the manifest gives it; it is there only where the manifest names it. */
declare const BigQuery: object | undefined;

/** The published types lack a documented member. */
interface AuthorizationInfo extends GoogleAppsScript.Script.AuthorizationInfo {
  getAuthorizedScopes(): string[] | null;
}

const EMAIL = ['https://www.googleapis.com/auth/script.send_mail', 'https://www.googleapis.com/auth/userinfo.email'];

/** Whether the manifest asks for it and, for email, whether the person granted it. */
export function hasPermission(name: 'bigquery' | 'email'): boolean {
  if (name === 'bigquery') return typeof BigQuery !== 'undefined';
  try {
    const info = ScriptApp.getAuthorizationInfo(ScriptApp.AuthMode.FULL) as AuthorizationInfo;
    const granted = info.getAuthorizedScopes() ?? [];
    return EMAIL.every((scope) => granted.includes(scope));
  } catch {
    return false;
  }
}
