/** Reads the spreadsheet for formulas. They can't search metadata, so pulls store each table's sheet ID. */
import { CELLS_AT_ONCE, REFUSED, type SheetView, type Tables, TOO_LARGE, type Workbook } from '../formulas/ports.ts';
import { pulledColumnsOf } from '../operations/tables.ts';
import { once, type Store, stored } from '../protocol/store.ts';
import type { Cell } from '../tables/cells.ts';
import { findPositions } from '../tables/positions.ts';
import type { Area } from '../tables/sheet.ts';
import type { OurSheets } from './our-sheets.ts';
import { attempt } from './service-calls.ts';
import { documentStore } from './stores.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

type AllSheets = () => readonly GoogleSheet[];

export function allSheets(): AllSheets {
  return once(() => SpreadsheetApp.getActiveSpreadsheet().getSheets());
}

/**
 * Returns a cell's sheet, then the user's sheets by distance. Skips our tables: 20 would cost 40 calls, and formulas
 * there write their own requests.
 */
export function sheetsAround(all: AllSheets, index: () => SheetIndex): Workbook {
  return workbookOf(() => {
    const sheets = all();
    if (sheets.length === 1) return sheets;
    // A formula's active sheet is the sheet that contains it.
    const own = SpreadsheetApp.getActiveSheet().getSheetId();
    const at = sheets.findIndex((sheet) => sheet.getSheetId() === own);
    return [...sheets.entries()]
      .filter(([position, sheet]) => position === at || !isOurs(index(), sheet))
      .sort(([one], [other]) => Math.abs(one - at) - Math.abs(other - at))
      .map(([, sheet]) => sheet);
  });
}

/** For "Refresh now". Returns all sheets except the add-on's hidden ones. */
export function sheetsOfPeople(all: AllSheets, index: () => SheetIndex): Workbook {
  return workbookOf(() => all().filter((sheet) => !isOurs(index(), sheet) || !sheet.isSheetHidden()));
}

function workbookOf(sheets: () => readonly GoogleSheet[]): Workbook {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const views = new Map<number, SheetView>();
  const view = (sheet: GoogleSheet) => {
    const id = sheet.getSheetId();
    const known = views.get(id) ?? viewOf(sheet);
    views.set(id, known);
    return known;
  };
  return {
    ownColumn: () => spreadsheet.getActiveRange()?.getColumn() ?? 1,
    sheets: once(() => sheets().map(view)),
    sheet: (name) => {
      const sheet = spreadsheet.getSheetByName(name);
      return sheet ? view(sheet) : undefined;
    },
    named: (name) => {
      const range = spreadsheet.getRangeByName(name);
      if (!range) return undefined;
      const [top, left] = [range.getRow(), range.getColumn()];
      const area = { top, left, bottom: range.getLastRow(), right: range.getLastColumn() };
      return { sheet: range.getSheet().getName(), area };
    },
  };
}

function viewOf(sheet: GoogleSheet): SheetView {
  const name = once(() => sheet.getName());
  const used = once(() => sheet.getDataRange());
  const view: SheetView = {
    get name() {
      return name();
    },
    get rows() {
      return used().getLastRow();
    },
    get columns() {
      return used().getLastColumn();
    },
    formulas: (area) => inUse(area)?.getFormulas() ?? [],
    values: (area) => inUse(area)?.getValues() ?? [],
  };
  const inUse = ({ top, left, bottom, right }: Area) => {
    const height = Math.min(bottom, view.rows) - top + 1;
    const width = Math.min(right, view.columns) - left + 1;
    return height > 0 && width > 0 ? sheet.getRange(top, left, height, width) : undefined;
  };
  return view;
}

export function formulaTables(all: AllSheets, index: () => SheetIndex): Tables {
  const read = new Map<string, ReturnType<Tables>>();
  let room = CELLS_AT_ONCE;
  return (name) => {
    if (!read.has(name)) {
      const contents = attempt(() => contentsOf(sheetOf(all, index(), name), name, room), REFUSED);
      read.set(name, contents);
      if (typeof contents === 'object') room -= contents.cells.length * contents.cells[0]!.length;
    }
    return read.get(name);
  };
}

/** Finds a table's sheet by ID, which survives renaming, or by name if no pull has stored IDs. */
function sheetOf(all: AllSheets, index: SheetIndex, table: string) {
  if (Object.keys(index).length === 0) return SpreadsheetApp.getActiveSpreadsheet().getSheetByName(table) ?? undefined;
  const id = index[table];
  return id === undefined ? undefined : all().find((sheet) => sheet.getSheetId() === id);
}

function contentsOf(sheet: GoogleSheet | undefined, table: string, mostCells: number): ReturnType<Tables> {
  if (!sheet) return undefined;
  const used = sheet.getDataRange();
  const columns = used.getNumColumns();
  if (used.getNumRows() * columns > mostCells) return TOO_LARGE;
  const cells = used.getValues() as Cell[][];
  const [ours, names] = [pulledColumnsOf(table) ?? [], cells[0]!];
  const headers = new Set<unknown>(ours.map(({ header }) => header));
  // Notes matter only if a header is unknown or repeated.
  const isPlain = names.every((name) => headers.delete(name));
  const notes = isPlain ? [] : sheet.getRange(1, 1, 1, columns).getNotes()[0]!;
  return { cells, positions: findPositions({ names, notes }, ours) };
}

export type SheetIndex = Readonly<Record<string, number>>;

const index = stored<SheetIndex>('sheets', 1, {});

/** Returns an empty index before the first pull and in copies of the workbook. */
export function sheetIndex(): () => SheetIndex {
  return once(() => attempt(() => index.read(documentStore()), {}));
}

/** Stores the index if this execution created a sheet, or may continue one that did. */
export function renewSheetIndex(document: Store, { tables, find }: OurSheets, isContinued: boolean): void {
  const sheets = tables().map((table) => [table, find(table)!] as const);
  if (!isContinued && !sheets.some(([, { isNew }]) => isNew)) return;
  index.write(document, Object.fromEntries(sheets.map(([table, { sheet }]) => [table, sheet.getSheetId()])));
}

export function isOurs(sheets: SheetIndex, sheet: GoogleSheet): boolean {
  return Object.values(sheets).includes(sheet.getSheetId());
}
