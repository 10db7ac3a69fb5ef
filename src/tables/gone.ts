/** Marks rows that were asked for and did not come: they may be sold out, delisted or deleted, and are never removed. */
import type { Params } from '../protocol/params.ts';
import { AS_OF, GONE_SINCE, sheetColumns } from './columns.ts';
import type { RowChange } from './diff.ts';
import type { Contents } from './places.ts';
import { cellAt, INCOMPLETE, keyAt, readContents } from './places.ts';
import type { TablePlan } from './plan.ts';
import { planOf } from './plan.ts';
import type { Book } from './sheet.ts';
import type { Gone, Recorded } from './table.ts';

/**
 * `units` is everything that was asked and answered whole; rows that came carry an `As of` from `since` on.
 * Both instants in epoch milliseconds.
 */
export function planGone(
  book: Book,
  operation: Recorded,
  units: readonly Params[],
  sellerId: string,
  since: number,
  now: number,
): readonly TablePlan[] {
  return operation.tables.flatMap((table) => {
    const scopes = units.flatMap((params) => scopesOf(table.gone ?? [], { ...params, sellerId }));
    const sheet = scopes.length > 0 ? book.find(table.name) : undefined;
    if (!sheet) return [];
    // Columns that this run did not ask for may be missing: nothing is put into them.
    const columns = sheetColumns(operation, table, new Set());
    const contents = readContents(sheet, columns);
    const place = contents.places.get(GONE_SINCE.id);
    if (place === undefined) return [];
    const changes = contents.cells.flatMap((_, index): RowChange[] =>
      isMissing(contents, index, since) && scopes.some((scope) => isWithin(contents, index, scope))
        ? [
            {
              key: keyAt(contents, index),
              row: index + 1,
              places: [place],
              cells: [new Date(now)],
              isNew: false,
            },
          ]
        : [],
    );
    const counts = { added: 0, changed: 0, unchanged: 0, gone: changes.length };
    return [planOf({ table: table.name, columns, sheet, header: undefined, contents }, { changes, counts })];
  });
}

/** The values, in lower case, that a row has in these columns when it was asked for. */
type Scope = ReadonlyMap<string, ReadonlySet<string>>;

function scopesOf(declared: readonly Gone[], params: Params): readonly Scope[] {
  return declared
    .filter(({ when }) => Object.entries(when ?? {}).every(([name, value]) => params[name] === value))
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

function isMissing(contents: Contents, index: number, since: number): boolean {
  const asOf = cellAt(contents, index, AS_OF.id);
  return (
    keyAt(contents, index) !== '' &&
    cellAt(contents, index, GONE_SINCE.id) === '' &&
    (asOf === INCOMPLETE || (asOf instanceof Date && asOf.getTime() < since))
  );
}

function isWithin(contents: Contents, index: number, scope: Scope): boolean {
  return [...scope].every(([column, values]) =>
    values.has(String(cellAt(contents, index, column)).toLowerCase()),
  );
}
