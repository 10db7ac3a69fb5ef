/** The active spreadsheet as the workbook of tables. */
import { consecutive } from '../protocol/grouped.ts';
import { MarketError } from '../protocol/market-error.ts';
import { AUTOMATIC, AUTOMATIC_READ } from '../tables/cells.ts';
import type { Column } from '../tables/columns.ts';
import { ROW_KEY } from '../tables/columns.ts';
import { columnLetters } from '../tables/letters.ts';
import type { StoredPositions } from '../tables/positions.ts';
import { firstSeen, readStoredPositions, storedPositionsText } from '../tables/positions.ts';
import { separatorOf } from '../tables/separator.ts';
import type { Book, Positions, Seen, Sheet } from '../tables/sheet.ts';
import { newColumn } from '../tables/widths.ts';
import { onceMore } from './again.ts';
import { portInOurWords } from './google-error.ts';
import { journalOf, spareCell } from './journal-sheet.ts';
import { COLUMN_MARK, COLUMNS_MARK, TABLE_MARK } from './marks.ts';
import {
  ensureSize,
  forgetColumns,
  guideColumns,
  markColumns,
  writeFirstHeader,
  writeHeader,
  writeUnfinished,
} from './new-columns.ts';
import type { NewSheets } from './new-sheets.ts';
import { dressTab, newSheetsOf } from './new-sheets.ts';
import { asTexts } from './plain-text.ts';
import { selectedIn } from './selected-cells.ts';

/** How a cell looks that nobody changed. */
const PLAIN = '#ffffff #000000 normal normal none';

type Spreadsheet = GoogleAppsScript.Spreadsheet.Spreadsheet;
type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;
type Metadata = GoogleAppsScript.Spreadsheet.DeveloperMetadata;

export function activeBook(): Book {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const newSheets = newSheetsOf(spreadsheet);
  const spare = () => spareCell(spreadsheet, newSheets);
  return {
    cells: () =>
      spreadsheet.getSheets().reduce((sum, sheet) => sum + sheet.getMaxRows() * sheet.getMaxColumns(), 0),
    timeZone: () => spreadsheet.getSpreadsheetTimeZone(),
    separator: () => separatorOf(spreadsheet.getSpreadsheetLocale()),
    tables: () =>
      spreadsheet
        .createDeveloperMetadataFinder()
        .withKey(TABLE_MARK)
        .find()
        .map((mark) => mark.getValue() ?? ''),
    find: (table) => {
      const found = findSheet(spreadsheet, table);
      return found && sheetOf(found, spare);
    },
    show: (table) => {
      const found = findSheet(spreadsheet, table);
      if (found?.isSheetHidden()) found.showSheet();
      if (found) spreadsheet.setActiveSheet(found);
      return found !== undefined;
    },
    select: (table, rows) => {
      const found = findSheet(spreadsheet, table)!;
      if (found.isSheetHidden()) found.showSheet();
      spreadsheet.setActiveSheet(found);
      const last = columnLetters(found.getMaxColumns());
      found.getRangeList(consecutive(rows).map(([from, to]) => `A${from}:${last}${to}`)).activate();
    },
    activeRow: (table) => {
      const active = spreadsheet.getActiveSheet();
      const isIts = active
        .getDeveloperMetadata()
        .some((mark) => mark.getKey() === TABLE_MARK && mark.getValue() === table);
      return isIts ? active.getCurrentCell()?.getRow() : undefined;
    },
    remove: (table) => {
      const found = findSheet(spreadsheet, table);
      if (!found) return;
      // A spreadsheet must keep a sheet that can be seen.
      if (
        spreadsheet
          .getSheets()
          .every((each) => each.isSheetHidden() || each.getSheetId() === found.getSheetId())
      )
        spreadsheet.insertSheet();
      spreadsheet.deleteSheet(found);
      newSheets.changed();
    },
    create: (table, columns) => {
      const sheet = insertSheet(newSheets, table);
      const seen = storedPositionsText({ ...firstSeen(columns), sheet: sheet.getSheetId() });
      sheet.addDeveloperMetadata(COLUMNS_MARK, seen);
      writeFirstHeader(sheet, columns);
      return sheetOf(sheet, spare);
    },
    createLike: (table, model, columns) => createLike(spreadsheet, newSheets, table, model, columns),
    copy: (from, { top, bottom, left, right }, to, { row, column }) => {
      const [source, target] = [findSheet(spreadsheet, from)!, findSheet(spreadsheet, to)!];
      const [rows, width] = [bottom - top + 1, right - left + 1];
      ensureSize(target, row + rows - 1, column + width - 1);
      intoSheet(target, () => source.getRange(top, left, rows, width).copyTo(target.getRange(row, column)));
    },
    selected: () => selectedIn(spreadsheet),
    journal: portInOurWords(() => journalOf(spreadsheet, newSheets)),
  };
}

