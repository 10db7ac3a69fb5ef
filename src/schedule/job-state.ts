/** What becomes of a job's state when a run begins and ends, and the states of all jobs as one text. */

import { LEASE } from '../limits/pacing.ts';
import { MarketError } from '../protocol/market-error.ts';
import type { JobStates } from './due.ts';
import type { Job, JobState, Lease, StrategyState } from './job.ts';
import { retryAt } from './timing.ts';

/** Characters of an error's message that are remembered. */
const MOST_MESSAGE = 200;

/** A run begins. `by` is who runs it, `run` the id of the run. */
export function started(state: JobState, by: string, run: string, now: number): JobState {
  const lease: Lease = { until: now + LEASE, by, run, at: now };
  return { ...state, startedAt: now, cycleAt: state.cycleAt ?? now, lease };
}

/** A run did what its lane wanted; with `isLast` the cycle is complete. */
export function succeeded(
  state: JobState,
  isLast: boolean,
  strategyState: StrategyState,
  now: number,
): JobState {
  const { lease, error, notBefore, cycleAt, ...rest } = state;
  const ended = { ...rest, endedAt: now, failures: 0, strategyState };
  if (isLast) return { ...ended, doneAt: now };
  return cycleAt === undefined ? ended : { ...ended, cycleAt };
}

/** A run stopped where the marketplace or Google wants it to wait; what it did counts, and it goes on later. */
export function held(state: JobState, until: number, now: number): JobState {
  const { lease, ...rest } = state;
  return { ...rest, endedAt: now, notBefore: until };
}

/** A run failed. The cycle stays under way: what is complete of it need not be done again. */
export function failed(job: Pick<Job, 'every'>, state: JobState, error: unknown, now: number): JobState {
  const { lease, ...rest } = state;
  const failures = state.failures + 1;
  const code = error instanceof MarketError ? error.code : 'INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  const told = error instanceof MarketError ? (error.details.retryAt ?? 0) : 0;
  return {
    ...rest,
    endedAt: now,
    failures,
    error: { code, message: clip(message) },
    notBefore: Math.max(told, retryAt(job, failures, now)),
  };
}

/** Runs that were killed: their leases are over, and nobody gave them back. By id of the job. */
export function deadLeases(states: JobStates, now: number): readonly (readonly [id: string, lease: Lease])[] {
  return Object.entries(states).flatMap(([id, { lease }]) =>
    lease && lease.until <= now ? [[id, lease] as const] : [],
  );
}

/** Of a run that was killed: nothing is known but that it did not end. */
export function released(state: JobState): JobState {
  const { lease, ...rest } = state;
  return rest;
}

function clip(message: string): string {
  return message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE - 1)}…` : message;
}
