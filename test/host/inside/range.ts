// A Range is an address. Its members call the host.
import { type Area, areaName } from '../a1.ts';
import { rangeAspects } from '../aspects.ts';
import { rowBanding } from './attachments.ts';
import { callHost, Exception, inOneCall } from './bridge.ts';
import { createFilter, filterOf } from './filter.ts';
import { addMetadata, lineOf, metadataFinder, metadataOf, wholeLine } from './metadata.ts';
import { mismatch } from './mismatch.ts';
import { protect } from './protection.ts';
import { select, selectCell } from './selection.ts';
import { sheetById } from './sheet.ts';
import { type Emulated, enumeration, strict } from './strict.ts';
import { type StyleSpec, styleSpec, textStyleOf } from './text-style.ts';
import { validationFrom, validationSpec } from './validation.ts';

export type Range = GoogleAppsScript.Spreadsheet.Range;

export interface RangeAddress extends Area {
  sheetId: number;
}

const addresses = new WeakMap<object, RangeAddress>();

/** `member` and `args` are the call that the error for an invalid `range` describes. */
export function addressOf(range: unknown, member = 'SpreadsheetApp.Range', args: readonly unknown[] = [range]) {
  const address = addresses.get(range as object);
  if (!address) throw mismatch(member, ...args);
  return address;
}

export function rangeAt(address: RangeAddress): Range {
  const range = strict<Range>('Range', Object.create(members) as Range);
  addresses.set(range, address);
  return range;
}

function ask<T>(range: Range, method: string, ...args: unknown[]): T {
  return callHost<T>(`Range.${method}`, addressOf(range), ...args);
}

interface SortOrder {
  column: number;
  ascending?: boolean;
}

function sortKeys(order: number | SortOrder | (number | SortOrder)[]) {
  return (Array.isArray(order) ? order : [order]).map((key) =>
    typeof key === 'number'
      ? { column: key, ascending: true }
      : { column: key.column, ascending: key.ascending ?? true },
  );
}

export const WrapStrategy = enumeration<typeof GoogleAppsScript.Spreadsheet.WrapStrategy>(
  'WrapStrategy',
  'WRAP',
  'OVERFLOW',
  'CLIP',
);
/** The strategy that the older `setWrap` sets. */
const strategyOf = (wraps: boolean) => (wraps ? 'WRAP' : 'OVERFLOW');
const wrapStrategy = (name: string) => WrapStrategy[(name || 'OVERFLOW') as keyof typeof WrapStrategy];

const clearings: Record<string, string> = {
  contentsOnly: 'clearContent',
  formatOnly: 'clearFormat',
  commentsOnly: 'clearNote',
  validationsOnly: 'clearDataValidations',
};

