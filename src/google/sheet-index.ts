/** Which sheet each table of the add-on is on, by number. Pulls store it for formulas, which would have to ask every sheet. */
import { once, type Store } from '../protocol/store.ts';
import { stored } from '../protocol/stored.ts';
import { attempt } from './attempt.ts';
import type { OurSheets } from './our-sheets.ts';
import { documentStore } from './stores.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Numbers of sheets by the name of the table. */
export type SheetIndex = Readonly<Record<string, number>>;

const index = stored<SheetIndex>('sheets', 1, {});

/** Read by the first use. Empty before the first pull, as in a copy of the workbook. */
export function sheetIndex(): () => SheetIndex {
  return once(() => attempt(() => index.read(documentStore()), {}));
}

/** Stores it if this execution made a sheet. One that a person deleted is not found by its number. */
export function renewSheetIndex(document: Store, { tables, find }: OurSheets): void {
  const sheets = tables().map((table) => [table, find(table)!] as const);
  if (!sheets.some(([, { isNew }]) => isNew)) return;
  index.write(document, Object.fromEntries(sheets.map(([table, { sheet }]) => [table, sheet.getSheetId()])));
}

/** Whether the add-on made the sheet. */
export function isOurs(sheets: SheetIndex, sheet: GoogleSheet): boolean {
  return Object.values(sheets).includes(sheet.getSheetId());
}
