/**
 * Rows that leave a sheet. Each piece of it that leaves takes a call, which Google carries out row by row of what lies
 * below: rows that stand in many pieces are brought together first, by one sort, and leave as one. Rows that stay keep their
 * order. An execution that ends in between leaves them all, some of them elsewhere.
 */
import { consecutive } from '../protocol/grouped.ts';
import { removeRows } from './apply.ts';
import { type Column, ROW_KEY } from './columns.ts';
import { type Opened, openExisting } from './opened.ts';
import { keyAt } from './positions.ts';
import { hasBoundFormulas } from './row-order.ts';
import type { Book } from './sheet.ts';
import { movedSince } from './standing.ts';

/** So many pieces leave one by one. */
const FEW_PIECES = 8;

/** Heads the column by which rows are brought together; an execution that ended may have left it. */
export const RANKS = 'Market for Sheets: order of rows';

/** As `openExisting`, without what an execution left that was ended while it brought rows together. */
export function openWhole(book: Book, table: string, columns: readonly Column[]): Opened | undefined {
  const opened = openExisting(book, table, columns);
  const left = opened?.contents.cells[0]?.lastIndexOf(RANKS) ?? -1;
  if (left < 0) return opened;
  opened!.sheet!.removeColumn(left + 1);
  return openExisting(book, table, columns);
}

/** Whether rows may stand elsewhere meanwhile, as far as can be told before it is tried. */
export function canGather(opened: Opened): boolean {
  return !hasBoundFormulas(opened);
}

/** By index, ascending, right after the sheet was looked at. Throws MARKET_TABLE where somebody moves rows meanwhile. */
export function removeTogether(opened: Opened, indexes: readonly number[]): void {
  const isScattered = consecutive(indexes).length > FEW_PIECES;
  const rows = isScattered && canGather(opened) ? gathered(opened, indexes) : undefined;
  removeRows(opened.sheet!, rows ?? indexes.map((index) => index + 1));
}

/** The rows once they are brought together; nothing where all of them stand where they stood. */
function gathered(opened: Opened, indexes: readonly number[]): readonly number[] | undefined {
  const { sheet, contents } = opened;
  const [first, last] = [indexes[0]!, indexes[indexes.length - 1]!];
  const leaving = new Set(indexes);
  const window = Array.from({ length: last - first + 1 }, (_, each) => first + each);
  // A row of the person's has its place there.
  if (window.some((index) => keyAt(contents, index) === '')) return undefined;
  const staying = window.filter((index) => !leaving.has(index));
  const ranks = new Map([...staying, ...indexes].map((index, rank) => [index, rank + 1]));
  // Of those below nobody knows whether they stand in order until they have left.
  if (contents.ordered !== undefined) sheet!.rememberOrder(Math.min(contents.ordered, first - 1));
  const isArranged = sheet!.arrangeRows(
    first + 1,
    window.map((index) => ranks.get(index)!),
  );
  if (!isArranged) return undefined;
  const position = contents.positions.get(ROW_KEY.id)!;
  const keys = indexes.map((index) => contents.cells[index]![position - 1]!);
  const now = sheet!
    .cellsIn({ top: first + 1, bottom: last + 1, left: position, right: position })
    .map(([key]) => key!);
  const bottom = window.slice(-indexes.length).map((index) => index + 1);
  if (keys.every((key, each) => now[staying.length + each] === key)) return bottom;
  // A filter may hold rows that it hides where they are.
  const known = new Set(keys);
  const rows = now.flatMap((key, each) => (known.has(key) ? [first + 1 + each] : []));
  if (rows.length !== indexes.length) throw movedSince(opened);
  return rows;
}
