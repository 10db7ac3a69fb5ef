/** Rows that an execution added and did not complete, and the number formats that they lack. */
import type { Ground } from './canvas.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { type Contents, isUnfinished } from './positions.ts';

/** Whether the change completes such a row. */
export function isCompletion({ row, positions }: RowChange, contents: Contents): boolean {
  return isUnfinished(contents, row - 1) && positions.includes(contents.positions.get(ROW_KEY.id)!);
}

/** The changes; those that complete rows also have our blank cells whose number format is missing. */
export function withBlanks(changes: readonly RowChange[], contents: Contents, ground: Ground): readonly RowChange[] {
  const completions = new Set(changes.filter((change) => isCompletion(change, contents)));
  if (completions.size === 0) return changes;
  const ours = [...contents.positions]
    .flatMap(([id, position]) => (id === AS_OF.id ? [] : [position]))
    .sort((one, other) => one - other);
  const canvas = ground([...completions].map(({ row }) => ({ row, positions: ours, cells: [] })));
  return changes.map((change) => {
    if (!completions.has(change)) return change;
    const { row } = change;
    const cells = new Map(change.positions.map((position, index) => [position, change.cells[index]!]));
    const isLacking = (position: number) =>
      canvas.cell(row, position) === '' && canvas.isFree(row, position) && canvas.needsFormat(row, position, '');
    const positions = ours.filter((position) => cells.has(position) || isLacking(position));
    return { ...change, positions, cells: positions.map((position) => cells.get(position) ?? '') };
  });
}
