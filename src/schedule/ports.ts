/** Ports of the schedule beyond those of pulls, and the terms of one execution. */
import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/connection.ts';
import { argumentError } from '../protocol/market-error.ts';
import type { PullPorts } from '../pull/context.ts';
import type { Run } from '../pull/run.ts';
import type { Leaving } from '../tables/aged.ts';
import type { LogEntry } from '../tables/log.ts';
import type { Choice, Exported, ExportPlan, Holdings } from '../warehouse/export.ts';
import type { JobState } from './job.ts';

/** Intervals in milliseconds: Google decides how short they may be. */
interface TriggerPort {
  /** Throws MARKET_ARGUMENT if Google does not allow it. */
  install(): number;
  uninstall(): void;
  interval(): number | undefined;
}

export interface Warehouse {
  /** A sentence for the person: what to do before rows can be sent. Undefined once it is done. */
  waitsFor(): string | undefined;
  holdings(): Holdings | undefined;
  /** Whether rows of the table may leave their sheet only once the warehouse has them. */
  keeps(table: string): boolean;
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  sendAgain(): void;
  /** Notes that an undo is about to remove these rows. Requires the lock. */
  undone(table: string, keys: readonly string[]): void;
  plan(choice: Choice): ExportPlan;
  /** Sends rows until `until` (epoch milliseconds). Errors of the warehouse and of Google are in the result. */
  send(choice: Choice, until: number): Exported;
  /** Whether the warehouse certainly has these rows, so that they may leave their sheets. */
  confirms(leaving: readonly Leaving[], until: number): boolean;
}

export interface SchedulePorts extends PullPorts {
  readonly warehouse: Warehouse;
  /** Reads without a lock how many calls are left. `now` is in epoch milliseconds. */
  availability(of: Capped, now: number): Availability;
  availabilities(all: readonly Capped[], now: number): readonly Availability[];
  /** Sets MARKET_TICK to `at`, in epoch milliseconds; false if its sheet does not exist yet. */
  tick(at: number): boolean;
  /** Gives back calls that were reserved and not made. */
  settle(): void;
  /** Calls that Google's daily quota leaves to this execution. */
  fetchesLeft(): number;
  /** Updates the insights, and returns sentences if a sheet refused. Requires the lock. */
  afterRun?(): readonly string[];
  readonly trigger: TriggerPort;
}

const NO_PERMISSION =
  'To export to BigQuery, install the add-on again with its permission: check BigQuery in INSTALL.html, or run "npm run deploy -- --with bigquery".';

function refuse(): never {
  throw argumentError(NO_PERMISSION);
}

export const noWarehouse: Warehouse = {
  waitsFor: () => NO_PERMISSION,
  holdings: () => undefined,
  keeps: () => false,
  confirms: () => false,
  undone: () => undefined,
  use: refuse,
  sendAgain: refuse,
  plan: refuse,
  send: refuse,
};

export interface DispatchTerms {
  readonly why: Run['why'];
  /** When to stop, in epoch milliseconds. */
  readonly until: number;
  /** The time between two executions, in milliseconds. */
  readonly interval: number;
  /** How long the execution may wait for calls, in milliseconds. */
  readonly asleep: number;
  /** Jobs to run instead of those that are due, by id. */
  readonly only?: ReadonlySet<string>;
}

export interface JobEnd {
  readonly state: JobState;
  readonly note?: string | undefined;
  /** Why the job has nothing to pull yet, for the person. */
  readonly waitsFor?: string | undefined;
  readonly runs: readonly Run[];
  readonly entries?: readonly LogEntry[];
}
