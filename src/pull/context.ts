/** What one execution works with on a run, resolved once, and what it has met so far. */
import { connectionOf, otherSellers } from '../account/connections.ts';
import { allowedIn } from '../account/consent.ts';
import { findOperation } from '../operations/registry.ts';
import { type Capped, cappedBy } from '../protocol/caps.ts';
import type { Question } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { Seller } from '../tables/catalog/item-keys.ts';
import { MOST_CHANGES } from '../tables/changes.ts';
import type { Purge } from '../tables/purge.ts';
import { identityOf, type Occurrences } from '../tables/rows.ts';
import type { TabledOperation } from '../tables/table.ts';
import { earlyStopFor } from './early-stop.ts';
import { matchesFor } from './identifiers.ts';
import type { PullPorts } from './ports.ts';
import { apartAs, type Run, unitsOfRun } from './run.ts';

export interface RunContext {
  readonly ports: PullPorts;
  readonly operation: TabledOperation;
  /** With the version and settings of the run. */
  readonly connection: Connection;
  readonly seller: Seller;
  readonly capped: Capped;
  /** Data of buyers that may be taken. */
  readonly allowed: Purge;
  /** Order version that is asked for; infinite where the operation has none. */
  readonly version: number;
  readonly question: Question;
  /** Of identifiers that answers do not repeat. */
  readonly matches: IdentifierMatches | undefined;
  /** When the execution began and when it stops by itself, in epoch milliseconds. */
  readonly startedAt: number;
  readonly until: number;
  /** Keys of the rows that came, by table. */
  readonly came: Map<string, Set<string>>;
  /** How often equal records came, by table: those of another slice are others. */
  occurrences: ReadonlyMap<string, Occurrences>;
  /** Unknown fields, contradictions and filters that are on the sheet Status already. */
  readonly listed: Set<string>;
  /** How many rows the execution may still add to the sheet Changes: more would push out those that it added before. */
  changesLeft: number;
}

/** Throws MARKET_NO_CONNECTION where the person has no connection to the run's shop any more. */
export function contextOf(ports: PullPorts, run: Run, until: number): RunContext {
  const operation = findOperation(run.operation);
  const connection = { ...connectionOf(ports.user, run), ...run.terms };
  const { sellerId } = connection;
  const allowed = allowedIn(ports, run.isPreview);
  // A person who pulls wants every page, whatever is known.
  const earlyStop = run.purpose && earlyStopFor(operation, connection, ports.book);
  return {
    ports,
    operation,
    connection,
    seller: { sellerId, isOnly: otherSellers(ports.user, sellerId).length === 0 },
    capped: cappedBy(operation, connection),
    allowed,
    version: operation.query?.version ? Number(run.params.version ?? run.terms.version) : Number.POSITIVE_INFINITY,
    question: {
      operation,
      connection,
      storefront: run.storefront,
      units: unitsOfRun(operation, run),
      withheld: allowed.withheld,
      identity: identityOf(operation),
      isolated: new Set(apartAs(run.identifiers, 'isolated')),
      ...(earlyStop && { earlyStop }),
    },
    matches: matchesFor(operation, run.params, () => readCatalog(ports.book, connection)),
    startedAt: ports.clock.now(),
    until,
    came: new Map(),
    occurrences: new Map(),
    listed: new Set(),
    changesLeft: MOST_CHANGES,
  };
}
