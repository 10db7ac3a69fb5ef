// Objects that float above a sheet's cells: charts, and text boxes for table charts.

import { ChartOptions } from '../workbook/chart-options.ts';
import type { ChartSpec } from '../workbook/charts.ts';
import { anchorNamespace, chartNamespace, drawingNamespace, relationNamespace } from './names.ts';
import { element, escapeXml } from './xml.ts';

const perPixel = 9525;
const usualSize = { width: 600, height: 371 };

export function drawingXml(frames: readonly string[]): string {
  return element('xdr:wsDr', { 'xmlns:xdr': anchorNamespace, 'xmlns:a': drawingNamespace }, ...frames);
}

export function chartFrame(spec: ChartSpec, number: number, relation: string): string {
  const chart = element('c:chart', {
    'xmlns:c': chartNamespace,
    'xmlns:r': relationNamespace,
    'r:id': relation,
  });
  return anchored(
    spec,
    element(
      'xdr:graphicFrame',
      { macro: '' },
      element('xdr:nvGraphicFramePr', {}, properties(number), element('xdr:cNvGraphicFramePr')),
      element('xdr:xfrm', {}, element('a:off', { x: 0, y: 0 }), element('a:ext', { cx: 0, cy: 0 })),
      element('a:graphic', {}, element('a:graphicData', { uri: chartNamespace }, chart)),
    ),
  );
}

/** `lines` has the displayed values of each row. */
export function tableFrame(spec: ChartSpec, number: number, lines: readonly (readonly string[])[]): string {
  const { width, height } = sizeOf(spec);
  const paragraph = (cells: readonly string[], bold: boolean) =>
    element(
      'a:p',
      {},
      element(
        'a:r',
        {},
        element('a:rPr', { lang: 'en-US', sz: 1000, b: bold || undefined }),
        element('a:t', {}, escapeXml(cells.join(' | '))),
      ),
    );
  return anchored(
    spec,
    element(
      'xdr:sp',
      { macro: '', textlink: '' },
      element('xdr:nvSpPr', {}, properties(number), element('xdr:cNvSpPr', { txBox: true })),
      element(
        'xdr:spPr',
        {},
        element(
          'a:xfrm',
          {},
          element('a:off', { x: 0, y: 0 }),
          element('a:ext', { cx: width * perPixel, cy: height * perPixel }),
        ),
        element('a:prstGeom', { prst: 'rect' }, element('a:avLst')),
        element('a:solidFill', {}, element('a:srgbClr', { val: 'FFFFFF' })),
        element('a:ln', {}, element('a:solidFill', {}, element('a:srgbClr', { val: 'CCCCCC' }))),
      ),
      element(
        'xdr:txBody',
        {},
        element('a:bodyPr', { wrap: 'square', vertOverflow: 'clip' }),
        ...lines.map((cells, index) => paragraph(cells, index === 0)),
      ),
    ),
  );
}

const properties = (number: number) => element('xdr:cNvPr', { id: number + 1, name: `Chart ${number}` });

function sizeOf({ options }: ChartSpec): { width: number; height: number } {
  const asked = new ChartOptions(options);
  return {
    width: asked.number('width') ?? usualSize.width,
    height: asked.number('height') ?? usualSize.height,
  };
}

function anchored(spec: ChartSpec, content: string): string {
  const [row = 1, column = 1, x = 0, y = 0] = spec.position;
  const { width, height } = sizeOf(spec);
  const number = (name: string, value: number) => element(`xdr:${name}`, {}, String(Math.round(value)));
  return element(
    'xdr:oneCellAnchor',
    {},
    element(
      'xdr:from',
      {},
      number('col', column - 1),
      number('colOff', x * perPixel),
      number('row', row - 1),
      number('rowOff', y * perPixel),
    ),
    element('xdr:ext', { cx: Math.round(width * perPixel), cy: Math.round(height * perPixel) }),
    content,
    element('xdr:clientData'),
  );
}
