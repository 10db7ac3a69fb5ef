/** What one execution of the schedule is given. */
import type { Why } from '../pull/run.ts';

/** What an execution of the schedule may do. */
export interface DispatchTerms {
  readonly why: Why;
  /** When it stops by itself, in epoch milliseconds. */
  readonly until: number;
  /** Milliseconds between two executions. */
  readonly interval: number;
  /** Milliseconds for which it may wait for calls. */
  readonly asleep: number;
  /** The only jobs that it may run, which are asked for; without, those that are due. */
  readonly only?: ReadonlySet<string>;
}
