/** Looks up the add-on's tables and columns. */
import { NONE_PRIVATE, type Privacy } from '../protocol/fields.ts';
import { catalog } from '../tables/catalog/catalog-table.ts';
import { identifierIn, isSameSeller } from '../tables/catalog/item-keys.ts';
import { changes } from '../tables/changes.ts';
import { type Column, sheetColumns } from '../tables/columns.ts';
import { findings } from '../tables/findings-table.ts';
import { stockDays } from '../tables/fold.ts';
import { historyColumns } from '../tables/history.ts';
import { jobs } from '../tables/jobs-table.ts';
import { log } from '../tables/log.ts';
import { lookupRequests } from '../tables/lookup-requests.ts';
import { openToRead } from '../tables/opened.ts';
import { cellAt, keyAt } from '../tables/positions.ts';
import { ads } from '../tables/reports/ads-table.ts';
import { bids } from '../tables/reports/bids-table.ts';
import { items } from '../tables/reports/items-table.ts';
import { reorder } from '../tables/reports/reorder-table.ts';
import { rules } from '../tables/rules/rules-sheet.ts';
import type { Book } from '../tables/sheet.ts';
import { status } from '../tables/status.ts';
import type { Recorded, TabledOperation } from '../tables/table.ts';
import { operations } from './registry.ts';

export const recorded: readonly (Recorded & Pick<TabledOperation, 'items'>)[] = [
  ...Object.values<TabledOperation>(operations),
  catalog,
  lookupRequests,
  rules,
  status,
  stockDays,
  jobs,
  log,
  changes,
  findings,
  reorder,
  items,
  ads,
  bids,
];

export function tableNames(): readonly string[] {
  return recorded.flatMap(({ tables }) =>
    tables.flatMap(({ name, history }) => (history ? [name, history.name] : [name])),
  );
}

/** Returns the columns of a table or history, or undefined if it is unknown. */
export function columnsOf(name: string, withheld?: ReadonlySet<Privacy>): readonly Column[] | undefined {
  return columnsAmong(recorded, name, withheld);
}

/** Returns a table's key columns. A history shares its table's key. */
export function keyColumnsOf(name: string): readonly string[] {
  const tables = recorded.flatMap((each) => each.tables);
  return tables.find((table) => table.name === name || table.history?.name === name)?.key ?? [];
}

/** Maps each table to the table whose pulls refresh it. A history maps to its own table. */
export function pulledTables(): Readonly<Record<string, string>> {
  const tables = Object.values<Recorded>(operations).flatMap((each) => each.tables);
  return Object.fromEntries(
    tables.flatMap(({ name, history }) => [name, ...(history ? [history.name] : [])].map((own) => [own, name])),
  );
}

export function pulledColumnsOf(name: string): readonly Column[] | undefined {
  return columnsAmong([...Object.values<Recorded>(operations), catalog], name);
}

export function columnValues(book: Book, table: string, column: string, sellerId: string): readonly string[] {
  const contents = openToRead(book, table, columnsOf(table) ?? [])?.contents;
  if (!contents) return [];
  const values = contents.cells.flatMap((_, index) => {
    const isRow = index > 0 && keyAt(contents, index) !== '';
    return isRow && isSameSeller(String(cellAt(contents, index, 'sellerId')), sellerId)
      ? [identifierIn(cellAt(contents, index, column))]
      : [];
  });
  return [...new Set(values.filter((value) => value !== ''))];
}

function columnsAmong(
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
