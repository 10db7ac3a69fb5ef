// A Sheet is an ID. Its members call the host.

import { bandingsOf } from './attachments.ts';
import { callHost } from './bridge.ts';
import { chartBuilder, chartsOf, insertChart, removeChart, updateChart } from './charts.ts';
import { filterOf } from './filter.ts';
import { addMetadata, metadataFinder, metadataOf } from './metadata.ts';
import { mismatch } from './mismatch.ts';
import { protect, protections } from './protection.ts';
import { addressOf, type Giving, type Range, type RangeAddress, rangeAt } from './range.ts';
import { rangeList } from './range-list.ts';
import { rulesOf, setRules } from './rules.ts';
import { activeRange, activeRanges, currentCell, select, selectCell, selection } from './selection.ts';
import { spreadsheet } from './spreadsheet.ts';
import { type Emulated, strict } from './strict.ts';

export type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const ids = new WeakMap<object, number>();

/** `member` is the call that the error for an invalid `sheet` names. */
export function sheetIdOf(sheet: unknown, member = 'SpreadsheetApp.Sheet'): number {
  const id = ids.get(sheet as object);
  if (id === undefined) throw mismatch(member, sheet);
  return id;
}

export function sheetById(id: number): Sheet {
  const sheet = strict<Sheet>('Sheet', Object.create(members) as Sheet);
  ids.set(sheet, id);
  return sheet;
}

function ask<T>(sheet: Sheet, method: string, ...args: unknown[]): T {
  return callHost<T>(`Sheet.${method}`, sheetIdOf(sheet), ...args);
}

function rangeOf(sheet: Sheet, ...given: unknown[]): Range {
  const [row, column, rows = 1, columns = 1] = given;
  const told = given.filter((each) => each !== undefined);
  const isText = told.length === 1 && typeof row === 'string';
  if (!isText && (told.length < 2 || !told.every(Number.isFinite))) {
    throw mismatch('SpreadsheetApp.Sheet.getRange', ...told);
  }
  return rangeAt(ask<RangeAddress>(sheet, 'getRange', isText ? row : { row, column, rows, columns }));
}

