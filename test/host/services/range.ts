// Range on the host's side: reading, writing, clearing, sorting and what lies on a range.
import type { Area } from '../a1.ts';
import { rangeAspects } from '../aspects.ts';
import type { Execution } from '../execution/execution.ts';
import type { Aspect, Clearing, Rect, SortKey } from '../workbook/surface.ts';
import { canEdit, demandEditable } from './protection.ts';
import { documentScopes, type Method, type Service, ServiceError } from './service.ts';
import { demandValid } from './validation.ts';

export interface RangeAddress extends Area {
  sheetId: number;
}

type Grid = readonly (readonly never[])[];

function accessors(): Record<string, Method> {
  const methods: Record<string, Method> = {};
  for (const [aspect, plural, singular] of rangeAspects) {
    methods[`get${plural}`] = ({ host }, at: RangeAddress) => host.workbook.read(at.sheetId, at, aspect);
    methods[`get${singular}`] = ({ host }, at: RangeAddress) =>
      host.workbook.read(at.sheetId, { ...at, rows: 1, columns: 1 }, aspect)[0]![0];
    if (aspect === 'displayValues') continue;
    methods[`set${plural}`] = (execution, at: RangeAddress, data: Grid) => {
      demandGrid(data, `set${plural}`);
      demandSize(at, data);
      demandEditable(execution, at.sheetId, at);
      if (aspect === 'values') demandValid(execution, at, (row, column) => data[row]![column]);
      execution.host.workbook.write(at.sheetId, at, aspect as Aspect, data);
    };
    methods[`set${singular}`] = (execution, at: RangeAddress, value: never) => {
      demandEditable(execution, at.sheetId, at);
      if (aspect === 'values') demandValid(execution, at, () => value);
      execution.host.workbook.fill(at.sheetId, at, aspect as Aspect, value);
    };
  }
  return methods;
}

/** Google names the types of what it was given. */
function demandGrid(data: unknown, member: string): void {
  if (Array.isArray(data) && data.every(Array.isArray)) return;
  throw new ServiceError(
    "The parameters ({0}) don't match the method signature for {1}.",
    typeName(data),
    `SpreadsheetApp.Range.${member}`,
  );
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return `${typeName(value[0])}[]`;
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return 'number';
  return typeof value === 'object'
    ? 'Object'
    : `${(typeof value)[0]!.toUpperCase()}${(typeof value).slice(1)}`;
}

function demandSize(at: RangeAddress, data: Grid): void {
  if (data.length !== at.rows) {
    throw new ServiceError(
      'The number of rows in the data does not match the number of rows in the range. The data has {0} but the range has {1}.',
      data.length,
      at.rows,
    );
  }
  for (const row of data) {
    if (row.length === at.columns) continue;
    throw new ServiceError(
      'The number of columns in the data does not match the number of columns in the range. The data has {0} but the range has {1}.',
      row.length,
      at.columns,
    );
  }
}

function clearing(what: Clearing): Method {
  return (execution, at: RangeAddress) => {
    demandEditable(execution, at.sheetId, at);
    execution.host.workbook.clear(at.sheetId, at, what);
  };
}

function rectOf({ row, column, rows, columns }: Rect): Rect {
  return { row, column, rows, columns };
}

const lines = (count: number, line: (index: number) => Rect) =>
  Array.from({ length: count }, (_, index) => line(index));

function merging(parts: (at: Rect) => Rect[]): Method {
  return (execution, at: RangeAddress) => {
    demandEditable(execution, at.sheetId, at);
    for (const rect of parts(rectOf(at))) execution.host.workbook.merge(at.sheetId, rect);
  };
}

function copyTo(
  execution: Execution,
  from: RangeAddress,
  to: RangeAddress,
  what: { contents?: boolean; formats?: boolean },
) {
  const { sheetId, ...rect } = from;
  demandEditable(execution, to.sheetId, {
    ...to,
    rows: Math.max(to.rows, from.rows),
    columns: Math.max(to.columns, from.columns),
  });
  // A larger destination is filled by repeating the source, as with pasting.
  for (let row = 0; row < Math.max(to.rows, from.rows); row += from.rows) {
    for (let column = 0; column < Math.max(to.columns, from.columns); column += from.columns) {
      const target = { sheetId: to.sheetId, row: to.row + row, column: to.column + column };
      execution.host.workbook.copy({ sheetId, rect }, target, what);
    }
  }
}

export const range: Service = {
  scopes: documentScopes,
  methods: {
    ...accessors(),
    isBlank: ({ host }, at: RangeAddress) => host.workbook.isBlank(at.sheetId, at),
    clear: clearing({ contents: true, formats: true, notes: true, validations: true }),
    clearContent: clearing({ contents: true }),
    clearFormat: clearing({ formats: true }),
    clearNote: clearing({ notes: true }),
    clearDataValidations: clearing({ validations: true }),
    canEdit: (execution, at: RangeAddress) => canEdit(execution, at.sheetId, at),
    sort: (execution, at: RangeAddress, keys: SortKey[]) => {
      demandEditable(execution, at.sheetId, at);
      execution.host.workbook.sort(at.sheetId, at, keys);
    },
    copyTo,
    setBorder: () => null,
    merge: merging((at) => [at]),
    mergeAcross: merging((at) => lines(at.rows, (row) => ({ ...at, row: at.row + row, rows: 1 }))),
    mergeVertically: merging((at) =>
      lines(at.columns, (column) => ({ ...at, column: at.column + column, columns: 1 })),
    ),
    isPartOfMerge: ({ host }, at: RangeAddress) => host.workbook.merged(at.sheetId, at).length > 0,
    getMergedRanges: ({ host }, at: RangeAddress) =>
      host.workbook.merged(at.sheetId, at).map((rect) => ({ sheetId: at.sheetId, ...rect })),
    deleteCells: (execution, at: RangeAddress, along: string) => {
      const { rows, columns } = execution.host.workbook.sheet(at.sheetId);
      const end = along === 'ROWS' ? { rows: rows - at.row + 1 } : { columns: columns - at.column + 1 };
      demandEditable(execution, at.sheetId, { ...at, ...end });
      execution.host.workbook.deleteCells(at.sheetId, rectOf(at), along === 'ROWS' ? 'row' : 'column');
    },
    breakApart: (execution, at: RangeAddress) => {
      demandEditable(execution, at.sheetId, at);
      execution.host.workbook.unmerge(at.sheetId, at);
    },
  },
};
