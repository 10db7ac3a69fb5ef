/** Lays out sheets cell by cell, with one call per property. */
import type { Content, LaidCell, LaidChart, LaidSheets, Layout, Look } from '../insights/today/laid-sheets.ts';
import { type Separator, withSeparator } from '../tables/formula-text.ts';
import { toned } from './new-columns.ts';
import type { OurSheets } from './our-sheets.ts';
import { attempt } from './service-calls.ts';

type GoogleSheet = GoogleAppsScript.Spreadsheet.Sheet;

/** Google's default row height, in pixels. */
const DEFAULT_HEIGHT = 21;

/** Left margin of a chart, in pixels. */
const CHART_MARGIN = 20;

export function laidSheets(sheets: OurSheets, separator: () => Separator): LaidSheets {
  const local = (content: Content) =>
    typeof content === 'string' && content.startsWith('=') ? withSeparator(content, separator()) : content;
  const found = (tab: string) => sheets.find(tab)!;
  return {
    idOf: (tab) => sheets.find(tab)?.sheet.getSheetId(),
    lay: (tab, layout) => {
      const { sheet, grid } = sheets.find(tab) ?? sheets.mark(sheets.insert(tab), tab);
      const { cells } = layout;
      if (cells.length === 0) return;
      grid.ensure(cells.length, cells[0]!.length);
      const range = sheet.getRange(1, 1, cells.length, cells[0]!.length);
      range.setNumberFormats(cells.map((line) => line.map(({ format }) => format)));
      range.setValues(cells.map((line) => line.map(({ content }) => local(content))));
      grid.used(cells.length);
      applyLook(sheet, layout, separator());
    },
    addChart: (tab, chart) => {
      const { sheet, grid } = found(tab);
      grid.ensure(chart.at.row, chart.at.column);
      return attempt(() => {
        insertChart(sheet, chart, found(chart.of).sheet);
        return true;
      }, false);
    },
    removeCharts: (tab, titles) => {
      const { sheet } = found(tab);
      attempt(() => {
        for (const chart of sheet.getCharts())
          if (titles.includes(String(chart.getOptions()?.get('title')))) sheet.removeChart(chart);
      });
    },
    read: (tab) => {
      const { sheet, grid } = found(tab);
      const cells = sheet.getDataRange().getValues();
      grid.found(cells.length, cells[0]!.length);
      return cells;
    },
    write: (tab, row, column, contents) => {
      const { sheet, grid } = found(tab);
      const width = contents[0]!.length;
      grid.ensure(row + contents.length - 1, column + width - 1);
      sheet.getRange(row, column, contents.length, width).setValues(contents.map((line) => line.map(local)));
      grid.used(row + contents.length - 1);
    },
    formulaOf: (tab, row, column) => {
      const formula = found(tab).sheet.getRange(row, column).getFormula();
      return separator() === ',' ? formula : formula.split(';').join(',');
    },
    remove: (tab) => {
      const own = sheets.find(tab)?.sheet;
      if (own) sheets.remove(own);
    },
    recalculateHourly: () => {
      attempt(() => {
        const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
        const { ON_CHANGE, HOUR } = SpreadsheetApp.RecalculationInterval;
        // Keep the user's choice, such as every minute.
        if (spreadsheet.getRecalculationInterval() === ON_CHANGE) spreadsheet.setRecalculationInterval(HOUR);
      });
    },
  };
}

function applyLook(
  sheet: GoogleSheet,
  { cells, widths, heights = [], checkbox, rules = [] }: Layout,
  separator: Separator,
) {
  attempt(() => {
    // First set all columns to the most common width, which is the last column's.
    const most = widths[widths.length - 1];
    if (most === undefined) return;
    sheet.setColumnWidths(1, widths.length, most);
    const others = widths.map((width) => (width === most ? undefined : width));
    spans(others, (from, count, width) => sheet.setColumnWidths(from, count, width));
  });
  attempt(() =>
    spans(heights, (from, count, height) => {
      if (height !== DEFAULT_HEIGHT) sheet.setRowHeights(from, count, height);
    }),
  );
  if (cells.some((line) => line.some(({ look }) => look))) attempt(() => formatCells(sheet, cells));
  if (checkbox) attempt(() => sheet.getRange(checkbox.row, checkbox.column).insertCheckboxes());
  if (rules.length > 0)
    attempt(() =>
      sheet.setConditionalFormatRules(
        rules.map(({ area: { top, bottom, left, right }, when, tone }) =>
          toned(SpreadsheetApp.newConditionalFormatRule(), tone)
            .whenFormulaSatisfied(withSeparator(when, separator))
            .setRanges([sheet.getRange(top, left, bottom - top + 1, right - left + 1)])
            .build(),
        ),
      ),
    );
}

function formatCells(sheet: GoogleSheet, cells: Layout['cells']) {
  const range = sheet.getRange(1, 1, cells.length, cells[0]!.length);
  const each = <T>(of: (look: Look) => T) => cells.map((line) => line.map(({ look = {} }: LaidCell) => of(look)));
  range
    .setTextStyles(each(styleOf))
    .setBackgrounds(each(({ background }) => background ?? '#ffffff'))
    .setVerticalAlignment('middle')
    .setHorizontalAlignments(each(({ align }) => align ?? 'left'))
    .setWraps(each(({ wraps }) => wraps === true));
  sheet.setHiddenGridlines(true);
}

const INK = '#1f1f1f';

function styleOf({ size = 10, isBold, color = INK }: Look) {
  return SpreadsheetApp.newTextStyle()
    .setFontSize(size)
    .setBold(isBold === true)
    .setForegroundColor(color)
    .build();
}

/** Sets sizes with one call per run of equal sizes. */
function spans(sizes: readonly (number | undefined)[], set: (from: number, count: number, size: number) => void) {
  let from = 0;
  for (let to = 1; to <= sizes.length; to++) {
    if (to < sizes.length && sizes[to] === sizes[from]) continue;
    const size = sizes[from];
    if (size !== undefined) set(from + 1, to - from, size);
    from = to;
  }
}

function insertChart(
  sheet: GoogleSheet,
  { area: { top, bottom, left, right }, at, title, isTwofold, colors, axes, width, height }: LaidChart,
  from: GoogleSheet,
) {
  const builder = sheet
    .newChart()
    .setChartType(isTwofold ? Charts.ChartType.COMBO : Charts.ChartType.COLUMN)
    .setNumHeaders(1)
    .addRange(from.getRange(top, left, bottom - top + 1, right - left + 1))
    .setPosition(at.row, at.column, CHART_MARGIN, 0)
    .setOption('title', title)
    .setOption('width', width)
    .setOption('height', height)
    .setOption('colors', [...colors])
    .setOption('legend', { position: colors.length > 1 ? 'top' : 'none' })
    // The data is on a hidden sheet.
    .setHiddenDimensionStrategy(Charts.ChartHiddenDimensionStrategy.SHOW_BOTH);
  if (isTwofold)
    builder
      .setOption('series', {
        0: { type: 'bars', targetAxisIndex: 0 },
        1: { type: 'line', targetAxisIndex: 1 },
      })
      .setOption('vAxes', Object.fromEntries(axes.map((axis, index) => [index, { title: axis, minValue: 0 }])));
  else builder.setOption('vAxis', { title: axes[0], minValue: 0 });
  sheet.insertChart(builder.build());
}
