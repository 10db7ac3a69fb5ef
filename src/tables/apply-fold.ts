/** Keeps the history of a table small: looks of past days become a row per day, and rows that say nothing new leave. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { consecutive, grouped } from '../protocol/grouped.ts';
import { type Store, stored } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import type { Leaving } from './aged.ts';
import { applyPlans, removeRows } from './apply.ts';
import { sheetColumns } from './columns.ts';
import { foldDays, stockDays, stockDaysTable } from './fold.ts';
import { historyColumns, lastSeenAt, periodOfKey, periodsIn } from './history.ts';
import { type Opened, openExisting } from './opened.ts';
import { planUpsert } from './plan.ts';
import { cellAt, isMarked, keyAt } from './positions.ts';
import type { Book } from './sheet.ts';
import { demandStanding } from './standing.ts';
import { AGES, type History, type Recorded, type Table } from './table.ts';
import { ownRows } from './undo.ts';
import { startOfDay, wallText } from './zone.ts';

/** At once, of the rows of the sheet. */
const MOST_ROWS = 10_000;
/** Removed one by one; where more pieces leave, the rows that stay move up instead. */
const FEW_PIECES = 8;

/** Until when the looks are folded, in epoch milliseconds. */
const foldedUntil = stored<number | undefined>('stock.folded', 1, undefined);

/**
 * A bounded part of it; whether more is left. The days are written first, then noted as folded, then the looks leave, so
 * that an execution that ends in between can be repeated. With `confirms`, looks leave only once somebody else holds them.
 * `now` in epoch milliseconds.
 */
export function applyFold(
  book: Book,
  document: Store,
  declared: Recorded,
  table: Table & { readonly history: History },
  now: number,
  confirms?: (leaving: readonly Leaving[]) => boolean,
): boolean {
  const { history } = table;
  const opened = openExisting(book, history.name, historyColumns(declared, table, history));
  if (!opened?.sheet) return false;
  const zone = book.timeZone();
  const dayBefore = (days: number) => startOfDay(wallText(now - days * DAY, zone).slice(0, 10), zone);
  const to = dayBefore(AGES.stockLooks);
  const from = foldedUntil.read(document) ?? newestDay(book);
  if (from < to) {
    const days = foldDays(periodsIn(opened, history), from, to, zone);
    // The rows that leave take more room.
    applyPlans(book, planUpsert(book, stockDays, days, NONE_PRIVATE, now));
    foldedUntil.write(document, to);
  }
  const since = dayBefore(AGES.stockHistory);
  return removeOld(opened, Math.max(foldedUntil.read(document) ?? since, since), since, confirms);
}

/**
 * Removes rows that another row of the same stock has followed before that instant (`before`), and those that were last
 * seen before another one (`since`).
 */
function removeOld(
  opened: Opened,
  before: number,
  since: number,
  confirms: ((leaving: readonly Leaving[]) => boolean) | undefined,
): boolean {
  const all = oldRows(opened, before, since);
  if (all.length === 0) return false;
  const first = all[0]!;
  const old = all.filter((index) => index < first + MOST_ROWS);
  const window = Array.from({ length: old[old.length - 1]! - first + 1 }, (_, each) => first + each);
  const own = ownRows(opened, window);
  const leaving = old.filter((index) => !own.has(index));
  if (confirms && leaving.length > 0 && !confirms([{ opened, indexes: leaving }])) return false;
  demandStanding([opened]);
  const isPlain = own.size === 0 && window.every((index) => keyAt(opened.contents, index) !== '');
  if (consecutive(leaving).length <= FEW_PIECES || !isPlain || !closeRanks(opened, window, new Set(leaving)))
    removeRows(
      opened.sheet!,
      leaving.map((index) => index + 1),
    );
  return old.length < all.length;
}

/**
 * Writes the rows that stay over the first of the window and removes its last in one piece; false where a formula stands
 * among them. An execution that ends in between leaves some rows twice, of which the first leave the next time.
 */
function closeRanks({ sheet, contents }: Opened, window: readonly number[], leaving: ReadonlySet<number>): boolean {
  const [top, bottom] = [window[0]! + 1, window[window.length - 1]! + 1];
  const { formulas, formats } = sheet!.details({ top, bottom, left: 1, right: contents.cells[0]!.length });
  if (formulas.some((line) => line.some((formula) => formula !== ''))) return false;
  const staying = window.filter((index) => !leaving.has(index));
  if (staying.length > 0)
    sheet!.write({
      row: top,
      column: 1,
      values: staying.map((index) => contents.cells[index]!),
      formats: staying.map((index) => formats[index + 1 - top]!),
    });
  sheet!.removeRows(top + staying.length, leaving.size);
  return true;
}

/** By index and ascending. Of rows that stand there twice, as an execution that was ended leaves them, the last counts. */
function oldRows({ contents }: Opened, before: number, since: number): readonly number[] {
  const rows = [...contents.cells.keys()].flatMap((index) => {
    const { key, row, from } = periodOfKey(contents, index);
    return from === undefined ? [] : [{ index, key, row, from }];
  });
  const old: number[] = [];
  for (const each of grouped(rows, ({ row }) => row).values()) {
    // An incomplete one counts for less than any other of the same key.
    const rank = ({ index }: { readonly index: number }) => (isMarked(contents, index) ? -1 : index);
    each.sort((one, other) => one.from - other.from || rank(one) - rank(other));
    each.forEach(({ index, from }, at) => {
      const next = each[at + 1];
      const isFollowed = next !== undefined && next.from < before && from < before;
      if (isFollowed || (next === undefined && lastSeenAt(contents, index) < since)) old.push(index);
    });
  }
  return old.sort((one, other) => one - other);
}

/** The end of the newest day that is folded, of a workbook that was copied: what is kept beside its sheets is not. */
function newestDay(book: Book): number {
  const columns = sheetColumns(stockDays, stockDaysTable, NONE_PRIVATE);
  const contents = openExisting(book, stockDaysTable.name, columns)?.contents;
  const days = contents?.cells.map((_, index) => Number(cellAt(contents, index, 'day')) || 0) ?? [];
  const newest = days.reduce((latest, day) => Math.max(latest, day), 0);
  return newest === 0 ? Number.NEGATIVE_INFINITY : newest + DAY;
}
