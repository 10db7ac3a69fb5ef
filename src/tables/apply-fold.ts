/** Keeps the history of a table small: looks of days that are over are folded, and rows that say nothing new leave. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { grouped } from '../protocol/grouped.ts';
import { asciiJson, type Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import type { Leaving } from './aged.ts';
import { applyPlans, MOST_CELLS } from './apply.ts';
import { sheetColumns } from './columns.ts';
import { foldDays } from './fold.ts';
import { historyColumns, lastSeenAt, periodOfKey, periodsIn } from './history.ts';
import { type Opened, openExisting } from './opened.ts';
import { ownRows } from './own-rows.ts';
import { planUpsert } from './plan.ts';
import { cellAt, isMarked } from './positions.ts';
import { openWhole, removeTogether } from './removal.ts';
import type { Thresholds } from './rules/rules-sheet.ts';
import type { Book } from './sheet.ts';
import { demandStanding } from './standing.ts';
import { stockDays, stockDaysTable } from './stock-days.ts';
import type { History, Recorded, Table } from './table.ts';
import { startOfDay, wallText } from './zone.ts';

/** A history that takes a smaller share of the cells that a workbook may have keeps its single looks. */
export const SHARE_TO_FOLD = 0.05;

/** So many rows of the sheet are dealt with at once. */
const MOST_ROWS = 50_000;
/** Where somebody has to be asked for them, and others wait meanwhile. */
const MOST_CONFIRMED = 5000;

/** Until when the looks are folded, in epoch milliseconds. Version 1. */
const FOLDED = 'stock.folded';

/**
 * A bounded part of it; whether there is more. First the days are there, then it is kept that they are, then the looks
 * leave, so that what was ended in between can be repeated. With `confirms` they leave only once somebody else holds them.
 * `now` in epoch milliseconds.
 */
export function applyFold(
  book: Book,
  document: Store,
  declared: Recorded,
  table: Table & { readonly history: History },
  thresholds: Thresholds,
  now: number,
  shareToFold = SHARE_TO_FOLD,
  confirms?: (leaving: readonly Leaving[]) => boolean,
): boolean {
  const { history } = table;
  const opened = openWhole(book, history.name, historyColumns(declared, table, history));
  if (!opened?.sheet) return false;
  const zone = book.timeZone();
  const dayBefore = (days: number) => startOfDay(wallText(now - days * DAY, zone).slice(0, 10), zone);
  const { 'stock-history-age': single, 'stock-days-age': folded } = thresholds;
  const cells = opened.contents.cells.length * (opened.contents.cells[0]?.length ?? 0);
  if (single !== undefined && cells > shareToFold * MOST_CELLS) {
    const to = dayBefore(single);
    const from = readFolded(document) ?? newestDay(book);
    if (from < to) {
      const days = foldDays(periodsIn(opened, history), from, to, zone);
      // Room is not asked for: what leaves takes more.
      applyPlans(book, planUpsert(book, stockDays, days, NONE_PRIVATE, now));
      document.set(FOLDED, asciiJson({ version: 1, to }));
    }
  }
  const before = Math.max(
    readFolded(document) ?? Number.NEGATIVE_INFINITY,
    folded === undefined ? Number.NEGATIVE_INFINITY : dayBefore(folded),
  );
  const since = folded === undefined ? Number.NEGATIVE_INFINITY : dayBefore(folded);
  return removeOld(opened, before, since, confirms);
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
  const old = all.filter((index) => index < first + (confirms ? MOST_CONFIRMED : MOST_ROWS));
  const own = ownRows(opened, old);
  const leaving = old.filter((index) => !own.has(index));
  if (confirms && leaving.length > 0 && !confirms([{ opened, indexes: leaving }])) return false;
  demandStanding([opened]);
  removeTogether(opened, leaving);
  return old.length < all.length;
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

function readFolded(document: Store): number | undefined {
  const text = document.get(FOLDED);
  return text === null ? undefined : (JSON.parse(text) as { readonly to: number }).to;
}
