/** Chart data, and how charts follow rows, columns, and sheets. */
import { type LineChange, mapLine } from './line-change.ts';
import { changeRect } from './rect-change.ts';
import type { Attachment, Rect } from './surface.ts';

export interface ChartRange extends Rect {
  readonly sheetId: number;
}

/** A chart as created by a script. */
export interface ChartSpec {
  readonly type: string;
  /** Ranges can be on any sheet. */
  readonly ranges: readonly ChartRange[];
  /** Row, column, and offsets in pixels. */
  readonly position: readonly number[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly headers: number;
}

/** A chart remains when the cells under it or its source ranges are deleted. */
export function changeChart(
  chart: Attachment,
  sheetId: number,
  axis: 'row' | 'column',
  change: LineChange,
): Attachment {
  const spec = chart.spec as ChartSpec;
  const ranges = spec.ranges.flatMap((range) => {
    if (range.sheetId !== sheetId) return [range];
    const rect = changeRect(range, axis, change);
    return rect ? [{ ...range, ...rect }] : [];
  });
  const position = spec.position.map((line, index) => {
    const isConcerned = chart.sheetId === sheetId && index === (axis === 'row' ? 0 : 1);
    return isConcerned ? (mapLine(change, line) ?? change.at) : line;
  });
  return { ...chart, spec: { ...spec, ranges, position } };
}

export function withoutSheet(chart: Attachment, sheetId: number): Attachment {
  const spec = chart.spec as ChartSpec;
  return { ...chart, spec: { ...spec, ranges: spec.ranges.filter((range) => range.sheetId !== sheetId) } };
}

/** A chart on a copied sheet shows the copy's cells. */
export function onCopy(chart: Attachment, copy: number): ChartSpec {
  const spec = chart.spec as ChartSpec;
  const ranges = spec.ranges.map((range) => (range.sheetId === chart.sheetId ? { ...range, sheetId: copy } : range));
  return { ...spec, ranges };
}
