import { ChartOptions } from '../workbook/chart-options.ts';
import type { ChartSpec } from '../workbook/charts.ts';
import { type ChartData, type ChartValue, isDated, isNumeric, type Series, type Source } from './chart-data.ts';
import { histogram, waterfall } from './chart-shapes.ts';
import { colorDigits } from './colors.ts';
import { chartNamespace, drawingNamespace, relationNamespace } from './names.ts';
import { element, escapeCellText, escapeXml } from './xml.ts';

type Kind = 'bar' | 'line' | 'area' | 'pie' | 'scatter';

interface DrawnSeries extends Series {
  readonly index: number;
  readonly kind: Kind;
  readonly secondary: boolean;
  /** Undefined for an invisible series. */
  readonly color: string | undefined;
}

/** Google's default colors, in order. */
const palette = ['4285F4', 'EA4335', 'FBBC04', '34A853', 'FF6D01', '46BDC6', '7BAAF7', 'F07B72', 'FCD04F', '71C287'];
const redrawn: Record<string, (data: ChartData, options: ChartOptions) => ChartData> = {
  HISTOGRAM: histogram,
  WATERFALL: waterfall,
};
const kinds: Record<string, Kind> = {
  AREA: 'area',
  LINE: 'line',
  PIE: 'pie',
  SCATTER: 'scatter',
};
const positions: Record<string, string> = { bottom: 'b', left: 'l', right: 'r', top: 't', in: 't' };
const value = (name: string, val: string | number | boolean) => element(`c:${name}`, { val });
const shape = (...content: string[]) => element('c:spPr', {}, ...content);
const filled = (color: string | undefined) =>
  color ? element('a:solidFill', {}, element('a:srgbClr', { val: color })) : element('a:noFill');
const lined = (color: string | undefined, width = 2) =>
  element('a:ln', { w: Math.round(width * 12_700) }, filled(color));

export function chartXml(spec: ChartSpec, given: ChartData): string {
  const options = new ChartOptions(spec.options);
  const data = redrawn[spec.type]?.(given, options) ?? given;
  const series = data.series.map((each, index) => drawn(each, index, spec.type, options));
  const kind = kinds[spec.type] ?? 'bar';
  const plot = kind === 'pie' ? pie(series, data.labels, options) : grouped(series, data, spec.type, options);
  const title = options.text('title');
  return element(
    'c:chartSpace',
    { 'xmlns:c': chartNamespace, 'xmlns:a': drawingNamespace, 'xmlns:r': relationNamespace },
    value('roundedCorners', false),
    element(
      'c:chart',
      {},
      title ? titleXml(title) : '',
      value('autoTitleDeleted', !title),
      element('c:plotArea', {}, element('c:layout'), plot),
      legend(spec.type, series, options),
      value('plotVisOnly', true),
      value('dispBlanksAs', options.get('interpolateNulls') === true ? 'span' : 'gap'),
    ),
  );
}

function drawn(each: Series, index: number, type: string, options: ChartOptions): DrawnSeries {
  const own = options.text(`series.${index}.color`) ?? options.text(`colors.${index}`);
  const named =
    type === 'COMBO' ? (options.text(`series.${index}.type`, 'seriesType') ?? (index === 0 ? 'columns' : 'line')) : '';
  const combined: Record<string, Kind> = {
    line: 'line',
    area: 'area',
    steppedArea: 'bar',
    bars: 'bar',
    columns: 'bar',
  };
  const isBase = type === 'WATERFALL' && index === 0;
  // Decreases are red, and increases are blue.
  const at = type === 'WATERFALL' ? index - 1 : index;
  return {
    ...each,
    index,
    kind: combined[named] ?? kinds[type] ?? 'bar',
    secondary: options.number(`series.${index}.targetAxisIndex`) === 1,
    color: isBase ? undefined : (colorDigits(own) ?? palette[at % palette.length]),
  };
}

