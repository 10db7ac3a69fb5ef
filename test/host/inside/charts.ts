// Embedded charts, stored as plain data. The host doesn't draw them.
import { areaName } from '../a1.ts';
import { attach, attachments, detach } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import { addressOf, type RangeAddress, rangeAt } from './range.ts';
import { type Emulated, enumeration, strict } from './strict.ts';

type Chart = GoogleAppsScript.Spreadsheet.EmbeddedChart;
type Builder = GoogleAppsScript.Spreadsheet.EmbeddedChartBuilder;

export const ChartType = enumeration<typeof GoogleAppsScript.Charts.ChartType>(
  'ChartType',
  'TIMELINE',
  'AREA',
  'BAR',
  'BUBBLE',
  'CANDLESTICK',
  'COLUMN',
  'COMBO',
  'GAUGE',
  'GEO',
  'HISTOGRAM',
  'RADAR',
  'LINE',
  'ORG',
  'PIE',
  'SCATTER',
  'SPARKLINE',
  'STEPPED_AREA',
  'TABLE',
  'TREEMAP',
  'WATERFALL',
);
/** Chart types that aren't emulated. */
const notBuilt = /^(TIMELINE|BUBBLE|CANDLESTICK|GEO|RADAR|ORG|SPARKLINE|TREEMAP)$/;
const ChartMergeStrategy = enumeration<typeof GoogleAppsScript.Charts.ChartMergeStrategy>(
  'ChartMergeStrategy',
  'MERGE_COLUMNS',
  'MERGE_ROWS',
);
const ChartHiddenDimensionStrategy = enumeration<typeof GoogleAppsScript.Charts.ChartHiddenDimensionStrategy>(
  'ChartHiddenDimensionStrategy',
  'IGNORE_BOTH',
  'IGNORE_COLUMNS',
  'IGNORE_ROWS',
  'SHOW_BOTH',
);

export const charts: Emulated<GoogleAppsScript.Charts.Charts> = {
  ChartType,
  ChartMergeStrategy,
  ChartHiddenDimensionStrategy,
};

interface ChartSpec {
  id?: number;
  type: string;
  ranges: RangeAddress[];
  position: number[];
  options: Record<string, unknown>;
  headers: number;
}

const specs = new WeakMap<object, ChartSpec>();
const emptySpec = (): ChartSpec => ({
  type: 'COLUMN',
  ranges: [],
  position: [1, 1, 0, 0],
  options: {},
  headers: 0,
});

function chart(spec: ChartSpec): Chart {
  const facade: Chart = strict<Chart>('EmbeddedChart', {
    getChartId: () => spec.id ?? null,
    getRanges: () => spec.ranges.map(rangeAt),
    getNumHeaders: () => spec.headers,
    getOptions: () =>
      strict<GoogleAppsScript.Charts.ChartOptions>('ChartOptions', {
        get: (name) => spec.options[name] ?? null,
      }),
    getContainerInfo: () =>
      strict<GoogleAppsScript.Spreadsheet.ContainerInfo>('ContainerInfo', {
        getAnchorRow: () => spec.position[0]!,
        getAnchorColumn: () => spec.position[1]!,
        getOffsetX: () => spec.position[2]!,
        getOffsetY: () => spec.position[3]!,
      }),
    modify: () => chartBuilder({ ...spec, ranges: spec.ranges.slice(), options: { ...spec.options } }),
  });
  specs.set(facade, spec);
  return facade;
}

interface Kinds {
  Area: GoogleAppsScript.Spreadsheet.EmbeddedAreaChartBuilder;
  Bar: GoogleAppsScript.Spreadsheet.EmbeddedBarChartBuilder;
  Column: GoogleAppsScript.Spreadsheet.EmbeddedColumnChartBuilder;
  Combo: GoogleAppsScript.Spreadsheet.EmbeddedComboChartBuilder;
  Histogram: GoogleAppsScript.Spreadsheet.EmbeddedHistogramChartBuilder;
  Line: GoogleAppsScript.Spreadsheet.EmbeddedLineChartBuilder;
  Pie: GoogleAppsScript.Spreadsheet.EmbeddedPieChartBuilder;
  Scatter: GoogleAppsScript.Spreadsheet.EmbeddedScatterChartBuilder;
  Table: GoogleAppsScript.Spreadsheet.EmbeddedTableChartBuilder;
}
type Kind = keyof Kinds;

