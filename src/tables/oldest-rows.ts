/** Which rows leave a table that keeps only so many: the oldest, but for those on which a person put something. */
import type { Opened } from './opened.ts';
import { cellAt } from './positions.ts';
import { rowsOfPeople } from './undo.ts';

/**
 * At most `count` of the rows with these indexes, by the instant in a column; of rows of the same instant those that
 * come first in the list. Gives row numbers, from 1 and ascending.
 */
export function oldestRows(
  opened: Opened,
  column: string,
  indexes: readonly number[],
  count: number,
): readonly number[] {
  if (count <= 0) return [];
  const oldest = indexes
    .map((index) => ({ index, at: instantOf(cellAt(opened.contents, index, column)) }))
    .sort((one, other) => one.at - other.at)
    .slice(0, count)
    .map(({ index }) => index);
  const own = rowsOfPeople(opened, oldest);
  return oldest
    .filter((index) => !own.has(index))
    .map((index) => index + 1)
    .sort((one, other) => one - other);
}

/** A retyped cell counts as the newest. */
function instantOf(cell: unknown): number {
  return cell instanceof Date ? cell.getTime() : Number.MAX_SAFE_INTEGER;
}
