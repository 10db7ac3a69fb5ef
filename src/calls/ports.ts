/** Everything a call of the sidebar may touch. */
import type { Outlook } from '../limits/ledger.ts';
import type { Outset } from '../limits/plan.ts';
import type { Capped } from '../protocol/caps.ts';
import type { Store } from '../protocol/store.ts';
import type { RunPorts } from '../refresh/stint.ts';

/** Gives milliseconds between two executions: Google decides how short they may be. */
export interface TriggerPort {
  /** Makes it where it is missing. Throws MARKET_ARGUMENT where Google does not allow it. */
  install(): number;
  uninstall(): void;
  /** Nothing where there is none. */
  interval(): number | undefined;
}

export interface Ports extends RunPorts {
  /** The person's own store: credentials live here and nowhere else. */
  readonly user: Store;
  /** Shared by all people of this workbook: consent, runs, sizes. */
  readonly document: Store;
  /** What is known of the calls that are left, without a lock. `now` in epoch milliseconds. */
  outlook(of: Capped, now: number): Outlook;
  /** The same of several, as it stands at this moment. */
  outlooks(all: readonly Capped[], now: number): readonly Outlook[];
  /** What is known of caps and quotas, to plan with. */
  outset(of: Capped): Outset;
  /** Renews the cell that formulas may be given to ask again for what is older than `at`, in epoch milliseconds. */
  tick(at: number): void;
  /** Gives back the calls that were reserved and not made. */
  settle(): void;
  /** Calls that this execution may make of those that the platform gives for a day. */
  fetchesLeft(): number;
  /** What starts this person's jobs in this workbook. */
  readonly trigger: TriggerPort;
  /** The demo shop's connection and examples as JSON, where there is one. */
  demoShop(): string | null;
  /** An id that nobody else has. */
  unique(): string;
  log(message: string): void;
}