function grouped(series: readonly DrawnSeries[], { labels }: ChartData, type: string, options: ChartOptions): string {
  const groups: string[] = [];
  const secondaries = [false, true].filter((side) => series.some(({ secondary }) => secondary === side));
  for (const side of secondaries) {
    for (const kind of ['area', 'bar', 'line', 'scatter'] as const) {
      const members = series.filter((each) => each.kind === kind && each.secondary === side);
      if (members.length > 0) groups.push(group(kind, members, labels, type, options, side ? [3, 4] : [1, 2]));
    }
  }
  if (groups.length === 0) groups.push(group('bar', [], labels, type, options, [1, 2]));
  const axes = secondaries.length === 0 ? [false] : secondaries;
  return groups.join('') + axes.map((side) => axisPair(side, type, labels, series, options)).join('');
}

function group(
  kind: Exclude<Kind, 'pie'>,
  series: readonly DrawnSeries[],
  labels: Source | undefined,
  type: string,
  options: ChartOptions,
  axes: readonly [number, number],
): string {
  const stacking = type === 'WATERFALL' ? 'stacked' : stackingOf(options);
  const across = type === 'BAR' || type === 'GAUGE';
  const axisIds = axes.map((id) => value('axId', id));
  const vary = value('varyColors', false);
  const all = (each: (one: DrawnSeries) => string) => series.map((one) => element('c:ser', {}, each(one)));
  switch (kind) {
    case 'bar': {
      const touching = ['STEPPED_AREA', 'HISTOGRAM'].includes(type);
      return element(
        'c:barChart',
        {},
        value('barDir', across ? 'bar' : 'col'),
        value('grouping', stacking ?? 'clustered'),
        vary,
        ...all(
          (one) =>
            head(one, shape(filled(one.color))) + value('invertIfNegative', false) + categories(labels) + amounts(one),
        ),
        value('gapWidth', touching ? 0 : 60),
        stacking ? value('overlap', 100) : '',
        ...axisIds,
      );
    }
    case 'line':
      return element(
        'c:lineChart',
        {},
        value('grouping', stacking ?? 'standard'),
        vary,
        ...all(
          (one) =>
            head(one, shape(lined(one.color, options.number(`series.${one.index}.lineWidth`, 'lineWidth')))) +
            marker(one, options.number(`series.${one.index}.pointSize`, 'pointSize') ?? 0) +
            categories(labels) +
            amounts(one) +
            value('smooth', options.text(`series.${one.index}.curveType`, 'curveType') === 'function'),
        ),
        value('marker', true),
        ...axisIds,
      );
    case 'area':
      return element(
        'c:areaChart',
        {},
        value('grouping', stacking ?? 'standard'),
        vary,
        ...all((one) => head(one, areaShape(one.color)) + categories(labels) + amounts(one)),
        ...axisIds,
      );
    case 'scatter':
      return element(
        'c:scatterChart',
        {},
        value('scatterStyle', 'lineMarker'),
        vary,
        ...all(
          (one) =>
            head(one, shape(element('a:ln', { w: 19_050 }, element('a:noFill')))) +
            marker(one, options.number('pointSize') ?? 7) +
            (labels ? element('c:xVal', {}, sourceXml(labels)) : '') +
            element('c:yVal', {}, sourceXml(one.values, true)) +
            value('smooth', false),
        ),
        ...axisIds,
      );
  }
}

function areaShape(color: string | undefined): string {
  const half = element('a:srgbClr', { val: color }, element('a:alpha', { val: 40_000 }));
  return shape(element('a:solidFill', {}, half), lined(color));
}

function pie(series: readonly DrawnSeries[], labels: Source | undefined, options: ChartOptions): string {
  const hole = options.number('pieHole') ?? 0;
  const slices = series.slice(0, 1).map((one) => {
    const points = one.values.values.map((_, index) => {
      const color = colorDigits(options.text(`slices.${index}.color`) ?? options.text(`colors.${index}`));
      return element('c:dPt', {}, value('idx', index), shape(filled(color ?? palette[index % palette.length])));
    });
    const shown = options.text('pieSliceText') ?? 'percentage';
    const marks = ['LegendKey', 'Val', 'CatName', 'SerName', 'Percent', 'BubbleSize'].map((name) =>
      value(`show${name}`, name === { percentage: 'Percent', value: 'Val', label: 'CatName' }[shown]),
    );
    return element(
      'c:ser',
      {},
      head(one, ''),
      ...points,
      element('c:dLbls', {}, ...marks),
      categories(labels),
      amounts(one),
    );
  });
  const content = [value('varyColors', true), ...slices, value('firstSliceAng', 0)];
  return hole > 0
    ? element('c:doughnutChart', {}, ...content, value('holeSize', Math.min(90, Math.max(10, Math.round(hole * 100)))))
    : element('c:pieChart', {}, ...content);
}

