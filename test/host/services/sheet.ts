import { type Area, parseArea, splitSheet } from '../a1.ts';
import type { Execution } from '../execution/execution.ts';
import type { FilterSpec } from '../inside/filter.ts';
import { typeNames } from '../signature.ts';
import type { Clearing, Rect, SheetInfo, WritableValue } from '../workbook/surface.ts';
import type { Workbook } from '../workbook/workbook.ts';
import { demandEditable, demandWholeEditable, type Writer } from './protection.ts';
import { documentScopes, type Method, type Service, ServiceError } from './service.ts';
import { demandUntyped } from './typed-columns.ts';

const outside = 'The coordinates of the range are outside the dimensions of the sheet.';

export function resolveArea(writer: Writer, sheetId: number, text: string): Area & { sheetId: number } {
  const { workbook } = writer.host;
  const { sheet, area } = splitSheet(text);
  const target = sheet === undefined ? workbook.sheet(sheetId) : workbook.sheetByName(sheet);
  const parsed = target && parseArea(area, target);
  if (target && parsed) return within(writer, target.sheetId, parsed);
  const named = workbook.namedRange(text);
  if (named) return { sheetId: named.sheetId, ...named.rect };
  throw new ServiceError('Range not found');
}

export function within({ host }: Writer, sheetId: number, area: Area): Area & { sheetId: number } {
  const whole = [area.row, area.column, area.rows, area.columns].every(Number.isInteger);
  if (!whole)
    throw new ServiceError(
      "The parameters ({0}) don't match the method signature for {1}.",
      typeNames('SpreadsheetApp.Sheet.getRange', [area.row, area.column, area.rows, area.columns]),
      'SpreadsheetApp.Sheet.getRange',
    );
  if (area.rows < 1) throw new ServiceError('The number of rows in the range must be at least 1.');
  if (area.columns < 1) throw new ServiceError('The number of columns in the range must be at least 1.');
  const { row, column, rows, columns } = area;
  if (row < 1 || column < 1) throw new ServiceError(outside);
  if (!host.workbook.reaches(sheetId, row + rows - 1, column + columns - 1)) throw new ServiceError(outside);
  return { sheetId, ...area };
}

function clearing(what: Clearing): Method {
  return (execution, sheetId: number) => {
    const { host } = execution;
    demandWholeEditable(execution, sheetId);
    if (what.formats) demandUntyped(execution, sheetId, 'formats');
    if (what.contents) demandUntyped(execution, sheetId, 'values');
    const { rows, columns } = host.workbook.sheet(sheetId);
    host.workbook.clear(sheetId, { row: 1, column: 1, rows, columns }, what);
  };
}

function clearTo(execution: Execution, sheetId: number, options: { contentsOnly?: boolean; formatOnly?: boolean }) {
  const contents = options.formatOnly !== true;
  const formats = options.contentsOnly !== true;
  // As on Google, notes and validations are kept.
  return clearing({ contents, formats })(execution, sheetId as never);
}

export function isHiddenByFilter(workbook: Workbook, id: number, row: number): boolean {
  const [filter] = workbook.attachments('filter', id);
  const rect = filter?.rects[0];
  // The first row of a filter is its header.
  if (!rect || row <= rect.row || row >= rect.row + rect.rows) return false;
  return Object.entries((filter.spec as FilterSpec) ?? {}).some(([place, hidden]) => {
    const cell = { row, column: rect.column + Number(place), rows: 1, columns: 1 };
    return hidden.includes(workbook.read(id, cell, 'displayValues')[0]![0]!);
  });
}

type Concerned = (sheet: SheetInfo, ...args: never[]) => Rect;

const rowsFrom: Concerned = ({ columns }, start: number, count: number) => ({
  row: start,
  column: 1,
  rows: count,
  columns,
});
const columnsFrom: Concerned = ({ rows }, start: number, count: number) => ({
  row: 1,
  column: start,
  rows,
  columns: count,
});

/** Throws if a protection covers any cell that changes. */
function guarded(concerned: Concerned, method: Method): Method {
  return (execution, ...args) => {
    const [id] = args as unknown as [number];
    demandEditable(execution, id, concerned(execution.host.workbook.sheet(id), ...args.slice(1)));
    return method(execution, ...args);
  };
}

