/** Ports, resolved settings, and counts for one execution of a run. */
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
import { notedAs, type Run, unitsOfRun } from './run.ts';
import type { Progress } from './stored-run.ts';

export interface PullPorts extends Omit<Network, 'gate'> {
  /** The user's private store, for credentials and preferences. */
  readonly user: PersonStore;
  /** The workbook's store, which every editor can read and change. */
  readonly document: Store;
  readonly book: Book;
  unique(): string;
  /** Admits calls that start before `until`. */
  gate(of: Capped, until: number): ClosableGate;
  planInput(of: Capped): PlanInput;
  /**
   * Runs `work` under the lock for the workbook's sheets. Throws MARKET_TABLE after `wait` milliseconds, by default the
   * longest that a user should have to wait.
   */
  exclusively<T>(work: () => T, wait?: number): T;
  /** Receives the progress after each round of calls. Returns true to stop the run. */
  readonly isStopped?: (progress: Progress) => boolean;
  catalogChanged?(): void;
  /** Caches complete units for formulas. */
  share?(connection: Connection, operation: string, storefront: Storefront, complete: readonly UnitRecords[]): void;
}

export interface RunContext {
  readonly ports: PullPorts;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  /** The user's current connection, which formulas use. */
  readonly own: Connection;
  readonly seller: Seller;
  readonly capped: Capped;
  /** Consent to buyer data. */
  readonly allowed: Purge;
  /** The requested order version; infinite for operations without versions. */
  readonly version: number;
  readonly question: Question;
  /** Maps identifiers that responses don't include to Catalog items. */
  readonly matches: IdentifierMatches | undefined;
  readonly startedAt: number;
  /** The execution's deadline. */
  readonly until: number;
  /** Keys of rows received in this execution, by table. */
  readonly received: Map<string, Set<string>>;
  /** How often each row key occurred in the slices written so far, by table. */
  occurrences: ReadonlyMap<string, Occurrences>;
  /** Topics and subjects listed on Status by this execution. */
  readonly listed: Set<string>;
  /** Number of rows that can still be added to Changes. More would push out earlier rows from this execution. */
  changesLeft: number;
}

/** Throws MARKET_NO_CONNECTION if the user no longer has a connection to the run's shop. */
export function contextOf(ports: PullPorts, run: Run, until: number): RunContext {
  const operation = findOperation(run.operation);
  const own = connectionOf(ports.user, run);
  const { version = own.version, settings = {} } = run.terms;
  const connection = { ...own, version, settings };
  const { sellerId } = connection;
  const allowed = allowedIn(ports, own, run.isPreview);
  // A user's pull always reads every page.
  const earlyStop = run.purpose && earlyStopFor(operation, connection, ports.book);
  return {
    ports,
    operation,
    own,
    connection,
    seller: { sellerId, isOnly: isOnlySeller(ports.user, sellerId) },
    capped: cappedBy(operation, own),
    allowed,
    version: operation.query?.version ? Number(run.params.version ?? version) : Number.POSITIVE_INFINITY,
    question: {
      operation,
      connection,
      storefront: run.storefront,
      units: unitsOfRun(operation, run),
      withheld: allowed.withheld,
      identity: identityOf(operation),
      isolated: new Set(notedAs(run.identifiers, 'isolated')),
      ...(earlyStop && { earlyStop }),
    },
    matches: matchesFor(operation, run.params, () => readCatalog(ports.book, connection)),
    startedAt: ports.clock.now(),
    until,
    received: new Map(),
    occurrences: new Map(),
    listed: new Set(),
    changesLeft: MOST_CHANGES,
  };
}

/** Undefined unless the records are a log. The returned function reads the Catalog on its first call. */
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
 * Whether the first page includes all new records of a log: it is sorted newest first and reaches a known record, and
 * the announced total equals the number of new and known records.
 */
export function hasAllNew({ records, total }: Page, known: KnownLogs, at: string, of: string): boolean {
  const times = records.map((record) => seconds(epochOf(record[at]) ?? Number.NaN));
  const isDescending = times.every((time, index) => index === 0 || time <= times[index - 1]!);
  if (!isDescending || !records.every((record) => identifierIn(record[of]) === known.of)) return false;
  const newer = times.filter((time) => time > seconds(known.newest)).length;
  return newer < records.length && total !== undefined && total - known.count === newer;
}
