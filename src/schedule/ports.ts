/** What the schedule works with, beside what its pulls need. */
import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/gate.ts';
import type { PullPorts } from '../pull/ports.ts';
import type { Leaving } from '../tables/aged.ts';
import type { Choice, Exported } from '../warehouse/export.ts';
import type { ExportPlan, Holdings } from '../warehouse/plan.ts';

/** Gives milliseconds between two executions: Google decides how short they may be. */
export interface TriggerPort {
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
  /** Undefined until this person has named a project. */
  holdings(): Holdings | undefined;
  /** Whether rows of that table may only leave once it holds them. */
  keeps(table: string): boolean;
  /** Throws MARKET_ARGUMENT. */
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  /** Every row is sent again. */
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
  /** The same of several, as it stands at this moment. */
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
  /** What starts this person's jobs in this workbook. */
  readonly trigger: TriggerPort;
}
