/** Converts the host's cells to the page's compact format. */
import { contentOf, errorMessageOf } from '../../host/workbook/cell-content.ts';
import { colorCode } from '../../host/workbook/colors.ts';
import type { ConditionalFormats, Difference } from '../../host/workbook/conditional-formats.ts';
import { type FormulaCell, resultAt } from '../../host/workbook/formula-cell.ts';
import { formatValue } from '../../host/workbook/number-format.ts';
import type { Sheet } from '../../host/workbook/sheet.ts';
import type { Rect, StyleAspect } from '../../host/workbook/surface.ts';
import type { WireCell, WireStyle } from '../wire.ts';
import type { StyleTable } from './style-table.ts';

interface Extent {
  readonly rows: number;
  readonly columns: number;
}

/** The last row and column with content or a style, but at least the given ones. */
export function extentOf(sheet: Sheet, { rows, columns }: Extent = { rows: 0, columns: 0 }): Extent {
  const layers = [...sheet.styles.values()];
  return {
    rows: Math.min(sheet.rows, Math.max(rows, sheet.lastRow(), ...layers.map((layer) => layer.lastRow()))),
    columns: Math.min(
      sheet.columns,
      Math.max(columns, sheet.lastColumn(), ...layers.map((layer) => layer.lastColumn())),
    ),
  };
}

export function cellsOf(sheet: Sheet, rect: Rect, styles: StyleTable, formats: ConditionalFormats): WireCell[][] {
  const rows: WireCell[][] = [];
  const plain = sheet.styles.size === 0;
  for (let row = rect.row; row < rect.row + rect.rows; row++) {
    const cells: WireCell[] = [];
    let end = 0;
    for (let column = rect.column; column < rect.column + rect.columns; column++) {
      const difference = formats.at(row, column);
      const look = difference ? styles.indexOf(lookOf(difference)) : 0;
      const cell = cellAt(sheet, row, column, plain, styles, look);
      cells.push(cell);
      if (cell !== null) end = cells.length;
    }
    cells.length = end;
    rows.push(cells);
  }
  return rows;
}

function cellAt(sheet: Sheet, row: number, column: number, plain: boolean, styles: StyleTable, look: number): WireCell {
  const { value, format } = contentOf(sheet, row, column);
  const formula = sheet.formulas.get(row, column);
  const style = plain && format === 'General' ? 0 : styles.indexOf(styleAt(sheet, row, column, format));
  const note = plain ? '' : sheet.style('notes', row, column);
  if (value === '' && formula === undefined && style === 0 && note === '' && look === 0) return null;
  const display = value === '' ? '' : formatValue(value, format);
  if (formula === undefined && style === 0 && note === '' && look === 0 && display === String(value)) {
    if (typeof value === 'number') return value;
    if (typeof value === 'string' && !sheet.spills.get(row, column)) return value;
  }
  const message = formula || sheet.spills.get(row, column) ? errorMessageOf(sheet, row, column) : '';
  return shortened([
    value,
    display === String(value) ? null : display,
    style,
    formula?.text ?? null,
    message || null,
    note || null,
    covered(formula),
    look,
    (formula && !formula.loading && resultAt(formula, row, column).link) || null,
  ]);
}

function covered(formula: FormulaCell | undefined): [number, number] | null {
  if (!formula || formula.loading || formula.blocked) return null;
  const { top, left, bottom, right } = formula.zone;
  return bottom > top || right > left ? [bottom - top + 1, right - left + 1] : null;
}

type Full = Extract<WireCell, readonly unknown[]>;

function shortened(cell: (Full[number] | undefined)[]): WireCell {
  while (cell.length > 1 && (cell.at(-1) === null || cell.at(-1) === 0)) cell.pop();
  return cell as unknown as WireCell;
}

function lookOf(difference: Difference): WireStyle {
  const { background, fontColor, bold, italic, underline, strike } = difference;
  const style: WireStyle = {};
  if (background) style.background = colorCode(String(background)) ?? '#ffffff';
  if (fontColor) style.color = colorCode(String(fontColor)) ?? '#000000';
  if (bold) style.bold = true;
  if (italic) style.italic = true;
  if (underline) style.underline = true;
  if (strike) style.strikethrough = true;
  return style;
}

function styleAt(sheet: Sheet, row: number, column: number, format: string): WireStyle {
  const of = <A extends StyleAspect>(aspect: A) => sheet.style(aspect, row, column);
  const style: WireStyle = {};
  if (format !== 'General') style.format = format;
  if (of('backgrounds') !== '#ffffff') style.background = of('backgrounds');
  if (of('fontColors') !== '#000000') style.color = of('fontColors');
  if (of('fontWeights') === 'bold') style.bold = true;
  if (of('fontStyles') === 'italic') style.italic = true;
  const lines = of('fontLines');
  if (lines.includes('underline')) style.underline = true;
  if (lines.includes('line-through')) style.strikethrough = true;
  if (of('fontSizes') !== 10) style.size = of('fontSizes');
  const align = of('horizontalAlignments');
  if (align === 'left' || align === 'center' || align === 'right') style.align = align;
  const vertical = of('verticalAlignments');
  if (vertical === 'top' || vertical === 'middle') style.vertical = vertical;
  const strategy = of('wrapStrategies');
  if (strategy === 'WRAP') style.wrap = 'wrap';
  else if (strategy === 'CLIP') style.wrap = 'clip';
  return style;
}
