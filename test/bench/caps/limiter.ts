/** What lets the calls of an execution go: the project's ledger, or something else to compare it with. */

import type { SendTimes } from '../../../src/limits/pacing.ts';
import type { Made, Refusal } from '../../../src/limits/usage.ts';

export type Use = 'scheduled' | 'person' | 'formula';

export interface Permit {
  /** When each of the calls may go, by the clock of the execution. */
  readonly sendTimes: SendTimes;
  /** After the last call, or the first that was refused. */
  done(made: readonly Made[], refusal?: Refusal): void;
}

export interface Limiter {
  /** `until` is when the last batch may begin, `end` when the execution is ended; both by its clock. */
  begin(use: Use, wanted: number, now: number, until: number, end: number): Permit;
}
