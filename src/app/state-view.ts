/** State shared by all tabs, and data for a pull form. */
import { findConnection, listConnections, otherConnections } from '../account/connections.ts';
import { consents, readConsent } from '../account/consent.ts';
import { findOperation } from '../operations/registry.ts';
import { pacificDay } from '../protocol/dates.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { allItems, itemListOf } from '../tables/catalog/item-keys.ts';
import { hasSheet } from './copies.ts';
import { importState, toImport } from './import.ts';
import type { Ports } from './ports.ts';
import { sharedTables } from './schedule-view.ts';

export type State = ReturnType<typeof state>;

/**
 * `otherConnections` are not allowed in this workbook yet; `consent` is for the default connection; `shared` is for
 * users without one. `timeZone` is an IANA name; `separator` separates formula arguments.
 */
export function state(ports: Ports) {
  const connections = listConnections(ports);
  return {
    connections,
    otherConnections: otherConnections(ports.user),
    consent: readConsent(ports, connections[0]?.name ?? ''),
    ...consents(ports),
    shared: connections.length > 0 ? null : sharedTables(ports),
    toImport: toImport(ports),
    import: importState(ports),
    timeZone: ports.book.timeZone(),
    separator: ports.book.separator(),
  };
}

export interface FormFacts {
  /** Today as `YYYY-MM-DD` in the marketplace's time zone, which orders and ads use. */
  readonly today: string;
  /** Number of Catalog items the operation can pull; null if it doesn't pull by item. */
  readonly items: number | null;
  readonly newTables: readonly string[];
}

export function formFacts(ports: Ports, operation: string, connection?: string): FormFacts {
  const found = findOperation(operation);
  const list = itemListOf(found, {});
  const takesAll = list && Object.values(found.params).some(({ insteadOf }) => insteadOf === list.param);
  const catalog = () => readCatalog(ports.book, findConnection(ports.user, connection));
  return {
    today: pacificDay(ports.clock.now()),
    items: takesAll ? allItems(catalog(), list).identifiers.length : null,
    newTables: found.tables.map(({ name }) => name).filter((name) => !hasSheet(ports.book, name)),
  };
}
