/** What follows from a job and its state at one moment: the dispatcher, the sheets and the sidebar all go by this view. */
import { isLeased } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { intervalsIn } from './heartbeats.ts';
import { type Job, type JobState, type Kind, kindOf, NEVER_RUN, periodOf } from './job.ts';
import { statesIn } from './job-state.ts';

/**
 * Of the tables that a job fills. `failing`: its last run failed. `late`: its last complete cycle ended more than two
 * periods ago, or none did since its first run began that long ago. `due`: more than one period ago, nothing is complete
 * yet, or a backfill is not through.
 */
export type FreshnessState = 'fresh' | 'due' | 'late' | 'failing';

/** All times in epoch milliseconds. */
export interface JobView {
  readonly job: Job;
  readonly state: JobState;
  readonly isRunning: boolean;
  /** From when on it is due, unless a cap or a failure holds it; infinite where it never is. */
  readonly dueAt: number;
  /** When a continuous job that has kept its promise goes on. */
  readonly restsUntil: number | undefined;
  /** About when it runs next; undefined where it does not, because it is paused, through, or nobody's schedule comes. */
  readonly nextAt: number | undefined;
  readonly freshness: FreshnessState;
  /** The age of its tables from which on they are due, in milliseconds; undefined where they never are by age alone. */
  readonly allowedAge: number | undefined;
}

/** `interval`: milliseconds between two executions that may run it; undefined where none does. */
export function viewJob(job: Job, kept: JobState, now: number, interval?: number): JobView {
  const state = upTo(kept, now + MINUTE);
  const restsUntil = restsUntilOf(job, state);
  const dueAt = dueAtOf(job, state, restsUntil);
  // No period is shorter than the trigger's.
  const allowedAge = 'backfill' in job.every ? undefined : Math.max(periodOf(job.every) ?? DAY, interval ?? HOUR);
  const view = { job, state, restsUntil, dueAt, allowedAge, isRunning: isLeased(state.lease, now) };
  return { ...view, freshness: freshnessOf(view, now), nextAt: interval && nextAtOf(view, now, interval) };
}

/** The clock may have gone back: an instant of the past that lies in the future says nothing. */
function upTo(state: JobState, latest: number): JobState {
  const { startedAt = 0, endedAt = 0, doneAt = 0, cycleAt = 0 } = state;
  return Math.max(startedAt, endedAt, doneAt, cycleAt) <= latest ? state : { failures: 0 };
}

/** Of all jobs, by id, given all that is stored. */
export function viewJobs(
  jobs: readonly Job[],
  stored: Readonly<Record<string, string>>,
  now: number,
): ReadonlyMap<string, JobView> {
  const states = statesIn(stored);
  const intervals = intervalsIn(stored, now);
  return new Map(jobs.map((job) => [job.id, viewJob(job, states[job.id] ?? NEVER_RUN, now, intervals.get(job.owner))]));
}

/** Triggers come a little early or late: a job that waits for the next one would come every second time only. */
const MOST_SLACK = 5 * MINUTE;

/** A job that rests looks this often whether there is more to do: items come, and people change what is promised. */
const LOOK = 55 * MINUTE;

/** A period after its last run began, when it has rested, or since the cycle under way began. */
function dueAtOf(job: Job, state: JobState, restsUntil: number | undefined): number {
  const { startedAt, cycleAt, failures, notBefore } = state;
  if (isOver(job, state)) return Number.POSITIVE_INFINITY;
  if (startedAt === undefined) return Number.NEGATIVE_INFINITY;
  if (cycleAt !== undefined) return cycleAt;
  if (failures > 0 && notBefore !== undefined) return notBefore;
  const period = periodOf(job.every);
  if (period === undefined) return Math.min(restsUntil ?? startedAt, startedAt + LOOK);
  return startedAt + period - Math.min(period / 4, MOST_SLACK);
}

function restsUntilOf({ every }: Job, { strategyState, cycleAt, failures }: JobState): number | undefined {
  const until = strategyState?.restsUntil;
  return 'continuous' in every && cycleAt === undefined && failures === 0 && typeof until === 'number'
    ? until
    : undefined;
}

type Undecided = Omit<JobView, 'nextAt' | 'freshness'>;

/** Where a trigger that came at `now` comes again after each interval. */
function nextAtOf({ job, state, dueAt, restsUntil }: Undecided, now: number, interval: number): number | undefined {
  if (job.isPaused || (isOver(job, state) && !job.runsNow)) return undefined;
  const free = job.runsNow ? now : Math.max(restsUntil ?? dueAt, state.notBefore ?? now);
  const wait = Math.max(free, state.lease?.until ?? now) - now;
  return now + Math.max(1, Math.ceil(wait / interval)) * interval;
}

function freshnessOf({ job, state, allowedAge }: Undecided, now: number): FreshnessState {
  const { failures, doneAt, startedAt } = state;
  if (failures > 0) return 'failing';
  if (allowedAge === undefined) return isOver(job, state) ? 'fresh' : 'due';
  const age = now - (doneAt ?? startedAt ?? now);
  if (age > 2 * allowedAge) return 'late';
  return doneAt === undefined || age > allowedAge ? 'due' : 'fresh';
}

function isOver({ every }: Job, { doneAt, cycleAt }: JobState): boolean {
  return 'backfill' in every && doneAt !== undefined && cycleAt === undefined;
}

/** What takes all that is left comes behind what has a time of its own. */
const RANK: Readonly<Record<Kind, number>> = { every: 0, continuous: 1, backfill: 2 };

/**
 * Those that somebody asked for come first, in the order of their rows, and wait for no time but for a lease. Of the others
 * those whose dataset can be asked now (`freeAt` is when its next call may go out) come before those for which no call is
 * left, and of these those first that are late by more of their own periods; what never ran is the latest. A job that a
 * cap holds is due where the execution may wait for it: `mayWait`, in milliseconds.
 */
export function dueJobs(
  views: Iterable<JobView>,
  now: number,
  freeAt: (job: Job) => number,
  mayWait = 0,
): readonly Job[] {
  const ranked = [...views].flatMap(({ job, state, isRunning, dueAt }, index) => {
    if (job.isPaused || isRunning) return [];
    if (job.runsNow) return [{ job, rank: [0, 0, 0, 0, index] }];
    const isHeld = (state.notBefore ?? now) > now + (state.failures > 0 ? 0 : mayWait);
    if (isHeld || dueAt > now) return [];
    const periods = (now - dueAt) / (periodOf(job.every) ?? HOUR);
    return [{ job, rank: [1, RANK[kindOf(job.every)], freeAt(job) <= now ? 0 : 1, -periods, index] }];
  });
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ job }) => job);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1;
}
