// A sheet as plain data: cells by row, and styles with their areas.
import { areaName, parseArea } from '../a1.ts';
import type { Book } from '../workbook/book.ts';
import { putFormula } from '../workbook/cell-content.ts';
import { nothingSelected, type Selection } from '../workbook/selection.ts';
import type { Line, Scalar, Sheet } from '../workbook/sheet.ts';
import { STYLE_DEFAULTS, type StyleAspect } from '../workbook/surface.ts';
import { Areas } from '../xlsx/areas.ts';

export type CellData = Scalar | null | { readonly formula: string };
/** A row or column with its own size or visibility. */
type LineData = readonly [line: number, own: Line];

export interface SheetData {
  readonly id: number;
  readonly name: string;
  readonly size: readonly [rows: number, columns: number];
  readonly frozen: readonly [rows: number, columns: number];
  readonly hidden: boolean;
  readonly tabColor: string | null;
  readonly hiddenGridlines?: true;
  readonly selection?: Selection;
  readonly rowLines: readonly LineData[];
  readonly columnLines: readonly LineData[];
  /** Each style with the areas that have it, separated by spaces. */
  readonly styles: readonly (readonly [aspect: StyleAspect, areas: string, value: unknown])[];
  /** Nonempty rows, each preceded by its number. Omits spilled values. */
  readonly rows: readonly (readonly [row: number, ...cells: CellData[]])[];
}

export function sheetData(sheet: Sheet): SheetData {
  const { id, name, rows, columns, frozenRows, frozenColumns, hidden, tabColor, selection } = sheet;
  return {
    id,
    name,
    size: [rows, columns],
    frozen: [frozenRows, frozenColumns],
    hidden,
    tabColor,
    ...(sheet.hiddenGridlines ? { hiddenGridlines: true } : {}),
    ...(selection === nothingSelected ? {} : { selection }),
    rowLines: linesOf(sheet.rowLines),
    columnLines: linesOf(sheet.columnLines),
    styles: stylesOf(sheet),
    rows: rowsOf(sheet),
  };
}

/** Omits formulas, which can refer to sheets that don't exist yet. */
export function addSheet(book: Book, data: SheetData): void {
  const [rows, columns] = data.size;
  const sheet = book.addSheet(data.name, rows, columns, book.sheets.length + 1, data.id);
  [sheet.frozenRows, sheet.frozenColumns] = data.frozen;
  sheet.hidden = data.hidden;
  sheet.tabColor = data.tabColor;
  sheet.hiddenGridlines = data.hiddenGridlines ?? false;
  sheet.selection = data.selection ?? nothingSelected;
  for (const [line, own] of data.rowLines) sheet.rowLines[line - 1] = own;
  for (const [line, own] of data.columnLines) sheet.columnLines[line - 1] = own;
  for (const [aspect, areas, value] of data.styles) {
    if (!Object.hasOwn(STYLE_DEFAULTS, aspect)) throw new Error(`Unknown style: ${aspect}`);
    for (const area of areas.split(' ')) setStyle(sheet, aspect, area, value);
  }
  for (const [row, ...cells] of data.rows) {
    cells.forEach((cell, index) => {
      if (cell !== null && typeof cell !== 'object') sheet.values.set(row, index + 1, cell);
    });
  }
}

export function putFormulas(book: Book, { id, rows }: SheetData): void {
  for (const [row, ...cells] of rows) {
    cells.forEach((cell, index) => {
      if (cell !== null && typeof cell === 'object') putFormula(book, book.sheet(id), row, index + 1, cell.formula);
    });
  }
}

function linesOf(lines: readonly (Line | undefined)[]): LineData[] {
  return [...lines].flatMap((own, index) => (own ? [[index + 1, own] as const] : []));
}

function stylesOf({ styles }: Sheet): SheetData['styles'] {
  return [...styles].flatMap(([aspect, grid]) => {
    const byValue = new Map<string, { value: unknown; areas: Areas }>();
    for (const [row, column, value] of grid.entries()) {
      const key = JSON.stringify(value);
      const same = byValue.get(key) ?? { value, areas: new Areas() };
      byValue.set(key, same);
      same.areas.add(row, column);
    }
    return [...byValue.values()].map(({ value, areas }) => {
      const rects = areas.rects().sort((one, other) => one.column - other.column || one.row - other.row);
      return [aspect, rects.map(areaName).join(' '), value] as const;
    });
  });
}

function setStyle(sheet: Sheet, aspect: StyleAspect, area: string, value: unknown): void {
  const { row, column, rows, columns } = parseArea(area, sheet)!;
  for (let down = 0; down < rows; down++)
    for (let across = 0; across < columns; across++) sheet.setStyle(aspect, row + down, column + across, value);
}

function rowsOf({ values, formulas }: Sheet): SheetData['rows'] {
  const rows = new Map<number, CellData[]>();
  const put = (row: number, column: number, cell: CellData) => {
    const cells = rows.get(row) ?? [];
    rows.set(row, cells);
    while (cells.length < column) cells.push(null);
    cells[column - 1] = cell;
  };
  for (const [row, column, value] of values.entries()) put(row, column, value);
  for (const [row, column, { text }] of formulas.entries()) put(row, column, { formula: text });
  return [...rows].sort(([one], [other]) => one - other).map(([row, cells]) => [row, ...cells] as const);
}
