/** One execution's work on a run: what it works with, and what it has met so far. */
import type { Connection } from '../protocol/connection.ts';
import type { Purge } from '../tables/purge.ts';
import type { TabledOperation } from '../tables/table.ts';
import type { RunPorts } from './ports.ts';

export interface RunContext {
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
