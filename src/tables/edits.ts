import { ascending } from '../protocol/lists.ts';
import { applyPlans } from './apply.ts';
import { areaOf } from './canvas.ts';
import { type Cell, sameCell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import { NO_ROWS, type RowChange } from './diff.ts';
import { lastRow } from './last-row.ts';
import type { Opened } from './opened.ts';
import { planOf, type TablePlan } from './plan.ts';
import { cellAt, keyAt } from './positions.ts';
import { shortKey } from './rows.ts';
import type { Book } from './sheet.ts';

/** A new value for a cell. `C` is the type of column IDs. Row 1 is the header. */
export interface CellEdit<C extends string = string> {
  readonly row: number;
  readonly column: C;
  readonly cell: Cell;
}

export type Cells<C extends string = string> = string extends C
  ? { readonly [column: string]: Cell }
  : { readonly [N in C]?: Cell };

/** Keys by row, for rows with a missing or incomplete key. */
export type NewKeys = ReadonlyMap<number, string>;

type NewRows = readonly (readonly [key: string, cells: Cells])[];

const NO_KEYS: NewKeys = new Map();

export function editsOf<C extends string>(row: number, cells: Cells<C>): readonly CellEdit<C>[] {
  return Object.entries(cells as Cells).map(([column, cell]) => ({ row, column: column as C, cell }));
}

/** Skips cells that don't change. Appends new rows. */
export function planEdits(
  opened: Opened,
  edits: readonly CellEdit[],
  zone: string,
  keys = NO_KEYS,
  added: NewRows = [],
): TablePlan {
  const { sheet, contents } = opened;
  const keyPosition = contents.positions.get(ROW_KEY.id)!;
  const rows = new Map<number, Map<number, Cell>>();
  const put = (row: number, position: number, cell: Cell) => {
    rows.set(row, (rows.get(row) ?? new Map<number, Cell>()).set(position, cell));
  };
  for (const { row, column, cell } of edits)
    if (!sameCell(cellAt(contents, row - 1, column), cell, zone)) put(row, contents.positions.get(column)!, cell);
  for (const [row, key] of keys) put(row, keyPosition, key);
  const changes = [...rows].map(([row, cells]): RowChange => {
    const positions = ascending(cells.keys());
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
  const counts = { ...NO_ROWS, added: added.length, changed: changes.length };
  changes.sort((one, other) => one.row - other.row);
  return { ...planOf(adopted(opened, keys), { changes: [...changes, ...news], counts }), opened };
}

/** Assigns keys to rows added by the user. The plan then treats them as ours. */
function adopted(opened: Opened, keys: NewKeys): Opened {
  const { contents } = opened;
  const position = contents.positions.get(ROW_KEY.id)!;
  const cells = contents.cells.map((line, index) => {
    const key = keyAt(contents, index) === '' ? keys.get(index + 1) : undefined;
    return key === undefined ? line : line.map((cell, at) => (at === position - 1 ? key : cell));
  });
  return { ...opened, contents: { ...contents, cells } };
}

export function withoutFormulas({ sheet, contents }: Opened, edits: readonly CellEdit[]): readonly CellEdit[] {
  if (!sheet || edits.length === 0) return edits;
  const positionOf = ({ column }: CellEdit) => contents.positions.get(column)!;
  const cells = edits.map((edit) => ({ row: edit.row, positions: [positionOf(edit)], cells: [edit.cell] }));
  const area = areaOf(cells)!;
  const formulas = sheet.formulasIn(area);
  return edits.filter((edit) => (formulas[edit.row - area.top]?.[positionOf(edit) - area.left] ?? '') === '');
}

/** Creates the sheet only if there are changes. */
export function applyEdits(book: Book, plan: TablePlan): void {
  if (plan.steps.length > 0) applyPlans(book, [plan]);
}

/** Returns a function that creates unused keys. A row keeps its key even if it later gets a better identifier. */
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

/** Fills cells that are blank and have no formula. */
export function planFills(
  opened: Opened,
  edits: readonly CellEdit[],
  zone: string,
  keys = NO_KEYS,
  added: NewRows = [],
): TablePlan {
  const blank = edits.filter(({ row, column }) => cellAt(opened.contents, row - 1, column) === '');
  return planEdits(opened, withoutFormulas(opened, blank), zone, keys, added);
}

/** Plans updates of cells that undo doesn't restore, such as times. Missing columns are added with the other cells. */
export function planRenewals(
  opened: Opened,
  renewed: ReadonlyMap<number, Cells>,
  zone: string,
  keys = NO_KEYS,
): TablePlan {
  const edits = [...renewed].flatMap(([row, cells]) => editsOf(row, cells));
  const complete = { ...adopted(opened, keys), header: undefined };
  return { ...planEdits(complete, edits, zone), changed: 0, unchanged: renewed.size };
}
