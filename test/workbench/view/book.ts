/** The sheets of the host's workbook as the page needs them: sizes, frozen and hidden lines, charts. */
import type { Book } from '../../host/workbook/book.ts';
import type { Line, Sheet } from '../../host/workbook/sheet.ts';
import type { Rect } from '../../host/workbook/surface.ts';
import type { Workbook } from '../../host/workbook/workbook.ts';
import type { WireChart, WireLines, WireRect, WireSheet } from '../wire.ts';
import { rulesOf } from './rules.ts';

/**
 * What is behind the workbook's surface. The surface reads cells aspect by aspect as lists of lists, which is too slow
 * for a page that shows them all, and it does not tell what a formula covers.
 */
export function bookOf(workbook: Workbook): Book {
  return (workbook as unknown as { book: Book }).book;
}

export function sheetsOf(workbook: Workbook): WireSheet[] {
  const book = bookOf(workbook);
  return book.sheets.map((sheet) => ({
    id: sheet.id,
    name: sheet.name,
    rows: sheet.rows,
    columns: sheet.columns,
    frozenRows: sheet.frozenRows,
    frozenColumns: sheet.frozenColumns,
    hidden: sheet.hidden,
    tabColor: sheet.tabColor,
    rowLines: linesOf(sheet.rowLines),
    columnLines: linesOf(sheet.columnLines),
    charts: chartsOf(workbook, sheet),
    merges: workbook.attachments('merge', sheet.id).flatMap(({ rects }) => rects.map(rectOf)),
    rules: rulesOf(sheet),
    filter: workbook.attachments('filter', sheet.id)[0]?.rects.map(rectOf)[0] ?? null,
  }));
}

/** Without whatever else the workbook keeps with it. */
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
  return workbook.attachments('chart', sheet.id).map(({ id, rects, spec }) => {
    const chart = spec as Omit<WireChart, 'id'>;
    const ranges = chart.ranges.map((range, index) => ({ ...range, ...rects[index] }));
    return { ...chart, id, ranges };
  });
}
