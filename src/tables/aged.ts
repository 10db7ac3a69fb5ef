/** Rows that are older than the age of their table, and those of other tables that go with them. Pure. */
import { consecutive, grouped } from '../protocol/grouped.ts';
import { INCOMPLETE } from './cells.ts';
import { AS_OF } from './columns.ts';
import type { Opened } from './opened.ts';
import { ownRows } from './own-rows.ts';
import { type Contents, cellAt, isMarked, keyAt } from './positions.ts';
import { canGather } from './removal.ts';
import type { Age } from './table.ts';

/** Rows of a table, by index and ascending. */
export interface Leaving {
  readonly opened: Opened;
  readonly indexes: readonly number[];
}

export interface Aged {
  /** The table itself comes last: what goes with a row is gone before the row is. */
  readonly leaving: readonly Leaving[];
  /** Whether there may be others that were left for the next time. */
  readonly hasMore: boolean;
}

/** So many rows at once, and in so many pieces where each has to leave by itself: an execution can do that at any time. */
const MOST_ROWS = 2000;
const MOST_PIECES = 100;
/** What is looked at of a sheet to see what is a person's, in rows. */
const LONGEST = 5000;

/**
 * Rows dated before that instant (epoch milliseconds), without those on which a person put something, be it on one that
 * goes along. `others` are the tables that go with them, whose columns of the same name as `key` say with which.
 */
export function agedRows(
  opened: Opened,
  age: Age,
  before: number,
  others: readonly Opened[] = [],
  key: readonly string[] = [],
): Aged {
  const kept = newestOf(opened.contents, age);
  const old = opened.contents.cells.flatMap((_, index) =>
    isOld(opened.contents, index, age, before) && !kept.has(index) ? [index] : [],
  );
  const companions = others.map((other) => companionsOf(opened, other, key));
  const pieces = old.length > 0 && !canGather(opened) ? MOST_PIECES : MOST_ROWS;
  let at = 0;
  while (at < old.length) {
    const window = firstOf(old.slice(at), pieces);
    at += window.length;
    const groups = companions.map(({ opened, of }) => ({ opened, of, indexes: window.flatMap(of) }));
    const own = groups.map(({ opened, indexes }) => ownRows(opened, indexes));
    const ownHere = ownRows(opened, window);
    const isFree = (index: number) =>
      !ownHere.has(index) && groups.every(({ of }, group) => !of(index).some((each) => own[group]!.has(each)));
    const free = window.filter(isFree);
    if (free.length === 0) continue;
    const along = groups.map(({ opened, of }) => ({
      opened,
      indexes: free.flatMap(of).sort((one, other) => one - other),
    }));
    return { leaving: [...along, { opened, indexes: free }], hasMore: at < old.length };
  }
  return { leaving: [], hasMore: false };
}

function isOld(contents: Contents, index: number, { at, when }: Age, before: number): boolean {
  const date = cellAt(contents, index, at);
  if (keyAt(contents, index) === '' || !(date instanceof Date) || date.getTime() >= before) return false;
  // What an execution did not finish is finished first.
  if (isMarked(contents, index) || cellAt(contents, index, AS_OF.id) === INCOMPLETE) return false;
  return Object.entries(when ?? {}).every(([column, values]) =>
    values.includes(String(cellAt(contents, index, column))),
  );
}

/** Indexes of the rows that stay because there are no newer ones of their kind. */
function newestOf(contents: Contents, { at, keeps }: Age): ReadonlySet<number> {
  if (!keeps) return new Set();
  const time = (index: number) => Number(cellAt(contents, index, at)) || 0;
  const ours = [...contents.cells.keys()].filter((index) => keyAt(contents, index) !== '');
  const alike = grouped(ours, (index) => JSON.stringify(keeps.of.map((id) => String(cellAt(contents, index, id)))));
  const newest = [...alike.values()].flatMap((each) =>
    each.sort((one, other) => time(other) - time(one)).slice(0, keeps.newest),
  );
  return new Set(newest);
}

/** As many of the first as are done at once. */
function firstOf(indexes: readonly number[], pieces: number): readonly number[] {
  const near = indexes.slice(0, MOST_ROWS).filter((index) => index < indexes[0]! + LONGEST);
  const last = consecutive(near)[pieces - 1]?.[1];
  return last === undefined ? near : near.filter((index) => index <= last);
}

/** Rows of another table, by the row of this one with which they go. */
function companionsOf(opened: Opened, other: Opened, key: readonly string[]) {
  const shared = key.filter((id) => opened.contents.positions.has(id) && other.contents.positions.has(id));
  const name = ({ contents }: Opened, index: number) =>
    JSON.stringify(shared.map((id) => String(cellAt(contents, index, id))));
  const rows = grouped(other.contents.cells.keys(), (index) =>
    keyAt(other.contents, index) === '' ? '' : name(other, index),
  );
  return { opened: other, of: (index: number) => rows.get(name(opened, index)) ?? [] };
}
