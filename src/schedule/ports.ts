import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/connection.ts';
import { argumentError, needsReinstall } from '../protocol/market-error.ts';
import type { PullPorts } from '../pull/context.ts';
import type { Run } from '../pull/run.ts';
import type { Leaving } from '../tables/aged.ts';
import type { LogEntry } from '../tables/log.ts';
import type { Choice, Exported, ExportPlan, Holdings } from '../warehouse/export.ts';
import type { JobState } from './job.ts';

/** Intervals are in milliseconds. Google limits how short they can be. */
interface TriggerPort {
  /** Throws MARKET_ARGUMENT if Google doesn't allow the trigger. */
  install(): number;
  uninstall(): void;
  interval(): number | undefined;
}

export interface Warehouse {
  /** Message for the user: what to do before rows can be sent. Undefined if ready. */
  waitsFor(): string | undefined;
  holdings(): Holdings | undefined;
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  sendAgain(): void;
  /** Marks these rows as about to be removed by an undo. Requires the lock. */
  undone(table: string, keys: readonly string[]): void;
  plan(choice: Choice): ExportPlan;
  /** Sends rows until `until`. Returns errors instead of throwing them. */
  send(choice: Choice, until: number): Exported;
  /** Whether the warehouse has these rows, so that they can be removed from the sheets. */
  confirms(leaving: readonly Leaving[], until: number): boolean;
}

export interface SchedulePorts extends PullPorts {
  readonly warehouse: Warehouse;
  /** Returns the calls left, without taking a lock. */
  availability(of: Capped, now: number): Availability;
  /** Sets MARKET_TICK to `at`. Returns false if its sheet doesn't exist yet. */
  tick(at: number): boolean;
  /** Releases reserved calls that were not made. */
  settle(): void;
  /** Calls left for this execution in Google's daily quota. */
  fetchesLeft(): number;
  /** Updates the insights. Returns messages if a sheet could not be updated. Requires the lock. */
  afterRun?(): readonly string[];
  readonly trigger: TriggerPort;
}

const NO_PERMISSION = needsReinstall('Export to BigQuery', 'BigQuery', 'bigquery');

function refuse(): never {
  throw argumentError(NO_PERMISSION);
}

export const noWarehouse: Warehouse = {
  waitsFor: () => NO_PERMISSION,
  holdings: () => undefined,
  confirms: () => false,
  undone: () => undefined,
  use: refuse,
  sendAgain: refuse,
  plan: refuse,
  send: refuse,
};

export interface DispatchTerms {
  readonly why: Run['why'];
  readonly until: number;
  /** Trigger interval in milliseconds. */
  readonly interval: number;
  /** Maximum wait for calls, in milliseconds. */
  readonly asleep: number;
  /** IDs of jobs to run instead of due jobs. */
  readonly only?: ReadonlySet<string>;
}

export interface JobEnd {
  readonly state: JobState;
  readonly note?: string | undefined;
  /** See `NextPulls.waitsFor`. */
  readonly waitsFor?: string | undefined;
  readonly runs: readonly Run[];
  readonly entries?: readonly LogEntry[];
}
