/** Implements the `Book` port on the active spreadsheet. */
import { consecutive } from '../protocol/lists.ts';
import { once } from '../protocol/store.ts';
import { asWritten } from '../tables/cells.ts';
import { columnLetters } from '../tables/formula-text.ts';
import { firstSeen, withColumns } from '../tables/positions.ts';
import type { Area, Block, Book, Fill, Seen, Sheet } from '../tables/sheet.ts';
import { newColumn } from '../tables/widths.ts';
import { type CellWrite, writeCells } from './cell-writes.ts';
import { canaryCell, journalOf } from './journal-sheet.ts';
import { formatNewSheet, nameColumns, SPARE_COLUMNS, writeHeader } from './new-columns.ts';
import { type OurSheet, type OurSheets, ourSheets } from './our-sheets.ts';
import { asMarkedTexts, asTexts } from './plain-text.ts';
import { isFiltering, selectedIn } from './selection.ts';
import { attempt, portWithOurErrors, withRetry } from './service-calls.ts';
import { withTick } from './tick.ts';

/** A cell's default background, and its default font color, weight, style, and line. */
const PLAIN = '#ffffff #000000 normal normal none';

type Range = GoogleAppsScript.Spreadsheet.Range;

export interface ActiveBook extends Book {
  readonly sheets: OurSheets;
}

export function activeBook(): ActiveBook {
  const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
  const sheets = ourSheets(spreadsheet);
  const spare = () => canaryCell(sheets);
  return {
    sheets,
    cells: sheets.cells,
    timeZone: once(() => withRetry(() => spreadsheet.getSpreadsheetTimeZone())),
    locale: sheets.locale,
    separator: sheets.separator,
    damaged: sheets.damaged,
    tables: sheets.tables,
    find: (table) => {
      const found = sheets.find(table);
      return found && sheetOf(found, spare);
    },
    show: (table) => {
      const found = sheets.find(table)?.sheet;
      if (found?.isSheetHidden()) found.showSheet();
      if (found) sheets.show(found);
      return found !== undefined;
    },
    hide: (table) => {
      attempt(() => sheets.find(table)?.sheet.hideSheet());
    },
    select: (table, rows) => {
      const { sheet, grid } = sheets.find(table)!;
      if (sheet.isSheetHidden()) sheet.showSheet();
      sheets.show(sheet);
      const last = columnLetters(grid.columns());
      sheet.getRangeList(consecutive(rows).map(([from, to]) => `A${from}:${last}${to}`)).activate();
    },
    activeRow: (table) => {
      const active = spreadsheet.getActiveSheet();
      return sheets.tableOf(active) === table ? active.getCurrentCell()?.getRow() : undefined;
    },
    remove: (table) => {
      const found = sheets.find(table)?.sheet;
      if (!found) return;
      // Google requires at least one visible sheet.
      if (spreadsheet.getSheets().every((each) => each.isSheetHidden() || each.getSheetId() === found.getSheetId()))
        spreadsheet.insertSheet();
      sheets.remove(found);
    },
    create: (table, columns, { block, fills = [], ordered } = {}) => {
      const seen = firstSeen(columns);
      const made = sheets.make(table, sheets.insert(table), ordered === undefined ? seen : { ...seen, ordered });
      withRetry(() => formatNewSheet(made, withTick(table, columns)));
      const [names, rows] = [columns.map(({ header }) => header), block?.values ?? []];
      made.grid.ensure(1 + rows.length, columns.length);
      const all = () => made.sheet.getRange(1, 1, 1 + rows.length, columns.length);
      writeCells(made.sheet, {
        range: all,
        isNew: true,
        setValues: (range) => {
          const formats = block?.formats?.map((line) => [...line]);
          const values = [names, ...asTexts(rows, spare)];
          for (const fill of fills) {
            putInto(values, fill, fill.formulas, 1);
            if (formats && fill.formats) putInto(formats, fill, fill.formats, 2);
          }
          if (formats) made.sheet.getRange(2, 1, rows.length, columns.length).setNumberFormats(made.formats(formats));
          range.setValues(values);
          made.grid.used(values.length);
          if (fills.length === 0) made.cells.read([names, ...rows]);
        },
      });
      return sheetOf(made, spare);
    },
    selected: () => selectedIn(spreadsheet),
    journal: portWithOurErrors(() => journalOf(sheets), ['labels', 'lines', 'append']),
  };
}

