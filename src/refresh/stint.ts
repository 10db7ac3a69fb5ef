/** One execution's work on a run: what it works with, and what it has met so far. */
import type { Lent } from '../limits/gate.ts';
import type { Capped } from '../protocol/caps.ts';
import type { Enough, Network, Whole } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { Purge } from '../tables/purge.ts';
import type { Book } from '../tables/sheet.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { Run } from './run.ts';

export interface RunPorts extends Omit<Network, 'gate'> {
  readonly book: Book;
  /** Lets calls through within the caps; they begin before an instant in epoch milliseconds. */
  gate(of: Capped, until: number): Lent;
  /** Tells others what came, in units that are whole: formulas need not ask for it again. */
  share?(connection: Connection, operation: string, storefront: Storefront, whole: readonly Whole[]): void;
  /** Keeps a run that has more to do, as it stands: an execution may be ended at any time. */
  keep?(run: Run): void;
  /** Runs work that reads and writes sheets while nobody else does. */
  exclusively<T>(work: () => T): T;
  /** Spares a run the pages that bring nothing new; without it every page is read. */
  readonly enough?: Enough;
}

export interface Stint {
  readonly ports: RunPorts;
  readonly operation: TabledOperation;
  readonly connection: Connection;
  /** Data of buyers that may be taken. */
  readonly allowed: Purge;
  /** Order version that is asked for; infinite where the operation has none. */
  readonly version: number;
  /** Keys of the rows that came, by table. */
  readonly came: Map<string, Set<string>>;
  /** Oddities and contradictions that were listed. */
  readonly told: Set<string>;
}
