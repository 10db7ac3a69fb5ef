/** Single cells of rows that people began, and rows below them, as a plan: all else on the sheet stays. */
import { carryOut } from './carry-out.ts';
import type { Cell } from './cells.ts';
import { sameCell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { lastRow } from './end.ts';
import type { Opened } from './opened.ts';
import { cellAt, keyAt } from './places.ts';
import type { TablePlan } from './plan.ts';
import { planOf } from './plan.ts';
import type { Book } from './sheet.ts';

/** What a cell is to hold. Rows count from 1, the header's. */
export interface Wish {
  readonly row: number;
  readonly column: string;
  readonly cell: Cell;
}

/** Cells by column. */
export type Cells = { readonly [column: string]: Cell };

/** Keys of rows that have none, or of rows that are not whole yet. */
export type NewKeys = ReadonlyMap<number, string>;

/** New rows go below all others. Cells that hold what they are to hold are no edits. */
export function planEdits(
  opened: Opened,
  wishes: readonly Wish[],
  keys: NewKeys,
  added: readonly (readonly [key: string, cells: Cells])[],
  zone: string,
): TablePlan {
  const { sheet, contents } = opened;
  const keyPlace = contents.places.get(ROW_KEY.id)!;
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, place: number, cell: Cell) => {
    const cells = rows.get(row) ?? new Map<number, Cell>();
    rows.set(row, cells.set(place, cell));
  };
  for (const { row, column, cell } of wishes)
    if (!sameCell(cellAt(contents, row - 1, column), cell, zone))
      put(row, contents.places.get(column)!, cell);
  for (const [row, key] of keys) put(row, keyPlace, key);
  const changes = [...rows].map(([row, cells]): RowChange => {
    const places = [...cells.keys()].sort((one, other) => one - other);
    const key = keys.get(row) ?? keyAt(contents, row - 1);
    return { key, row, isNew: false, places, cells: places.map((place) => cells.get(place)!) };
  });
  const byPlace = [...contents.places].sort(([, one], [, other]) => one - other);
  const first = sheet && added.length > 0 ? lastRow(sheet, contents, added.length) + 1 : 2;
  const news = added.map(
    ([key, cells], index): RowChange => ({
      key,
      row: first + index,
      isNew: true,
      places: byPlace.map(([, place]) => place),
      cells: byPlace.map(([id]) => (id === ROW_KEY.id ? key : (cells[id] ?? ''))),
    }),
  );
  const counts = { added: added.length, changed: changes.length, unchanged: 0, gone: 0 };
  changes.sort((one, other) => one.row - other.row);
  return { ...planOf(adopted(opened, keys), { changes: [...changes, ...news], counts }), opened };
}

/** The sheet as if the rows that a person began were ours already: their cells may be written along. */
export function adopted(opened: Opened, keys: NewKeys): Opened {
  const { contents } = opened;
  const place = contents.places.get(ROW_KEY.id)!;
  const cells = contents.cells.map((line, index) => {
    const key = keyAt(contents, index) === '' ? keys.get(index + 1) : undefined;
    return key === undefined ? line : line.map((cell, at) => (at === place - 1 ? key : cell));
  });
  return { ...opened, contents: { ...contents, cells } };
}

/** Wishes for cells without a formula of the person. */
export function unruled({ sheet, contents }: Opened, wishes: readonly Wish[]): readonly Wish[] {
  if (!sheet || wishes.length === 0) return wishes;
  const placeOf = ({ column }: Wish) => contents.places.get(column)!;
  const area = { top: wishes[0]!.row, bottom: 0, left: placeOf(wishes[0]!), right: 0 };
  for (const wish of wishes) {
    area.top = Math.min(area.top, wish.row);
    area.bottom = Math.max(area.bottom, wish.row);
    area.left = Math.min(area.left, placeOf(wish));
    area.right = Math.max(area.right, placeOf(wish));
  }
  const { formulas } = sheet.details(area);
  return wishes.filter((wish) => (formulas[wish.row - area.top]?.[placeOf(wish) - area.left] ?? '') === '');
}

/** Where nothing changes nothing is written, and no sheet made. */
export function carryEdits(book: Book, plan: TablePlan): void {
  if (plan.steps.length > 0) carryOut(book, [plan]);
}
