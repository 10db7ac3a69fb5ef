/** Rewrites one formula over a range into single ones. */
import { cellName } from '../../tables/letters.ts';
import type { Area } from '../ports.ts';
import { isUnknown } from '../prefetch/cell-values.ts';
import { extentOf, moved, referringIn, textOf } from './cell-reference.ts';
import {
  areaOf,
  type Cells,
  callForValues,
  overlap,
  positionOf,
  type Rewritten,
  refused,
  type Selected,
  singlesOf,
} from './rewritten.ts';

/** What stands in an area of the sheet. */
export type CellsIn = (area: Area) => Cells;

/**
 * What is selected of formulas that stand for many: as they were, where that is remembered and nothing was changed
 * since, else as they would be now. Throws MARKET_ARGUMENT, which names the cell that is in the way.
 */
export function planIntoMany(
  selected: Selected,
  remembered: readonly Rewritten[],
  cellsIn: CellsIn,
): readonly Rewritten[] {
  const { top, left, formulas } = selected;
  const whole = {
    top,
    left,
    bottom: top + formulas.length - 1,
    right: left + (formulas[0]?.length ?? 0) - 1,
  };
  const known = remembered.filter((each) => overlap(whole, areaOf(each)) && isUnchanged(each, cellsIn));
  const others = formulas.flatMap((line, y) =>
    line.flatMap((text, x) => {
      const [row, column] = [top + y, left + x];
      const isKnown = known.some((each) => each.row === row && each.column === column);
      return isKnown ? [] : rewrittenAt(text, row, column);
    }),
  );
  const found = [...known, ...others];
  if (found.length === 0)
    throw refused('Select a formula over a range that gives a value for each cell, such as =MARKET_STOCK(A2:A9).');
  for (const each of found) {
    demandFew(each);
    demandRoom(each, cellsIn);
  }
  return found;
}

/** Of more cells Sheets computes single formulas for hours. */
const MOST_SINGLES = 20_000;

function demandFew({ row, column, count }: Rewritten): void {
  if (count > MOST_SINGLES)
    throw refused(
      `${cellName(row, column)} stands for ${count.toLocaleString('en-US')} cells, and at most ${MOST_SINGLES.toLocaleString('en-US')} formulas can be turned back. Shorten its range first.`,
    );
}

/** The formula stands where it was put, and nobody has changed it. */
export function isUnchanged({ row, column, one }: Rewritten, cellsIn: CellsIn): boolean {
  return cellsIn({ top: row, left: column, bottom: row, right: column }).formulas[0]![0] === one;
}

/** What a formula would have been rewritten from. */
function rewrittenAt(one: string, row: number, column: number): readonly Rewritten[] {
  const referring = referringIn(one);
  const extent = referring && extentOf(referring);
  if (!extent || !callForValues(one)) return [];
  return [{ row, column, ...extent, single: textOf(moved(referring, extent.along, 0)), one }];
}

/**
 * Where a formula shows an error it fills no cell: whatever stands there is a person's, or what is put back was never
 * taken away.
 */
function demandRoom(rewritten: Rewritten, cellsIn: CellsIn): void {
  const { formulas, values } = cellsIn(areaOf(rewritten));
  const [texts, cells] = [formulas.flat(), values.flat()];
  const isEmpty = isUnknown(cells[0] ?? '');
  singlesOf(rewritten).forEach((single, index) => {
    // Beyond the end of the sheet there is nothing.
    const [text, value] = [texts[index] ?? '', cells[index] ?? ''];
    const isFree = index === 0 || text === single || (text === '' && (!isEmpty || value === ''));
    if (isFree) return;
    const { row, column } = positionOf(rewritten, index);
    const found = text === '' ? `"${String(value)}"` : text;
    throw refused(`${cellName(row, column)} is in the way: it holds ${found}.`);
  });
}
