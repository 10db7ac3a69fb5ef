/** Draws charts from the server's cells. */
import { helpers, type Model } from '@odoo/o-spreadsheet';
import { ChartOptions } from '../../host/workbook/chart-options.ts';
import type { WireChart, WireSheet } from '../wire.ts';

interface Drawn {
  sheetId: string;
  text: string;
}

const drawn = new WeakMap<Model, Map<string, Drawn>>();

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

/** Google's chart colors, in order. */
const COLORS = ['#4285f4', '#ea4335', '#fbbc04', '#34a853', '#ff6d01', '#46bdc6'];

type Dispatch = (type: string, payload: object) => { isSuccessful: boolean };

export function drawCharts(model: Model, sheets: readonly WireSheet[]): void {
  const dispatch = model.dispatch as unknown as Dispatch;
  const known = drawn.get(model) ?? new Map<string, Drawn>();
  drawn.set(model, known);
  const wanted = new Map<string, { sheet: WireSheet; chart: WireChart }>();
  for (const sheet of sheets)
    for (const chart of sheet.charts) wanted.set(figureOf(sheet.id, chart.id), { sheet, chart });
  for (const [id, { sheetId }] of known) {
    if (wanted.has(id)) continue;
    dispatch('DELETE_CHART', { chartId: id, sheetId });
    dispatch('DELETE_FIGURE', { figureId: id, sheetId });
    known.delete(id);
  }
  for (const [id, { sheet, chart }] of wanted) {
    const type = types[chart.type];
    if (!type || chart.ranges.length === 0) continue;
    const definition = definitionOf(type, chart, sheets);
    const place = placeOf(chart);
    const text = JSON.stringify([definition, place]);
    const before = known.get(id);
    if (before?.text === text) continue;
    const sheetId = String(sheet.id);
    const { size, ...anchor } = place;
    if (before) {
      dispatch('UPDATE_CHART', { chartId: id, figureId: id, sheetId, definition });
      dispatch('UPDATE_FIGURE', { figureId: id, sheetId, ...anchor, ...size });
      known.set(id, { sheetId, text });
    } else if (
      dispatch('CREATE_CHART', { figureId: id, chartId: id, sheetId, definition, ...anchor, size }).isSuccessful
    ) {
      known.set(id, { sheetId, text });
    }
  }
}

export function figureOf(sheet: number, chart: number): string {
  return `chart-${sheet}-${chart}`;
}

export function chartOf(figureId: string): number {
  return Number(figureId.slice(figureId.lastIndexOf('-') + 1));
}

function placeOf({ position, options }: WireChart) {
  const [row = 1, column = 1, x = 0, y = 0] = position;
  const asked = new ChartOptions(options);
  const size = { width: asked.number('width') ?? 480, height: asked.number('height') ?? 300 };
  return { col: column - 1, row: row - 1, offset: { x, y }, size };
}

/** Labels are in the first column, as in Google's charts. */
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
  const options = new ChartOptions(chart.options);
  const usual = dataRanges.length > 1 || type === 'pie' ? 'top' : 'none';
  return {
    type,
    title: { text: options.text('title') ?? '' },
    dataSetsHaveTitle: chart.headers > 0,
    dataSource: {
      type: 'range',
      dataSets: dataRanges.map((dataRange, index) => ({ dataRange, dataSetId: String(index) })),
      labelRange,
      dataSetsHaveTitle: chart.headers > 0,
    },
    dataSetStyles: Object.fromEntries(dataRanges.map((_, index) => [String(index), styleOf(options, type, index)])),
    axesDesign: {
      x: axisOf(options, 'hAxis', 'hAxes.0'),
      y: axisOf(options, 'vAxes.0', 'vAxis'),
      y1: axisOf(options, 'vAxes.1'),
    },
    legendPosition: options.text('legend.position', 'legendPosition', 'legend') ?? usual,
    stacked: options.get('isStacked', 'stacked') === true,
    horizontal: chart.type === 'BAR',
    fillArea: chart.type === 'AREA',
    aggregated: false,
    labelsAsText: false,
    humanize: true,
  };
}

function styleOf(options: ChartOptions, type: string, index: number): object {
  const color = options.text(`series.${index}.color`, `colors.${index}`) ?? COLORS[index % COLORS.length];
  const isRight = options.number(`series.${index}.targetAxisIndex`) === 1;
  const asked = options.text(`series.${index}.type`, 'seriesType') ?? (index === 0 ? 'bars' : 'line');
  return {
    ...(type === 'pie' ? {} : { backgroundColor: color }),
    ...(isRight ? { yAxisId: 'y1' } : {}),
    ...(type === 'combo' ? { type: /^(bars|columns)$/.test(asked) ? 'bar' : 'line' } : {}),
  };
}

function axisOf(options: ChartOptions, ...axes: string[]): object {
  const named = (...names: string[]) => axes.flatMap((axis) => names.map((name) => `${axis}.${name}`));
  const text = options.text(...named('title'));
  const [min, max] = [
    options.number(...named('viewWindow.min', 'minValue')),
    options.number(...named('viewWindow.max', 'maxValue')),
  ];
  return {
    ...(text === undefined ? {} : { title: { text } }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
