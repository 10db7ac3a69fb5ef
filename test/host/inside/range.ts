// Range as an execution sees it: an address; everything else is asked of the host.
import { type Area, areaName } from '../a1.ts';
import { rangeAspects } from '../aspects.ts';
import { createFilter, merged, protect, rowBanding } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import { addMetadata, type Location, metadataFinder, metadataOf } from './metadata.ts';
import { sheetById } from './sheet.ts';
import { strict } from './strict.ts';
import { textStyle } from './text-style.ts';
import { validationFrom, validationSpec } from './validation.ts';

export interface RangeAddress extends Area {
  sheetId: number;
}

// biome-ignore lint/suspicious/noExplicitAny: members are made from a table
export type Range = Record<string, any>;

const addresses = new WeakMap<object, RangeAddress>();

export function addressOf(range: unknown): RangeAddress {
  const address = addresses.get(range as object);
  if (!address) throw new Exception('The parameters do not match the method signature: a Range is expected.');
  return address;
}

export function rangeAt(address: RangeAddress): Range {
  const range = strict('Range', Object.assign(Object.create(members), { at: address }) as Range);
  addresses.set(range, address);
  return range;
}

function located(this: Range, method: string, ...args: unknown[]): unknown {
  return callHost(`Range.${method}`, this.at, ...args);
}

function wholeLine({ sheetId, row, column, rows, columns, whole }: RangeAddress): Location {
  if (whole === 'rows' && rows === 1) return { type: 'ROW', sheetId, index: row };
  if (whole === 'columns' && columns === 1) return { type: 'COLUMN', sheetId, index: column };
  throw new Exception('Adding developer metadata to arbitrary ranges is not currently supported.');
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

const members: Range = {
  getRow(this: Range) {
    return this.at.row;
  },
  getColumn(this: Range) {
    return this.at.column;
  },
  getNumRows(this: Range) {
    return this.at.rows;
  },
  getNumColumns(this: Range) {
    return this.at.columns;
  },
  getHeight(this: Range) {
    return this.at.rows;
  },
  getWidth(this: Range) {
    return this.at.columns;
  },
  getLastRow(this: Range) {
    return this.at.row + this.at.rows - 1;
  },
  getLastColumn(this: Range) {
    return this.at.column + this.at.columns - 1;
  },
  getRowIndex(this: Range) {
    return this.at.row;
  },
  getA1Notation(this: Range) {
    return areaName(this.at);
  },
  getSheet(this: Range) {
    return sheetById(this.at.sheetId);
  },
  getGridId(this: Range) {
    return this.at.sheetId;
  },
  getCell(this: Range, row: number, column: number) {
    if (row < 1 || column < 1 || row > this.at.rows || column > this.at.columns) {
      throw new Exception('Cell reference out of range');
    }
    return this.offset(row - 1, column - 1, 1, 1);
  },
  offset(this: Range, down: number, right: number, rows?: number, columns?: number) {
    const { sheetId, row, column } = this.at as RangeAddress;
    const height = rows ?? this.at.rows;
    const width = columns ?? this.at.columns;
    if (height < 1) throw new Exception('The number of rows in the range must be at least 1.');
    if (width < 1) throw new Exception('The number of columns in the range must be at least 1.');
    if (row + down < 1 || column + right < 1) {
      throw new Exception('The coordinates of the range are outside the dimensions of the sheet.');
    }
    return rangeAt({ sheetId, row: row + down, column: column + right, rows: height, columns: width });
  },
  isBlank(this: Range) {
    return located.call(this, 'isBlank');
  },
  clear(this: Range, options: Record<string, boolean> = {}) {
    const asked = Object.keys(options).filter(
      (name) => options[name] === true && name !== 'skipFilteredRows',
    );
    if (asked.length === 0) located.call(this, 'clear');
    const named: Record<string, string> = {
      contentsOnly: 'clearContent',
      formatOnly: 'clearFormat',
      commentsOnly: 'clearNote',
      validationsOnly: 'clearDataValidations',
    };
    for (const name of asked) located.call(this, named[name] ?? name);
    return this;
  },
  sort(this: Range, order: number | SortOrder | (number | SortOrder)[]) {
    located.call(this, 'sort', sortKeys(order));
    return this;
  },
  copyTo(this: Range, to: Range, options: { contentsOnly?: boolean; formatOnly?: boolean } = {}) {
    const what = options.contentsOnly ? { contents: true } : options.formatOnly ? { formats: true } : {};
    located.call(this, 'copyTo', addressOf(to), what);
  },
  uncheck(this: Range) {
    return this.setValue(false);
  },
  check(this: Range) {
    return this.setValue(true);
  },
  insertCheckboxes(this: Range) {
    return this.setDataValidation(validationFrom({ type: 'CHECKBOX', values: [], allowInvalid: false }));
  },
  getTextStyle(this: Range) {
    return textStyle(this);
  },
  getDataValidation(this: Range) {
    return validationFrom(located.call(this, 'getDataValidation'));
  },
  getDataValidations(this: Range) {
    return (located.call(this, 'getDataValidations') as unknown[][]).map((row) => row.map(validationFrom));
  },
  setDataValidation(this: Range, rule: unknown) {
    located.call(this, 'setDataValidation', validationSpec(rule));
    return this;
  },
  setDataValidations(this: Range, rules: unknown[][]) {
    located.call(
      this,
      'setDataValidations',
      rules.map((row) => row.map(validationSpec)),
    );
    return this;
  },
  createFilter(this: Range) {
    return createFilter(this.at);
  },
  protect(this: Range) {
    return protect(this.at.sheetId, [this.at]);
  },
  applyRowBanding(this: Range, theme?: unknown) {
    return rowBanding(this.at, theme);
  },
  isPartOfMerge(this: Range) {
    return merged(this.at);
  },
  addDeveloperMetadata(this: Range, key: string, ...rest: unknown[]) {
    addMetadata(wholeLine(this.at), key, rest);
    return this;
  },
  getDeveloperMetadata(this: Range) {
    return metadataOf(wholeLine(this.at));
  },
  createDeveloperMetadataFinder(this: Range) {
    return metadataFinder(wholeLine(this.at));
  },
};

for (const name of [
  'clearContent',
  'clearFormat',
  'clearNote',
  'clearDataValidations',
  'activate',
  'merge',
  'breakApart',
  'setBorder',
]) {
  members[name] = function (this: Range) {
    located.call(this, name);
    return this;
  };
}
for (const [, plural, singular] of rangeAspects) {
  for (const name of [plural, singular]) {
    members[`get${name}`] ??= function (this: Range) {
      return located.call(this, `get${name}`);
    };
    if (name.startsWith('DisplayValue')) continue;
    members[`set${name}`] ??= function (this: Range, data: unknown) {
      located.call(this, `set${name}`, plain(data));
      return this;
    };
  }
}
members.setBackgroundColor = members.setBackground;

/** Enumerations travel by name. */
function plain(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data === 'object' && data !== null && !(data instanceof Date)) return String(data);
  return data;
}
