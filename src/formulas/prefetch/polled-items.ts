/** What the Catalog knows of the past of items: rows that are only added do not tell when they were looked for. */
import { catalogTable } from '../../tables/catalog/catalog-table.ts';
import { identifierIn, keyOf } from '../../tables/catalog/item-keys.ts';
import { cellAt, keyAt } from '../../tables/positions.ts';
import type { TabledOperation } from '../../tables/table.ts';
import type { Tables } from './workbook.ts';

export interface Polled {
  /** When the item was last asked for, in epoch milliseconds. */
  readonly at: number;
  /** Rows that its table had then, and which past of the item they are. */
  readonly rows: number;
  readonly of: string;
}

/** By item number in lower case. */
export function readPolled(tables: Tables, { items }: TabledOperation): ReadonlyMap<string, Polled> {
  const contents = tables(catalogTable.name);
  const { polled } = items ?? {};
  const found = new Map<string, Polled>();
  if (!contents || !polled) return found;
  contents.cells.forEach((_, index) => {
    const cell = (id: string) => cellAt(contents, index, id);
    const [at, rows] = [cell(polled), cell('logsKnown')];
    if (keyAt(contents, index) === '' || !(at instanceof Date) || typeof rows !== 'number') return;
    const name = keyOf('itemNumber', identifierIn(cell('itemNumber')));
    found.set(name, { at: at.getTime(), rows, of: identifierIn(cell('logsOf')) });
  });
  return found;
}
