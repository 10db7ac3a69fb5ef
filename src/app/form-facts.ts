/** What a form shows of the workbook: the day, how many items the Catalog has, and which tables a pull would make. */
import { findConnection } from '../account/connections.ts';
import { findOperation } from '../operations/registry.ts';
import { pacificText } from '../protocol/dates.ts';
import { allItems, itemListOf } from '../tables/catalog/asked-items.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { hasSheet } from './copies.ts';
import type { Ports } from './ports.ts';

export interface FormFacts {
  /** The day at the marketplace, `YYYY-MM-DD`: orders count by it, and the days of ads are its own. */
  readonly today: string;
  /** Items of the Catalog that can be asked for; nothing where the operation does not ask for items. */
  readonly items: number | null;
  /** Tables that have no sheet yet. */
  readonly newTables: readonly string[];
}

/** `connection` is its name; without one the default one is meant. */
export function formFacts(ports: Ports, operation: string, connection?: string): FormFacts {
  const found = findOperation(operation);
  const list = itemListOf(found, {});
  const takesAll = list && Object.values(found.params).some(({ insteadOf }) => insteadOf === list.param);
  const catalog = () => readCatalog(ports.book, findConnection(ports.user, connection));
  return {
    today: pacificText(ports.clock.now()).slice(0, 10),
    items: takesAll ? allItems(catalog(), list).identifiers.length : null,
    newTables: found.tables.map(({ name }) => name).filter((name) => !hasSheet(ports.book, name)),
  };
}
