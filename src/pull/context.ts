/** The context of one execution of a run: ports, resolved settings, and counts so far. */

import { connectionOf, isOnlySeller } from '../account/connections.ts';
import { allowedIn } from '../account/consent.ts';
import type { PersonStore } from '../account/person.ts';
import type { ClosableGate } from '../limits/ledger-gate.ts';
import type { PlanInput } from '../limits/planner.ts';
import { findOperation } from '../operations/registry.ts';
import type { EarlyStop, Network, Question } from '../protocol/client.ts';
import { type Capped, type Connection, cappedBy } from '../protocol/connection.ts';
import { epochOf } from '../protocol/fields.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Page, UnitRecords } from '../protocol/page.ts';
import type { Store } from '../protocol/store.ts';
import { readCatalog } from '../tables/catalog/catalog.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import { asksIn, identifierIn, keyOf, type Seller } from '../tables/catalog/item-keys.ts';
import { type KnownLogs, readKnownLogs, seconds } from '../tables/catalog/known-logs.ts';
import { MOST_CHANGES } from '../tables/changes.ts';
import type { Purge } from '../tables/purge.ts';
import { identityOf, type Occurrences } from '../tables/rows.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import { matchesFor } from './identifiers.ts';
import { apartAs, type Run, unitsOfRun } from './run.ts';
import type { Progress } from './stored-run.ts';

export interface PullPorts extends Omit<Network, 'gate'> {
  /** The person's own store, the only one for credentials and choices. */
  readonly user: PersonStore;
  /** The workbook's store. Everybody in the workbook can read and change it. */
  readonly document: Store;
  readonly book: Book;
  unique(): string;
  /** A gate for calls that begin before `until` (epoch milliseconds). */
  gate(of: Capped, until: number): ClosableGate;
  planInput(of: Capped): PlanInput;
  /**
   * Runs `work` under the lock of the workbook's sheets. Throws MARKET_TABLE if the lock is busy for `wait` milliseconds,
   * by default for as long as a person should wait.
   */
  exclusively<T>(work: () => T, wait?: number): T;
  /** Receives the progress between rounds of calls; returns true to stop the run. */
  readonly isStopped?: (progress: Progress) => boolean;
  catalogChanged?(): void;
  /** Puts complete units into the answer cache, which saves formulas these calls. */
  share?(connection: Connection, operation: string, storefront: Storefront, complete: readonly UnitRecords[]): void;
}

export interface RunContext {
  readonly ports: PullPorts;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  /** The person's connection as it is now, which formulas use. */
  readonly own: Connection;
  readonly seller: Seller;
  readonly capped: Capped;
  /** The consent to buyer data. */
  readonly allowed: Purge;
  /** The requested order version; infinite if the operation has none. */
  readonly version: number;
  readonly question: Question;
  /** The Catalog's items for identifiers that answers do not repeat. */
  readonly matches: IdentifierMatches | undefined;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** When the execution has to end, in epoch milliseconds. */
  readonly until: number;
  /** Keys of the rows that this execution received, by table. */
  readonly came: Map<string, Set<string>>;
  /** How often each row key came in the slices written so far, by table. */
  occurrences: ReadonlyMap<string, Occurrences>;
  /** Topics and subjects that this execution has listed on Status. */
  readonly listed: Set<string>;
  /** The number of rows that Changes still takes. More would push out earlier ones of this execution. */
  changesLeft: number;
}

/** Throws MARKET_NO_CONNECTION if the person no longer has a connection to the run's shop. */
export function contextOf(ports: PullPorts, run: Run, until: number): RunContext {
  const operation = findOperation(run.operation);
  const own = connectionOf(ports.user, run);
  const connection = { ...own, ...run.terms };
  const { sellerId } = connection;
  const allowed = allowedIn(ports, own, run.isPreview);
  // A person's pull reads every page.
  const earlyStop = run.purpose && earlyStopFor(operation, connection, ports.book);
  return {
    ports,
    operation,
    own,
    connection,
    seller: { sellerId, isOnly: isOnlySeller(ports.user, sellerId) },
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

/** For operations whose records are a log; undefined for others. Reads the Catalog when it is first called. */
function earlyStopFor({ items }: TabledOperation, seller: Pick<Seller, 'sellerId'>, book: Book): EarlyStop | undefined {
  const past = items?.past;
  if (!past) return undefined;
  let pasts: ReadonlyMap<string, KnownLogs> | undefined;
  return (params, first) => {
    pasts ??= readKnownLogs(book, seller);
    const asked = asksIn(items, params).flatMap(({ param }) => params[param] ?? []);
    const known = asked.length === 1 ? pasts.get(keyOf('itemNumber', asked[0]!)) : undefined;
    return known !== undefined && hasAllNew(first, known, past.at, past.of);
  };
}

/**
 * Whether the first page has all new records of a log: it is in order, newest first, reaches records that are known, and
 * the announced total is the number of new and known ones.
 */
export function hasAllNew({ records, total }: Page, known: KnownLogs, at: string, of: string): boolean {
  const times = records.map((record) => seconds(epochOf(record[at]) ?? Number.NaN));
  const isDescending = times.every((time, index) => index === 0 || time <= times[index - 1]!);
  if (!isDescending || !records.every((record) => identifierIn(record[of]) === known.of)) return false;
  const newer = times.filter((time) => time > seconds(known.newest)).length;
  return newer < records.length && total !== undefined && total - known.count === newer;
}
