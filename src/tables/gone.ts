/** Marks rows as gone if they were requested but not received. They are kept, because the item can return. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { holds, type Params } from '../protocol/params.ts';
import { AS_OF, GONE_SINCE, sheetColumns } from './columns.ts';
import { NO_ROWS, type RowChange } from './diff.ts';
import { openExisting } from './opened.ts';
import { planOf, type TablePlan } from './plan.ts';
import { type Contents, cellAt, isMarked, keyAt, rowsWithKey } from './positions.ts';
import type { Book } from './sheet.ts';
import type { Gone, Recorded, TabledOperation } from './table.ts';
import { lastShown } from './zone.ts';

interface Arrived {
  /** Keys of received rows, by table. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Rows with an `As of` at or after this time were received, too. */
  readonly since?: number;
}

/** `units` are the params of completed calls. */
export function planGone(
  book: Book,
  operation: Recorded & Pick<TabledOperation, 'filters'>,
  units: readonly Params[],
  sellerId: string,
  arrived: Arrived,
  now: number,
): readonly TablePlan[] {
  const zone = book.timeZone();
  return operation.tables.flatMap((table) => {
    const scopes = units.flatMap((params) => scopesOf(table.gone ?? [], { ...params, sellerId }, operation.filters));
    const columns = sheetColumns(operation, table, NONE_PRIVATE);
    const opened = scopes.length > 0 ? openExisting(book, table.name, columns) : undefined;
    const position = opened?.contents.positions.get(GONE_SINCE.id);
    if (!opened || position === undefined) return [];
    const { contents } = opened;
    const missing = rowsWithKey(contents).filter(
      (index) =>
        isMissing(contents, index, arrived.keys.get(table.name)) &&
        (arrived.since === undefined || isOlder(contents, index, arrived.since, zone, now)) &&
        scopes.some((scope) => isWithin(contents, index, scope)),
    );
    const change = { positions: [position], cells: [new Date(now)], isNew: false };
    const changes = missing.map((index): RowChange => ({ key: keyAt(contents, index), row: index + 1, ...change }));
    return [planOf(opened, { changes, counts: { ...NO_ROWS, gone: changes.length } })];
  });
}

/** The values that a call requested, in lowercase, by column. */
type Scope = ReadonlyMap<string, ReadonlySet<string>>;

function scopesOf(declared: readonly Gone[], params: Params, filters: readonly string[] = []): readonly Scope[] {
  const set = filters.filter((name) => params[name] !== undefined);
  return declared
    .filter(({ when }) => holds(when, params))
    .filter(({ asked }) => set.every((name) => Object.values(asked).includes(name)))
    .map(
      ({ asked }) =>
        new Map(
          Object.entries(asked)
            .filter(([, param]) => params[param] !== undefined)
            .map(([column, param]) => [
              column,
              new Set([params[param] ?? []].flat().map((value) => value.toLowerCase())),
            ]),
        ),
    );
}

function isMissing(contents: Contents, index: number, received: ReadonlySet<string> | undefined) {
  return !received?.has(keyAt(contents, index)) && cellAt(contents, index, GONE_SINCE.id) === '';
}

/** In a repeated hour, rows that are gone can stay unmarked, but other rows are never marked. */
function isOlder(contents: Contents, index: number, since: number, zone: string, now: number) {
  // A torn row wasn't fully received.
  if (isMarked(contents, index)) return true;
  const asOf = cellAt(contents, index, AS_OF.id);
  return asOf instanceof Date && lastShown(asOf.getTime(), zone, now) + 1000 <= since;
}

function isWithin(contents: Contents, index: number, scope: Scope) {
  return [...scope].every(([column, values]) => values.has(String(cellAt(contents, index, column)).toLowerCase()));
}