export const sheet: Service = {
  scopes: documentScopes,
  methods: {
    getName: ({ host }, id: number) => host.workbook.sheet(id).name,
    getIndex: ({ host }, id: number) => host.workbook.sheet(id).index,
    getLastRow: ({ host }, id: number) => host.workbook.lastRow(id),
    getLastColumn: ({ host }, id: number) => host.workbook.lastColumn(id),
    getMaxRows: ({ host }, id: number) => host.workbook.sheet(id).rows,
    getMaxColumns: ({ host }, id: number) => host.workbook.sheet(id).columns,
    getFrozenRows: ({ host }, id: number) => host.workbook.sheet(id).frozenRows,
    getFrozenColumns: ({ host }, id: number) => host.workbook.sheet(id).frozenColumns,
    setFrozenRows: ({ host }, id: number, rows: number) => host.workbook.setFrozen(id, { rows }),
    setFrozenColumns: ({ host }, id: number, columns: number) => host.workbook.setFrozen(id, { columns }),
    isSheetHidden: ({ host }, id: number) => host.workbook.sheet(id).hidden,
    hideSheet: ({ host }, id: number) => host.workbook.setSheetHidden(id, true),
    showSheet: ({ host }, id: number) => host.workbook.setSheetHidden(id, false),
    getTabColor: ({ host }, id: number) => host.workbook.sheet(id).tabColor,
    setTabColor: ({ host }, id: number, color: string | null) => host.workbook.setTabColor(id, color),
    hasHiddenGridlines: ({ host }, id: number) => host.workbook.sheet(id).hiddenGridlines,
    setHiddenGridlines: ({ host }, id: number, hidden: boolean) => host.workbook.setHiddenGridlines(id, hidden),
    activate: ({ host }, id: number) => host.workbook.activateSheet(id),
    getRange: (execution, id: number, area: string | Area) =>
      typeof area === 'string' ? resolveArea(execution, id, area) : within(execution, id, area),
    getSelection: ({ host, cell: computed }, id: number) => {
      const own = computed?.sheetId === id ? computed : undefined;
      const { rects, cell } = own
        ? { rects: [{ row: own.row, column: own.column, rows: 1, columns: 1 }], cell: own }
        : host.workbook.selection(id);
      return {
        ranges: rects.map((rect) => ({ sheetId: id, ...rect })),
        cell: { sheetId: id, row: cell.row, column: cell.column, rows: 1, columns: 1 },
      };
    },
    setActiveRangeList: (execution, id: number, rects: Rect[], { row, column }: Rect) => {
      execution.selected = { sheet: id, rects, cell: { row, column } };
      execution.host.workbook.select(id, { rects, cell: { row, column } });
    },
    getDataRange: ({ host }, id: number) => {
      const rows = Math.max(1, host.workbook.lastRow(id));
      return { sheetId: id, row: 1, column: 1, rows, columns: Math.max(1, host.workbook.lastColumn(id)) };
    },
    setName: ({ host }, id: number, name: string) => host.workbook.renameSheet(id, name),
    appendRow: (execution, id: number, values: WritableValue[]) => {
      const { workbook } = execution.host;
      const row = workbook.lastRow(id) + 1;
      demandUntyped(execution, id, 'values');
      demandEditable(execution, id, { row, column: 1, rows: 1, columns: values.length });
      workbook.appendRow(id, values);
    },
    insertRows: guarded(
      ({ columns }, before: number) => ({ row: before, column: 1, rows: 1, columns }),
      ({ host }, id: number, before: number, count: number) => host.workbook.insertRows(id, before, count),
    ),
    deleteRows: guarded(rowsFrom, ({ host }, id: number, start: number, count: number) =>
      host.workbook.deleteRows(id, start, count),
    ),
    moveRows: guarded(
      (_, at: Area) => at,
      ({ host }, id: number, at: Area, before: number) => host.workbook.moveRows(id, at.row, at.rows, before),
    ),
    insertColumns: guarded(
      ({ rows }, before: number) => ({ row: 1, column: before, rows, columns: 1 }),
      ({ host }, id: number, before: number, count: number) => host.workbook.insertColumns(id, before, count),
    ),
    deleteColumns: guarded(columnsFrom, ({ host }, id: number, start: number, count: number) =>
      host.workbook.deleteColumns(id, start, count),
    ),
    moveColumns: guarded(
      (_, at: Area) => at,
      ({ host }, id: number, at: Area, before: number) => host.workbook.moveColumns(id, at.column, at.columns, before),
    ),
    sort: (execution, id: number, column: number, ascending: boolean) => {
      const { workbook } = execution.host;
      const [rows, columns] = [workbook.lastRow(id), workbook.lastColumn(id)];
      if (rows === 0) return;
      const rect = { row: 1, column: 1, rows, columns };
      demandEditable(execution, id, rect);
      workbook.sort(id, rect, [{ column, ascending }]);
    },
    clear: clearTo,
    clearContents: clearing({ contents: true }),
    clearFormats: clearing({ formats: true }),
    clearNotes: clearing({ notes: true }),
    hideRows: ({ host }, id: number, start: number, count: number) =>
      host.workbook.setRowsHidden(id, start, count, true),
    showRows: ({ host }, id: number, start: number, count: number) =>
      host.workbook.setRowsHidden(id, start, count, false),
    hideColumns: ({ host }, id: number, start: number, count: number) =>
      host.workbook.setColumnsHidden(id, start, count, true),
    showColumns: ({ host }, id: number, start: number, count: number) =>
      host.workbook.setColumnsHidden(id, start, count, false),
    isRowHiddenByFilter: ({ host }, id: number, row: number) => isHiddenByFilter(host.workbook, id, row),
    isRowHiddenByUser: ({ host }, id: number, row: number) => host.workbook.isRowHidden(id, row),
    isColumnHiddenByUser: ({ host }, id: number, column: number) => host.workbook.isColumnHidden(id, column),
    getRowHeight: ({ host }, id: number, row: number) => host.workbook.rowHeight(id, row),
    getColumnWidth: ({ host }, id: number, column: number) => host.workbook.columnWidth(id, column),
    setRowHeights: ({ host }, id: number, start: number, count: number, pixels: number) =>
      host.workbook.setRowHeights(id, start, count, pixels),
    setColumnWidths: ({ host }, id: number, start: number, count: number, pixels: number) =>
      host.workbook.setColumnWidths(id, start, count, pixels),
    // Fitting sizes to content would need fonts, which the host doesn't have.
    autoResizeColumns: () => null,
    autoResizeRows: () => null,
  },
};
