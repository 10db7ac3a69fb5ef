/**
 * The order in which changes of rows are written, so that an execution that ends anywhere leaves each row as it was,
 * complete, or torn and marked by its key. A row that a single call writes needs no mark.
 *
 *   marks   the key of torn rows that were there: `incomplete: KEY`
 *   body    the cells, blocks with the key column first; a torn new row has the key `incomplete new: KEY`
 *   fills   the person's formulas in new rows
 *   times   `As of`
 *   keys    the true keys of torn rows
 *
 * A marked key differs from the true one, so the next pull heals a torn row like any other difference. Edits are combined
 * into few rectangles, because a write call costs far more than a cell.
 */

import { consecutive, groupBy } from '../protocol/lists.ts';
import { around, type Canvas, type Ground, sizeOf } from './canvas.ts';
import type { Cell } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange, RowEdit } from './diff.ts';
import { incompleteKey, isNewKey, newKey } from './positions.ts';
import type { Area, Block, Fill, Positions } from './sheet.ts';

export type Step = { readonly write: Block } | { readonly fill: Fill };

/** `fills` go into new or torn rows. */
export function stepsOf(
  changes: readonly RowChange[],
  fills: readonly Fill[],
  positions: Positions,
  ground: Ground,
): readonly Step[] {
  const keyPosition = positions.get(ROW_KEY.id)!;
  const asOfPosition = positions.get(AS_OF.id);
  const known = changes.filter(({ isNew }) => !isNew);
  const times = known.flatMap(({ row, asOf }) =>
    asOf === undefined || asOfPosition === undefined ? [] : [only(row, asOfPosition, asOf)],
  );
  const spans = spansOf(known, ground().segments);
  const bySpan = spans.map(([first, last]) => known.map((edit) => within(edit, first, last)));
  const canvas = ground(
    ...bySpan,
    times,
    known.flatMap((edit) => (edit.positions.length > 0 ? [only(edit.row, keyPosition, '')] : [])),
  );
  const columns: Canvas = { ...canvas, segments: spans };
  const filled = new Set(fills.flatMap(({ row, formulas }) => formulas.map((_, index) => row + index)));
  // All new rows are written from top to bottom, so none lacks what the one above it has.
  const areNewTorn = canvas.segments.length > 1 || fills.length > 0;

  const marks: RowEdit[] = [];
  const keys: RowEdit[] = [];
  const news: RowEdit[] = [];
  const body: RowEdit[] = [];
  for (const change of changes) {
    const { key, row, isNew, asOf } = change;
    if (isNew) {
      const complete = asOf === undefined || asOfPosition === undefined ? change : withCell(change, asOfPosition, asOf);
      news.push(areNewTorn ? withCell(complete, keyPosition, newKey(key)) : complete);
      if (areNewTorn) keys.push(only(row, keyPosition, key));
    } else if (filled.has(row) || !isAtOnce(change, columns)) {
      const current = canvas.cell(row, keyPosition);
      marks.push(only(row, keyPosition, isNewKey(current) ? current : incompleteKey(key)));
      body.push(without(change, keyPosition));
      keys.push(only(row, keyPosition, key));
    } else body.push(change);
  }
  const marked = new Map(marks.map(({ row, cells }) => [row, cells[0]!]));
  const cell = (row: number, position: number) =>
    (position === keyPosition ? marked.get(row) : undefined) ?? canvas.cell(row, position);
  // The canvas still has the keys from before the body was written.
  const rewritten = new Set(body.flatMap((edit) => (edit.positions.includes(keyPosition) ? [edit.row] : [])));
  const closing: Canvas = { ...canvas, isFree: (row, position) => !rewritten.has(row) && canvas.isFree(row, position) };
  const isWhole = spans === canvas.segments;
  const bodies = isWhole
    ? blocksOf([...body, ...news], { ...canvas, cell })
    : [...blocksOf(body, { ...columns, cell }), ...blocksOf(news, canvas)];
  const hasKey = ({ column, values }: Block) => keyPosition >= column && keyPosition < column + values[0]!.length;
  const blocks = (written: readonly Block[]) => written.map((write) => ({ write }));
  return [
    ...blocks(blocksOf(marks, canvas)),
    ...blocks(bodies.filter(hasKey)),
    ...blocks(bodies.filter((block) => !hasKey(block))),
    ...fills.map((fill) => ({ fill })),
    ...blocks(blocksOf(times, canvas)),
    ...blocks(blocksOf(keys, closing)),
  ];
}

function only(row: number, position: number, cell: Cell): RowEdit {
  return { row, positions: [position], cells: [cell] };
}

function within(edit: RowEdit, first: number, last: number): RowEdit {
  return filtered(edit, (position) => position >= first && position <= last);
}

function without(edit: RowEdit, position: number): RowEdit {
  return filtered(edit, (each) => each !== position);
}

/** The edit with that cell set or added. */
function withCell(edit: RowEdit, position: number, cell: Cell): RowEdit {
  const [before, after] = [filtered(edit, (each) => each < position), filtered(edit, (each) => each > position)];
  return {
    row: edit.row,
    positions: [...before.positions, position, ...after.positions],
    cells: [...before.cells, cell, ...after.cells],
  };
}

function filtered({ row, positions, cells }: RowEdit, isIn: (position: number) => boolean): RowEdit {
  return { row, positions: positions.filter(isIn), cells: cells.filter((_, index) => isIn(positions[index]!)) };
}

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
