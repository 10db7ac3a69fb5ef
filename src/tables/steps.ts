/**
 * Orders writes so that an interrupted execution leaves each row unchanged, complete, or torn with a marked key. Rows
 * written in a single call need no mark.
 *
 *   marks   keys of existing rows that need several calls: `incomplete: KEY`
 *   body    cells, starting with blocks that include keys; new rows that need several calls get `incomplete new: KEY`
 *   fills   the user's formulas in new rows
 *   times   `As of`
 *   keys    unmarked keys
 *
 * A marked key differs from the incoming one, so the next pull rewrites the row. Edits are combined into few
 * rectangles, because a write call takes as long as thousands of cells.
 */
import { consecutive, extent, groupBy } from '../protocol/lists.ts';
import { around, type Canvas, type Ground, lineOf, sizeOf } from './canvas.ts';
import type { Cell } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange, RowEdit } from './diff.ts';
import { incompleteKey, isNewKey, newKey } from './positions.ts';
import type { Area, Block, Fill, Positions } from './sheet.ts';

export type Step = { readonly write: Block } | { readonly fill: Fill };

/** `fills` are the user's formulas for new rows and completed torn rows. */
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
  const bySpan = spans.map(([first, last]) =>
    known.map((edit) => filtered(edit, (each) => each >= first && each <= last)),
  );
  const canvas = ground(
    ...bySpan,
    times,
    known.flatMap((edit) => (edit.positions.length > 0 ? [only(edit.row, keyPosition, '')] : [])),
  );
  const columns: Canvas = { ...canvas, segments: spans };
  const filled = new Set(fills.flatMap(({ row, formulas }) => formulas.map((_, index) => row + index)));
  // If new rows need several calls, mark all of them. Rows above the first torn row are then complete.
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
    } else if (filled.has(row) || partsOf(change, columns).length > 1) {
      const current = canvas.cell(row, keyPosition);
      marks.push(only(row, keyPosition, isNewKey(current) ? current : incompleteKey(key)));
      body.push(filtered(change, (each) => each !== keyPosition));
      keys.push(only(row, keyPosition, key));
    } else body.push(change);
  }
  const marked = new Map(marks.map(({ row, cells }) => [row, cells[0]!]));
  const cell = (row: number, position: number) =>
    (position === keyPosition ? marked.get(row) : undefined) ?? canvas.cell(row, position);
  // The canvas has the old keys, so don't rewrite rows whose key changes.
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

/** Cost of a write call in cells: 200 ms per call vs. 0.03 ms per cell. */
const CELLS_PER_CALL = 6000;

/** Cost per written cell, including reading its formula and its format, each a third as much as writing. */
const CELLS_PER_WRITTEN = 1 + 2 / 3;

/** Maximum number of rectangles. Beyond that, the nearest ones are joined at any cost. */
const MOST_BLOCKS = 6;

/** Candidates for the maximum number of unchanged columns to rewrite between changed ones. */
const COLUMN_GAPS = [8, 2, 0];

type Span = readonly [first: number, last: number];

/** Combines edits into rectangles. Includes other cells only if the canvas lets them be rewritten. */
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
    // Don't split a row that fits into one block.
    const inside = positions.filter((position) => position >= left && position <= right).length;
    return inside === 0 || inside === positions.length || split.has(row);
  };
  const rectangles = [...groupBy(pieces, ({ columns }) => columns).values()].flatMap((some) => joined(some, covers));
  return fewer(rectangles, covers).map((rectangle) => blockOf(rectangle, edited, canvas));
}

/** Chooses the columns to include in blocks: entire segments, or only changed columns if that's faster. */
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
  // Prefer entire segments unless other spans save more than a call.
  let cheapest = { spans: segments, cost: costOf(edits, segments) - CELLS_PER_CALL };
  for (const spans of COLUMN_GAPS.map(withGaps)) {
    const cost = costOf(edits, spans);
    if (cost < cheapest.cost) cheapest = { spans, cost };
  }
  return cheapest.spans;
}

/** Estimates the cost of writing edits in these spans, in cells. */
function costOf(edits: readonly RowEdit[], spans: readonly Span[]): number {
  /** Number of spans with edits in each row. */
  const touches = new Map<number, number>();
  let cost = 0;
  for (const [first, last] of spans) {
    const pieces = edits.flatMap(({ row, positions }) => {
      const inside = positions.filter((position) => position >= first && position <= last);
      if (inside.length === 0) return [];
      touches.set(row, (touches.get(row) ?? 0) + 1);
      return [lineOf(row, inside)];
    });
    for (const area of joined(pieces, () => true)) cost += CELLS_PER_CALL + CELLS_PER_WRITTEN * sizeOf(area);
  }
  // Rows that need several calls have their keys written twice.
  const marked = [...touches].flatMap(([row, count]) => (count > 1 ? [row] : []));
  const [top, bottom] = extent(marked);
  return marked.length === 0 ? cost : cost + 2 * (CELLS_PER_CALL + bottom - top + 1);
}

/** Splits a row's edits into spans. Spans of different rows can be joined if `columns` matches. */
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

function canFill({ row, positions }: Omit<RowEdit, 'cells'>, [first, last]: Span, canvas: Canvas) {
  for (let position = first; position <= last; position++)
    if (!positions.includes(position) && !canvas.isFree(row, position)) return false;
  return true;
}

/** Whether a rectangle from `left` to `right` can also include a row's cells in `gap`. */
type Covers = (row: number, left: number, right: number, gap: Area) => boolean;

/** Joins rectangles from top to bottom if the cells in between cost less than a call. */
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

/** Joins the nearest rectangles until `MOST_BLOCKS` are left. */
function fewer(rectangles: readonly Area[], covers: Covers): readonly Area[] {
  if (rectangles.length <= MOST_BLOCKS) return rectangles;
  const found: (Area | undefined)[] = [...rectangles];
  // For each rectangle, the index of the one that it was joined into.
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

function wasteOf(one: Area, other: Area) {
  return sizeOf(around(one, other)) - sizeOf(one) - sizeOf(other);
}

function isJoinable(upper: Area, lower: Area, covers: Covers) {
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

/** Builds a rectangle's block. Includes formats if at least one edit needs a different format. */
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
