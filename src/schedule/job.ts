/** A pull with a schedule, and what is remembered of it between executions. */
import type { OperationId } from '../operations/registry.ts';
import type { Lease } from '../protocol/stored.ts';
import { MINUTE } from '../protocol/time.ts';

/** What a job is about: an operation that it pulls, or the export to the warehouse. */
export type DatasetId = OperationId | 'warehouse';

/** A pull with a schedule, as a row of the sheet Jobs says it. */
export interface Job {
  /** The hidden key of the row. */
  readonly id: string;
  readonly dataset: DatasetId;
  /** Params by name, checked; may have `connection`, `storefront` and the options of the dataset's strategy. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly every: Every;
  /** A name that a person typed; blank: whoever's dispatcher comes first. */
  readonly owner: string;
  readonly isPaused: boolean;
  /** Somebody asked for it: "run now" or "retry" stands in its row. */
  readonly runsNow: boolean;
}

export type Every =
  | { readonly minutes: number }
  /** As its strategy needs it, with the calls that the others leave. */
  | { readonly continuous: true }
  /** Once, slice by slice, newest first, until it reaches `from` in the filter. */
  | { readonly backfill: true };

export type Kind = 'every' | 'continuous' | 'backfill';

export function kindOf(every: Every): Kind {
  return 'minutes' in every ? 'every' : 'continuous' in every ? 'continuous' : 'backfill';
}

/** Milliseconds; undefined for what runs all the time. */
export function periodOf(every: Every): number | undefined {
  return 'minutes' in every ? every.minutes * MINUTE : undefined;
}

/** What is remembered of a job between executions; one property a job. Times in epoch milliseconds. */
export interface JobState {
  /** Of the last run. */
  readonly startedAt?: number;
  readonly endedAt?: number;
  /** Of the last complete cycle. */
  readonly doneAt?: number;
  /** When the cycle under way began; undefined while none is. */
  readonly cycleAt?: number;
  /** In a row. */
  readonly failures: number;
  /** The message has at most 200 characters. */
  readonly error?: { readonly code: string; readonly message: string };
  /** A cap or a failure holds it. */
  readonly notBefore?: number;
  readonly lease?: JobLease | undefined;
  /** What the strategy keeps. */
  readonly strategyState?: StrategyState;
}

/** The execution that runs a job: its holder is a run, `by` the person, `at` when it began. */
export interface JobLease extends Lease {
  readonly by: string;
  readonly at: number;
}

/** Of a continuous job `restsUntil` is when it has something to pull again, in epoch milliseconds. */
export type StrategyState = Readonly<Record<string, string | number>>;

/** By id of the job. */
export type JobStates = Readonly<Record<string, JobState>>;

export const NEVER_RUN: JobState = { failures: 0 };
