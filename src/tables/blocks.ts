/** Single edits gathered into few rectangles, because every write call costs far more than a cell. */
import type { Cell } from './cells.ts';
import type { Edit } from './diff.ts';
import type { Block } from './sheet.ts';

/** A write call is taken to last as long as this many cells in it: 200 ms against 0.03 ms a cell. */
const CELLS_PER_CALL = 6000;

/** A cell between edits as it stands, written along to save a call; nothing where it must not be touched. */
export type Filler = (
  row: number,
  column: number,
) => { readonly cell: Cell; readonly format: string } | undefined;

/** Rectangles that cover all edits, joined over other cells only where `filler` knows how to write them unchanged. */
export function blocksOf(edits: readonly Edit[], filler: Filler): readonly Block[] {
  const rows = new Map<number, Map<number, Edit>>();
  const columns = new Set<number>();
  for (const edit of edits) {
    columns.add(edit.column);
    const row = rows.get(edit.row);
    if (row) row.set(edit.column, edit);
    else rows.set(edit.row, new Map([[edit.column, edit]]));
  }
  return neighbours([...columns]).flatMap((piece) => {
    const edited = [...rows.keys()].filter((row) => piece.some((column) => rows.get(row)!.has(column)));
    const at = (row: number, column: number) => rows.get(row)?.get(column) ?? filler(row, column);
    const isWhole = (row: number) => piece.every((column) => at(row, column) !== undefined);
    const whole = runs(edited.filter(isWhole), Math.floor(CELLS_PER_CALL / piece.length), isWhole);
    const broken = edited.filter((row) => !isWhole(row));
    return [
      ...whole.map(([from, to]) => block(from, to, piece, at)),
      ...broken.flatMap((row) =>
        neighbours(piece.filter((column) => rows.get(row)!.has(column))).map((part) =>
          block(row, row, part, at),
        ),
      ),
    ];
  });
}

/** Runs of consecutive numbers. */
function neighbours(numbers: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && last[last.length - 1] === number - 1) last.push(number);
    else found.push([number]);
  }
  return found;
}

/** Rows joined over gaps of at most `gap` rows, all of which can be filled. */
function runs(
  rows: readonly number[],
  gap: number,
  canFill: (row: number) => boolean,
): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const row of [...rows].sort((a, b) => a - b)) {
    const last = found[found.length - 1];
    if (last && row - last[1] <= gap + 1 && isFilled(last[1], row, canFill)) last[1] = row;
    else found.push([row, row]);
  }
  return found;
}

function isFilled(from: number, to: number, canFill: (row: number) => boolean): boolean {
  for (let row = from + 1; row < to; row++) if (!canFill(row)) return false;
  return true;
}

function block(from: number, to: number, columns: readonly number[], at: Filler): Block {
  const values: Cell[][] = [];
  const formats: string[][] = [];
  for (let row = from; row <= to; row++) {
    const line = columns.map((column) => at(row, column)!);
    values.push(line.map(({ cell }) => cell));
    formats.push(line.map(({ format }) => format));
  }
  return { row: from, column: columns[0]!, values, formats };
}
