/** Combines edits into few rectangles, because a write call costs far more than a cell. */
import { consecutive, groupBy } from '../protocol/lists.ts';
import { around, type Canvas, sizeOf } from './canvas.ts';
import type { Cell } from './cells.ts';
import type { RowEdit } from './diff.ts';
import type { Area, Block } from './sheet.ts';

/** A write call takes as long as this many cells: 200 ms versus 0.03 ms per cell. */
const CELLS_PER_CALL = 6000;

/** A rewritten cell is read first, formula and format, at a third of the time each. */
const CELLS_PER_WRITTEN = 1 + 2 / 3;

/** Beyond this many rectangles the nearest are joined at any cost. */
const MOST_BLOCKS = 6;

/** Unchanged columns worth rewriting to save a call. */
const COLUMN_GAPS = [8, 2, 0];

type Span = readonly [first: number, last: number];

/** Rectangles over all edits, joined across other cells only where the canvas allows rewriting them. */
export function blocksOf(edits: readonly RowEdit[], canvas: Canvas): readonly Block[] {
  const edited = new Map(edits.map((edit) => [edit.row, edit]));
  const split = new Set<number>();
  const pieces = edits.flatMap((edit) => {
    const parts = partsOf(edit, canvas);
    if (parts.length > 1) split.add(edit.row);
    return parts.map(([columns, [left, right]]) => ({ columns, top: edit.row, bottom: edit.row, left, right }));
  });
  const covers: Covers = (row, left, right, gap) => {
    const positions = edited.get(row)?.positions ?? [];
    if (!canFill({ row, positions }, [gap.left, gap.right], canvas)) return false;
    // A row that fits into one block is not split.
    const inside = positions.filter((position) => position >= left && position <= right).length;
    return inside === 0 || inside === positions.length || split.has(row);
  };
  const rectangles = [...groupBy(pieces, ({ columns }) => columns).values()].flatMap((some) => joined(some, covers));
  return fewer(rectangles, covers).map((rectangle) => blockOf(rectangle, edited, canvas));
}

/** Whether one block writes the row, so that an interrupted execution leaves all or none of it. */
export function isAtOnce(edit: RowEdit, canvas: Canvas): boolean {
  return partsOf(edit, canvas).length <= 1;
}

/** Whole segments, or only changed columns if that is faster. Decided before formulas are read. */
export function spansOf(edits: readonly RowEdit[], segments: readonly Span[]): readonly Span[] {
  const changed = consecutive(new Set(edits.flatMap(({ positions }) => positions)));
  const withGaps = (gap: number) =>
    segments.flatMap(([first, last]) => {
      const spans: Span[] = [];
      for (const [from, to] of changed) {
        if (from < first || from > last) continue;
        const before = spans[spans.length - 1];
        if (before && from - before[1] - 1 <= gap) spans[spans.length - 1] = [before[0], to];
        else spans.push([from, to]);
      }
      return spans;
    });
  // Prefers fewer calls if the difference is small.
  let cheapest = { spans: segments, cost: costOf(edits, segments) - CELLS_PER_CALL };
  for (const spans of COLUMN_GAPS.map(withGaps)) {
    const cost = costOf(edits, spans);
    if (cost < cheapest.cost) cheapest = { spans, cost };
  }
  return cheapest.spans;
}

/** In written cells. */
function costOf(edits: readonly RowEdit[], spans: readonly Span[]): number {
  /** Spans touched, by row. */
  const touches = new Map<number, number>();
  let cost = 0;
  for (const [first, last] of spans) {
    const pieces = edits.flatMap(({ row, positions }): Area[] => {
      const inside = positions.filter((position) => position >= first && position <= last);
      if (inside.length === 0) return [];
      touches.set(row, (touches.get(row) ?? 0) + 1);
      return [{ top: row, bottom: row, left: inside[0]!, right: inside[inside.length - 1]! }];
    });
    for (const area of joined(pieces, () => true)) cost += CELLS_PER_CALL + CELLS_PER_WRITTEN * sizeOf(area);
  }
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0];
  for (const [row, count] of touches) if (count > 1) [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
  // Torn rows write their key twice.
  return bottom === 0 ? cost : cost + 2 * (CELLS_PER_CALL + bottom - top + 1);
}

