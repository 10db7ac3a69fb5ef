/** What the schedule works with, beside what its pulls need. */
import type { Availability } from '../limits/ledger.ts';
import type { Capped } from '../protocol/caps.ts';
import type { MarketError } from '../protocol/market-error.ts';
import type { PullPorts } from '../pull/ports.ts';
import type { Leaving } from '../tables/aged.ts';

/** Gives milliseconds between two executions: Google decides how short they may be. */
export interface TriggerPort {
  /** Makes it where it is missing. Throws MARKET_ARGUMENT where Google does not allow it. */
  install(): number;
  uninstall(): void;
  /** Undefined where there is none. */
  interval(): number | undefined;
}

/** What of a workbook is sent; every table, and no column of the person's, unless told. */
export interface WarehouseChoice {
  readonly tables?: readonly string[];
  readonly ownColumns?: readonly string[];
}

/** What sending will cost, as far as it is known before. */
export interface SendPlan {
  /** Rows, at most, by table; tables without any are left out. */
  readonly rows: Readonly<Record<string, number>>;
  readonly total: number;
  readonly calls: number;
  readonly megabytes: number;
  readonly minutes: number;
}

export interface Sent {
  /** `waiting`: there is more, which the next run sends. */
  readonly state: 'done' | 'waiting' | 'failed';
  /** Rows that arrived, by table. */
  readonly rows: Readonly<Record<string, number>>;
  readonly calls: number;
  readonly error?: MarketError;
  /** From when on it is worth to go on, in epoch milliseconds. */
  readonly resumeAt?: number;
}

export interface Holdings {
  readonly project: string;
  readonly location: string;
  /** Versions of rows that were sent since the beginning. */
  readonly sent: number;
  /** Rows that are still to be sent. */
  readonly waiting: number;
  /** When all was sent last, in epoch milliseconds. */
  readonly doneAt?: number;
  /** Its tables are removed by themselves after a while: it is never trusted with the only copy. */
  readonly expires: boolean;
}

/** Where rows go besides the workbook. */
export interface Warehouse {
  /** What has to be done before anything can be sent; nothing where it can. */
  waitsFor(): string | undefined;
  /** Undefined while it is not used. */
  holdings(): Holdings | undefined;
  /** Whether it is in use, and rows of that table are sent. */
  keeps(table: string): boolean;
  /** Throws MARKET_ARGUMENT. */
  use(typed: { readonly project: unknown; readonly location: unknown }): void;
  /** Nothing is sent any more; what was sent stays where it is. */
  leave(): void;
  /** Every row is to be sent once more. */
  sendAgain(): void;
  plan(choice: WarehouseChoice): SendPlan;
  /** Until then, in epoch milliseconds. Throws nothing of what the warehouse or Google do. */
  send(choice: WarehouseChoice, until: number): Sent;
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
