/** Which jobs are to run now, in which order, and what to tell of them. Pure; all times in epoch milliseconds. */
import { DAY, HOUR } from '../protocol/time.ts';
import type { Job, JobState, Kind } from './job.ts';
import { kindOf, NEVER_RUN } from './job.ts';
import { dueAt, isLeased, isOver, periodOf } from './timing.ts';

/** By id of the job. */
export type JobStates = Readonly<Record<string, JobState>>;

/** What takes all that is left comes behind what has a time of its own. */
const RANK: Readonly<Record<Kind, number>> = { every: 0, continuous: 1, backfill: 2 };

/**
 * Those that somebody asked for come first, in the order of their rows, and wait for no time but for a lease. Of the others
 * those whose dataset can be asked now (`freeAt` is when its next call may go out) come before those for which there is
 * no call left, and of these those first that are late by more of their own periods; what never ran is the latest.
 * A job that a cap holds is due where the execution may wait for it: `patience`, in milliseconds.
 */
export function dueJobs(
  jobs: readonly Job[],
  states: JobStates,
  now: number,
  freeAt: (job: Job) => number,
  patience = 0,
): readonly Job[] {
  const ranked = jobs.flatMap((job, index) => {
    const state = states[job.id] ?? NEVER_RUN;
    if (job.isPaused || isLeased(state, now)) return [];
    if (job.runsNow) return [{ job, rank: [0, 0, 0, 0, index] }];
    if ((state.notBefore ?? now) > now + (state.failures > 0 ? 0 : patience)) return [];
    const due = dueAt(job, state);
    if (due > now) return [];
    const hasCalls = freeAt(job) <= now;
    return [{ job, rank: [1, RANK[kindOf(job.every)], hasCalls ? 0 : 1, -lateness(job, due, now), index] }];
  });
  return ranked.sort((one, other) => inOrder(one.rank, other.rank)).map(({ job }) => job);
}

/** In periods of its own. What runs all the time takes turns by the hours since it ran. */
function lateness({ every }: Job, due: number, now: number): number {
  return (now - due) / (periodOf(every) ?? HOUR);
}

function inOrder(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}

/**
 * About when the job will run next, where a trigger that came at `now` comes again after each `interval`;
 * nothing where it will not.
 */
export function nextRunAt(job: Job, state: JobState, now: number, interval: number): number | undefined {
  if (job.isPaused || (isOver(job, state) && !job.runsNow)) return undefined;
  const held = isLeased(state, now) ? state.lease!.until : now;
  const due = job.runsNow ? now : Math.max(dueAt(job, state), state.notBefore ?? now);
  return now + Math.max(1, Math.ceil((Math.max(due, held) - now) / interval)) * interval;
}

/**
 * `failing`: the last run failed. `late`: the last complete cycle ended more than two periods ago, or none did since the
 * first run began that long ago. `due`: more than one period ago, or nothing is complete yet. `fresh`: all others.
 */
export type FreshnessState = 'fresh' | 'due' | 'late' | 'failing';

/** What goes on all the time has no period of its own: it is due after a day in which it was not complete. */
const CONTINUOUS = DAY;

/**
 * No period is taken to be shorter than the trigger's (`interval`). A backfill is due until it is over, and never
 * late.
 */
export function freshness(job: Job, state: JobState, now: number, interval = 0): FreshnessState {
  const { failures, doneAt, startedAt } = state;
  if (failures > 0) return 'failing';
  if ('backfill' in job.every) return isOver(job, state) ? 'fresh' : 'due';
  const period = Math.max(periodOf(job.every) ?? CONTINUOUS, interval);
  const age = now - (doneAt ?? startedAt ?? now);
  if (age > 2 * period) return 'late';
  return doneAt === undefined || age > period ? 'due' : 'fresh';
}
