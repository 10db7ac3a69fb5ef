/** Everything of a sheet that a person could have left there, as it stands. */
import type { CellValue } from '../host/workbook/surface.ts';
import type { Workbook } from '../host/workbook/workbook.ts';

const ASPECTS = ['values', 'formulas', 'notes', 'backgrounds', 'numberFormats'] as const;
type Aspect = (typeof ASPECTS)[number];

/** No sequence reaches further. */
const ROWS = 60;
const COLUMNS = 26;

export type Cells = Readonly<Record<Aspect, readonly (readonly CellValue[])[]>>;

export interface Seen {
  readonly name: string;
  readonly index: number;
  readonly frozenRows: number;
  readonly hiddenRows: readonly number[];
  readonly hiddenColumns: readonly number[];
  readonly filters: string;
  readonly lastRow: number;
  readonly cells: Cells;
}

export function look(workbook: Workbook, sheetId: number): Seen {
  const { name, index, frozenRows, rows, columns } = workbook.sheet(sheetId);
  const rect = { row: 1, column: 1, rows: Math.min(ROWS, rows), columns: Math.min(COLUMNS, columns) };
  const cells = Object.fromEntries(ASPECTS.map((aspect) => [aspect, workbook.read(sheetId, rect, aspect)]));
  return {
    name,
    index,
    frozenRows,
    hiddenRows: upTo(rect.rows).filter((row) => workbook.isRowHidden(sheetId, row)),
    hiddenColumns: upTo(rect.columns).filter((column) => workbook.isColumnHidden(sheetId, column)),
    filters: JSON.stringify(workbook.attachments('filter', sheetId)),
    lastRow: workbook.lastRow(sheetId),
    cells: cells as unknown as Cells,
  };
}

export function lookAtAll(workbook: Workbook): ReadonlyMap<number, Seen> {
  return new Map(workbook.sheets().map(({ sheetId }) => [sheetId, look(workbook, sheetId)]));
}

/** One cell with all its aspects, for comparisons. */
export function cellAt({ cells }: Seen, row: number, column: number): readonly CellValue[] {
  return ASPECTS.map((aspect) => cells[aspect][row - 1]?.[column - 1] ?? '');
}

export function valueAt({ cells }: Seen, row: number, column: number): CellValue {
  return cells.values[row - 1]?.[column - 1] ?? '';
}

export function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

export { COLUMNS };
