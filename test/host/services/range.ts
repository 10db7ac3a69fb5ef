import type { Area } from '../a1.ts';
import { rangeAspects } from '../aspects.ts';
import type { Execution } from '../execution/execution.ts';
import type { ValidationSpec } from '../inside/validation.ts';
import { type Change, rangeListChanges } from '../range-list-changes.ts';
import type { Aspect, Clearing, Rect, SortKey, WritableValue } from '../workbook/surface.ts';
import { canEdit, demandEditable } from './protection.ts';
import { documentScopes, type Method, type Service, ServiceError } from './service.ts';
import { isHiddenByFilter } from './sheet.ts';
import { demandUntyped, refusingTypedColumns } from './typed-columns.ts';
import { demandValid } from './validation.ts';

export interface RangeAddress extends Area {
  sheetId: number;
}

type Grid = readonly (readonly never[])[];

function accessors(): Record<string, Method> {
  const methods: Record<string, Method> = {};
  for (const [aspect, plural, singular] of rangeAspects) {
    const read = ({ host }: Execution, at: RangeAddress) => {
      const grid: unknown[][] = host.workbook.read(at.sheetId, at, aspect);
      const convert = asReturned[aspect];
      return convert ? grid.map((row) => row.map(convert)) : grid;
    };
    methods[`get${plural}`] = read;
    methods[`get${singular}`] = (execution, at: RangeAddress) => read(execution, { ...at, rows: 1, columns: 1 })[0]![0];
    if (aspect === 'displayValues') continue;
    methods[`set${plural}`] = (execution, at: RangeAddress, data: Grid) => {
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

/** Values that Google returns in a form other than the stored one. */
const asReturned: Partial<Record<Aspect, (value: unknown) => unknown>> = {
  numberFormats: (format) => (format === 'General' ? '0.###############' : format),
  formulasR1C1: (formula) => (formula === '' ? null : formula),
  horizontalAlignments: (alignment) => (alignment === 'normal' ? 'general-left' : alignment),
};

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

/** Visits each cell that has a checkbox, along with its checked and unchecked values. Returns the number of cells. */
function forEachCheckbox(
  { host: { workbook } }: Execution,
  at: RangeAddress,
  visit: (cell: Rect, states: [on: WritableValue, off: WritableValue]) => void,
): number {
  const rules = workbook.read(at.sheetId, at, 'validations') as (ValidationSpec | null)[][];
  let count = 0;
  rules.forEach((line, down) => {
    line.forEach((rule, right) => {
      if (rule?.type !== 'CHECKBOX') return;
      count++;
      const [on = true, off = rule.values.length === 0 ? false : ''] = rule.values as WritableValue[];
      visit({ row: at.row + down, column: at.column + right, rows: 1, columns: 1 }, [on, off]);
    });
  });
  return count;
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
  if (what.formats !== false) demandUntyped(execution, to.sheetId, 'formats');
  if (what.contents !== false) demandUntyped(execution, to.sheetId, 'values');
  demandEditable(execution, to.sheetId, {
    ...to,
    rows: Math.max(to.rows, from.rows),
    columns: Math.max(to.columns, from.columns),
  });
  // Repeats the source in a larger destination, as pasting does.
  for (let row = 0; row < Math.max(to.rows, from.rows); row += from.rows) {
    for (let column = 0; column < Math.max(to.columns, from.columns); column += from.columns) {
      const target = { sheetId: to.sheetId, row: to.row + row, column: to.column + column };
      execution.host.workbook.copy({ sheetId, rect }, target, what);
    }
  }
}

/** Makes several changes in a single call. */
const together: Method = (execution, changes: readonly Change[]) => {
  for (const { change, args } of changes) range.methods[change]!(execution, ...(args as never[]));
};

export const range: Service = {
  scopes: documentScopes,
  methods: refusingTypedColumns({
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
      const { workbook } = execution.host;
      const stays = (row: number) => workbook.book.sortLeavesHidden && isHiddenByFilter(workbook, at.sheetId, row);
      workbook.sort(at.sheetId, at, keys, stays);
    },
    copyTo,
    moveTo: (execution, from: RangeAddress, to: RangeAddress) => {
      const { sheetId, ...rect } = from;
      demandEditable(execution, sheetId, from);
      demandEditable(execution, to.sheetId, { ...to, rows: from.rows, columns: from.columns });
      execution.host.workbook.move({ sheetId, rect }, to);
    },
    setChecked: (execution, at: RangeAddress, isOn: boolean) => {
      demandEditable(execution, at.sheetId, at);
      forEachCheckbox(execution, at, (cell, states) => {
        execution.host.workbook.write(at.sheetId, cell, 'values', [[states[isOn ? 0 : 1]]]);
      });
    },
    isChecked: (execution, at: RangeAddress) => {
      const found = new Set<boolean | null>();
      const cells = forEachCheckbox(execution, at, (cell, [on]) => {
        found.add(execution.host.workbook.read(at.sheetId, cell, 'values')[0]![0] === on);
      });
      return cells === at.rows * at.columns && found.size === 1 ? [...found][0]! : null;
    },
    insertCheckboxes: together,
    setTextStyles: together,
    removeCheckboxes: (execution, at: RangeAddress) => {
      demandEditable(execution, at.sheetId, at);
      const { workbook } = execution.host;
      forEachCheckbox(execution, at, (cell, states) => {
        const [[value]] = workbook.read(at.sheetId, cell, 'values') as [[WritableValue]];
        workbook.clear(at.sheetId, cell, { validations: true, contents: states.includes(value) });
      });
    },
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
  }),
};

export const rangeList: Service = {
  scopes: documentScopes,
  methods: Object.fromEntries(rangeListChanges.map((name) => [name, together])),
};
