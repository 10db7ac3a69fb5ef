/** The ports of a pull. */
import type { ClosableGate } from '../limits/ledger-gate.ts';
import type { PlanInput } from '../limits/planner.ts';
import type { Network } from '../protocol/client.ts';
import type { Connection } from '../protocol/connection.ts';
import type { Capped } from '../protocol/gate.ts';
import type { Storefront } from '../protocol/operation.ts';
import type { UnitRecords } from '../protocol/page.ts';
import type { Store } from '../protocol/store.ts';
import type { Book } from '../tables/sheet.ts';
import type { Progress } from './progress.ts';

export interface PullPorts extends Omit<Network, 'gate'> {
  /** The person's own store: credentials live here and nowhere else. */
  readonly user: Store;
  /** Shared by all people of this workbook: consent, runs, sizes. */
  readonly document: Store;
  readonly book: Book;
  /** An id that nobody else has. */
  unique(): string;
  /** Lets calls through within the caps; they begin before an instant in epoch milliseconds. */
  gate(of: Capped, until: number): ClosableGate;
  /** What is known of caps and quotas, to plan with. */
  planInput(of: Capped): PlanInput;
  /**
   * Runs work that reads and writes sheets while nobody else does. Throws MARKET_TABLE where others have them for longer
   * than `wait` milliseconds, or as long as anybody can be kept waiting.
   */
  exclusively<T>(work: () => T, wait?: number): T;
  /** Tells whoever follows the run how far it is, between two rounds of calls; true where they want it ended. */
  readonly isStopped?: (progress: Progress) => boolean;
  /** Tells formulas that the Catalog has changed. */
  catalogChanged?(): void;
  /** Hands complete units to the answer cache: formulas need not ask for them again. */
  share?(connection: Connection, operation: string, storefront: Storefront, complete: readonly UnitRecords[]): void;
}
