/** What tabs of the sidebar show of the workbook: what every tab depends on, and the facts of a form. */
import { findConnection, listConnections } from '../account/connections.ts';
import { readConsent } from '../account/consent.ts';
import { findOperation } from '../operations/registry.ts';
import { pacificText } from '../protocol/dates.ts';
import { allItems, itemListOf } from '../tables/catalog/asked-items.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import { hasSheet } from './copies.ts';
import type { Ports } from './ports.ts';

export type State = ReturnType<typeof state>;

/** `timeZone` is the IANA name of the spreadsheet's, `separator` what parts the arguments of its formulas. */
export function state(ports: Ports) {
  return {
    connections: listConnections(ports),
    consent: readConsent(ports.document),
    timeZone: ports.book.timeZone(),
    separator: ports.book.separator(),
  };
}

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
