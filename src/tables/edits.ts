/** Edits of single cells, and new rows, as a plan: everything else on the sheet stays. */
import { applyPlans } from './apply.ts';
import { areaOf } from './canvas.ts';
import { type Cell, sameCell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { lastRow } from './last-row.ts';
import type { Opened } from './opened.ts';
import { planOf, type TablePlan } from './plan.ts';
import { cellAt, keyAt } from './positions.ts';
import { shortKey } from './rows.ts';
import type { Book } from './sheet.ts';

/** What a cell is to hold; `C` are the columns that there are. Rows count from 1, the header's. */
export interface CellEdit<C extends string = string> {
  readonly row: number;
  readonly column: C;
  readonly cell: Cell;
}

/** Cells by column. */
export type Cells<C extends string = string> = string extends C
  ? { readonly [column: string]: Cell }
  : { readonly [N in C]?: Cell };

/** Keys of rows that have none, or of incomplete rows. */
export type NewKeys = ReadonlyMap<number, string>;

/** The edits that write cells into a row. */
export function editsOf<C extends string>(row: number, cells: Cells<C>): readonly CellEdit<C>[] {
  return Object.entries(cells as Cells).map(([column, cell]) => ({ row, column: column as C, cell }));
}

/** New rows go below all others. Cells that hold what they are to hold are no edits. */
export function planEdits(
  opened: Opened,
  edits: readonly CellEdit[],
  keys: NewKeys,
  added: readonly (readonly [key: string, cells: Cells])[],
  zone: string,
): TablePlan {
  const { sheet, contents } = opened;
  const keyPosition = contents.positions.get(ROW_KEY.id)!;
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, position: number, cell: Cell) => {
    const cells = rows.get(row) ?? new Map<number, Cell>();
    rows.set(row, cells.set(position, cell));
  };
  for (const { row, column, cell } of edits)
    if (!sameCell(cellAt(contents, row - 1, column), cell, zone)) put(row, contents.positions.get(column)!, cell);
  for (const [row, key] of keys) put(row, keyPosition, key);
  const changes = [...rows].map(([row, cells]): RowChange => {
    const positions = [...cells.keys()].sort((one, other) => one - other);
    const key = keys.get(row) ?? keyAt(contents, row - 1);
    return { key, row, isNew: false, positions, cells: positions.map((position) => cells.get(position)!) };
  });
  const byPosition = [...contents.positions].sort(([, one], [, other]) => one - other);
  const first = sheet && added.length > 0 ? lastRow(sheet, contents, added.length) + 1 : 2;
  const news = added.map(
    ([key, cells], index): RowChange => ({
      key,
      row: first + index,
      isNew: true,
      positions: byPosition.map(([, position]) => position),
      cells: byPosition.map(([id]) => (id === ROW_KEY.id ? key : (cells[id] ?? ''))),
    }),
  );
  const counts = { added: added.length, changed: changes.length, unchanged: 0, gone: 0 };
  changes.sort((one, other) => one.row - other.row);
  return { ...planOf(adopted(opened, keys), { changes: [...changes, ...news], counts }), opened };
}

/** The sheet as if rows that a person typed were ours already: their cells may be written along. */
function adopted(opened: Opened, keys: NewKeys): Opened {
  const { contents } = opened;
  const position = contents.positions.get(ROW_KEY.id)!;
  const cells = contents.cells.map((line, index) => {
    const key = keyAt(contents, index) === '' ? keys.get(index + 1) : undefined;
    return key === undefined ? line : line.map((cell, at) => (at === position - 1 ? key : cell));
  });
  return { ...opened, contents: { ...contents, cells } };
}

/** Edits of cells without a formula of the person. */
export function withoutFormulas({ sheet, contents }: Opened, edits: readonly CellEdit[]): readonly CellEdit[] {
  if (!sheet || edits.length === 0) return edits;
  const positionOf = ({ column }: CellEdit) => contents.positions.get(column)!;
  const cells = edits.map((edit) => ({ row: edit.row, positions: [positionOf(edit)], cells: [edit.cell] }));
  const area = areaOf(cells)!;
  const formulas = sheet.formulasIn(area);
  return edits.filter((edit) => (formulas[edit.row - area.top]?.[positionOf(edit) - area.left] ?? '') === '');
}

/** Where nothing changes nothing is written, and no sheet made. */
export function applyEdits(book: Book, plan: TablePlan): void {
  if (plan.steps.length > 0) applyPlans(book, [plan]);
}

/** Gives keys that no row has, from the identifier that the row has now; it may get a stronger one. */
export function keysOf({ contents }: Opened): (identifier: string) => string {
  const keys = new Set(contents.cells.map((_, index) => keyAt(contents, index)));
  return (identifier) => {
    const short = shortKey(identifier);
    let key = short;
    for (let count = 2; keys.has(key); count++) key = `${short}|${count}`;
    keys.add(key);
    return key;
  };
}

/** Cells that hold something stay as they are, a formula that shows nothing included. New rows go below all others. */
export function planFills(
  opened: Opened,
  edits: readonly CellEdit[],
  keys: NewKeys,
  added: readonly (readonly [key: string, cells: Cells])[],
  zone: string,
): TablePlan {
  const blank = edits.filter(({ row, column }) => cellAt(opened.contents, row - 1, column) === '');
  return planEdits(opened, withoutFormulas(opened, blank), keys, added, zone);
}

/** When rows were polled, and what follows from it. A plan of its own, because undo leaves it as it is. */
export function planRenewals(
  opened: Opened,
  renewed: ReadonlyMap<number, Cells>,
  keys: NewKeys,
  zone: string,
): TablePlan {
  const edits = [...renewed].flatMap(([row, cells]) => editsOf(row, cells));
  // Missing columns come with the other plan.
  const there = { ...adopted(opened, keys), header: undefined };
  return { ...planEdits(there, edits, new Map(), [], zone), changed: 0, unchanged: renewed.size };
}
