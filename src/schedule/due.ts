/** When jobs are due, which run now and in which order. Pure; all times in epoch milliseconds. */
import { HOUR, MINUTE } from '../protocol/time.ts';
import { type Every, type Job, type JobState, type JobStates, type Kind, kindOf, NEVER_RUN } from './job.ts';

/** What takes all that is left comes behind what has a time of its own. */
const RANK: Readonly<Record<Kind, number>> = { every: 0, continuous: 1, backfill: 2 };

/**
 * Those that somebody asked for come first, in the order of their rows, and wait for no time but for a lease. Of the others
 * those whose dataset can be asked now (`freeAt` is when its next call may go out) come before those for which there is
 * no call left, and of these those first that are late by more of their own periods; what never ran is the latest.
 * A job that a cap holds is due where the execution may wait for it: `mayWait`, in milliseconds.
 */
export function dueJobs(
  jobs: readonly Job[],
  states: JobStates,
  now: number,
  freeAt: (job: Job) => number,
  mayWait = 0,
): readonly Job[] {
  const ranked = jobs.flatMap((job, index) => {
    const state = states[job.id] ?? NEVER_RUN;
    if (job.isPaused || isLeased(state, now)) return [];
    if (job.runsNow) return [{ job, rank: [0, 0, 0, 0, index] }];
    if ((state.notBefore ?? now) > now + (state.failures > 0 ? 0 : mayWait)) return [];
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
  const due = job.runsNow ? now : Math.max(restsUntil(job, state) ?? dueAt(job, state), state.notBefore ?? now);
  return now + Math.max(1, Math.ceil((Math.max(due, held) - now) / interval)) * interval;
}

/** What has no period of its own waits no longer than that after a failure: by then every cap has room again. */
const LONGEST_WAIT = 60 * MINUTE;

/** A job that rests looks so often whether all is as it was: items come, and people change what they want promised. */
const LOOK = 55 * MINUTE;

/** After the first failure in a row; each further one doubles it. */
const FIRST_WAIT = 10 * MINUTE;

/** Triggers come a little early or late: a job that waits for the next one would come every second time only. */
const MOST_SLACK = 5 * MINUTE;

/** Milliseconds; nothing for what runs all the time. */
export function periodOf(every: Every): number | undefined {
  return 'minutes' in every ? every.minutes * MINUTE : undefined;
}

/** When a job that failed so many times in a row may run again. */
export function retryAt({ every }: Pick<Job, 'every'>, failures: number, now: number): number {
  return now + Math.min(periodOf(every) ?? LONGEST_WAIT, FIRST_WAIT * 2 ** (failures - 1));
}

export function isLeased({ lease }: JobState, now: number): boolean {
  return lease !== undefined && lease.until > now;
}

/** A backfill that has reached its end. */
export function isOver({ every }: Pick<Job, 'every'>, { doneAt, cycleAt }: JobState): boolean {
  return 'backfill' in every && doneAt !== undefined && cycleAt === undefined;
}

/**
 * From when on the job is due, apart from what holds it: a period after its last run began, when it has rested, or since the
 * cycle under way began. What never ran is due since ever.
 */
export function dueAt(job: Pick<Job, 'every'>, state: JobState): number {
  const { startedAt, cycleAt, failures, notBefore } = state;
  if (isOver(job, state)) return Number.POSITIVE_INFINITY;
  const period = periodOf(job.every);
  if (startedAt === undefined) return Number.NEGATIVE_INFINITY;
  if (cycleAt !== undefined) return cycleAt;
  if (failures > 0 && notBefore !== undefined) return notBefore;
  if (period === undefined) return Math.min(restsUntil(job, state) ?? startedAt, startedAt + LOOK);
  return startedAt + period - Math.min(period / 4, MOST_SLACK);
}

/** When a continuous job that has kept its promise goes on. */
export function restsUntil({ every }: Pick<Job, 'every'>, state: JobState): number | undefined {
  const until = state.strategyState?.restsUntil;
  const isThrough = 'continuous' in every && state.cycleAt === undefined && state.failures === 0;
  return isThrough && typeof until === 'number' ? until : undefined;
}
