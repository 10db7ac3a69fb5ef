/** Applies manual edits to the host's workbook. */
import type { ChartSpec } from '../host/workbook/charts.ts';
import type { Rect, StyleAspect } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';
import type { Edit, WireStyle } from './wire.ts';

type Kind = Edit['do'];
type Of<K extends Kind> = Extract<Edit, { do: K }>;

const edits: { [K in Kind]: (workbook: Workbook, edit: Of<K>) => void } = {
  type: (workbook, { sheet, cells }) => {
    for (const [row, column, text] of cells) workbook.type(sheet, row, column, text);
  },
  clear: (workbook, { sheet, what, ...rect }) => {
    const all = what === 'everything';
    workbook.clear(sheet, inside(workbook, sheet, rect), {
      contents: all || what === 'contents',
      formats: all || what === 'formats',
    });
  },
  style: (workbook, { sheet, style, ...rect }) => {
    for (const [name, value] of Object.entries(style)) {
      const [aspect, written] = aspectOf(name as keyof WireStyle, value, style);
      workbook.fill(sheet, inside(workbook, sheet, rect), aspect, written as never);
    }
  },
  note: (workbook, { sheet, text, ...rect }) => workbook.fill(sheet, rect, 'notes', text),
  insert: (workbook, { sheet, axis, before, count }) => {
    if (axis === 'row') workbook.insertRows(sheet, before, count);
    else {
      workbook.insertColumns(sheet, before, count);
      likeNeighbor(workbook, sheet, before, count);
    }
  },
  delete: (workbook, { sheet, axis, lines }) => {
    for (const [start, count] of runs(lines).reverse()) {
      if (axis === 'row') workbook.deleteRows(sheet, start, count);
      else workbook.deleteColumns(sheet, start, count);
    }
  },
  move: (workbook, { sheet, axis, start, count, before }) =>
    axis === 'row' ? workbook.moveRows(sheet, start, count, before) : workbook.moveColumns(sheet, start, count, before),
  size: (workbook, { sheet, axis, lines, pixels }) => {
    for (const [start, count] of runs(lines)) {
      if (axis === 'row') workbook.setRowHeights(sheet, start, count, pixels ?? 21);
      else workbook.setColumnWidths(sheet, start, count, pixels ?? 100);
    }
  },
  hide: (workbook, { sheet, axis, lines, hidden }) => {
    for (const [start, count] of runs(lines)) {
      if (axis === 'row') workbook.setRowsHidden(sheet, start, count, hidden);
      else workbook.setColumnsHidden(sheet, start, count, hidden);
    }
  },
  sort: (workbook, { sheet, by, ascending, ...rect }) => {
    // Sorting a column from its menu sorts whole rows, like Google's "Sort sheet".
    const isColumn = rect.columns === 1 && rect.rows >= workbook.sheet(sheet).rows - 1;
    if (isColumn) workbook.sortSheet(sheet, { column: by, ascending });
    else {
      // The grid's selection can include the header.
      const row = Math.max(rect.row, workbook.sheet(sheet).frozenRows + 1);
      const below = { ...rect, row, rows: rect.rows - (row - rect.row) };
      if (below.rows > 0) workbook.sort(sheet, below, [{ column: by, ascending }]);
    }
  },
  freeze: (workbook, { sheet, rows, columns }) =>
    workbook.setFrozen(sheet, {
      ...(rows === undefined ? {} : { rows }),
      ...(columns === undefined ? {} : { columns }),
    }),
  filter: (workbook, { sheet, column, hidden }) => {
    const [filter] = workbook.attachments('filter', sheet);
    const rect = filter?.rects[0];
    if (!filter || !rect) return;
    const shown = workbook.read(sheet, { ...rect, column, columns: 1 }, 'displayValues').map(([text]) => text!);
    const values = shown.filter((text) => hidden.includes(text.toLowerCase()));
    const { [column - rect.column]: _, ...others } = (filter.spec as Record<number, string[]> | null) ?? {};
    const spec = hidden.length === 0 ? others : { ...others, [column - rect.column]: [...new Set(values)] };
    workbook.updateAttachment(filter.id, { spec });
  },
  placeChart: (workbook, { sheet, chart, position, size }) => {
    const spec = chartOn(workbook, sheet, chart);
    workbook.updateAttachment(chart, { spec: { ...spec, position, options: { ...spec.options, ...size } } });
  },
  removeChart: (workbook, { sheet, chart }) => {
    chartOn(workbook, sheet, chart);
    workbook.detach(chart);
  },
  addSheet: (workbook, { name, index }) => {
    workbook.insertSheet(workbook.sheetByName(name) ? { index } : { name, index });
  },
  copySheet: (workbook, { sheet, name }) => {
    workbook.duplicateSheet(sheet, workbook.sheetByName(name) ? undefined : name);
  },
  renameSheet: (workbook, { sheet, name }) => workbook.renameSheet(sheet, name),
  deleteSheet: (workbook, { sheet }) => workbook.deleteSheet(sheet),
  moveSheet: (workbook, { sheet, index }) => workbook.moveSheet(sheet, index),
  hideSheet: (workbook, { sheet, hidden }) => workbook.setSheetHidden(sheet, hidden),
  hideGridlines: (workbook, { sheet, hidden }) => workbook.setHiddenGridlines(sheet, hidden),
  colorSheet: (workbook, { sheet, color }) => workbook.setTabColor(sheet, color),
  activate: (workbook, { sheet }) => workbook.activateSheet(sheet),
};

