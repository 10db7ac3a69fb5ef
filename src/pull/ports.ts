/** What a pull works with: its ports, and what one execution knows of its run. */
import type { ClosableGate } from '../limits/ledger-gate.ts';
import type { PlanInput } from '../limits/planner.ts';
import type { Capped } from '../protocol/caps.ts';
import type { EarlyStop, Network, Question } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import type { Store } from '../protocol/store.ts';
import type { IdentifierMatches } from '../tables/catalog/identifier-matches.ts';
import type { Purge } from '../tables/purge.ts';
import type { Occurrences } from '../tables/rows.ts';
import type { Seller } from '../tables/seller.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { Progress } from './progress.ts';
import type { Run } from './run.ts';

export interface RunPorts extends Omit<Network, 'gate'> {
  readonly book: Book;
  /** Lets calls through within the caps; they begin before an instant in epoch milliseconds. */
  gate(of: Capped, until: number): ClosableGate;
  /** Tells formulas that the Catalog says something else of items than before. */
  catalogChanged?(): void;
  /** Hands complete units to the answer cache: formulas need not ask for them again. */
  share?(connection: Connection, operation: string, storefront: Storefront, complete: readonly UnitRecords[]): void;
  /**
   * Stores a run that has more to do: an execution may be ended at any time. False where the run is not this
   * execution's any more: another one goes on with it, or somebody ended it.
   */
  keep?(run: Run): boolean;
  /** Tells whoever follows the run how far it is, between two rounds of calls; true where they want it ended. */
  readonly isStopped?: (progress: Progress) => boolean;
  /**
   * Runs work that reads and writes sheets while nobody else does. Throws MARKET_TABLE where others have them for longer
   * than `wait` milliseconds, or as long as anybody can be kept waiting.
   */
  exclusively<T>(work: () => T, wait?: number): T;
  /** Says when the first page of a unit is enough; without it every page is read. */
  readonly earlyStop?: EarlyStop;
  /** What is known of caps and quotas, to plan with; without it a run keeps the plan that it began with. */
  planInput?(of: Capped): PlanInput;
  /** Sellers of the person's other connections. */
  readonly otherSellers?: readonly string[];
}

export interface PullPorts extends RunPorts {
  /** The person's own store: credentials live here and nowhere else. */
  readonly user: Store;
  /** Shared by all people of this workbook: consent, runs, sizes. */
  readonly document: Store;
  planInput(of: Capped): PlanInput;
  /** An id that nobody else has. */
  unique(): string;
}

/** What one execution works with on a run, and what it has met so far. */
export interface RunContext {
  readonly ports: RunPorts;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  readonly seller: Seller;
  /** Data of buyers that may be taken. */
  readonly allowed: Purge;
  /** Order version that is asked for; infinite where the operation has none. */
  readonly version: number;
  readonly network: Network;
  /** When the execution began, in epoch milliseconds. */
  readonly startedAt: number;
  readonly question: Question;
  /** Of identifiers that answers do not repeat. */
  readonly matches: IdentifierMatches | undefined;
  /** Keys of the rows that came, by table. */
  readonly came: Map<string, Set<string>>;
  /** How often equal records came, by table: those of another slice are others. */
  readonly occurrences: Map<string, Occurrences>;
  /** Unknown fields and contradictions that were listed. */
  readonly listed: Set<string>;
  /** How many rows the execution may still add to the sheet Changes: more would push out those that it added before. */
  readonly changesLeft: { rows: number };
}
