/**
 * The order in which changes of rows are written, so that an execution that ends anywhere leaves each row as it was,
 * or as it should be, or marked: a row that takes several calls says so in the cell that tells that it is whole,
 * and gets that cell's true value last.
 */
import { blocksOf, isAtOnce } from './blocks.ts';
import type { Canvas, Ground } from './canvas.ts';
import type { Cell } from './cells.ts';
import { INCOMPLETE } from './cells.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange, RowEdit } from './diff.ts';
import type { Places } from './places.ts';
import { unfinishedKey } from './places.ts';
import type { Block, Fill } from './sheet.ts';

export type Step = { readonly write: Block } | { readonly fill: Fill };

/** `fills` go into rows that are new or not whole, and count as part of them. */
export function stepsOf(
  changes: readonly RowChange[],
  fills: readonly Fill[],
  places: Places,
  ground: Ground,
): readonly Step[] {
  const canvas = ground(changes);
  const keyPlace = places.get(ROW_KEY.id)!;
  const asOfPlace = places.get(AS_OF.id);
  const markPlace = asOfPlace ?? keyPlace;
  const pendingOf = ({ key }: RowChange): Cell => (asOfPlace === undefined ? unfinishedKey(key) : INCOMPLETE);
  const finalOf = ({ key, row, asOf }: RowChange): Cell =>
    asOfPlace === undefined ? key : (asOf ?? canvas.cell(row, asOfPlace));
  const isFilled = (row: number) =>
    fills.some((fill) => row >= fill.row && row < fill.row + fill.formulas.length);
  const keySegment = canvas.segments.find(([first, last]) => keyPlace >= first && keyPlace <= last)!;

  const marks: RowEdit[] = [];
  const keys: RowEdit[] = [];
  const body: RowEdit[] = [];
  const closing: RowEdit[] = [];
  const torn = new Map<number, Cell>();
  for (const change of changes) {
    const { row, isNew, asOf } = change;
    const mark = { row, places: [markPlace], cells: [finalOf(change)] };
    const isTorn = isFilled(row) || (isNew ? canvas.segments.length > 1 : !isAtOnce(change, canvas));
    if (!isTorn) {
      if (isNew) body.push(asOf === undefined ? change : withCell(change, markPlace, asOf));
      else {
        if (change.places.length > 0) body.push(change);
        if (asOf !== undefined) closing.push(mark);
      }
      continue;
    }
    const pending = pendingOf(change);
    closing.push(mark);
    if (isNew) {
      const [inside, outside] = parted(withCell(change, markPlace, pending), keySegment);
      keys.push(inside);
      if (outside.places.length > 0) body.push(outside);
    } else {
      torn.set(row, pending);
      marks.push({ ...mark, cells: [pending] });
      if (change.places.length > 0) body.push(change);
    }
  }
  const marked: Canvas = {
    ...canvas,
    cell: (row, place) => (place === markPlace ? torn.get(row) : undefined) ?? canvas.cell(row, place),
  };
  const write = (edits: readonly RowEdit[], on = ground(edits)) =>
    blocksOf(edits, on).map((write) => ({ write }));
  return [
    ...write(marks),
    ...write(keys),
    ...write(body, marked),
    ...fills.map((fill) => ({ fill })),
    ...write(closing),
  ];
}

/** The edit with that cell in it, instead of one of that place or beside the others. */
function withCell(edit: RowEdit, place: number, cell: Cell): RowEdit {
  const { row } = edit;
  const found = edit.places.indexOf(place);
  const before = edit.places.filter((each) => each < place).length;
  const after = found < 0 ? before : before + 1;
  return {
    row,
    places: [...edit.places.slice(0, before), place, ...edit.places.slice(after)],
    cells: [...edit.cells.slice(0, before), cell, ...edit.cells.slice(after)],
  };
}

/** What lies in the segment, and what does not. */
function parted(edit: RowEdit, [first, last]: readonly [number, number]): readonly [RowEdit, RowEdit] {
  const part = (isIn: (place: number) => boolean): RowEdit => ({
    row: edit.row,
    places: edit.places.filter(isIn),
    cells: edit.cells.filter((_, index) => isIn(edit.places[index]!)),
  });
  const isInside = (place: number) => place >= first && place <= last;
  return [part(isInside), part((place) => !isInside(place))];
}