const members: Emulated<Range> & ThisType<Range> = {
  getRow() {
    return addressOf(this).row;
  },
  getColumn() {
    return addressOf(this).column;
  },
  getNumRows() {
    return addressOf(this).rows;
  },
  getNumColumns() {
    return addressOf(this).columns;
  },
  getHeight() {
    return addressOf(this).rows;
  },
  getWidth() {
    return addressOf(this).columns;
  },
  getLastRow() {
    return addressOf(this).row + addressOf(this).rows - 1;
  },
  getLastColumn() {
    return addressOf(this).column + addressOf(this).columns - 1;
  },
  getRowIndex() {
    return addressOf(this).row;
  },
  getA1Notation() {
    return areaName(addressOf(this));
  },
  getSheet() {
    return sheetById(addressOf(this).sheetId);
  },
  getGridId() {
    return addressOf(this).sheetId;
  },
  getCell(row, column) {
    if (row < 1 || column < 1 || row > addressOf(this).rows || column > addressOf(this).columns) {
      throw new Exception('Cell reference out of range');
    }
    return this.offset(row - 1, column - 1, 1, 1);
  },
  offset(down: number, right: number, rows?: number, columns?: number) {
    const { sheetId, row, column } = addressOf(this);
    const height = rows ?? addressOf(this).rows;
    const width = columns ?? addressOf(this).columns;
    if (height < 1) throw new Exception('The number of rows in the range must be at least 1.');
    if (width < 1) throw new Exception('The number of columns in the range must be at least 1.');
    if (row + down < 1 || column + right < 1) {
      throw new Exception('The coordinates of the range are outside the dimensions of the sheet.');
    }
    return rangeAt({ sheetId, row: row + down, column: column + right, rows: height, columns: width });
  },
  isBlank() {
    return ask(this, 'isBlank');
  },
  canEdit() {
    return ask(this, 'canEdit');
  },
  clear(options: Record<string, boolean | undefined> = {}) {
    const asked = Object.keys(options).filter((name) => options[name] === true && name !== 'skipFilteredRows');
    if (asked.length === 0) ask(this, 'clear');
    for (const name of asked) ask(this, clearings[name] ?? name);
    return this;
  },
  sort(order: number | SortOrder | (number | SortOrder)[]) {
    ask(this, 'sort', sortKeys(order));
    return this;
  },
  copyTo(to: Range, options?: unknown, transposed?: boolean) {
    const address = addressOf(to, 'SpreadsheetApp.Range.copyTo', to === undefined ? [] : [to]);
    if (typeof transposed === 'boolean') throw new Error('not emulated: Range.copyTo with a paste type');
    const { contentsOnly, formatOnly } = (options ?? {}) as { contentsOnly?: boolean; formatOnly?: boolean };
    const what = { contents: !formatOnly, formats: !contentsOnly };
    ask(this, 'copyTo', address, what);
  },
  moveTo(to) {
    ask(this, 'moveTo', addressOf(to, 'SpreadsheetApp.Range.moveTo'));
  },
  uncheck() {
    ask(this, 'setChecked', false);
    return this;
  },
  check() {
    ask(this, 'setChecked', true);
    return this;
  },
  isChecked() {
    return ask(this, 'isChecked');
  },
  insertCheckboxes(...values: unknown[]) {
    const [, off = values.length === 0 ? false : ''] = values;
    inOneCall('Range.insertCheckboxes', () => {
      this.setDataValidation(validationFrom({ type: 'CHECKBOX', values, allowInvalid: false }));
      this.setValue(off);
    });
    return this;
  },
  removeCheckboxes() {
    ask(this, 'removeCheckboxes');
    return this;
  },
  getTextStyle() {
    return textStyleOf(this);
  },
  setTextStyle(style) {
    return this.setTextStyles(
      Array.from({ length: addressOf(this).rows }, () => Array(addressOf(this).columns).fill(style)),
    );
  },
  setTextStyles(styles) {
    const given = styles.map((line) => line.map(styleSpec));
    const named = [...new Set(given.flat().flatMap(Object.keys))] as (keyof StyleSpec)[];
    // Read before the first change, because properties that a style omits keep their values.
    const changed = named.map((name) => {
      const isWhole = given.every((line) => line.every((spec) => spec[name] !== undefined));
      const before = isWhole ? [] : ask<unknown[][]>(this, `get${name}`);
      return [name, given.map((line, row) => line.map((spec, at) => spec[name] ?? before[row]![at]))] as const;
    });
    inOneCall('Range.setTextStyles', () => {
      for (const [name, data] of changed) ask(this, `set${name}`, data);
    });
    return this;
  },
  getDataValidation() {
    return validationFrom(ask(this, 'getDataValidation'));
  },
  getDataValidations() {
    return ask<unknown[][]>(this, 'getDataValidations').map((row) => row.map(validationFrom));
  },
  setDataValidation(rule) {
    ask(this, 'setDataValidation', validationSpec(rule));
    return this;
  },
  setDataValidations(rules) {
    ask(
      this,
      'setDataValidations',
      rules.map((row) => row.map(validationSpec)),
    );
    return this;
  },
  getWrap() {
    return this.getWraps()[0]![0]!;
  },
  getWraps() {
    // Google reports that a cell wraps if its strategy was never set, but the text overflows.
    return ask<string[][]>(this, 'getWrapStrategies').map((row) =>
      row.map((name) => name !== 'OVERFLOW' && name !== 'CLIP'),
    );
  },
  setWrap(wraps) {
    ask(this, 'setWrapStrategy', strategyOf(wraps));
    return this;
  },
  setWraps(wraps) {
    ask(
      this,
      'setWrapStrategies',
      wraps.map((row) => row.map(strategyOf)),
    );
    return this;
  },
  getWrapStrategy() {
    return wrapStrategy(ask(this, 'getWrapStrategy'));
  },
  getWrapStrategies() {
    return ask<string[][]>(this, 'getWrapStrategies').map((row) => row.map(wrapStrategy));
  },
  createFilter() {
    return createFilter(addressOf(this));
  },
  getFilter() {
    return filterOf(addressOf(this).sheetId);
  },
  protect() {
    return protect(addressOf(this).sheetId, [addressOf(this)]);
  },
  applyRowBanding(theme?: unknown, ...rest: unknown[]) {
    if (rest.length > 0) throw new Error('not emulated: Range.applyRowBanding with header and footer');
    return rowBanding(addressOf(this), theme);
  },
  isPartOfMerge() {
    return ask(this, 'isPartOfMerge');
  },
  getMergedRanges() {
    return ask<RangeAddress[]>(this, 'getMergedRanges').map(rangeAt);
  },
  deleteCells(along) {
    ask(this, 'deleteCells', String(along));
  },
  activate() {
    select([this]);
    return this;
  },
  activateAsCurrentCell() {
    selectCell(this);
    return this;
  },
  addDeveloperMetadata(key: string, ...rest: unknown[]) {
    addMetadata(wholeLine(addressOf(this)), key, rest);
    return this;
  },
  getDeveloperMetadata() {
    const line = lineOf(addressOf(this));
    return line ? metadataOf(line) : [];
  },
  createDeveloperMetadataFinder() {
    return metadataFinder(lineOf(addressOf(this)));
  },
};

