/** What the schedule works with, beside what its pulls need. */
import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/caps.ts';
import type { PullPorts } from '../pull/ports.ts';

/** Gives milliseconds between two executions: Google decides how short they may be. */
export interface TriggerPort {
  /** Makes it where it is missing. Throws MARKET_ARGUMENT where Google does not allow it. */
  install(): number;
  uninstall(): void;
  /** Undefined where there is none. */
  interval(): number | undefined;
}

export interface SchedulePorts extends PullPorts {
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