function stackingOf(options: ChartOptions): 'stacked' | 'percentStacked' | undefined {
  const asked = options.get('isStacked', 'stacked');
  if (asked === 'percent' || asked === 'relative') return 'percentStacked';
  return asked === true || asked === 'true' || asked === 'absolute' ? 'stacked' : undefined;
}

function head({ index, title }: DrawnSeries, look: string): string {
  const name =
    title &&
    element('c:tx', {}, title.reference ? sourceXml(title) : element('c:v', {}, escapeXml(String(title.values[0]))));
  return value('idx', index) + value('order', index) + (name ?? '') + look;
}

const categories = (labels: Source | undefined) => (labels ? element('c:cat', {}, sourceXml(labels)) : '');
const amounts = ({ values }: DrawnSeries) => element('c:val', {}, sourceXml(values, true));

function marker({ color }: DrawnSeries, size: number): string {
  if (size <= 0) return element('c:marker', {}, value('symbol', 'none'));
  const bounded = Math.min(72, Math.max(2, Math.round(size)));
  return element(
    'c:marker',
    {},
    value('symbol', 'circle'),
    value('size', bounded),
    shape(filled(color), lined(color, 0.75)),
  );
}

function sourceXml(source: Source, numeric = isNumeric(source)): string {
  const kept = source.values.map((each, index): [number, ChartValue] => [index, each]);
  const points = kept
    .filter(([, each]) => (numeric ? typeof each === 'number' : each !== ''))
    .map(([index, each]) => element('c:pt', { idx: index }, element('c:v', {}, escapeCellText(String(each)))));
  const format = numeric ? element('c:formatCode', {}, escapeXml(source.format ?? 'General')) : '';
  const data = format + value('ptCount', source.values.length) + points.join('');
  const kind = numeric ? 'num' : 'str';
  if (source.reference === undefined) return element(`c:${kind}Lit`, {}, data);
  return element(
    `c:${kind}Ref`,
    {},
    element('c:f', {}, escapeXml(source.reference)),
    element(`c:${kind}Cache`, {}, data),
  );
}

