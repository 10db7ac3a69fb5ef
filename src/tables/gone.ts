/** Marks rows that were asked for and are missing. They may be sold out or delisted, and are never removed. */
import { NONE_PRIVATE } from '../protocol/fields.ts';
import { holds, type Params } from '../protocol/params.ts';
import { AS_OF, GONE_SINCE, sheetColumns } from './columns.ts';
import type { RowChange } from './diff.ts';
import { openExisting } from './opened.ts';
import { planOf, type TablePlan } from './plan.ts';
import { type Contents, cellAt, isMarked, keyAt } from './positions.ts';
import type { Book } from './sheet.ts';
import type { Gone, Recorded } from './table.ts';
import { wallTime } from './zone.ts';

export interface Arrived {
  /** Keys by table. */
  readonly keys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Other rows that came have an `As of` from this instant on (epoch milliseconds). */
  readonly since?: number;
}

/** `units` are params of complete answers. */
export function planGone(
  book: Book,
  operation: Recorded,
  units: readonly Params[],
  sellerId: string,
  arrived: Arrived,
  now: number,
): readonly TablePlan[] {
  const zone = book.timeZone();
  return operation.tables.flatMap((table) => {
    const scopes = units.flatMap((params) => scopesOf(table.gone ?? [], { ...params, sellerId }));
    const columns = sheetColumns(operation, table, NONE_PRIVATE);
    const opened = scopes.length > 0 ? openExisting(book, table.name, columns) : undefined;
    const position = opened?.contents.positions.get(GONE_SINCE.id);
    if (!opened || position === undefined) return [];
    const { contents } = opened;
    const changes = contents.cells.flatMap((_, index): RowChange[] =>
      isMissing(contents, index, arrived.keys.get(table.name)) &&
      (arrived.since === undefined || isOlder(contents, index, arrived.since, zone)) &&
      scopes.some((scope) => isWithin(contents, index, scope))
        ? [
            {
              key: keyAt(contents, index),
              row: index + 1,
              positions: [position],
              cells: [new Date(now)],
              isNew: false,
            },
          ]
        : [],
    );
    const counts = { added: 0, changed: 0, unchanged: 0, gone: changes.length };
    return [planOf(opened, { changes, counts })];
  });
}

/** Lower-case values of the columns that were asked for. */
type Scope = ReadonlyMap<string, ReadonlySet<string>>;

function scopesOf(declared: readonly Gone[], params: Params): readonly Scope[] {
  return declared
    .filter(({ when }) => holds(when, params))
    .filter(({ unless }) => !unless?.some((name) => params[name] !== undefined))
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

function isMissing(contents: Contents, index: number, came: ReadonlySet<string> | undefined): boolean {
  const key = keyAt(contents, index);
  return key !== '' && !came?.has(key) && cellAt(contents, index, GONE_SINCE.id) === '';
}

/** In a repeated hour a gone row may count as present, never the reverse. */
function isOlder(contents: Contents, index: number, since: number, zone: string): boolean {
  // A torn row was not read completely.
  if (isMarked(contents, index)) return true;
  const asOf = cellAt(contents, index, AS_OF.id);
  return asOf instanceof Date && wallTime(asOf.getTime(), zone) < wallTime(since, zone);
}

function isWithin(contents: Contents, index: number, scope: Scope): boolean {
  return [...scope].every(([column, values]) => values.has(String(cellAt(contents, index, column)).toLowerCase()));
}
