/** Rows that are added right below the header, above all others: the newest on top. */
import { applyPlans, demandRoom, removeRows } from './apply.ts';
import { diff } from './diff.ts';
import type { Opened } from './opened.ts';
import { planOf } from './plan.ts';
import type { Row } from './rows.ts';
import type { Book } from './sheet.ts';

/** The header's row. */
const HEADER = 1;

/** Adds rows that are not there yet, and removes others, by the numbers that they have before. */
export function addOnTop(book: Book, opened: Opened, rows: readonly Row[], removed: readonly number[]): void {
  const { sheet, contents, columns } = opened;
  const blank = blankRows(opened, rows.length);
  const inserted = sheet ? Math.max(0, rows.length - blank) : 0;
  const above = HEADER + Math.max(0, blank - rows.length);
  // Nothing of what is there is looked at: no row of it is written.
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

/** Rows right below the header in which nobody put anything, at most `wanted`: an execution that ended may have left some. */
function blankRows({ sheet, contents }: Opened, wanted: number): number {
  const filled = contents.cells.findIndex((row, index) => index >= HEADER && row.some((cell) => cell !== ''));
  const blank = filled < 0 ? wanted : filled - HEADER;
  const isNoted = sheet && blank > 0 && sheet.notedRows(HEADER + 1, HEADER + blank).length > 0;
  return isNoted ? 0 : blank;
}
