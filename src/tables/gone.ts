/** Marks rows that were asked for and did not come: they may be sold out, delisted or deleted, and are never removed. */
import type { Params } from '../protocol/params.ts';
import { blocksOf } from './blocks.ts';
import { formatOf } from './cells.ts';
import { AS_OF, GONE_SINCE, ROW_KEY, sheetColumns } from './columns.ts';
import type { Edit } from './diff.ts';
import { fillerOf } from './filler.ts';
import type { Contents } from './places.ts';
import { readContents } from './places.ts';
import type { Book } from './sheet.ts';
import type { Gone, Recorded } from './table.ts';

export interface GoneCount {
  readonly table: string;
  readonly gone: number;
}

/**
 * `units` is everything that was asked and answered whole; rows that came carry an `As of` from `since` on.
 * Both instants in epoch milliseconds.
 */
export function markGone(
  book: Book,
  operation: Recorded,
  units: readonly Params[],
  sellerId: string,
  since: number,
  now: number,
): readonly GoneCount[] {
  return operation.tables.flatMap((table) => {
    const scopes = units.flatMap((params) => scopesOf(table.gone ?? [], { ...params, sellerId }));
    const sheet = scopes.length > 0 ? book.find(table.name) : undefined;
    if (!sheet) return [];
    const contents = readContents(sheet, sheetColumns(operation, table, new Set()));
    const place = contents.places.get(GONE_SINCE.id);
    if (place === undefined) return [];
    const edits = contents.cells.flatMap((_, index): Edit[] =>
      index > 0 &&
      isMissing(contents, index, since) &&
      scopes.some((scope) => isWithin(contents, index, scope))
        ? [{ row: index + 1, column: place, cell: new Date(now), format: formatOf('instant', new Date(now)) }]
        : [],
    );
    for (const block of blocksOf(edits, fillerOf(sheet, contents))) sheet.write(block);
    return [{ table: table.name, gone: edits.length }];
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
    cellAt(contents, index, ROW_KEY.id) !== '' &&
    cellAt(contents, index, GONE_SINCE.id) === '' &&
    asOf instanceof Date &&
    asOf.getTime() < since
  );
}

function isWithin(contents: Contents, index: number, scope: Scope): boolean {
  return [...scope].every(([column, values]) =>
    values.has(String(cellAt(contents, index, column)).toLowerCase()),
  );
}

function cellAt({ cells, places }: Contents, index: number, id: string) {
  return cells[index]?.[(places.get(id) ?? 0) - 1] ?? '';
}
