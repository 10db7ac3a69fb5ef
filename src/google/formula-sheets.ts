/** The active spreadsheet as formulas read it, and the add-on's tables in it: Google lets formulas get things, but neither find nor write any. */
import {
  type Area,
  CELLS_AT_ONCE,
  isRead,
  REFUSED,
  type SheetView,
  type Tables,
  TOO_LARGE,
  type Workbook,
} from '../formulas/ports.ts';
import { pulledColumnsOf } from '../operations/pulled-tables.ts';
import { once } from '../protocol/once.ts';
import type { Cell } from '../tables/cells.ts';
import { findPositions, readStoredPositions, type StoredPositions } from '../tables/positions.ts';
import type { Seen } from '../tables/sheet.ts';
import { attempt } from './attempt.ts';
import { COLUMNS_MARK, TABLE_MARK } from './marks.ts';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Of the active spreadsheet, asked for once. */
export type AllSheets = () => readonly GoogleSheet[];

export function allSheets(): AllSheets {
  return once(() => SpreadsheetApp.getActiveSpreadsheet().getSheets());
}

/** `isShown` may leave sheets out. */
export function formulaSheets(all: AllSheets, isShown: (sheet: GoogleSheet) => boolean = () => true): Workbook {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  let sheets: readonly SheetView[] | undefined;
  return {
    // In a formula the active cell is the one that is computed.
    ownColumn: () => spreadsheet.getActiveRange()?.getColumn() ?? 1,
    sheets: () => {
      sheets ??= nearestFirst(spreadsheet, all()).filter(isShown).map(viewOf);
      return sheets;
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

/** To the active sheet, which comes first. */
function nearestFirst(spreadsheet: Spreadsheet, sheets: readonly GoogleSheet[]): readonly GoogleSheet[] {
  if (sheets.length === 1) return sheets;
  const own = (spreadsheet.getActiveRange()?.getSheet().getIndex() ?? 1) - 1;
  const distance = (index: number) => Math.abs(index - own);
  return [...sheets.entries()].sort(([one], [other]) => distance(one) - distance(other)).map(([, sheet]) => sheet);
}

/** All but the hidden sheets of the add-on. */
export function sheetsOfPeople(all: AllSheets): Workbook {
  return formulaSheets(all, (sheet) => !sheet.isSheetHidden() || !isAddOnSheet(sheet));
}

/** The add-on made it. */
export function isAddOnSheet(sheet: GoogleSheet): boolean {
  return marksOn(sheet).table !== undefined;
}

/** Each thing is asked for when it is needed, and once. */
function viewOf(sheet: GoogleSheet): SheetView {
  let name: string | undefined;
  /** Of a blank sheet its first cell. */
  const used = once(() => sheet.getDataRange());
  const view: SheetView = {
    get name() {
      name ??= sheet.getName();
      return name;
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

export function formulaTables(all: AllSheets): Tables {
  const read = new Map<string, ReturnType<Tables>>();
  const markedSheet = markedSheets(all);
  // Of all tables together an execution reads no more.
  let room = CELLS_AT_ONCE;
  return (name) => {
    if (!read.has(name)) {
      const contents = attempt(() => contentsOf(markedSheet, name, room), REFUSED);
      read.set(name, contents);
      if (isRead(contents)) room -= contents.cells.length * contents.cells[0]!.length;
    }
    return read.get(name);
  };
}

function contentsOf(
  markedSheet: (table: string) => Found | undefined,
  table: string,
  mostCells: number,
): ReturnType<Tables> {
  const { sheet, seen } = markedSheet(table) ?? {};
  if (!sheet) return undefined;
  const used = sheet.getDataRange();
  const columns = used.getNumColumns();
  if (used.getNumRows() * columns > mostCells) return TOO_LARGE;
  const cells = used.getValues() as Cell[][];
  const notes = sheet.getRange(1, 1, 1, columns).getNotes()[0]!;
  return {
    cells,
    positions: findPositions({ names: cells[0]!, notes }, pulledColumnsOf(table) ?? [], seen?.positions),
  };
}

interface Found {
  readonly sheet: GoogleSheet;
  readonly seen?: Seen | undefined;
}

/** Of so many sheets at most the marks of all are read at once. */
const FEW = 4;

/**
 * Of many sheets it is nearly always the one that bears the table's name; else all are looked through, once. Where Google
 * does not let formulas see marks, that name is enough: columns are known by their headers.
 */
function markedSheets(listed: AllSheets): (table: string) => Found | undefined {
  const sheetNamed = (name: string) => SpreadsheetApp.getActiveSpreadsheet().getSheetByName(name);
  const isFilled = (sheet: GoogleSheet) => sheet.getLastRow() > 0;
  const isOriginal = (sheet: GoogleSheet, { seen }: Marks) => !seen || seen.sheet === sheet.getSheetId();
  let all: readonly (readonly [GoogleSheet, Marks])[] | undefined;
  const candidates = function* (table: string) {
    const sheets = listed();
    const named = sheets.length > FEW && sheetNamed(table);
    if (named) yield [named, marksOn(named)] as const;
    all ??= sheets.map((sheet) => [sheet, marksOn(sheet)] as const);
    yield* all;
  };
  return (table) => {
    try {
      for (const [sheet, marks] of candidates(table))
        if (marks.table === table && isOriginal(sheet, marks) && isFilled(sheet)) return { sheet, seen: marks.seen };
      return undefined;
    } catch (error) {
      console.warn(error);
      const named = sheetNamed(table);
      return named && isFilled(named) ? { sheet: named } : undefined;
    }
  };
}

interface Marks {
  readonly table: string | undefined;
  /** What is remembered of the columns, and the number of the sheet for which it is: a copy bears the same marks. */
  readonly seen: StoredPositions | undefined;
}

function marksOn(sheet: GoogleSheet): Marks {
  const marks = sheet.getDeveloperMetadata();
  const markOf = (key: string) => marks.find((mark) => mark.getKey() === key)?.getValue() ?? undefined;
  const seen = readStoredPositions(markOf(COLUMNS_MARK));
  return { table: markOf(TABLE_MARK) ?? seen?.table, seen };
}