export function findSheet(spreadsheet: Spreadsheet, table: string): GoogleSheet | undefined {
  const marks = spreadsheet.createDeveloperMetadataFinder().withKey(TABLE_MARK).withValue(table).find();
  const marked = marks.flatMap((mark) => mark.getLocation().getSheet() ?? []);
  // A copy that somebody made of the sheet has the marks too, with the number of the original.
  const original =
    marked.length > 1 && marked.find((sheet) => readStored(markOf(sheet))?.sheet === sheet.getSheetId());
  if (original || marked[0]) return original || marked[0];
  const named = spreadsheet.getSheetByName(table);
  if (!named) return undefined;
  if (named.getDeveloperMetadata().some((mark) => mark.getKey() === TABLE_MARK)) throw notOurs(table);
  // A copy made by other means may have lost the mark; the hidden key column identifies a sheet of ours.
  // A blank sheet of that name is nobody's: perhaps one that an execution did not get to mark.
  const width = named.getLastColumn();
  const header = width > 0 ? named.getRange(1, 1, 1, width).getValues()[0]! : [];
  if (width === 0 || header.includes(ROW_KEY.header)) {
    if (width === 0) dressTab(named, table);
    named.addDeveloperMetadata(TABLE_MARK, table);
    return named;
  }
  throw notOurs(table);
}

/** The sheet of another table may have been given that name. */
function notOurs(table: string): MarketError {
  return new MarketError(
    'MARKET_TABLE',
    `There is a sheet "${table}" that is not the one of this table; rename it, and the table gets a sheet of its own.`,
  );
}

/** The mark comes last: an execution that ended before it left a blank sheet, which is taken again. */
function insertSheet(newSheets: NewSheets, table: string): GoogleSheet {
  const sheet = newSheets.insert(table);
  sheet.addDeveloperMetadata(TABLE_MARK, table);
  return sheet;
}

/** The first row is copied last: a header that is there is complete. */
function createLike(
  spreadsheet: Spreadsheet,
  newSheets: NewSheets,
  table: string,
  model: string,
  columns: ReadonlyMap<number, Column>,
): void {
  const source = findSheet(spreadsheet, model)!;
  const width = source.getLastColumn();
  const sheet = findSheet(spreadsheet, table) ?? insertSheet(newSheets, table);
  ensureSize(sheet, 1, width);
  forgetColumns(sheet, [...columns.values()]);
  for (const [first, last] of consecutive(columns.keys()))
    markColumns(
      sheet,
      first,
      Array.from({ length: last - first + 1 }, (_, index) => newColumn(columns.get(first + index)!, [])),
    );
  source.getRange(1, 1, 1, width).copyTo(sheet.getRange(1, 1));
}

function markOf(sheet: GoogleSheet): Metadata | undefined {
  return sheet.getDeveloperMetadata().find((each) => each.getKey() === COLUMNS_MARK);
}

function readStored(mark: Metadata | undefined): StoredPositions | undefined {
  return readStoredPositions(mark?.getValue() ?? undefined);
}

function writeSeen(sheet: GoogleSheet, mark: Metadata | undefined, next: (seen: Seen) => Seen): void {
  const seen = readStored(mark) ?? { positions: {}, header: '' };
  const text = storedPositionsText({ ...next(seen), sheet: sheet.getSheetId() });
  if (mark) mark.setValue(text);
  else sheet.addDeveloperMetadata(COLUMNS_MARK, text);
}

/** Which columns are begun and not finished: what an execution leaves that ends in between. */
function writeAdding(sheet: GoogleSheet, next: (adding: readonly string[]) => readonly string[]): void {
  writeSeen(sheet, markOf(sheet), ({ adding = [], ...seen }) => {
    const left = next(adding);
    return { ...seen, ...(left.length > 0 ? { adding: left } : {}) };
  });
}

function locateColumns(sheet: GoogleSheet): Positions {
  const marks = sheet.createDeveloperMetadataFinder().withKey(COLUMN_MARK).find();
  return new Map(
    marks.flatMap((mark) => {
      const column = mark.getLocation().getColumn();
      return column ? [[mark.getValue() ?? '', column.getColumn()] as const] : [];
    }),
  );
}

/** `spare` is a cell that nobody sees. */
function sheetOf(sheet: GoogleSheet, spare: () => Range): Sheet {
  return portInOurWords(() => sheetPort(sheet, spare));
}

