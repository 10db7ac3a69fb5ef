/** Adds new rows below the header and finds the oldest rows to remove. */
import { ascending } from '../protocol/lists.ts';
import { applyPlans, demandRoom, removeRows } from './apply.ts';
import { diff } from './diff.ts';
import type { Opened } from './opened.ts';
import { planOf } from './plan.ts';
import { cellAt } from './positions.ts';
import type { Row } from './rows.ts';
import type { Book } from './sheet.ts';
import { ownRows } from './undo.ts';

const HEADER = 1;

/** Adds rows at the top and removes others. `removed` has row numbers before the change. */
export function addOnTop(book: Book, opened: Opened, rows: readonly Row[], removed: readonly number[]): void {
  const { sheet, contents, columns } = opened;
  const blank = blankRows(opened, rows.length);
  const inserted = sheet ? Math.max(0, rows.length - blank) : 0;
  const above = HEADER + Math.max(0, blank - rows.length);
  // Existing rows don't change, so pass only the header.
  const header = { ...contents, cells: contents.cells.slice(0, HEADER) };
  const decided = diff(header, columns, rows, 0, book.timeZone(), () => above);
  const plan = planOf({ ...opened, contents: header }, decided, rows);
  demandRoom(book, [plan]);
  if (inserted > 0) sheet!.insertRows(HEADER + 1, inserted);
  applyPlans(book, [plan]);
  if (sheet)
    removeRows(
      sheet,
      removed.map((row) => row + inserted),
    );
}

/** Counts the blank rows that an interrupted execution left below the header, up to `wanted`. */
function blankRows({ sheet, contents }: Opened, wanted: number) {
  const filled = contents.cells.findIndex((row, index) => index >= HEADER && row.some((cell) => cell !== ''));
  const blank = filled < 0 ? wanted : filled - HEADER;
  const isNoted = sheet && blank > 0 && sheet.notedRows(HEADER + 1, HEADER + blank).length > 0;
  return isNoted ? 0 : blank;
}

/** Returns the 1-based numbers of the oldest rows without users' cells, notes, or formats, in ascending order. */
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
  const own = ownRows(opened, oldest);
  return ascending(oldest.filter((index) => !own.has(index)).map((index) => index + 1));
}

function instantOf(cell: unknown) {
  return cell instanceof Date ? cell.getTime() : Number.MAX_SAFE_INTEGER;
}
