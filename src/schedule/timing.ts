/** When a job is due, and how long it waits after a failure. All times in epoch milliseconds. */
import { MINUTE } from '../protocol/time.ts';
import type { Every, Job, JobState } from './job.ts';

/** What has no period of its own waits no longer than that after a failure: by then every cap has room again. */
const LONGEST_WAIT = 60 * MINUTE;

/** After the first failure in a row, in turn doubled. */
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
 * From when on the job is due, apart from what holds it: a period after its last run began, or since the cycle under way began.
 * What never ran is due since ever.
 */
export function dueAt(job: Pick<Job, 'every'>, state: JobState): number {
  const { startedAt, cycleAt, failures, notBefore } = state;
  if (isOver(job, state)) return Number.POSITIVE_INFINITY;
  const period = periodOf(job.every);
  if (startedAt === undefined) return Number.NEGATIVE_INFINITY;
  if (cycleAt !== undefined) return cycleAt;
  if (failures > 0 && notBefore !== undefined) return notBefore;
  return period === undefined ? startedAt : startedAt + period - Math.min(period / 4, MOST_SLACK);
}