function sheetPort(sheet: GoogleSheet, spare: () => Range): Sheet {
  // As it was last looked up: its text is the one that was last written through it.
  let mark: Metadata | undefined;
  return {
    // Asked for in messages alone.
    get name() {
      return sheet.getName();
    },
    read: () => sheet.getDataRange().getValues(),
    details: ({ top, bottom, left, right }) => {
      const range = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
      // Written back as it is read, it would keep dates from being shown as dates.
      const formats = range
        .getNumberFormats()
        .map((line) => line.map((format) => (format === AUTOMATIC_READ ? AUTOMATIC : format)));
      return { formulas: r1c1In(range), formats };
    },
    formulasIn: ({ top, bottom, left, right }) =>
      r1c1In(sheet.getRange(top, left, bottom - top + 1, right - left + 1)),
    looks: ({ top, bottom, left, right }) => {
      const range = sheet.getRange(top, left, bottom - top + 1, right - left + 1);
      const backgrounds = range.getBackgrounds();
      const styles = [
        range.getFontColors(),
        range.getFontWeights(),
        range.getFontStyles(),
        range.getFontLines(),
      ];
      return backgrounds.map((line, row) =>
        line.map((background, column) => {
          const look = [background, ...styles.map((lines) => lines[row]![column] ?? '')].join(' ');
          return look === PLAIN ? '' : look;
        }),
      );
    },
    isHidden: (column) => sheet.isColumnHiddenByUser(column),
    filtered: () => {
      const range = sheet.getFilter()?.getRange();
      return range && { left: range.getColumn(), right: range.getLastColumn() };
    },
    notes: (row) => sheet.getRange(row, 1, 1, Math.max(sheet.getLastColumn(), 1)).getNotes()[0]!,
    notedRows: (from, to) => {
      const rows = Math.min(to, sheet.getMaxRows()) - from + 1;
      if (rows < 1) return [];
      const notes = sheet.getRange(from, 1, rows, sheet.getMaxColumns()).getNotes();
      return notes.flatMap((line, index) => (line.some((note) => note !== '') ? [from + index] : []));
    },
    write: ({ row, column, values, formats }) =>
      intoSheet(sheet, () => {
        const range = rangeAt(sheet, row, column, values);
        if (formats) range.setNumberFormats(formats.map((line) => [...line]));
        range.setValues(asTexts(values, spare));
      }),
    fill: ({ row, column, formulas, formats }) =>
      intoSheet(sheet, () => {
        rangeAt(sheet, row, column, formulas)
          .setNumberFormats(formats.map((line) => [...line]))
          .setFormulasR1C1(formulas.map((line) => [...line]));
      }),
    insertRows: (before, count) => {
      sheet.insertRowsBefore(before, count);
      // They come with the colours of the row below.
      sheet.getRange(before, 1, count, sheet.getMaxColumns()).clearFormat();
    },
    sortRows: (from, to, column) => {
      // Google refuses where cells are merged or protected; the rows then stay as they are.
      try {
        sheet.getRange(`${from}:${to}`).sort({ column, ascending: false });
        return true;
      } catch {
        return false;
      }
    },
    removeRows: (from, count) => {
      // Google keeps a row below the frozen ones.
      if (count >= sheet.getMaxRows() - sheet.getFrozenRows()) sheet.insertRowsAfter(sheet.getMaxRows(), 1);
      sheet.deleteRows(from, count);
    },
    seen: () => {
      mark = markOf(sheet);
      return readStored(mark);
    },
    remember: (seen) => writeSeen(sheet, mark ?? markOf(sheet), () => seen),
    rememberOrder: (rows) =>
      writeSeen(sheet, mark ?? markOf(sheet), ({ ordered: _, ...seen }) =>
        rows === undefined ? seen : { ...seen, ordered: rows },
      ),
    locate: () => locateColumns(sheet),
    addColumns: (column, columns) => {
      mark = undefined;
      const ids = columns.map(({ id }) => id);
      const last = sheet.getLastColumn();
      const isFirst = last === 0 && column === 1;
      if (isFirst) writeSeen(sheet, markOf(sheet), () => firstSeen(columns));
      writeAdding(sheet, (adding) => [...adding.filter((id) => !ids.includes(id)), ...ids]);
      if (column <= last) sheet.insertColumnsBefore(column, columns.length);
      forgetColumns(sheet, columns);
      if (isFirst) {
        // An execution that ended before the names were there may have left one.
        sheet.getFilter()?.remove();
        writeFirstHeader(sheet, columns);
      } else writeHeader(sheet, column, columns);
      writeAdding(sheet, (adding) => adding.filter((id) => !ids.includes(id)));
    },
    guide: (columns) => guideColumns(sheet, columns),
    reveal: (column) => sheet.showColumns(column),
    nameColumns: (columns) => {
      mark = undefined;
      for (const [position, column] of columns) writeUnfinished(sheet, position, column);
      const ids = [...columns.values()].map(({ id }) => id);
      writeAdding(sheet, (adding) => adding.filter((id) => !ids.includes(id)));
    },
  };
}

/** A protection or a validation rule of somebody's may refuse cells; Google says which. */
function intoSheet(sheet: GoogleSheet, write: () => void): void {
  try {
    // What is refused in passing, such as for want of time, is not refused again.
    onceMore(write);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MarketError(
      'MARKET_TABLE',
      `The sheet "${sheet.getName()}" refused what was to be written: ${reason} Take the protection or the validation rule off the add-on's columns there, then pull again.`,
    );
  }
}

function r1c1In(range: Range): string[][] {
  return range.getFormulasR1C1().map((line) => line.map((formula) => formula ?? ''));
}

function rangeAt(sheet: GoogleSheet, row: number, column: number, lines: readonly (readonly unknown[])[]) {
  const width = lines[0]!.length;
  ensureSize(sheet, row + lines.length - 1, column + width - 1);
  return sheet.getRange(row, column, lines.length, width);
}