/** Older names that work on Google but are missing from its reference. */
interface OlderNames {
  getColumnIndex(): number;
  getBackgroundColor(): string;
  setBackgroundColor(color: string | null): Range;
}
const olderNames: OlderNames & ThisType<Range> = {
  getColumnIndex() {
    return this.getColumn();
  },
  getBackgroundColor() {
    return this.getBackground();
  },
  setBackgroundColor(color) {
    return this.setBackground(color);
  },
};
Object.assign(members, olderNames);

/** The members of `G` that return exactly `R`. */
export type Giving<G, R> = {
  [K in keyof G]: G[K] extends (...args: never[]) => infer X ? ([X, R] extends [R, X] ? K : never) : never;
}[keyof G];

const changes = [
  'clearContent',
  'clearFormat',
  'clearNote',
  'clearDataValidations',
  'merge',
  'mergeAcross',
  'mergeVertically',
  'breakApart',
  'setBorder',
] as const satisfies readonly Giving<Range, Range>[];
for (const name of changes) {
  members[name] = function (this: Range) {
    ask(this, name);
    return this;
  };
}

type Aspects = (typeof rangeAspects)[number];
type AccessorOf<V extends 'get' | 'set', A extends Aspects> = `${V}${A[1] | A[2]}`;
/** Compiles only if each name is a member of Google's class. */
type Own<K extends keyof Range> = K;
type Accessor = Own<AccessorOf<'get', Aspects> | AccessorOf<'set', Exclude<Aspects, { 0: 'displayValues' }>>>;

const accessors: Emulated<Record<Accessor, unknown>> = members;
for (const [, plural, singular] of rangeAspects) {
  for (const name of [plural, singular]) {
    accessors[`get${name}`] ??= function (this: Range) {
      return ask(this, `get${name}`);
    };
    if (name === 'DisplayValue' || name === 'DisplayValues') continue;
    accessors[`set${name}`] ??= function (this: Range, data: unknown) {
      const isGrid = Array.isArray(data) && data.every(Array.isArray);
      if (name === plural && !isGrid) throw mismatch(`SpreadsheetApp.Range.set${name}`, data);
      ask(this, `set${name}`, name === 'Note' ? String(data ?? '') : plain(data));
      return this;
    };
  }
}

/** Sends enumeration values by name. */
function plain(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data === 'object' && data !== null && !(data instanceof Date)) return String(data);
  return data;
}
