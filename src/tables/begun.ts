/** Rows that an execution began and did not end, and what beside their values makes them like any other. */
import type { Ground } from './canvas.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import type { Contents } from './places.ts';
import { isUnfinished } from './places.ts';

/** Whether the change makes such a row whole. */
export function isCompletion({ row, places }: RowChange, contents: Contents): boolean {
  return isUnfinished(contents, row - 1) && places.includes(contents.places.get(ROW_KEY.id)!);
}

/** The changes; those that make rows whole with our blank cells in them that have no number format yet. */
export function withBlanks(
  changes: readonly RowChange[],
  contents: Contents,
  ground: Ground,
): readonly RowChange[] {
  const completions = new Set(changes.filter((change) => isCompletion(change, contents)));
  if (completions.size === 0) return changes;
  const ours = [...contents.places]
    .flatMap(([id, place]) => (id === AS_OF.id ? [] : [place]))
    .sort((one, other) => one - other);
  const canvas = ground([...completions].map(({ row }) => ({ row, places: ours, cells: [] })));
  return changes.map((change) => {
    if (!completions.has(change)) return change;
    const { row } = change;
    const cells = new Map(change.places.map((place, index) => [place, change.cells[index]!]));
    const isLacking = (place: number) =>
      canvas.cell(row, place) === '' && canvas.isFree(row, place) && canvas.needsFormat(row, place, '');
    const places = ours.filter((place) => cells.has(place) || isLacking(place));
    return { ...change, places, cells: places.map((place) => cells.get(place) ?? '') };
  });
}