const everywhere = ['setTitle', 'setColors', 'setLegendPosition', 'setBackgroundColor'] as const;
const axes = ['setXAxisTitle', 'setYAxisTitle'] as const;
/** Options that a builder has only after its chart type is chosen. */
const options: { [K in Kind]: readonly (keyof Kinds[K] & `set${string}`)[] } = {
  Area: [...everywhere, ...axes, 'setStacked'],
  Bar: [...everywhere, ...axes, 'setStacked'],
  Column: [...everywhere, ...axes, 'setStacked'],
  Combo: [...everywhere, ...axes, 'setStacked'],
  Histogram: [...everywhere, ...axes, 'setStacked'],
  Line: [...everywhere, ...axes],
  Pie: [...everywhere],
  Scatter: [...everywhere, ...axes],
  Table: [],
};

export function chartBuilder(spec = emptySpec(), kind?: Kind): Builder {
  const chained =
    <A extends unknown[]>(change: (...args: A) => void) =>
    (...args: A) => {
      change(...args);
      return facade;
    };
  const members: Emulated<Builder> = {
    setChartType: chained((type: unknown) => {
      if (notBuilt.test(String(type))) throw new Error(`not emulated: chart type ${type}`);
      spec.type = String(type);
    }),
    getChartType: () => ChartType[spec.type as keyof typeof ChartType],
    addRange: chained((range: unknown) => void spec.ranges.push(addressOf(range))),
    removeRange: chained((range: unknown) => {
      const gone = areaName(addressOf(range));
      spec.ranges = spec.ranges.filter((each) => areaName(each) !== gone);
    }),
    clearRanges: chained(() => {
      spec.ranges = [];
    }),
    setPosition: chained((...position: number[]) => {
      spec.position = position;
    }),
    setOption: chained((name: string, value: unknown) => {
      spec.options[name] = value;
    }),
    setNumHeaders: chained((headers: number) => {
      spec.headers = headers;
    }),
    setMergeStrategy: chained(() => {}),
    setTransposeRowsAndColumns: chained(() => {}),
    setHiddenDimensionStrategy: chained(() => {}),
    getRanges: () => spec.ranges.map(rangeAt),
    build: () => chart(spec),
  };
  for (const next of Object.keys(options) as Kind[]) {
    members[`as${next}Chart`] = (() => {
      spec.type = next.toUpperCase();
      return chartBuilder(spec, next);
    }) as () => never;
  }
  for (const name of kind ? options[kind] : []) {
    (members as Record<string, unknown>)[name] = chained((value: unknown = true) => {
      const option = name.slice('set'.length);
      spec.options[option[0]!.toLowerCase() + option.slice(1)] =
        typeof value === 'object' && !Array.isArray(value) ? String(value) : value;
    });
  }
  const name = `Embedded${kind ?? ''}ChartBuilder`;
  // On Google, a chart builder's string form is a Java class name and address.
  members.toString = () => `com.google.apps.maestro.server.beans.trix.impl.ChartPropertyApi${name}@1f`;
  const facade: Builder = strict<Builder>(name, members);
  return facade;
}

export function chartsOf(sheetId: number): Chart[] {
  return attachments('chart', sheetId).map(({ id, spec }) => chart({ ...(spec as ChartSpec), id }));
}

export function insertChart(sheetId: number, made: object): void {
  const spec = specs.get(made)!;
  spec.id = attach('chart', sheetId, [], spec).id;
}

export function updateChart(made: object): void {
  const spec = specs.get(made)!;
  if (spec.id === undefined) throw new Exception('The chart is not on this sheet.');
  callHost('Attachment.update', spec.id, { spec });
}

export function removeChart(made: object): void {
  const { id } = specs.get(made)!;
  if (id !== undefined) detach(id);
}
