/** Converts the host's sheets for the page: sizes, frozen and hidden rows and columns, and charts. */
import type { ChartSpec } from '../../host/workbook/charts.ts';
import type { Line, Sheet } from '../../host/workbook/sheet.ts';
import type { Rect } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { WireChart, WireLines, WireRect, WireSheet } from '../wire.ts';
import { rulesOf } from './rules.ts';

export function sheetsOf(workbook: Workbook): WireSheet[] {
  return workbook.book.sheets.map((sheet) => ({
    id: sheet.id,
    name: sheet.name,
    rows: sheet.rows,
    columns: sheet.columns,
    frozenRows: sheet.frozenRows,
    frozenColumns: sheet.frozenColumns,
    hidden: sheet.hidden,
    tabColor: sheet.tabColor,
    hiddenGridlines: sheet.hiddenGridlines,
    rowLines: linesOf(sheet.rowLines),
    columnLines: linesOf(sheet.columnLines),
    charts: chartsOf(workbook, sheet),
    merges: workbook.attachments('merge', sheet.id).flatMap(({ rects }) => rects.map(rectOf)),
    rules: rulesOf(sheet),
    filter: workbook.attachments('filter', sheet.id)[0]?.rects.map(rectOf)[0] ?? null,
  }));
}

/** Drops the object's other properties. */
function rectOf({ row, column, rows, columns }: Rect): WireRect {
  return { row, column, rows, columns };
}

function linesOf(lines: readonly (Line | undefined)[]): WireLines {
  const sizes: Record<number, number> = {};
  const hidden: number[] = [];
  lines.forEach((line, index) => {
    if (line?.pixels !== undefined) sizes[index + 1] = line.pixels;
    if (line?.hidden) hidden.push(index + 1);
  });
  return { sizes, hidden };
}

function chartsOf(workbook: Workbook, sheet: Sheet): WireChart[] {
  return workbook.attachments('chart', sheet.id).map(({ id, spec }) => ({ ...(spec as ChartSpec), id }));
}
