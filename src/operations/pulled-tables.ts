/** The tables that pulls fill, the Catalog with them: those that formulas know. */
import { NONE_PRIVATE, type Privacy } from '../protocol/fields.ts';
import { catalog } from '../tables/catalog/catalog-table.ts';
import { type Column, sheetColumns } from '../tables/columns.ts';
import { historyColumns } from '../tables/history.ts';
import type { Recorded } from '../tables/table.ts';
import { operations } from './registry.ts';

/** The tables that pulls bring up to date, by name: a history is as fresh as what it is about. */
export function pulledTables(): Readonly<Record<string, string>> {
  const tables = Object.values<Recorded>(operations).flatMap((each) => each.tables);
  return Object.fromEntries(
    tables.flatMap(({ name, history }) => [name, ...(history ? [history.name] : [])].map((own) => [own, name])),
  );
}

export function pulledColumnsOf(name: string): readonly Column[] | undefined {
  return columnsAmong([...Object.values<Recorded>(operations), catalog], name);
}

/** The columns of one of the tables, all unless some are withheld; nothing where none has the name. */
export function columnsAmong(
  all: readonly Recorded[],
  name: string,
  withheld: ReadonlySet<Privacy> = NONE_PRIVATE,
): readonly Column[] | undefined {
  for (const each of all)
    for (const table of each.tables) {
      if (table.name === name) return sheetColumns(each, table, withheld);
      if (table.history?.name === name) return historyColumns(each, table, table.history);
    }
  return undefined;
}
