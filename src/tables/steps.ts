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
 * A marked key differs from the true one, so the next pull heals a torn row like any other difference.
 */
import { blocksOf, isAtOnce, spansOf } from './blocks.ts';
import type { Canvas, Ground } from './canvas.ts';
import type { Cell } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange, RowEdit } from './diff.ts';
import { incompleteKey, isNewKey, newKey } from './positions.ts';
import type { Block, Fill, Positions } from './sheet.ts';

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