function axisPair(
  secondary: boolean,
  type: string,
  labels: Source | undefined,
  series: readonly DrawnSeries[],
  options: ChartOptions,
): string {
  const across = type === 'BAR' || type === 'GAUGE';
  const [first, second] = secondary ? [3, 4] : [1, 2];
  const scatter = type === 'SCATTER';
  // Options have horizontal and vertical axes; files have label and value axes.
  const [labelAxis, valueAxis] = across ? ['vAxis', 'hAxis'] : ['hAxis', 'vAxis'];
  const [labelTitle, valueTitle] = across ? ['yAxisTitle', 'xAxisTitle'] : ['xAxisTitle', 'yAxisTitle'];
  const places = across ? ['l', 'b'] : ['b', secondary ? 'r' : 'l'];
  const numbered = `vAxes.${secondary ? 1 : 0}`;
  const axis = (
    name: string,
    ids: readonly [number, number],
    place: string,
    scaling: string,
    more: {
      grid?: boolean;
      hidden?: boolean;
      title: string | undefined;
      /** Puts the labels at the bottom, even below negative values. */
      labels?: 'low';
      format: string;
      crosses: string;
      after: string;
    },
  ) =>
    element(
      `c:${name}`,
      {},
      value('axId', ids[0]),
      scaling,
      value('delete', more.hidden === true),
      value('axPos', place),
      more.grid ? element('c:majorGridlines', {}, shape(lined('CCCCCC', 0.75))) : '',
      more.title ? titleXml(more.title) : '',
      more.format,
      value('majorTickMark', 'none'),
      value('tickLblPos', more.labels ?? 'nextTo'),
      value('crossAx', ids[1]),
      value('crosses', more.crosses),
      more.after,
    );
  const labelFormat = element('c:numFmt', {
    formatCode: labels && isDated(labels) ? labels.format : 'General',
    sourceLinked: !(labels && isDated(labels)),
  });
  const labelTitleText = secondary ? undefined : options.text(`${labelAxis}.title`, labelTitle);
  const labelling = scatter
    ? axis('valAx', [first, second], 'b', scalingXml(options, 'hAxis'), {
        title: labelTitleText,
        labels: 'low',
        format: labelFormat,
        crosses: 'autoZero',
        after: value('crossBetween', 'midCat'),
      })
    : // Google's bars start at the top.
      axis(
        'catAx',
        [first, second],
        places[0]!,
        element('c:scaling', {}, value('orientation', across ? 'maxMin' : 'minMax')),
        {
          hidden: secondary,
          title: labelTitleText,
          labels: 'low',
          format: labelFormat,
          crosses: 'autoZero',
          after: value('auto', true) + value('lblOffset', 100),
        },
      );
  const shown =
    options.text(`${numbered}.format`, `${valueAxis}.format`) ??
    (stackingOf(options) === 'percentStacked' ? '0%' : undefined);
  const scaling = type === 'GAUGE' ? gaugeScaling(options) : scalingXml(options, valueAxis, numbered);
  const valuing = axis('valAx', [second, first], places[1]!, scaling, {
    grid: !secondary,
    title: options.text(`${numbered}.title`, ...(secondary ? [] : [`${valueAxis}.title`, valueTitle])),
    format: element('c:numFmt', {
      formatCode: shown ?? series.find((one) => one.secondary === secondary)?.values.format ?? 'General',
      sourceLinked: shown === undefined,
    }),
    crosses: across || secondary ? 'max' : 'autoZero',
    after: value('crossBetween', ['AREA'].includes(type) || scatter ? 'midCat' : 'between'),
  });
  return labelling + valuing;
}

function scalingXml(options: ChartOptions, axis: string, numbered = axis): string {
  const [most, least] = ['max', 'min'].map((end) =>
    options.number(
      `${numbered}.viewWindow.${end}`,
      `${axis}.viewWindow.${end}`,
      `${numbered}.${end}Value`,
      `${axis}.${end}Value`,
    ),
  );
  return element(
    'c:scaling',
    {},
    options.get(`${numbered}.logScale`, `${axis}.logScale`) === true ? value('logBase', 10) : '',
    value('orientation', 'minMax'),
    most === undefined ? '' : value('max', most),
    least === undefined ? '' : value('min', least),
  );
}

function gaugeScaling(options: ChartOptions): string {
  const [most, least] = [options.number('max') ?? 100, options.number('min') ?? 0];
  return element('c:scaling', {}, value('orientation', 'minMax'), value('max', most), value('min', least));
}

function legend(type: string, series: readonly DrawnSeries[], options: ChartOptions): string {
  const asked = options.text('legend.position', 'legendPosition', 'legend') ?? 'right';
  const nameless = type !== 'PIE' && !series.some(({ title }) => title !== undefined);
  if (asked === 'none' || nameless || type === 'GAUGE') return '';
  const hiddenBase = type === 'WATERFALL' ? element('c:legendEntry', {}, value('idx', 0), value('delete', true)) : '';
  return element('c:legend', {}, value('legendPos', positions[asked] ?? 'r'), hiddenBase, value('overlay', false));
}

function titleXml(text: string): string {
  const run = element('a:r', {}, element('a:t', {}, escapeXml(text)));
  const rich = element('c:rich', {}, element('a:bodyPr'), element('a:p', {}, run));
  return element('c:title', {}, element('c:tx', {}, rich), value('overlay', false));
}
