/** What an execution of the schedule may do, and how a job of it ends. */
import type { Run } from '../pull/run.ts';
import type { LogEntry } from '../tables/log.ts';
import type { JobState } from './job.ts';

/** What an execution of the schedule may do. */
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
  /** For the person. */
  readonly note?: string | undefined;
  /** For the person: it has nothing to pull, and runs once there is something. */
  readonly waitsFor?: string | undefined;
  readonly runs: readonly Run[];
  /** Of work that is no pull. */
  readonly entries?: readonly LogEntry[];
}
