/** Carries out the age of a table: old rows move to Archive or are removed, some at a time. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { type Aged, agedRows, type Leaving } from './aged.ts';
import { upsert } from './apply.ts';
import { archive, archived } from './archive.ts';
import { sheetColumns } from './columns.ts';
import type { Opened } from './opened.ts';
import { openWhole, removeTogether } from './removal.ts';
import type { Book } from './sheet.ts';
import { demandStanding } from './standing.ts';
import type { Recorded, Table } from './table.ts';

/**
 * `before` and `now` in epoch milliseconds; gives what left. First rows are in the archive, then they leave
 * their tables, so that what was ended in between can be repeated. With `confirms` they leave for good, once somebody else
 * holds them, and stay until then.
 */
export function applyAge(
  book: Book,
  declared: Recorded,
  table: Table,
  before: number,
  now: number,
  confirms?: (leaving: readonly Leaving[]) => boolean,
): Aged {
  const { age } = table;
  const opened = age && openedOf(book, declared, table);
  if (!opened) return { leaving: [], hasMore: false };
  const others = declared.tables.filter(({ name }) => age.archivedWith?.includes(name));
  const there = others.flatMap((other) => openedOf(book, declared, other) ?? []);
  const { leaving, hasMore } = agedRows(opened, age, before, there, table.key);
  if (confirms && leaving.length > 0 && !confirms(leaving)) return { leaving: [], hasMore: false };
  const moves =
    age.archivedWith && !confirms
      ? leaving.map(({ opened, indexes }) => archived(opened, indexes, now, book.timeZone()))
      : leaving.map(({ indexes }) => ({ indexes, records: [] }));
  const records = moves.flatMap((move) => move.records);
  if (records.length > 0) upsert(book, archive, records, NONE_PRIVATE, now);
  demandStanding(leaving.filter(({ indexes }) => indexes.length > 0).map(({ opened }) => opened));
  leaving.forEach(({ opened }, part) => {
    removeTogether(opened, moves[part]!.indexes);
  });
  return { leaving, hasMore };
}

function openedOf(book: Book, declared: Recorded, table: Table): Opened | undefined {
  return openWhole(book, table.name, sheetColumns(declared, table, NONE_PRIVATE));
}
