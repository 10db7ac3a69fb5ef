/** Replaces old stock readings with one row per item and day. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { ascending, consecutive, groupBy } from '../protocol/lists.ts';
import { type Store, stored } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import type { Leaving } from './aged.ts';
import { applyPlans, removeRows } from './apply.ts';
import { foldDays, stockDays } from './fold.ts';
import { historyColumns, lastSeenAt, periodOfKey, periodsIn } from './history.ts';
import { demandUnmoved } from './moved.ts';
import { type Opened, openExisting } from './opened.ts';
import { planUpsert } from './plan.ts';
import { cellAt, isMarked, keyAt } from './positions.ts';
import type { Book } from './sheet.ts';
import { AGES, type History, type Recorded, type Table } from './table.ts';
import { ownRows } from './undo.ts';
import { dayAt, startOfDay } from './zone.ts';

/** Maximum rows per execution. */
const MOST_ROWS = 10_000;
/** If more ranges than this must be removed, the remaining rows are moved up instead. */
const FEW_RANGES = 8;

/** Readings before this time are folded. Epoch milliseconds; 0 in a copied workbook, which keeps the days it has. */
const foldedUntil = stored('stock.folded', 1, 0);

/**
 * Processes a limited number of rows; true if more are left. To be safe to repeat, writes the days first, then the
 * progress, and removes the readings last. Keeps readings that the warehouse lacks.
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
  const dayBefore = (days: number) => startOfDay(dayAt(now - days * DAY, zone), zone);
  const to = dayBefore(AGES.stockLooks);
  const from = foldedUntil.read(document);
  if (from < to) {
    const days = foldDays(periodsIn(opened, history), from, to, zone);
    // No room check: removing the readings frees more cells.
    applyPlans(book, planUpsert(book, stockDays, days, NONE_PRIVATE, now));
    foldedUntil.write(document, to);
  }
  const since = dayBefore(AGES.stockHistory);
  return removeOld(opened, history.of[0]!, Math.max(foldedUntil.read(document), since), since, confirms);
}

/** Removes readings that are followed by another one before `before`, and readings last seen before `since`. */
function removeOld(
  opened: Opened,
  quantity: string,
  before: number,
  since: number,
  confirms: ((leaving: readonly Leaving[]) => boolean) | undefined,
): boolean {
  const all = oldRows(opened, quantity, before, since);
  if (all.length === 0) return false;
  const first = all[0]!;
  const old = all.filter((index) => index < first + MOST_ROWS);
  const window = Array.from({ length: old[old.length - 1]! - first + 1 }, (_, each) => first + each);
  const own = ownRows(opened, window);
  const leaving = old.filter((index) => !own.has(index));
  if (confirms && leaving.length > 0 && !confirms([{ opened, indexes: leaving }])) return false;
  demandUnmoved([opened]);
  const isPlain = own.size === 0 && window.every((index) => keyAt(opened.contents, index) !== '');
  if (consecutive(leaving).length <= FEW_RANGES || !isPlain || !moveUp(opened, window, new Set(leaving)))
    removeRows(
      opened.sheet!,
      leaving.map((index) => index + 1),
    );
  return old.length < all.length;
}

/**
 * Moves the remaining rows up and removes the rest in a single call. Returns false without writing if the rows have
 * formulas or our columns aren't adjacent. Other columns can show the results of a formula above, so they stay. If
 * interrupted, leaves duplicate rows. The next execution removes the first copy of each.
 */
function moveUp({ sheet, contents }: Opened, window: readonly number[], leaving: ReadonlySet<number>) {
  const [top, bottom] = [window[0]! + 1, window[window.length - 1]! + 1];
  const [[left, right] = [], ...others] = consecutive(contents.positions.values());
  if (left === undefined || others.length > 0) return false;
  const { formulas, formats } = sheet!.details({ top, bottom, left: 1, right: contents.cells[0]!.length });
  if (formulas.some((line) => line.some((formula) => formula !== ''))) return false;
  const staying = window.filter((index) => !leaving.has(index));
  if (staying.length > 0)
    sheet!.write({
      row: top,
      column: left,
      values: staying.map((index) => contents.cells[index]!.slice(left - 1, right)),
      formats: staying.map((index) => formats[index + 1 - top]!.slice(left - 1, right)),
    });
  sheet!.removeRows(top + staying.length, leaving.size);
  return true;
}

/** Returns the indexes of old rows and duplicates, in ascending order. */
function oldRows({ contents }: Opened, quantity: string, before: number, since: number): readonly number[] {
  const rows = [...contents.cells.keys()].flatMap((index) => {
    const { key, row, from } = periodOfKey(contents, index);
    return from === undefined ? [] : [{ index, key, row, from }];
  });
  const old: number[] = [];
  for (const each of groupBy(rows, ({ row }) => row).values()) {
    // Prefer complete copies over torn ones.
    const rank = ({ index }: { readonly index: number }) => (isMarked(contents, index) ? -1 : index);
    each.sort((one, other) => one.from - other.from || rank(one) - rank(other));
    let wasEmpty = false;
    each.forEach(({ index, from }, at) => {
      const next = each[at + 1];
      const isEmpty = !(Number(cellAt(contents, index, quantity)) > 0);
      // Keeps when the stock ran out and returned.
      const isKept = isEmpty !== wasEmpty && next?.from !== from && from >= since;
      if (next?.from !== from) wasEmpty = isEmpty;
      const isFollowed = next !== undefined && next.from < before && from < before && !isKept;
      if (isFollowed || (next === undefined && lastSeenAt(contents, index) < since)) old.push(index);
    });
  }
  return ascending(old);
}
