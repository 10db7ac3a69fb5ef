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
  /** Undefined if there is no trigger. */
  interval(): number | undefined;
}

export interface Warehouse {
  /** For the person: what to do before rows can be sent; undefined once it is done. */
  waitsFor(): string | undefined;
  holdings(): Holdings | undefined;
  /** Whether rows of the table may leave their sheet only once the warehouse has them. */
  keeps(table: string): boolean;
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  sendAgain(): void;
  /** Under the lock: an undo is about to remove these rows. */
  undone(table: string, keys: readonly string[]): void;
  plan(choice: Choice): ExportPlan;
  /** `until` in epoch milliseconds. Errors of the warehouse and of Google are in the result. */
  send(choice: Choice, until: number): Exported;
  /** Whether it certainly has these rows, so that they may leave their sheets. */
  confirms(leaving: readonly Leaving[], until: number): boolean;
}

export interface SchedulePorts extends PullPorts {
  readonly warehouse: Warehouse;
  /** Calls that are left, read without a lock. `now` in epoch milliseconds. */
  availability(of: Capped, now: number): Availability;
  availabilities(all: readonly Capped[], now: number): readonly Availability[];
  /** Sets MARKET_TICK to `at`, in epoch milliseconds; false if its sheet does not exist yet. */
  tick(at: number): boolean;
  /** Gives back calls that were reserved and not made. */
  settle(): void;
  /** Calls that this execution may make of Google's for the day. */
  fetchesLeft(): number;
  /** Under the lock: updates the insights. Gives sentences if a sheet refused. */
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
  /** Epoch milliseconds. */
  readonly until: number;
  /** Milliseconds between two executions. */
  readonly interval: number;
  /** How long it may wait for calls, in milliseconds. */
  readonly asleep: number;
  /** Runs these jobs instead of those that are due. */
  readonly only?: ReadonlySet<string>;
}

export interface JobEnd {
  readonly state: JobState;
  readonly note?: string | undefined;
  /** For the person: why there is nothing to pull yet. */
  readonly waitsFor?: string | undefined;
  readonly runs: readonly Run[];
  readonly entries?: readonly LogEntry[];
}
