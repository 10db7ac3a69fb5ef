/** Copies the user's formulas to new rows. */
import { consecutive, extent, groupBy } from '../protocol/lists.ts';
import type { Ground } from './canvas.ts';
import { ROW_KEY } from './columns.ts';
import { positionsWithoutAsOf, type RowChange } from './diff.ts';
import { type Contents, isUnfinished, keyAt } from './positions.ts';
import type { Details, Fill, Sheet } from './sheet.ts';

/** A user column with the same formula in our last two rows. */
interface Pattern {
  readonly position: number;
  readonly formula: string;
  readonly format: string;
}

/** Formulas and formats of the last complete row, to copy to new rows. */
interface Model {
  /** 1-based row number; undefined if all rows are incomplete. */
  readonly row: number | undefined;
  readonly patterns: readonly Pattern[];
  readonly formats: readonly string[];
}

/** Maximum distance, in rows, between the two rows that define a pattern. */
const FARTHEST = 100;

/** Compares the last two complete rows, because a formula in a single row isn't a pattern. */
export function modelOf(sheet: Sheet, contents: Contents): Model {
  const found: number[] = [];
  for (let index = contents.cells.length - 1; index > 0 && found.length < 2; index--)
    if (keyAt(contents, index) !== '' && !isUnfinished(contents, index)) found.push(index + 1);
  const [last, above] = found;
  if (last === undefined) return { row: undefined, patterns: [], formats: [] };
  const isPair = above !== undefined && last - above <= FARTHEST;
  const first = isPair ? above : last;
  const details = sheet.details({ top: first, bottom: last, left: 1, right: contents.cells[0]!.length });
  return {
    row: last,
    patterns: isPair ? patternsOf(contents, details, last - first) : [],
    formats: details.formats[last - first] ?? [],
  };
}

function patternsOf({ positions }: Contents, { formulas, formats }: Details, last: number): readonly Pattern[] {
  const ours = new Set(positions.values());
  return (formulas[last] ?? []).flatMap((formula, index) => {
    const isRepeated = formula !== '' && formulas[0]?.[index] === formula;
    return isRepeated && !ours.has(index + 1)
      ? [{ position: index + 1, formula, format: formats[last]?.[index] ?? '' }]
      : [];
  });
}

/** Returns the user's formulas for blank cells in new rows and in completed torn rows. */
export function fillsOf(
  sheet: Sheet,
  contents: Contents,
  { patterns }: Model,
  changes: readonly RowChange[],
): readonly Fill[] {
  if (patterns.length === 0) return [];
  const rows = changes.filter((change) => change.isNew || isCompletion(change, contents)).map(({ row }) => row);
  const isTaken = takenCells(sheet, contents, rows);
  const lacking = (row: number) => patterns.filter(({ position }) => !isTaken(row, position));
  const alike = groupBy(rows, (row) => JSON.stringify(lacking(row).map(({ position }) => position)));
  return [...alike.values()].flatMap((some) => {
    const wanted = lacking(some[0]!);
    const spans = consecutive(wanted.map(({ position }) => position));
    return consecutive(some).flatMap(([top, bottom]) =>
      spans.map(([left, right]) => {
        const across = wanted.filter(({ position }) => position >= left && position <= right);
        const lines = <T>(line: readonly T[]) => Array.from({ length: bottom - top + 1 }, () => line);
        return {
          row: top,
          column: left,
          formulas: lines(across.map(({ formula }) => formula)),
          formats: lines(across.map(({ format }) => format)),
        };
      }),
    );
  });
}

/** Returns a function that checks whether a cell has a value or formula. */
function takenCells(sheet: Sheet, { cells }: Contents, rows: readonly number[]) {
  const inside = rows.filter((row) => row <= cells.length);
  const [first, last] = extent(inside);
  const right = cells[0]!.length;
  const formulas = inside.length > 0 ? sheet.formulasIn({ top: first, bottom: last, left: 1, right }) : [];
  return (row: number, position: number) =>
    (cells[row - 1]?.[position - 1] ?? '') !== '' || (formulas[row - first]?.[position - 1] ?? '') !== '';
}

function isCompletion({ row, positions }: RowChange, contents: Contents) {
  return isUnfinished(contents, row - 1) && positions.includes(contents.positions.get(ROW_KEY.id)!);
}

/** Adds blank cells without a number format to the changes that complete a torn new row. */
export function withBlanks(changes: readonly RowChange[], contents: Contents, ground: Ground): readonly RowChange[] {
  const completions = new Set(changes.filter((change) => isCompletion(change, contents)));
  if (completions.size === 0) return changes;
  const ours = positionsWithoutAsOf(contents);
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
