import type { Attachment, CellValue } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';

const ASPECTS = ['values', 'formulas', 'notes', 'backgrounds', 'numberFormats'] as const;

/** Maximum size of a sheet in a random sequence. */
const ROWS = 90;
const COLUMNS = 50;

export interface Cell {
  readonly value: CellValue;
  /** The stored value; dates are serial numbers. */
  readonly stored: string | number | boolean;
  readonly formula: string;
  readonly note: string;
  readonly color: string;
  readonly format: string;
}

export const BLANK: Cell = {
  value: '',
  stored: '',
  formula: '',
  note: '',
  color: '#ffffff',
  format: 'General',
};

export interface Seen {
  readonly name: string;
  readonly rows: number;
  readonly frozenRows: number;
  readonly frozenColumns: number;
  readonly widths: readonly number[];
  readonly hiddenRows: readonly number[];
  readonly hiddenColumns: readonly number[];
  readonly filters: readonly Attachment[];
  readonly rules: readonly Attachment[];
  readonly lastRow: number;
  readonly cells: readonly (readonly Cell[])[];
}

export function look(workbook: Workbook, sheetId: number): Seen {
  const { name, frozenRows, frozenColumns, rows, columns } = workbook.sheet(sheetId);
  const rect = { row: 1, column: 1, rows: Math.min(ROWS, rows), columns: Math.min(COLUMNS, columns) };
  const [values, formulas, notes, colors, formats] = ASPECTS.map((aspect) => workbook.read(sheetId, rect, aspect)) as [
    CellValue[][],
    string[][],
    string[][],
    string[][],
    string[][],
  ];
  const cells = values.map((line, down) =>
    line.map((value, across) => ({
      value,
      stored: workbook.storedValue(sheetId, down + 1, across + 1) ?? '',
      formula: formulas[down]![across]!,
      note: notes[down]![across]!,
      color: colors[down]![across]!,
      format: formats[down]![across]!,
    })),
  );
  return {
    name,
    rows,
    frozenRows,
    frozenColumns,
    widths: upTo(rect.columns).map((column) => workbook.columnWidth(sheetId, column)),
    hiddenRows: upTo(rect.rows).filter((row) => workbook.isRowHidden(sheetId, row)),
    hiddenColumns: upTo(rect.columns).filter((column) => workbook.isColumnHidden(sheetId, column)),
    filters: workbook.attachments('filter', sheetId),
    rules: workbook.attachments('conditionalFormat', sheetId),
    lastRow: workbook.lastRow(sheetId),
    cells,
  };
}

export function lookAtAll(workbook: Workbook): ReadonlyMap<number, Seen> {
  return new Map(workbook.sheets().map(({ sheetId }) => [sheetId, look(workbook, sheetId)]));
}

export function cellAt(seen: Seen, row: number, column: number): Cell {
  return seen.cells[row - 1]?.[column - 1] ?? BLANK;
}

export function same(one: CellValue, other: CellValue): boolean {
  return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other;
}

export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

export { COLUMNS, ROWS };
