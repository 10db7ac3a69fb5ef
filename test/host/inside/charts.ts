// Embedded charts: kept as plain data; the host draws nothing.
import { type Attachment, attach, attachments, detach, type Rect, rectOf } from './attachments.ts';
import { callHost, Exception } from './bridge.ts';
import { addressOf, type RangeAddress, rangeAt } from './range.ts';
import { enumeration, strict } from './strict.ts';

export const ChartType = enumeration(
  'ChartType',
  'AREA',
  'BAR',
  'COLUMN',
  'COMBO',
  'GAUGE',
  'HISTOGRAM',
  'LINE',
  'PIE',
  'SCATTER',
  'STEPPED_AREA',
  'TABLE',
  'WATERFALL',
);
const ChartMergeStrategy = enumeration('ChartMergeStrategy', 'MERGE_COLUMNS', 'MERGE_ROWS');
const ChartHiddenDimensionStrategy = enumeration(
  'ChartHiddenDimensionStrategy',
  'IGNORE_BOTH',
  'IGNORE_COLUMNS',
  'IGNORE_ROWS',
  'SHOW_BOTH',
);

export const charts = { ChartType, ChartMergeStrategy, ChartHiddenDimensionStrategy };

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

function chart(spec: ChartSpec): object {
  const facade = strict('EmbeddedChart', {
    getChartId: () => spec.id ?? null,
    getId: () => (spec.id === undefined ? null : String(spec.id)),
    getRanges: () => spec.ranges.map(rangeAt),
    getNumHeaders: () => spec.headers,
    getOptions: () => strict('ChartOptions', { get: (name: string) => spec.options[name] ?? null }),
    getContainerInfo: () =>
      strict('ContainerInfo', {
        getAnchorRow: () => spec.position[0],
        getAnchorColumn: () => spec.position[1],
        getOffsetX: () => spec.position[2],
        getOffsetY: () => spec.position[3],
      }),
    modify: () => chartBuilder({ ...spec, ranges: spec.ranges.slice(), options: { ...spec.options } }),
  });
  specs.set(facade, spec);
  return facade;
}

export function chartBuilder(spec = emptySpec()): object {
  const chained =
    <A extends unknown[]>(change: (...args: A) => void) =>
    (...args: A) => {
      change(...args);
      return facade;
    };
  const members: Record<string, unknown> = {
    setChartType: chained((type: unknown) => {
      spec.type = String(type);
    }),
    addRange: chained((range: unknown) => void spec.ranges.push(addressOf(range))),
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
  for (const type of ['Area', 'Bar', 'Column', 'Combo', 'Line', 'Pie', 'Scatter', 'Table', 'Histogram']) {
    members[`as${type}Chart`] = chained(() => {
      spec.type = type.toUpperCase();
    });
  }
  for (const option of [
    'Title',
    'Colors',
    'XAxisTitle',
    'YAxisTitle',
    'LegendPosition',
    'Stacked',
    'Width',
    'Height',
  ]) {
    members[`set${option}`] = chained((value: unknown = true) => {
      spec.options[option[0]!.toLowerCase() + option.slice(1)] =
        typeof value === 'object' && !Array.isArray(value) ? String(value) : value;
    });
  }
  const facade = strict('EmbeddedChartBuilder', members);
  return facade;
}

export function chartsOf(sheetId: number): object[] {
  return attachments('chart', sheetId).map((stored) => {
    const spec = stored.spec as ChartSpec;
    return chart({
      ...spec,
      id: stored.id,
      ranges: spec.ranges.map((range, at) => moved(range, stored, at)),
    });
  });
}

// The workbook moves the areas on its own sheet; those on another stay as they were given.
function moved(range: RangeAddress, { sheetId, rects }: Attachment, at: number): RangeAddress {
  const rect = rects[at];
  return range.sheetId === sheetId && rect ? { sheetId, ...rect } : range;
}

function ownRects(sheetId: number, { ranges }: ChartSpec): Rect[] {
  return ranges.every((range) => range.sheetId === sheetId) ? ranges.map(rectOf) : [];
}

export function insertChart(sheetId: number, made: object): void {
  const spec = specs.get(made)!;
  spec.id = attach('chart', sheetId, ownRects(sheetId, spec), spec).id;
}

export function updateChart(sheetId: number, made: object): void {
  const spec = specs.get(made)!;
  if (spec.id === undefined) throw new Exception('The chart is not on this sheet.');
  callHost('Attachment.update', spec.id, { rects: ownRects(sheetId, spec), spec });
}

export function removeChart(made: object): void {
  const { id } = specs.get(made)!;
  if (id !== undefined) detach(id);
}