/** Throws the workbook's error message if an edit is impossible. */
export function performEdits(workbook: Workbook, asked: readonly Edit[]): void {
  for (const edit of asked) {
    if (!Object.hasOwn(edits, edit.do)) throw new Error(`Unknown edit: ${edit.do}`);
    (edits[edit.do] as (workbook: Workbook, edit: Edit) => void)(workbook, edit);
  }
}

const LOOKS = [
  ...(['backgrounds', 'fontColors', 'fontWeights', 'fontStyles', 'fontLines', 'fontSizes'] as const),
  ...(['horizontalAlignments', 'verticalAlignments', 'wrapStrategies'] as const),
];

/** Formats new columns like the column on the left or, at the left edge, the one on the right. */
function likeNeighbor(workbook: Workbook, sheet: number, first: number, count: number): void {
  const { rows } = workbook.sheet(sheet);
  const column = first > 1 ? first - 1 : first + count;
  for (const aspect of LOOKS) {
    const looks = workbook.read(sheet, { row: 1, column, rows, columns: 1 }, aspect);
    const lines = looks.map(([look]) => Array(count).fill(look));
    workbook.write(sheet, { row: 1, column: first, rows, columns: count }, aspect, lines as never);
  }
}

function chartOn(workbook: Workbook, sheet: number, chart: number): ChartSpec {
  const found = workbook.attachments('chart', sheet).find(({ id }) => id === chart);
  if (!found) throw new Error('The chart no longer exists.');
  return found.spec as ChartSpec;
}

/** Clips a selection to the sheet. */
function inside(workbook: Workbook, sheetId: number, { row, column, rows, columns }: Rect): Rect {
  const sheet = workbook.sheet(sheetId);
  return {
    row,
    column,
    rows: Math.min(rows, sheet.rows - row + 1),
    columns: Math.min(columns, sheet.columns - column + 1),
  };
}

/** Groups adjacent rows or columns, in ascending order. */
function runs(lines: readonly number[]): [start: number, count: number][] {
  const found: [number, number][] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last && last[0] + last[1] === line) last[1]++;
    else found.push([line, 1]);
  }
  return found;
}

type Written = string | number | boolean | null;

function aspectOf(
  name: keyof WireStyle,
  value: string | number | boolean,
  style: Of<'style'>['style'],
): [StyleAspect, Written] {
  switch (name) {
    case 'format':
      return ['numberFormats', value === '' ? null : String(value)];
    case 'background':
      return ['backgrounds', value === '' ? null : String(value)];
    case 'color':
      return ['fontColors', value === '' ? null : String(value)];
    case 'bold':
      return ['fontWeights', value ? 'bold' : null];
    case 'italic':
      return ['fontStyles', value ? 'italic' : null];
    case 'underline':
    case 'strikethrough':
      return ['fontLines', lineOf(style)];
    case 'size':
      return ['fontSizes', value === '' ? null : Number(value)];
    case 'align':
      return ['horizontalAlignments', value === '' ? null : String(value)];
    case 'vertical':
      return ['verticalAlignments', value === '' ? null : String(value)];
    case 'wrap':
      return ['wrapStrategies', value === 'wrap' ? 'WRAP' : value === 'clip' ? 'CLIP' : null];
  }
}

function lineOf({ underline, strikethrough }: Of<'style'>['style']): string | null {
  if (underline) return 'underline';
  return strikethrough ? 'line-through' : null;
}
