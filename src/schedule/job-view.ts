import { isLeased } from '../protocol/store.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { nextTick, runningIn } from './heartbeats.ts';
import { type Job, type JobState, type Kind, kindOf, NEVER_RUN, periodOf, printOf } from './job.ts';
import { statesIn } from './job-state.ts';

/**
 * `failing`: the last run failed. `late`: more than two periods have passed since the last complete cycle or, if there
 * is none, since the first run began. `due`: more than one period has passed, or no cycle is complete.
 */
export type FreshnessState = 'fresh' | 'due' | 'late' | 'failing';

export interface JobView {
  readonly job: Job;
  readonly state: JobState;
  readonly isRunning: boolean;
  /** When the job is due, ignoring caps and retries. Infinite for a complete backfill. */
  readonly dueAt: number;
  /** When a continuous job whose data is fresh enough must pull again. */
  readonly restsUntil: number | undefined;
  /** When it runs next. Undefined if it is paused or complete, or its owner's schedule is off. */
  readonly nextAt: number | undefined;
  readonly freshness: FreshnessState;
  /** The age at which its tables become due, in milliseconds. Undefined for a backfill. */
  readonly allowedAge: number | undefined;
}

/** `interval`: the owner's schedule interval in milliseconds; undefined if off. `tick`: the schedule's next run. */
export function viewJob(
  job: Job,
  kept: JobState,
  now: number,
  interval?: number,
  tick = now + (interval ?? 0),
): JobView {
  const state = unlessFuture(job, kept, now + MINUTE);
  const restsUntil = restsUntilOf(job, state);
  const dueAt = dueAtOf(job, state, restsUntil);
  // A job can't run more often than the trigger.
  const allowedAge = 'backfill' in job.every ? undefined : Math.max(periodOf(job.every) ?? DAY, interval ?? HOUR);
  const view = { job, state, restsUntil, dueAt, allowedAge, isRunning: isLeased(state.lease, now) };
  return { ...view, freshness: freshnessOf(view, now), nextAt: interval && nextAtOf(view, now, interval, tick) };
}

/** Drops a state with times in the future: an editor forged it, or the clock was set back. */
function unlessFuture({ every }: Job, state: JobState, latest: number) {
  const { startedAt = 0, endedAt = 0, doneAt = 0, cycleAt = 0, notBefore = 0 } = state;
  // Jobs wait at most until the next day's quota or their next period.
  const longestWait = Math.max(DAY, periodOf(every) ?? 0);
  return Math.max(startedAt, endedAt, doneAt, cycleAt, notBefore - longestWait) <= latest ? state : { failures: 0 };
}

/** Returns views by job ID. `stored`: all document properties. */
export function viewJobs(
  jobs: readonly Job[],
  stored: Readonly<Record<string, string>>,
  now: number,
): ReadonlyMap<string, JobView> {
  const states = statesIn(stored);
  const running = runningIn(stored, now);
  return new Map(
    jobs.map((job) => {
      const schedule = running.get(job.owner);
      const tick = schedule && nextTick(schedule, now);
      return [job.id, viewJob(job, states[job.id] ?? NEVER_RUN, now, schedule?.interval, tick)];
    }),
  );
}

/** Without slack, an early trigger would skip every other run. */
const MOST_SLACK = 5 * MINUTE;

/** How often an idle continuous job checks for new items and edited filters. */
const LOOK = 55 * MINUTE;

function dueAtOf(job: Job, state: JobState, restsUntil: number | undefined) {
  const { startedAt, cycleAt, failures, notBefore } = state;
  if (isOver(job, state)) return Number.POSITIVE_INFINITY;
  if (startedAt === undefined) return Number.NEGATIVE_INFINITY;
  if (cycleAt !== undefined) return cycleAt;
  if (failures > 0 && notBefore !== undefined) return notBefore;
  const period = periodOf(job.every);
  if (period === undefined) return Math.min(restsUntil ?? startedAt, startedAt + LOOK);
  return startedAt + period - Math.min(period / 4, MOST_SLACK);
}

function restsUntilOf({ every }: Job, { strategyState, cycleAt, failures }: JobState) {
  const until = strategyState?.restsUntil;
  return 'continuous' in every && cycleAt === undefined && failures === 0 && typeof until === 'number'
    ? until
    : undefined;
}

type Undecided = Omit<JobView, 'nextAt' | 'freshness'>;

/** Assumes the trigger runs at `tick` and once per interval after that. */
function nextAtOf({ job, state, dueAt, restsUntil }: Undecided, now: number, interval: number, tick: number) {
  if (job.isPaused || (isOver(job, state) && !job.runsNow)) return undefined;
  const free = job.runsNow ? now : Math.max(restsUntil ?? dueAt, state.notBefore ?? now);
  const wait = Math.max(free, state.lease?.until ?? now) - tick;
  return tick + Math.max(0, Math.ceil(wait / interval)) * interval;
}

function freshnessOf({ job, state, allowedAge }: Undecided, now: number) {
  const { failures, doneAt, startedAt } = state;
  if (failures > 0) return 'failing';
  if (allowedAge === undefined) return isOver(job, state) ? 'fresh' : 'due';
  const age = now - (doneAt ?? startedAt ?? now);
  if (age > 2 * allowedAge) return 'late';
  return doneAt === undefined || age > allowedAge ? 'due' : 'fresh';
}

/** A backfill starts over if its filter was changed or its pulls were undone. */
function isOver(job: Job, { doneAt, cycleAt, strategyState }: JobState) {
  const isBackfill = 'backfill' in job.every && doneAt !== undefined && cycleAt === undefined;
  return isBackfill && strategyState?.filter === printOf(job);
}

/** Jobs that use all remaining calls run last. */
const RANK: Readonly<Record<Kind, number>> = { every: 0, continuous: 1, backfill: 2 };

/**
 * Sorts "run now" jobs first, then by kind, by whether a call is free now (`freeAt`), and by overdue periods. Includes
 * a job that waits for a cap if the execution can wait for it (`mayWait`, in milliseconds).
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
