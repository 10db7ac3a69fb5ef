/** Implemented by the project's ledger and by the npm limiters it is compared with. */

import type { SendTimes } from '../../../src/limits/pacing.ts';
import type { Made, Refusal } from '../../../src/limits/usage.ts';

export type Use = 'scheduled' | 'person' | 'formula';

export interface Permit {
  /** Send times, on the execution's clock. */
  readonly sendTimes: SendTimes;
  /** Called after the last call or the first refusal. */
  done(made: readonly Made[], refusal?: Refusal): void;
}

export interface Limiter {
  /**
   * Both deadlines are on the execution's clock: no batch starts after `until`, and the platform kills the execution at
   * `end`.
   */
  begin(use: Use, wanted: number, now: number, until: number, end: number): Permit;
}
