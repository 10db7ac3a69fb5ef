/** Whether rows and columns stand where they were read: people sort a sheet and put things in while a run works on it. */
import { MarketError } from '../protocol/market-error.ts';
import type { Cell } from './cells.ts';
import { ROW_KEY } from './columns.ts';
import type { Opened } from './opened.ts';

/** Up to so many cells are read again in one call, of more only the header and the keys. */
const AT_ONCE = 20_000;

/** Asked right before the first write: what is written after a move lands on other rows than it was meant for. */
export function stands({ sheet, header, contents }: Opened): boolean {
  const { cells, positions } = contents;
  // There is nothing yet that could have been moved.
  if (!sheet || header?.at === 1) return true;
  /** Where a column is on the sheet, into which others have yet to be put. */
  const columnOf = (position: number) =>
    header && position >= header.at ? position - header.columns.length : position;
  const added = new Set(header?.columns.map(({ id }) => id));
  const ours = [...positions].flatMap(([id, position]) => (added.has(id) ? [] : [position]));
  const key = positions.get(ROW_KEY.id)!;
  const [bottom, right] = [cells.length, Math.max(...ours.map(columnOf))];
  const isAsRead = (lines: readonly (readonly Cell[])[], position: number, left: number) =>
    lines.every((line, index) => text(line[columnOf(position) - left]) === text(cells[index]![position - 1]));
  const isSmall = bottom * right <= AT_ONCE;
  const block = sheet.cellsIn({ top: 1, bottom: isSmall ? bottom : 1, left: 1, right });
  if (!ours.every((position) => isAsRead(block.slice(0, 1), position, 1))) return false;
  if (isSmall) return isAsRead(block, key, 1);
  const left = columnOf(key);
  return isAsRead(sheet.cellsIn({ top: 1, bottom, left, right: left }), key, left);
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
