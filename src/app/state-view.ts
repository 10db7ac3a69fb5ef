/** What tabs of the sidebar show of the workbook: what every tab depends on, and the facts of a form. */
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

/** `otherConnections` are the person's that this workbook may not use yet; `consent` is for the default one; `shared` is for who has no connection. `timeZone` is the IANA name of the spreadsheet's, `separator` what parts the arguments of its formulas. */
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
  /** The day at the marketplace, `YYYY-MM-DD`: orders count by it, and the days of ads are its own. */
  readonly today: string;
  /** Items of the Catalog that can be asked for; nothing where the operation does not ask for items. */
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
