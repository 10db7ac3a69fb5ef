// Sheet as an execution sees it: an id; everything else is asked of the host.

import { filterOf, protect, protections } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import { chartBuilder, chartsOf, insertChart, removeChart, updateChart } from './charts.ts';
import { addMetadata, metadataFinder, metadataOf } from './metadata.ts';
import { addressOf, type Range, type RangeAddress, rangeAt } from './range.ts';
import { rangeList } from './range-list.ts';
import { rulesOf, setRules } from './rules.ts';
import { spreadsheet } from './spreadsheet.ts';
import { strict } from './strict.ts';

// biome-ignore lint/suspicious/noExplicitAny: members are made from a table
export type Sheet = Record<string, any>;

const ids = new WeakMap<object, number>();

export function sheetIdOf(sheet: unknown): number {
  const id = ids.get(sheet as object);
  if (id === undefined)
    throw new Exception('The parameters do not match the method signature: a Sheet is expected.');
  return id;
}

export function sheetById(id: number): Sheet {
  const sheet = strict('Sheet', Object.assign(Object.create(members), { id }) as Sheet);
  ids.set(sheet, id);
  return sheet;
}

function ask<T>(sheet: Sheet, method: string, ...args: unknown[]): T {
  return callHost<T>(`Sheet.${method}`, sheet.id, ...args);
}

function rangeOf(sheet: Sheet, row: unknown, column?: number, rows = 1, columns = 1): Range {
  const area = typeof row === 'string' ? row : { row, column, rows, columns };
  return rangeAt(ask<RangeAddress>(sheet, 'getRange', area));
}

