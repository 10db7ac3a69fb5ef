/** Decides when the calls of an execution may go out: the project's ledger, or a limiter to compare it with. */

import type { SendTimes } from '../../../src/limits/pacing.ts';
import type { Made, Refusal } from '../../../src/limits/usage.ts';

export type Use = 'scheduled' | 'person' | 'formula';

export interface Permit {
  /** When each call may go, by the execution's clock. */
  readonly sendTimes: SendTimes;
  /** Called after the last call, or after the first refused one. */
  done(made: readonly Made[], refusal?: Refusal): void;
}

export interface Limiter {
  /**
   * `until` is when the last batch may begin, `end` is when the platform ends the execution. Both are on the
   * execution's clock.
   */
  begin(use: Use, wanted: number, now: number, until: number, end: number): Permit;
}
