/** Edits of the Catalog's sheet as plans: blank cells are filled and rows added; only instants are ever overwritten. */
import { sameCell } from '../cells.ts';
import type { RowChange } from '../diff.ts';
import type { CellEdit, Cells, NewKeys } from '../edits.ts';
import { adopted, planEdits, unruled } from '../edits.ts';
import { fingerprint } from '../fingerprint.ts';
import type { Opened } from '../opened.ts';
import type { TablePlan } from '../plan.ts';
import { planOf } from '../plan.ts';
import { cellAt, keyAt } from '../positions.ts';

/** Gives keys that no row has, from the identifier that the row has now; it may get a stronger one. */
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

/** Cells that hold something stay as they are, a formula that shows nothing included. New rows go below all others. */
export function planFills(
  opened: Opened,
  edits: readonly CellEdit[],
  keys: NewKeys,
  added: readonly (readonly [key: string, cells: Cells])[],
  zone: string,
): TablePlan {
  const blank = edits.filter(({ row, column }) => cellAt(opened.contents, row - 1, column) === '');
  return planEdits(opened, unruled(opened, blank), keys, added, zone);
}

/** When rows were polled, and what follows from it. A plan of its own, because undo leaves it as it is. */
export function planRenewals(
  opened: Opened,
  renewed: ReadonlyMap<number, Cells>,
  keys: NewKeys,
  zone: string,
): TablePlan {
  const { contents } = opened;
  const changes = [...renewed].flatMap(([row, cells]): RowChange[] => {
    const changed = Object.entries(cells)
      .filter(([column, cell]) => !sameCell(cellAt(contents, row - 1, column), cell, zone))
      .map(([column, cell]) => [contents.positions.get(column)!, cell] as const)
      .sort(([one], [other]) => one - other);
    if (changed.length === 0) return [];
    const key = keys.get(row) ?? keyAt(contents, row - 1);
    const positions = changed.map(([position]) => position);
    return [{ key, row, isNew: false, positions, cells: changed.map(([, cell]) => cell) }];
  });
  changes.sort((one, other) => one.row - other.row);
  const counts = { added: 0, changed: 0, unchanged: renewed.size, gone: 0 };
  // Columns that are missing come with the other plan.
  return planOf({ ...adopted(opened, keys), header: undefined }, { changes, counts });
}