const members: Sheet = {
  getSheetId(this: Sheet) {
    return this.id;
  },
  getParent: () => spreadsheet,
  getRange(this: Sheet, row: unknown, column?: number, rows?: number, columns?: number) {
    return rangeOf(this, row, column, rows, columns);
  },
  getRangeList(this: Sheet, areas: string[]) {
    return rangeList(areas.map((area) => rangeOf(this, area)));
  },
  getDataRange(this: Sheet) {
    return rangeAt(ask(this, 'getDataRange'));
  },
  getSheetValues(this: Sheet, row: number, column: number, rows: number, columns: number) {
    return rangeOf(this, row, column, rows, columns).getValues();
  },
  clear(this: Sheet, options = {}) {
    ask(this, 'clear', options);
    return this;
  },
  // Google's names for one, several, before and after; the host knows one form.
  insertRowBefore: inserted('insertRows', (at: number) => [at, 1]),
  insertRowAfter: inserted('insertRows', (at: number) => [at + 1, 1]),
  insertRowsBefore: inserted('insertRows', (at: number, count: number) => [at, count]),
  insertRowsAfter: inserted('insertRows', (at: number, count: number) => [at + 1, count]),
  insertRows: inserted('insertRows', (at: number, count = 1) => [at, count]),
  insertColumnBefore: inserted('insertColumns', (at: number) => [at, 1]),
  insertColumnAfter: inserted('insertColumns', (at: number) => [at + 1, 1]),
  insertColumnsBefore: inserted('insertColumns', (at: number, count: number) => [at, count]),
  insertColumnsAfter: inserted('insertColumns', (at: number, count: number) => [at + 1, count]),
  insertColumns: inserted('insertColumns', (at: number, count = 1) => [at, count]),
  deleteRow: inserted('deleteRows', (at: number) => [at, 1]),
  deleteRows: inserted('deleteRows', (at: number, count: number) => [at, count]),
  deleteColumn: inserted('deleteColumns', (at: number) => [at, 1]),
  deleteColumns: inserted('deleteColumns', (at: number, count: number) => [at, count]),
  hideRow: inserted('hideRows', (range: Range) => [addressOf(range).row, addressOf(range).rows]),
  hideRows: inserted('hideRows', (at: number, count = 1) => [at, count]),
  unhideRow: inserted('showRows', (range: Range) => [addressOf(range).row, addressOf(range).rows]),
  showRows: inserted('showRows', (at: number, count = 1) => [at, count]),
  hideColumn: inserted('hideColumns', (range: Range) => [addressOf(range).column, addressOf(range).columns]),
  hideColumns: inserted('hideColumns', (at: number, count = 1) => [at, count]),
  unhideColumn: inserted('showColumns', (range: Range) => [
    addressOf(range).column,
    addressOf(range).columns,
  ]),
  showColumns: inserted('showColumns', (at: number, count = 1) => [at, count]),
  moveRows: inserted('moveRows', (range: Range, before: number) => [addressOf(range), before]),
  moveColumns: inserted('moveColumns', (range: Range, before: number) => [addressOf(range), before]),
  setRowHeight: inserted('setRowHeights', (at: number, pixels: number) => [at, 1, pixels]),
  setRowHeights: inserted('setRowHeights', (at: number, count: number, pixels: number) => [
    at,
    count,
    pixels,
  ]),
  setColumnWidth: inserted('setColumnWidths', (at: number, pixels: number) => [at, 1, pixels]),
  setColumnWidths: inserted('setColumnWidths', (at: number, count: number, pixels: number) => [
    at,
    count,
    pixels,
  ]),
  autoResizeColumn: inserted('autoResizeColumns', (at: number) => [at, 1]),
  sort: inserted('sort', (column: number, ascending = true) => [column, ascending]),
  getFilter(this: Sheet) {
    return filterOf(this.id);
  },
  protect(this: Sheet) {
    return protect(this.id, []);
  },
  getProtections(this: Sheet, type: unknown) {
    return protections(type, this.id);
  },
  newChart: () => chartBuilder(),
  insertChart(this: Sheet, chart: object) {
    insertChart(this.id, chart);
  },
  updateChart(this: Sheet, chart: object) {
    updateChart(this.id, chart);
  },
  removeChart: (chart: object) => removeChart(chart),
  getCharts(this: Sheet) {
    return chartsOf(this.id);
  },
  getConditionalFormatRules(this: Sheet) {
    return rulesOf(this.id);
  },
  setConditionalFormatRules(this: Sheet, rules: object[]) {
    setRules(this.id, rules);
  },
  clearConditionalFormatRules(this: Sheet) {
    setRules(this.id, []);
  },
  getNamedRanges(this: Sheet) {
    return spreadsheet.getNamedRanges().filter((named: Sheet) => named.getRange().getGridId() === this.id);
  },
  addDeveloperMetadata(this: Sheet, key: string, ...rest: unknown[]) {
    addMetadata({ type: 'SHEET', sheetId: this.id }, key, rest);
    return this;
  },
  getDeveloperMetadata(this: Sheet) {
    return metadataOf({ type: 'SHEET', sheetId: this.id });
  },
  createDeveloperMetadataFinder(this: Sheet) {
    return metadataFinder({ type: 'SHEET', sheetId: this.id });
  },
};

function inserted<A extends unknown[]>(method: string, args: (...given: A) => unknown[]) {
  return function (this: Sheet, ...given: A) {
    ask(this, method, ...args(...given));
    return this;
  };
}

for (const name of [
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
  'isRowHiddenByUser',
  'isColumnHiddenByUser',
  'getRowHeight',
  'getColumnWidth',
]) {
  members[name] = function (this: Sheet, ...args: unknown[]) {
    return ask(this, name, ...args);
  };
}
for (const name of [
  'setName',
  'setFrozenRows',
  'setFrozenColumns',
  'hideSheet',
  'showSheet',
  'setTabColor',
  'activate',
  'appendRow',
  'clearContents',
  'clearFormats',
  'clearNotes',
  'autoResizeColumns',
  'autoResizeRows',
  'setHiddenGridlines',
]) {
  members[name] = function (this: Sheet, ...args: unknown[]) {
    ask(this, name, ...args);
    return this;
  };
}
