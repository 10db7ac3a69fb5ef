/** Removes rows after their retention period. */
import { epochOf, NONE_PRIVATE } from '../protocol/fields.ts';
import { ascending, consecutive, groupBy } from '../protocol/lists.ts';
import { DAY } from '../protocol/time.ts';
import { removeRows } from './apply.ts';
import { sheetColumns } from './columns.ts';
import { demandUnmoved } from './moved.ts';
import { type Opened, openExisting } from './opened.ts';
import type { Refusal } from './plan.ts';
import { type Contents, cellAt, isMarked, keyAt, rowsWithKey } from './positions.ts';
import type { Book } from './sheet.ts';
import type { Age, Recorded, Table } from './table.ts';
import { ownRows } from './undo.ts';

/** Rows to remove from a sheet. */
export interface Leaving {
  readonly opened: Opened;
  readonly indexes: readonly number[];
}

interface Aged {
  /** The table itself comes last, so that an interrupted execution can be repeated. */
  readonly leaving: readonly Leaving[];
  /** True if there may be more old rows to process. */
  readonly hasMore: boolean;
}

const NONE: Aged = { leaving: [], hasMore: false };

/** Maximum number of ranges to remove per execution. Each takes one call. */
const MOST_RANGES = 100;
/** Maximum rows to check per execution. Checking reads their notes and colors. */
const MOST_ROWS = 5000;

/**
 * Removes a limited number of old rows, along with their related rows, unless `confirms` says that the warehouse lacks
 * them.
 */
export function applyAge(
  book: Book,
  declared: Recorded,
  table: Table & { readonly age: Age },
  now: number,
  confirms: (leaving: readonly Leaving[]) => boolean = () => true,
): Aged {
  const open = (each: Table) => openExisting(book, each.name, sheetColumns(declared, each, NONE_PRIVATE));
  const opened = open(table);
  if (!opened) return NONE;
  const others = declared.tables.filter(({ name }) => table.age.with?.includes(name));
  const companions = others.flatMap((other) => open(other) ?? []);
  const aged = agedRows(opened, table.age, now, companions, table.key);
  const leaving = aged.leaving.filter(({ indexes }) => indexes.length > 0);
  if (leaving.length === 0 || !confirms(leaving)) return NONE;
  demandUnmoved(leaving.map((each) => each.opened));
  for (const { opened, indexes } of leaving)
    removeRows(
      opened.sheet!,
      indexes.map((index) => index + 1),
    );
  return { leaving, hasMore: aged.hasMore };
}

/** Chooses rows to remove. `others` are related tables whose row keys begin with `key`. */
export function agedRows(
  opened: Opened,
  age: Age,
  now: number,
  others: readonly Opened[] = [],
  key: readonly string[] = [],
): Aged {
  const { contents } = opened;
  const ours = rowsWithKey(contents);
  const cell = (index: number, id: string) => cellAt(contents, index, id);
  // The user deleted a column that groups the rows.
  if (age.keeps?.of.some((id) => !contents.positions.has(id))) return NONE;
  const kept = newestOf(age, ours, cell);
  let old = ours.filter((index) => !kept.has(index) && isOld(contents, index, age, now));
  const companions = others.map((other) => companionsOf(opened, other, key.length));
  while (old.length > 0) {
    const window = firstOf(old);
    old = old.slice(window.length);
    const own = ownRows(opened, window);
    const along = companions.map(({ opened, of }) => ({ opened, of, own: ownRows(opened, window.flatMap(of)) }));
    const free = window.filter(
      (index) => !own.has(index) && along.every(({ of, own }) => !of(index).some((each) => own.has(each))),
    );
    if (free.length === 0) continue;
    const leaving = along.map(({ opened, of }) => ({ opened, indexes: ascending(free.flatMap(of)) }));
    return { leaving: [...leaving, { opened, indexes: free }], hasMore: old.length > 0 };
  }
  return NONE;
}

/** Skips new rows that are older than the retention period. Used for pulls by jobs. */
export function refuseAged(now: number): Refusal {
  return ({ age }, rows) => {
    if (!age || age.leaves) return undefined;
    const kept = newestOf(age, rows, ({ values }, id) => values[id]);
    return (row) => !kept.has(row) && (epochOf(row.values[age.at]) ?? now) < now - age.days * DAY;
  };
}

function isOld(contents: Contents, index: number, { days, at, when }: Age, now: number) {
  const date = cellAt(contents, index, at);
  if (!(date instanceof Date) || date.getTime() >= now - days * DAY) return false;
  // Don't remove torn rows before they are repaired.
  if (isMarked(contents, index)) return false;
  return Object.entries(when ?? {}).every(([column, values]) =>
    values.includes(String(cellAt(contents, index, column))),
  );
}

/** Returns the newest rows of each group. They are kept, however old they are. */
function newestOf<T>({ at, keeps }: Age, rows: readonly T[], cellOf: (row: T, id: string) => unknown): ReadonlySet<T> {
  if (!keeps) return new Set();
  const time = (row: T) => {
    const value = cellOf(row, at) as Date | { readonly at: number } | null;
    return value instanceof Date ? value.getTime() : (value?.at ?? Number.NEGATIVE_INFINITY);
  };
  const alike = groupBy(rows, (row) => JSON.stringify(keeps.of.map((id) => String(cellOf(row, id)))));
  const newest = [...alike.values()].flatMap((each) =>
    [...each].sort((one, other) => time(other) - time(one)).slice(0, keeps.newest),
  );
  return new Set(newest);
}

/** Limits rows to the maximum per execution. */
function firstOf(indexes: readonly number[]): readonly number[] {
  const near = indexes.filter((index) => index < indexes[0]! + MOST_ROWS);
  const last = consecutive(near)[MOST_RANGES - 1]?.[1] ?? Number.POSITIVE_INFINITY;
  return near.filter((index) => index <= last);
}

/** Matches rows by their keys, which begin alike, because the user can delete or clear other columns. */
function companionsOf(opened: Opened, other: Opened, parts: number) {
  const name = ({ contents }: Opened, index: number) =>
    keyAt(contents, index)
      .split(/(?<!\\)\|/, parts)
      .join('|');
  const rows = groupBy(rowsWithKey(other.contents), (index) => name(other, index));
  return { opened: other, of: (index: number) => rows.get(name(opened, index)) ?? [] };
}
