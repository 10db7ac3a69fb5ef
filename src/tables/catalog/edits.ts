/** Edits of the Catalog's sheet as plans: blank cells are filled and rows added; only instants are ever overwritten. */
import type { Cell } from '../cells.ts';
import { sameCell } from '../cells.ts';
import { ROW_KEY } from '../columns.ts';
import type { RowChange } from '../diff.ts';
import { lastRow } from '../end.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Opened } from '../opened.ts';
import { cellAt, keyAt } from '../places.ts';
import type { TablePlan } from '../plan.ts';
import { planOf } from '../plan.ts';

/** What a cell is to hold if it holds nothing. Rows count from 1, the header's. */
export interface Wish {
  readonly row: number;
  readonly column: string;
  readonly cell: Cell;
}

/** Cells by column. */
export type Cells = { readonly [column: string]: Cell };

/** Keys of rows that have none, or of rows that are not whole yet. */
export type NewKeys = ReadonlyMap<number, string>;

/** Gives keys that no row has. A key says what the row began with; that need not stay true. */
export function keysOf({ contents }: Opened): (identifier: string) => string {
  const keys = new Set(contents.cells.map((_, index) => keyAt(contents, index)));
  return (identifier) => {
    const short =
      identifier.length > LONGEST ? `${identifier.slice(0, LONGEST)}…${fingerprint(identifier)}` : identifier;
    let key = short;
    for (let count = 2; keys.has(key); count++) key = `${short}|${count}`;
    keys.add(key);
    return key;
  };
}

/** No identifier is so long. */
const LONGEST = 1000;

/** Cells that hold anything are left alone, a formula that shows nothing included. New rows go below all others. */
export function planFills(
  opened: Opened,
  wishes: readonly Wish[],
  keys: NewKeys,
  added: readonly (readonly [key: string, cells: Cells])[],
): TablePlan {
  const { sheet, contents } = opened;
  const keyPlace = contents.places.get(ROW_KEY.id)!;
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, place: number, cell: Cell) => {
    const cells = rows.get(row) ?? new Map<number, Cell>();
    rows.set(row, cells.set(place, cell));
  };
  for (const { row, column, cell } of unheld(opened, wishes)) put(row, contents.places.get(column)!, cell);
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

/** When rows that are there were polled, and what is so since then: apart from the others because nobody wants it taken back. */
export function planRenewals(
  opened: Opened,
  renewed: ReadonlyMap<number, Cells>,
  keys: NewKeys,
  zone: string,
): TablePlan {
  const { contents } = opened;
  const changes = [...renewed].flatMap(([row, cells]): RowChange[] => {
    const edits = Object.entries(cells)
      .filter(([column, cell]) => !sameCell(cellAt(contents, row - 1, column), cell, zone))
      .map(([column, cell]) => [contents.places.get(column)!, cell] as const)
      .sort(([one], [other]) => one - other);
    if (edits.length === 0) return [];
    const key = keys.get(row) ?? keyAt(contents, row - 1);
    const places = edits.map(([place]) => place);
    return [{ key, row, isNew: false, places, cells: edits.map(([, cell]) => cell) }];
  });
  changes.sort((one, other) => one.row - other.row);
  const counts = { added: 0, changed: 0, unchanged: renewed.size, gone: 0 };
  // Columns that are missing come with the other plan.
  return planOf({ ...adopted(opened, keys), header: undefined }, { changes, counts });
}

/** The sheet as if the rows that a person began were ours already: their cells may be written along. */
function adopted(opened: Opened, keys: NewKeys): Opened {
  const { contents } = opened;
  const place = contents.places.get(ROW_KEY.id)!;
  const cells = contents.cells.map((line, index) => {
    const key = keyAt(contents, index) === '' ? keys.get(index + 1) : undefined;
    return key === undefined ? line : line.map((cell, at) => (at === place - 1 ? key : cell));
  });
  return { ...opened, contents: { ...contents, cells } };
}

function unheld({ sheet, contents }: Opened, wishes: readonly Wish[]): readonly Wish[] {
  const blank = wishes.filter(({ row, column }) => cellAt(contents, row - 1, column) === '');
  if (!sheet || blank.length === 0) return blank;
  const placeOf = ({ column }: Wish) => contents.places.get(column)!;
  const area = { top: blank[0]!.row, bottom: 0, left: placeOf(blank[0]!), right: 0 };
  for (const wish of blank) {
    area.top = Math.min(area.top, wish.row);
    area.bottom = Math.max(area.bottom, wish.row);
    area.left = Math.min(area.left, placeOf(wish));
    area.right = Math.max(area.right, placeOf(wish));
  }
  const { formulas } = sheet.details(area);
  return blank.filter((wish) => (formulas[wish.row - area.top]?.[placeOf(wish) - area.left] ?? '') === '');
}
