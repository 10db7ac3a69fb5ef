/** Continues the person's formulas into new rows. */
import { consecutive } from '../protocol/lists.ts';
import type { Ground } from './canvas.ts';
import { AS_OF, ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import { type Contents, isUnfinished, keyAt } from './positions.ts';
import type { Details, Fill, Sheet } from './sheet.ts';

/** A column of the person with the same formula in the last rows of ours. */
interface Pattern {
  readonly position: number;
  readonly formula: string;
  readonly format: string;
}

/** Formulas and formats of the last complete row, which new rows take over. */
export interface Model {
  /** From 1; undefined if there is no complete row. */
  readonly row: number | undefined;
  readonly patterns: readonly Pattern[];
  readonly formats: readonly string[];
}

/** At most this many rows of the person between the last two of ours are read. */
const FARTHEST = 100;

/** Reads the last two complete rows: a formula in only one of them may be a remark. */
export function modelOf(sheet: Sheet, contents: Contents): Model {
  const found: number[] = [];
  for (let index = contents.cells.length - 1; index > 0 && found.length < 2; index--)
    if (keyAt(contents, index) !== '' && !isUnfinished(contents, index)) found.push(index + 1);
  const [last, above] = found;
  if (last === undefined) return { row: undefined, patterns: [], formats: [] };
  const isPair = above !== undefined && last - above <= FARTHEST;
  const first = isPair ? above : last;
  const right = contents.cells[0]!.length;
  const details = sheet.details({ top: first, bottom: last, left: 1, right });
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

/** Formulas for blank cells of new or completed rows. */
export function fillsOf(
  sheet: Sheet,
  contents: Contents,
  { patterns }: Model,
  changes: readonly RowChange[],
): readonly Fill[] {
  if (patterns.length === 0) return [];
  const filled = changes.filter((change) => change.isNew || isCompletion(change, contents));
  const isTaken = takenCells(
    sheet,
    contents,
    filled.map(({ row }) => row),
  );
  const rows = new Map<string, { wanted: readonly Pattern[]; rows: number[] }>();
  for (const { row } of filled) {
    const wanted = patterns.filter(({ position }) => !isTaken(row, position));
    const set = wanted.map(({ position }) => position).join(' ');
    const alike = rows.get(set);
    if (alike) alike.rows.push(row);
    else rows.set(set, { wanted, rows: [row] });
  }
  return [...rows.values()].flatMap(({ wanted, rows }) => {
    const spans = consecutive(wanted.map(({ position }) => position));
    return consecutive(rows).flatMap(([top, bottom]) =>
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

function takenCells(sheet: Sheet, { cells }: Contents, rows: readonly number[]) {
  const inside = rows.filter((row) => row <= cells.length);
  const first = inside.reduce((least, row) => Math.min(least, row), cells.length);
  const last = inside.reduce((most, row) => Math.max(most, row), 0);
  const right = cells[0]!.length;
  const formulas = last > 0 ? sheet.formulasIn({ top: first, bottom: last, left: 1, right }) : [];
  return (row: number, position: number) =>
    (cells[row - 1]?.[position - 1] ?? '') !== '' || (formulas[row - first]?.[position - 1] ?? '') !== '';
}

/** Whether the change completes a torn new row. */
function isCompletion({ row, positions }: RowChange, contents: Contents): boolean {
  return isUnfinished(contents, row - 1) && positions.includes(contents.positions.get(ROW_KEY.id)!);
}

/** Adds blank cells without their number format to changes that complete a torn new row. */
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
