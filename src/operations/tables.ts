/** Every table that the add-on keeps, by name, with the columns that it may have. */
import type { Privacy } from '../protocol/fields.ts';
import { catalog } from '../tables/catalog/catalog-table.ts';
import { changes } from '../tables/changes.ts';
import type { Column } from '../tables/columns.ts';
import { ads } from '../tables/desks/ads-table.ts';
import { bids } from '../tables/desks/bids-table.ts';
import { items } from '../tables/desks/items-table.ts';
import { reorder } from '../tables/desks/reorder-table.ts';
import { findings } from '../tables/findings-table.ts';
import { stockDays } from '../tables/fold.ts';
import { jobs } from '../tables/jobs-table.ts';
import { log } from '../tables/log.ts';
import { lookupRequests } from '../tables/lookup-requests.ts';
import { rules } from '../tables/rules/rules-sheet.ts';
import { status } from '../tables/status.ts';
import type { Recorded, TabledOperation } from '../tables/table.ts';
import { columnsAmong } from './pulled-tables.ts';
import { operations } from './registry.ts';

/** Records that fill tables, whether they come from an operation or not. */
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

/** All columns unless some are withheld; nothing where there is no table of that name. */
export function columnsOf(name: string, withheld?: ReadonlySet<Privacy>): readonly Column[] | undefined {
  return columnsAmong(recorded, name, withheld);
}

/** The columns that identify a record of a table; those of a history are the ones of the table that it is about. */
export function keyOf(name: string): readonly string[] {
  const tables = recorded.flatMap((each) => each.tables);
  return tables.find((table) => table.name === name || table.history?.name === name)?.key ?? [];
}
