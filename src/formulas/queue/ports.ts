/** What formulas need in order to be answered together, each in an execution of its own that knows of no other. */
import type { OperationId } from '../../operations/registry.ts';
import type { Network } from '../../protocol/client.ts';
import type { Connection } from '../../protocol/connection.ts';
import type { Clock } from '../../protocol/http.ts';
import type { Owner } from '../answers.ts';
import type { Tables, Workbook } from '../prefetch/workbook.ts';

/** Small texts that all executions of a workbook share and that may be gone at any time. */
export interface Cache {
  /** Those that are there. */
  getAll(keys: readonly string[]): Readonly<Record<string, string>>;
  /** A text has room for 100 KB, and is kept for 6 hours at most. */
  putAll(texts: Readonly<Record<string, string>>, seconds: number): void;
  removeAll(keys: readonly string[]): void;
}

/** Held by one execution at most, and by none that has ended. */
export interface Lock {
  tryLock(): boolean;
  release(): void;
}

/** How long calls may take, in epoch milliseconds and milliseconds. */
export interface CallDeadlines {
  /** Nothing is begun after it. */
  readonly until: number;
  /** The longest that one call is waited for. */
  readonly longest: number;
  /** Told before calls go out. */
  beforeCalls(): void;
}

/** A way to the marketplace for one operation. Closed, it gives back what was reserved and not used. */
export interface MarketAccess {
  readonly network: Network;
  close(): void;
}

export interface Ports {
  readonly cache: Cache;
  readonly lock: Lock;
  readonly clock: Clock;
  random(): number;
  readonly owner: Owner;
  /** A short text that stands for the connection: answers of another one are none. */
  readonly print: string;
  /** Read when the marketplace is asked, not before. */
  connection(): Connection;
  /** Before the marketplace is asked: throws where the connection is another one by now than `print` stands for. */
  demandSame(): void;
  access(operation: OperationId, patience: CallDeadlines): MarketAccess;
  readonly workbook: Workbook;
  /** Read by a leader. */
  readonly tables: Tables;
  /** Since when all pulls into a table asked for whole records, in epoch milliseconds; nothing where that is not known. */
  wholeSince(table: string): number | undefined;
  /** IANA name of the spreadsheet's time zone. */
  readonly zone: string;
}
