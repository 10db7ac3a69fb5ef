/** What the schedule works with beside what its pulls need, and what one execution of it may do. */
import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/connection.ts';
import { argumentError } from '../protocol/market-error.ts';
import type { PullPorts } from '../pull/context.ts';
import type { Run } from '../pull/run.ts';
import type { Leaving } from '../tables/aged.ts';
import type { LogEntry } from '../tables/log.ts';
import type { Choice, Exported, ExportPlan, Holdings } from '../warehouse/export.ts';
import type { JobState } from './job.ts';

/** Gives milliseconds between two executions: Google decides how short they may be. */
interface TriggerPort {
  /** Makes it where it is missing. Throws MARKET_ARGUMENT where Google does not allow it. */
  install(): number;
  uninstall(): void;
  /** Undefined where there is none. */
  interval(): number | undefined;
}

/** Where rows go besides the workbook. */
export interface Warehouse {
  /** What has to be done before anything can be sent; undefined when nothing has. */
  waitsFor(): string | undefined;
  holdings(): Holdings | undefined;
  /** Whether rows of that table may only leave once it holds them. */
  keeps(table: string): boolean;
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  sendAgain(): void;
  /** Under the lock: these rows are about to be removed by an undo. */
  undone(table: string, keys: readonly string[]): void;
  plan(choice: Choice): ExportPlan;
  /** Until then, in epoch milliseconds. Throws nothing of what the warehouse or Google do. */
  send(choice: Choice, until: number): Exported;
  /** Whether it holds these rows for certain, so that they may leave their sheets. Throws what keeps it from being asked. */
  confirms(leaving: readonly Leaving[], until: number): boolean;
}

export interface SchedulePorts extends PullPorts {
  readonly warehouse: Warehouse;
  /** What is known of the calls that are left, without a lock. `now` in epoch milliseconds. */
  availability(of: Capped, now: number): Availability;
  availabilities(all: readonly Capped[], now: number): readonly Availability[];
  /**
   * Renews the cell that formulas may be given to ask again for what is older than `at`, in epoch milliseconds; false
   * where the sheet that it stands on is still to be made.
   */
  tick(at: number): boolean;
  /** Gives back the calls that were reserved and not made. */
  settle(): void;
  /** Calls that this execution may make of those that the platform gives for a day. */
  fetchesLeft(): number;
  /** Under the lock: looks at the rows that are in the sheets now. Sentences for the person where a sheet refused. */
  afterRun?(): readonly string[];
  readonly trigger: TriggerPort;
}

const NO_PERMISSION =
  'To export to BigQuery, install the add-on again with the BigQuery permission: check its box in INSTALL.html, or run "npm run deploy -- --with bigquery".';

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
  /** When it stops by itself, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds between two executions. */
  readonly interval: number;
  /** Milliseconds for which it may wait for calls. */
  readonly asleep: number;
  /** The only jobs that it may run, which are asked for; without, those that are due. */
  readonly only?: ReadonlySet<string>;
}

export interface JobEnd {
  readonly state: JobState;
  readonly note?: string | undefined;
  /** For the person: it has nothing to pull, and runs once there is something. */
  readonly waitsFor?: string | undefined;
  readonly runs: readonly Run[];
  readonly entries?: readonly LogEntry[];
}
