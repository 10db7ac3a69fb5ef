/**
 * The order in which changes of rows are written, so that an execution that ends anywhere leaves each row as it was,
 * complete, or marked as incomplete. A row that fits into one call is written by it. Others take several steps:
 *
 *   marks    `As of` of changed rows says "incomplete"           the row is marked
 *   keys     the piece of new rows that has the key, marked      the row is known, and marked as new
 *   body     all other pieces                                    as above
 *   fills    the person's formulas in new rows                   as above
 *   closing  the true `As of`, then the true key                 the row is complete
 *
 * On the right is what a reader sees if the execution ends there. Without `As of` the key itself bears the mark.
 */
import { blocksOf, isAtOnce } from './blocks.ts';
import type { Canvas, Ground } from './canvas.ts';
import { type Cell, INCOMPLETE } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange, RowEdit } from './diff.ts';
import { incompleteKey, isNewKey, newKey } from './positions.ts';
import type { Block, Fill, Positions } from './sheet.ts';

export type Step = { readonly write: Block } | { readonly fill: Fill };

/** `fills` go into new or incomplete rows, and are part of them. */
export function stepsOf(
  changes: readonly RowChange[],
  fills: readonly Fill[],
  positions: Positions,
  ground: Ground,
): readonly Step[] {
  const canvas = ground(changes);
  const keyPosition = positions.get(ROW_KEY.id)!;
  const asOfPosition = positions.get(AS_OF.id);
  const keySegment = canvas.segments.find(([first, last]) => keyPosition >= first && keyPosition <= last)!;
  const isInKeySegment = (position: number) => position >= keySegment[0] && position <= keySegment[1];
  const markPosition = asOfPosition ?? keyPosition;
  // As of and the key of a new row, in one block where they are in one segment.
  const isBetween = (position: number) =>
    isInKeySegment(markPosition) && (position - markPosition) * (position - keyPosition) < 0;
  const isLast = (position: number) => position === markPosition || position === keyPosition || isBetween(position);
  const filled = new Set(fills.flatMap(({ row, formulas }) => formulas.map((_, index) => row + index)));
  // All new rows alike: written from top to bottom, none of them lacks what the one above it has.
  const areNewSplit = canvas.segments.length > 1 || fills.length > 0;

  const marks: RowEdit[] = [];
  const keys: RowEdit[] = [];
  const body: RowEdit[] = [];
  const closing: RowEdit[] = [];
  const pendingMarks = new Map<number, Cell>();
  for (const change of changes) {
    const { key, row, isNew, asOf } = change;
    const isSplit = isNew ? areNewSplit : filled.has(row) || !isAtOnce(change, canvas);
    const time =
      asOfPosition === undefined ? undefined : { position: asOfPosition, cell: asOf ?? canvas.cell(row, asOfPosition) };
    if (!isSplit) {
      if (isNew) body.push(time ? withCell(change, time.position, time.cell) : change);
      else {
        body.push(change);
        if (time && asOf !== undefined) closing.push(only(row, time.position, time.cell));
      }
      continue;
    }
    if (isNew) {
      // The first piece has the key, which marks the row as new until the last step.
      const complete = time ? withCell(change, time.position, time.cell) : change;
      const marked = withCell(complete, keyPosition, newKey(key));
      const [inside, outside] = parted(time ? withCell(marked, time.position, INCOMPLETE) : marked, isInKeySegment);
      keys.push(inside);
      body.push(outside);
      closing.push(parted(complete, isLast)[0]);
    } else {
      const current = canvas.cell(row, keyPosition);
      const pending = time ? INCOMPLETE : isNewKey(current) ? current : incompleteKey(key);
      pendingMarks.set(row, pending);
      marks.push(only(row, markPosition, pending));
      const [last, rest] = parted(change, (position) => position === keyPosition);
      body.push(rest);
      closing.push(withCell(last, markPosition, time ? time.cell : key));
    }
  }
  // A mark is text in whatever format, and leaves the cell's own format to the value that comes last.
  const marking: Canvas = { ...ground(marks), needsFormat: () => false };
  const marked: Canvas = {
    ...ground(body),
    cell: (row, position) =>
      (position === markPosition ? pendingMarks.get(row) : undefined) ?? canvas.cell(row, position),
  };
  // The canvas has cells as they were before the body was written.
  const changed = new Map(body.map((edit) => [edit.row, edit.positions]));
  const close = ground(closing);
  const closed: Canvas = {
    ...close,
    isFree: (row, position) => !changed.get(row)?.includes(position) && close.isFree(row, position),
  };
  const hasKey = ({ column, values }: Block) => keyPosition >= column && keyPosition < column + values[0]!.length;
  const closingBlocks = blocksOf(closing, closed);
  const blocks = (written: readonly Block[]) => written.map((write) => ({ write }));
  return [
    ...blocks(blocksOf(marks, marking)),
    ...blocks(blocksOf(keys, ground(keys))),
    ...blocks(blocksOf(body, marked)),
    ...fills.map((fill) => ({ fill })),
    // A row whose key still marks it as new gets all that new ones get from the next execution.
    ...blocks(closingBlocks.filter((block) => !hasKey(block))),
    ...blocks(closingBlocks.filter(hasKey)),
  ];
}

function only(row: number, position: number, cell: Cell): RowEdit {
  return { row, positions: [position], cells: [cell] };
}

/** The edit with that cell in it, instead of one of that position or beside the others. */
function withCell(edit: RowEdit, position: number, cell: Cell): RowEdit {
  const others = without(edit, position);
  const before = others.positions.filter((each) => each < position).length;
  return {
    row: edit.row,
    positions: [...others.positions.slice(0, before), position, ...others.positions.slice(before)],
    cells: [...others.cells.slice(0, before), cell, ...others.cells.slice(before)],
  };
}

function without(edit: RowEdit, position: number): RowEdit {
  return parted(edit, (each) => each !== position)[0];
}

/** What lies at such positions, and what does not. */
function parted(edit: RowEdit, isIn: (position: number) => boolean): readonly [RowEdit, RowEdit] {
  const part = (is: boolean): RowEdit => ({
    row: edit.row,
    positions: edit.positions.filter((position) => isIn(position) === is),
    cells: edit.cells.filter((_, index) => isIn(edit.positions[index]!) === is),
  });
  return [part(true), part(false)];
}
