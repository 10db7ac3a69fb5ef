/** The charts that a script has put on a sheet, drawn from the server's cells. */
import { helpers, type Model } from '@odoo/o-spreadsheet';
import type { WireChart, WireSheet } from '../wire.ts';

const drawn = new WeakMap<Model, Map<string, string>>();

const types: Record<string, string> = {
  BAR: 'bar',
  COLUMN: 'bar',
  STEPPED_AREA: 'bar',
  HISTOGRAM: 'bar',
  LINE: 'line',
  AREA: 'line',
  COMBO: 'combo',
  PIE: 'pie',
  SCATTER: 'scatter',
};

type Dispatch = (type: string, payload: object) => { isSuccessful: boolean };

export function drawCharts(model: Model, sheets: readonly WireSheet[]): void {
  const dispatch = model.dispatch as unknown as Dispatch;
  const known = drawn.get(model) ?? new Map<string, string>();
  drawn.set(model, known);
  const wanted = new Map<string, { sheet: WireSheet; chart: WireChart }>();
  for (const sheet of sheets)
    for (const chart of sheet.charts) wanted.set(`chart-${sheet.id}-${chart.id}`, { sheet, chart });
  for (const [id, sheetId] of known) {
    if (wanted.has(id)) continue;
    dispatch('DELETE_CHART', { chartId: id, sheetId });
    dispatch('DELETE_FIGURE', { figureId: id, sheetId });
    known.delete(id);
  }
  for (const [id, { sheet, chart }] of wanted) {
    const type = types[chart.type];
    if (!type || chart.ranges.length === 0) continue;
    const definition = definitionOf(type, chart, sheets);
    const sheetId = String(sheet.id);
    if (known.has(id)) dispatch('UPDATE_CHART', { chartId: id, figureId: id, sheetId, definition });
    else {
      const [row = 1, column = 1, x = 0, y = 0] = chart.position;
      const { width, height } = chart.options as { width?: number; height?: number };
      const made = dispatch('CREATE_CHART', {
        figureId: id,
        chartId: id,
        sheetId,
        definition,
        col: column - 1,
        row: row - 1,
        offset: { x, y },
        size: { width: Number(width ?? 480), height: Number(height ?? 300) },
      });
      if (made.isSuccessful) known.set(id, sheetId);
    }
  }
}

/** The first column is what the others are counted by, as in a chart of Google's. */
function definitionOf(type: string, chart: WireChart, sheets: readonly WireSheet[]): object {
  const columns = chart.ranges.flatMap((range) =>
    Array.from({ length: range.columns }, (_, index) => ({
      ...range,
      column: range.column + index,
      columns: 1,
    })),
  );
  const texts = columns.map(({ sheetId, row, column, rows }) => {
    const name = sheets.find(({ id }) => id === sheetId)?.name ?? '';
    const cells = `${helpers.toXC(column - 1, row - 1)}:${helpers.toXC(column - 1, row + rows - 2)}`;
    return `'${name.replaceAll("'", "''")}'!${cells}`;
  });
  const [labelRange, ...dataRanges] = texts.length > 1 ? texts : [undefined, ...texts];
  const { title, stacked, colors } = chart.options as {
    title?: string;
    stacked?: boolean;
    colors?: string[];
  };
  return {
    type,
    title: { text: title ?? '' },
    dataSetsHaveTitle: chart.headers > 0,
    dataSource: {
      type: 'range',
      dataSets: dataRanges.map((dataRange, index) => ({ dataRange, dataSetId: String(index) })),
      labelRange,
      dataSetsHaveTitle: chart.headers > 0,
    },
    dataSetStyles: Object.fromEntries(
      (colors ?? []).map((color, index) => [String(index), { backgroundColor: color }]),
    ),
    legendPosition: dataRanges.length > 1 || type === 'pie' ? 'top' : 'none',
    stacked: Boolean(stacked),
    horizontal: chart.type === 'BAR',
    fillArea: chart.type === 'AREA',
    aggregated: false,
    labelsAsText: false,
    humanize: true,
  };
}