/** The spans of a row's edits, each with a name for spans it may join in other rows. */
function partsOf(edit: RowEdit, canvas: Canvas): readonly (readonly [columns: string, Span])[] {
  return canvas.segments.flatMap(([first, last], segment) => {
    const inside = edit.positions.filter((position) => position >= first && position <= last);
    if (inside.length === 0) return [];
    const span: Span = [inside[0]!, inside[inside.length - 1]!];
    if (inside.length === span[1] - span[0] + 1 || canFill(edit, span, canvas))
      return [[String(segment), span] as const];
    return consecutive(inside).map((part) => [`${segment} ${part}`, part] as const);
  });
}

function canFill({ row, positions }: Omit<RowEdit, 'cells'>, [first, last]: Span, canvas: Canvas): boolean {
  for (let position = first; position <= last; position++)
    if (!positions.includes(position) && !canvas.isFree(row, position)) return false;
  return true;
}

/** Whether a rectangle may cover a row's cells in a gap. */
type Covers = (row: number, left: number, right: number, gap: Area) => boolean;

/** Joined from top to bottom where the cells between cost less than a call. */
function joined(pieces: readonly Area[], covers: Covers): readonly Area[] {
  const found: Area[] = [];
  for (const each of [...pieces].sort((one, other) => one.top - other.top)) {
    const last = found[found.length - 1];
    if (last && wasteOf(last, each) <= CELLS_PER_CALL && isJoinable(last, each, covers))
      found[found.length - 1] = around(last, each);
    else found.push(each);
  }
  return found;
}

/** Joins the nearest rectangles until at most MOST_BLOCKS are left. */
function fewer(rectangles: readonly Area[], covers: Covers): readonly Area[] {
  if (rectangles.length <= MOST_BLOCKS) return rectangles;
  const found: (Area | undefined)[] = [...rectangles];
  // The first rectangle that each was joined with.
  const group = rectangles.map((_, index) => index);
  const gaps = rectangles
    .slice(1)
    .map((each, index) => ({ index, waste: wasteOf(rectangles[index]!, each) }))
    .sort((one, other) => one.waste - other.waste);
  let left = rectangles.length;
  for (const { index } of gaps) {
    if (left <= MOST_BLOCKS) break;
    let first = index;
    while (group[first] !== first) first = group[first]!;
    const one = found[first]!;
    const other = found[index + 1]!;
    if (!isJoinable(one, other, covers)) continue;
    found[first] = around(one, other);
    found[index + 1] = undefined;
    group[index + 1] = first;
    left--;
  }
  return found.filter((each) => each !== undefined);
}

/** Cells rewritten in between. */
function wasteOf(one: Area, other: Area): number {
  return sizeOf(around(one, other)) - sizeOf(one) - sizeOf(other);
}
function isJoinable(upper: Area, lower: Area, covers: Covers): boolean {
  if (lower.top <= upper.bottom) return false;
  const { left, right } = around(upper, lower);
  const between = [
    { top: upper.bottom + 1, bottom: lower.top - 1, left, right },
    ...[upper, lower].flatMap((each) => [
      { ...each, left, right: each.left - 1 },
      { ...each, left: each.right + 1, right },
    ]),
  ];
  return between.every((gap) => {
    if (gap.left > gap.right) return true;
    for (let row = gap.top; row <= gap.bottom; row++) if (!covers(row, left, right, gap)) return false;
    return true;
  });
}

/** Includes formats if one edit needs its own. */
function blockOf({ top, bottom, left, right }: Area, edited: ReadonlyMap<number, RowEdit>, canvas: Canvas): Block {
  const values: Cell[][] = [];
  let needsFormats = false;
  for (let row = top; row <= bottom; row++) {
    const edit = edited.get(row);
    const line: Cell[] = [];
    for (let position = left; position <= right; position++) {
      const index = edit?.positions.indexOf(position) ?? -1;
      const cell = index < 0 ? canvas.cell(row, position) : edit!.cells[index]!;
      line.push(cell);
      needsFormats ||= index >= 0 && canvas.needsFormat(row, position, cell);
    }
    values.push(line);
  }
  const block = { row: top, column: left, values };
  if (!needsFormats) return block;
  const formats = values.map((line, down) =>
    line.map((cell, across) =>
      edited.get(top + down)?.positions.includes(left + across)
        ? canvas.formatOf(top + down, left + across, cell)
        : canvas.format(top + down, left + across),
    ),
  );
  return { ...block, formats };
}