const members: Emulated<Sheet> & ThisType<Sheet> = {
  getSheetId() {
    return sheetIdOf(this);
  },
  getSheetName() {
    return ask(this, 'getName');
  },
  getParent: () => spreadsheet,
  getRange(row: unknown, column?: number, rows?: number, columns?: number) {
    return rangeOf(this, row, column, rows, columns);
  },
  getRangeList(areas) {
    return rangeList(areas.map((area) => rangeOf(this, area)));
  },
  getDataRange() {
    return rangeAt(ask(this, 'getDataRange'));
  },
  getActiveRange() {
    return activeRange(sheetIdOf(this));
  },
  getActiveRangeList() {
    return activeRanges(sheetIdOf(this));
  },
  getActiveCell() {
    return currentCell(sheetIdOf(this));
  },
  getCurrentCell() {
    return currentCell(sheetIdOf(this));
  },
  getSelection() {
    return selection(sheetIdOf(this));
  },
  setActiveRange(range) {
    select([range]);
    return range;
  },
  setActiveRangeList(list) {
    select(list.getRanges());
    return list;
  },
  setActiveSelection(range: string | Range) {
    return this.setActiveRange(typeof range === 'string' ? rangeOf(this, range) : range);
  },
  setCurrentCell(cell) {
    selectCell(cell);
    return cell;
  },
  getSheetValues(row, column, rows, columns) {
    return rangeOf(this, row, column, rows, columns).getValues();
  },
  clear(options = {}) {
    ask(this, 'clear', options);
    return this;
  },
  // The host has one method for all of Google's insert members.
  insertRowBefore: changed('insertRows', (at: number) => [at, 1]),
  insertRowAfter: changed('insertRows', (at: number) => [at + 1, 1]),
  insertRowsBefore: changed('insertRows', (at: number, count: number) => [at, count]),
  insertRowsAfter: changed('insertRows', (at: number, count: number) => [at + 1, count]),
  insertRows: changed('insertRows', (at: number, count = 1) => [at, count]),
  insertColumnBefore: changed('insertColumns', (at: number) => [at, 1]),
  insertColumnAfter: changed('insertColumns', (at: number) => [at + 1, 1]),
  insertColumnsBefore: changed('insertColumns', (at: number, count: number) => [at, count]),
  insertColumnsAfter: changed('insertColumns', (at: number, count: number) => [at + 1, count]),
  insertColumns: changed('insertColumns', (at: number, count = 1) => [at, count]),
  deleteRow: changed('deleteRows', (at: number) => [at, 1]),
  deleteRows: changed('deleteRows', (at: number, count: number) => [at, count]),
  deleteColumn: changed('deleteColumns', (at: number) => [at, 1]),
  deleteColumns: changed('deleteColumns', (at: number, count: number) => [at, count]),
  hideRow: changed('hideRows', (range: Range) => [addressOf(range).row, addressOf(range).rows]),
  hideRows: changed('hideRows', (at: number, count = 1) => [at, count]),
  unhideRow: changed('showRows', (range: Range) => [addressOf(range).row, addressOf(range).rows]),
  showRows: changed('showRows', (at: number, count = 1) => [at, count]),
  hideColumn: changed('hideColumns', (range: Range) => [addressOf(range).column, addressOf(range).columns]),
  hideColumns: changed('hideColumns', (at: number, count = 1) => [at, count]),
  unhideColumn: changed('showColumns', (range: Range) => [addressOf(range).column, addressOf(range).columns]),
  showColumns: changed('showColumns', (at: number, count = 1) => [at, count]),
  moveRows: changed('moveRows', (range: Range, before: number) => [addressOf(range), before]),
  moveColumns: changed('moveColumns', (range: Range, before: number) => [addressOf(range), before]),
  setRowHeight: changed('setRowHeights', (at: number, pixels: number) => [at, 1, pixels]),
  setRowHeights: changed('setRowHeights', (at: number, count: number, pixels: number) => [at, count, pixels]),
  setColumnWidth: changed('setColumnWidths', (at: number, pixels: number) => [at, 1, pixels]),
  setColumnWidths: changed('setColumnWidths', (at: number, count: number, pixels: number) => [at, count, pixels]),
  autoResizeColumn: changed('autoResizeColumns', (at: number) => [at, 1]),
  sort: changed('sort', (column: number, ascending = true) => [column, ascending]),
  appendRow(values) {
    if (!Array.isArray(values)) throw mismatch('SpreadsheetApp.Sheet.appendRow', values);
    ask(this, 'appendRow', values);
    return this;
  },
  getFilter() {
    return filterOf(sheetIdOf(this));
  },
  getBandings() {
    return bandingsOf(sheetIdOf(this));
  },
  protect() {
    return protect(sheetIdOf(this), []);
  },
  getProtections(type) {
    return protections(type, sheetIdOf(this));
  },
  newChart: () => chartBuilder(),
  insertChart(chart) {
    insertChart(sheetIdOf(this), chart);
  },
  updateChart: (chart) => updateChart(chart),
  removeChart: (chart) => removeChart(chart),
  getCharts() {
    return chartsOf(sheetIdOf(this));
  },
  getConditionalFormatRules() {
    return rulesOf(sheetIdOf(this));
  },
  setConditionalFormatRules(rules) {
    setRules(sheetIdOf(this), rules);
  },
  clearConditionalFormatRules() {
    setRules(sheetIdOf(this), []);
  },
  getNamedRanges() {
    return spreadsheet.getNamedRanges().filter((named) => named.getRange().getGridId() === sheetIdOf(this));
  },
  addDeveloperMetadata(key: string, ...rest: unknown[]) {
    addMetadata({ type: 'SHEET', sheetId: sheetIdOf(this) }, key, rest);
    return this;
  },
  getDeveloperMetadata() {
    return metadataOf({ type: 'SHEET', sheetId: sheetIdOf(this) });
  },
  createDeveloperMetadataFinder() {
    return metadataFinder({ type: 'SHEET', sheetId: sheetIdOf(this) });
  },
};

function changed<A extends unknown[]>(method: string, args: (...given: A) => unknown[]) {
  return function (this: Sheet, ...given: A) {
    ask(this, method, ...args(...given));
    return this;
  };
}

const readings = [
  'getName',
  'getIndex',
  'getLastRow',
  'getLastColumn',
  'getMaxRows',
  'getMaxColumns',
  'getFrozenRows',
  'getFrozenColumns',
  'isSheetHidden',
  'getTabColor',
  'hasHiddenGridlines',
  'isRowHiddenByUser',
  'isRowHiddenByFilter',
  'isColumnHiddenByUser',
  'getRowHeight',
  'getColumnWidth',
] as const satisfies readonly (
  | Giving<Sheet, number>
  | Giving<Sheet, string>
  | Giving<Sheet, boolean>
  | 'getTabColor'
)[];
for (const name of readings) {
  members[name] = function (this: Sheet, ...args: unknown[]) {
    return ask<never>(this, name, ...args);
  };
}
const changes = [
  'setName',
  'hideSheet',
  'showSheet',
  'setTabColor',
  'activate',
  'clearContents',
  'clearFormats',
  'clearNotes',
  'autoResizeColumns',
  'autoResizeRows',
  'setHiddenGridlines',
] as const satisfies readonly Giving<Sheet, Sheet>[];
for (const name of changes) members[name] = changed(name, (...args: unknown[]) => args);
const quietChanges = ['setFrozenRows', 'setFrozenColumns'] as const satisfies readonly Giving<Sheet, void>[];
for (const name of quietChanges) {
  members[name] = function (this: Sheet, count: number) {
    ask(this, name, count);
  };
}
