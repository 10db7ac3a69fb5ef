import { areaOf } from './area.ts';
import { type LineChange, mapLine, mapSpan } from './line-change.ts';
import type { Rect } from './surface.ts';

/** The rectangle after the change, adjusted as a reference would be; undefined if it was deleted. */
export function changeRect(rect: Rect, axis: 'row' | 'column', change: LineChange): Rect | undefined {
  const { top, left, bottom, right } = areaOf(0, rect);
  const span = axis === 'row' ? mapSpan(change, top, bottom) : mapSpan(change, left, right);
  return span && withLines(rect, axis, span[0], span[1]);
}

/** The places of the rectangle's cells after the change, including those of cells that were moved out of it. */
export function changeCells(rect: Rect, axis: 'row' | 'column', change: LineChange): Rect[] {
  const whole = changeRect(rect, axis, change);
  if (change.kind !== 'move') return whole ? [whole] : [];
  const [start, size] = axis === 'row' ? [rect.row, rect.rows] : [rect.column, rect.columns];
  const lines = Array.from({ length: size }, (_, index) => mapLine(change, start + index)!);
  const runs: [number, number][] = [];
  for (const line of lines.sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last[1] === line - 1) last[1] = line;
    else runs.push([line, line]);
  }
  return runs.map(([from, to]) => withLines(rect, axis, from, to));
}

function withLines(rect: Rect, axis: 'row' | 'column', from: number, to: number): Rect {
  const size = to - from + 1;
  return axis === 'row' ? { ...rect, row: from, rows: size } : { ...rect, column: from, columns: size };
}