/** Copies a fill's cells into `lines`. The first line is row `top`. */
function putInto<T>(lines: T[][], { row, column }: Fill, cells: readonly (readonly T[])[], top: number) {
  cells.forEach((line, down) => {
    lines[row - top + down]!.splice(column - 1, line.length, ...line);
  });
}

/** Idempotent methods, retried after errors. */
const REPEATABLE = [
  'read',
  'known',
  'cellsIn',
  'details',
  'formulasIn',
  'merged',
  'looks',
  'isHidden',
  'filtered',
  'notes',
  'notedRows',
  'remember',
  'rememberOrder',
  'reveal',
] as const satisfies readonly (keyof Sheet)[];

/** `spare` returns a hidden cell. */
function sheetOf(our: OurSheet, spare: () => Range): Sheet {
  return portWithOurErrors(() => sheetPort(our, spare), REPEATABLE);
}

function sheetPort(our: OurSheet, spare: () => Range): Sheet {
  const { sheet, grid, cells: known } = our;
  /** The number of columns found by the last read. */
  let width: number | undefined;
  const lastColumn = () => width ?? sheet.getLastColumn();
  const frozen = once(() => sheet.getFrozenRows());
  const areaOf = ({ top, bottom, left, right }: Area) => sheet.getRange(top, left, bottom - top + 1, right - left + 1);
  const existing = ({ bottom, ...area }: Area) => ({ ...area, bottom: Math.min(bottom, grid.rowsAtLeast(bottom)) });
  const rangeAt = (row: number, column: number, lines: readonly (readonly unknown[])[]) => {
    const width = lines[0]!.length;
    const last = row + lines.length - 1;
    grid.ensure(last, column + width - 1);
    grid.used(last);
    return sheet.getRange(row, column, lines.length, width);
  };
  const seen = (): Seen => our.seen() ?? { positions: {}, headers: 0 };
  const port: Sheet = {
    // Read on demand: only messages use the name.
    get name() {
      return our.name();
    },
    get id() {
      return sheet.getSheetId();
    },
    read: () => {
      const cells = sheet.getDataRange().getValues();
      const isBlank = cells.length === 1 && cells[0]!.every((cell) => cell === '');
      width = isBlank ? 0 : cells[0]!.length;
      grid.found(isBlank ? 0 : cells.length, width);
      known.read(cells);
      return cells;
    },
    known: () => known.get() ?? port.read(),
    cellsIn: (area) => {
      const found = existing(area);
      return found.bottom < found.top ? [] : areaOf(found).getValues();
    },
    details: (area) => {
      const range = areaOf(area);
      const formats = range.getNumberFormats().map((line) => line.map(asWritten));
      return { formulas: r1c1In(range), formats };
    },
    formulasIn: (area) => r1c1In(areaOf(area)),
    merged: (area) =>
      areaOf(existing(area))
        .getMergedRanges()
        .map((range) => ({
          top: range.getRow(),
          bottom: range.getLastRow(),
          left: range.getColumn(),
          right: range.getLastColumn(),
        })),
    looks: (area) => {
      const range = areaOf(existing(area));
      const backgrounds = range.getBackgrounds();
      const styles = [range.getFontColors(), range.getFontWeights(), range.getFontStyles(), range.getFontLines()];
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
    notes: (names) => our.notes(names),
    notedRows: (from, to) => {
      const rows = Math.min(to, grid.rows()) - from + 1;
      if (rows < 1) return [];
      const notes = sheet.getRange(from, 1, rows, grid.columns()).getNotes();
      return notes.flatMap((line, index) => (line.some((note) => note !== '') ? [from + index] : []));
    },
    write: ({ row, column, values, formats }) => {
      writeCells(sheet, {
        range: () => rangeAt(row, column, values),
        setFormats: formatting(formats && our.formats(formats)),
        setValues: (range, areFormatted) => {
          const texts = asTexts(values, spare);
          range.setValues(areFormatted ? texts : asMarkedTexts(values, texts, range.getNumberFormats()));
        },
      });
      known.wrote(row, column, values);
    },
    fill: ({ row, column, formulas, formats, isA1 }) =>
      writeCells(sheet, {
        range: () => rangeAt(row, column, formulas),
        setFormats: formatting(formats && our.formats(formats)),
        setValues: (range) => {
          known.forget();
          const lines = formulas.map((line) => [...line]);
          if (isA1) range.setFormulas(lines);
          else range.setFormulasR1C1(lines);
        },
      }),
    insertRows: (before, count) => {
      known.forget();
      grid.insertRows(before, count);
      // New rows inherit the colors of the row below. Typed columns reject clearFormat.
      attempt(() => withRetry(() => sheet.getRange(`${before}:${before + count - 1}`).clearFormat()));
    },
    sortRows: (from, to, column, ascending = false) => {
      // Google doesn't document how it sorts hidden rows.
      const filter = sheet.getFilter();
      if (filter && isFiltering(filter)) return false;
      known.forget();
      // Google refuses to sort merged or protected cells. Leave the rows unsorted.
      try {
        withRetry(() => sheet.getRange(`${from}:${to}`).sort({ column, ascending }));
        return true;
      } catch {
        return false;
      }
    },
    pinRows: (count) => {
      const header = count + 1;
      const filter = sheet.getFilter();
      // Recreating the filter would lose the user's criteria.
      if (!filter || isFiltering(filter)) return;
      const range = filter.getRange();
      if (range.getRow() === header) return;
      const [left, width] = [range.getColumn(), range.getNumColumns()];
      filter.remove();
      sheet.setFrozenRows(header);
      sheet.getRange(header, left, grid.rows() - count, width).createFilter();
    },
    removeRows: (from, count) => {
      known.forget();
      // Google refuses to delete all unfrozen rows.
      if (count >= grid.rows() - frozen()) grid.insertRows(grid.rows() + 1, 1);
      grid.removeRows(from, count);
    },
    seen: our.seen,
    remember: our.remember,
    rememberOrder: (rows) => {
      const { ordered: _, ...others } = seen();
      our.remember(rows === undefined ? others : { ...others, ordered: rows });
    },
    addColumns: (column, columns, inserted) => {
      const last = lastColumn();
      width = undefined;
      known.forget();
      if (last === 0 && column === 1) {
        our.remember(firstSeen(columns));
        // An interrupted execution may have left a filter.
        sheet.getFilter()?.remove();
        withRetry(() => formatNewSheet(our, withTick(our.name(), columns)));
        nameColumns(our, 1, columns);
        return;
      }
      // Before the blank columns, to include the new columns in the filter.
      const missing = column <= last ? inserted : column + columns.length - 1 + SPARE_COLUMNS - grid.columns();
      if (missing > 0) grid.insertColumns(column, missing);
      writeHeader(our, column, columns);
      const before = seen();
      our.remember({ ...before, positions: withColumns(before.positions, column, columns, inserted) });
    },
    reveal: (column) => sheet.showColumns(column),
    nameColumns: (columns) => {
      known.forget();
      for (const [position, column] of columns) writeHeader(our, position, [newColumn(column, [])]);
    },
  };
  return port;
}

function formatting(formats: Block['formats']): CellWrite['setFormats'] {
  return formats && ((range) => range.setNumberFormats(formats.map((line) => [...line])));
}

function r1c1In(range: Range) {
  return range.getFormulasR1C1().map((line) => line.map((formula) => formula ?? ''));
}
