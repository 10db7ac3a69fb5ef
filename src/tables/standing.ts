/** Whether rows and columns stand where they were read: people sort a sheet and put things in while a run works on it. */
import { MarketError } from '../protocol/market-error.ts';
import type { Cell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { RowChange } from './diff.ts';
import type { Opened } from './opened.ts';

/** Up to so many cells are read again in one call, of more only the header, the keys and where new rows go. */
const AT_ONCE = 20_000;

/** Whoever types below a table types into one of the first rows there. */
const MOST_BELOW = 20;

/** Asked right before the first write: what is written after a move lands on other rows than it was meant for. */
export function stands({ sheet, header, contents }: Opened, changes: readonly RowChange[] = []): boolean {
  const { cells, positions } = contents;
  // There is nothing yet that could have been moved.
  if (!sheet || header?.at === 1) return true;
  /** Where a column is on the sheet, into which others have yet to be put. */
  const columnOf = (position: number) =>
    header && position >= header.at ? position - header.columns.length : position;
  const added = new Set(header?.columns.map(({ id }) => id));
  const ours = [...positions].flatMap(([id, position]) => (added.has(id) ? [] : [position]));
  const key = positions.get(ROW_KEY.id)!;
  const right = Math.max(...ours.map(columnOf));
  /** Of lines from a row and a column on: whether they hold in this column of ours what they held. */
  const isAsRead = (lines: readonly (readonly Cell[])[], position: number, top = 1, left = 1) =>
    lines.every(
      (line, index) => text(line[columnOf(position) - left]) === text(cells[top - 1 + index]?.[position - 1]),
    );
  /** Whether somebody has typed into a blank cell of ours, which might be written over with the blank that was read. */
  const isFilledSince = (lines: readonly (readonly Cell[])[], position: number) =>
    lines.some(
      (line, index) => text(cells[index]![position - 1]) === '' && text(line[columnOf(position) - 1]) !== '',
    );
  const areAsRead = (lines: readonly (readonly Cell[])[], top: number) =>
    ours.every((position) => isAsRead(lines, position, top));
  const news = changes.flatMap(({ isNew, row }) => (isNew ? [row] : []));
  const first = news.reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY);
  const last = Math.min(news.length, MOST_BELOW) + first - 1;
  const bottom = Math.max(cells.length, news.length > 0 ? last : 0);
  if (bottom * right <= AT_ONCE) {
    const block = sheet.cellsIn({ top: 1, bottom, left: 1, right });
    return (
      areAsRead(block.slice(0, 1), 1) &&
      isAsRead(block.slice(0, cells.length), key) &&
      ours.every((position) => !isFilledSince(block.slice(0, cells.length), position)) &&
      areAsRead(block.slice(first - 1), first)
    );
  }
  const left = columnOf(key);
  return (
    areAsRead(sheet.cellsIn({ top: 1, bottom: 1, left: 1, right }), 1) &&
    isAsRead(sheet.cellsIn({ top: 1, bottom: cells.length, left, right: left }), key, 1, left) &&
    (news.length === 0 || areAsRead(sheet.cellsIn({ top: first, bottom: last, left: 1, right }), first))
  );
}

/** Throws MARKET_TABLE where somebody has moved rows or columns since the sheets were read. */
export function demandStanding(opened: readonly Opened[]): void {
  const moved = opened.find((each) => !stands(each));
  if (moved) throw movedSince(moved);
}

export function movedSince({ table, sheet }: Opened, retryAt?: number): MarketError {
  return new MarketError(
    'MARKET_TABLE',
    `Somebody moved rows or columns of the sheet "${sheet?.name ?? table}" while the add-on was about to write there, so nothing was written; try again in a minute.`,
    retryAt === undefined ? {} : { retryAt },
  );
}

function text(cell: Cell | undefined): string {
  return String(cell ?? '');
}
