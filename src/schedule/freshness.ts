/** How fresh each table is, how many calls are left and whose schedules run, as rows of the sheet Status. */
import type { AnyRecord } from '../protocol/fields.ts';
import { instantAt } from '../protocol/fields.ts';
import { MINUTE } from '../protocol/time.ts';
import { wallText } from '../tables/zone.ts';
import type { FreshnessState, JobStates } from './due.ts';
import { freshness, nextRunAt } from './due.ts';
import type { Job } from './job.ts';
import { kindOf, NEVER_RUN } from './job.ts';

/** All times in epoch milliseconds. */
export interface TableFreshness {
  readonly table: string;
  readonly state: FreshnessState;
  /** End of the last complete run. */
  readonly doneAt?: number;
  /** About when it runs next; nothing where it does not, because it is paused or through. */
  readonly nextAt?: number;
  /** What failed. */
  readonly error?: string;
}

export interface Gauge {
  /** Title of the operation. */
  readonly title: string;
  readonly cap: number;
  /** Calls of this hour that are left. */
  readonly left: number;
  /** When the next one is free, while none is. */
  readonly freeAt?: number;
}

export interface Schedule {
  readonly person: string;
  /** `late`: its trigger has not come for longer than it should. */
  readonly state: 'on' | 'off' | 'late';
  /** When it came last. */
  readonly lastAt?: number;
  /** Between two executions of its trigger. */
  readonly interval?: number;
}

export interface StatusContent {
  readonly tables?: readonly TableFreshness[];
  readonly gauges?: readonly Gauge[];
  readonly schedules?: readonly Schedule[];
}

/** The worse, the higher. */
const RANK: Readonly<Record<FreshnessState, number>> = { fresh: 0, due: 1, late: 2, failing: 3 };

/**
 * One entry a table, in the order of the jobs: of several jobs the one that stands worst counts, and a backfill, which
 * comes behind all others, only where nothing else fills the table. `tables` are the names of those that a job fills.
 */
export function tableFreshness(
  jobs: readonly { readonly job: Job; readonly tables: readonly string[] }[],
  states: JobStates,
  now: number,
  interval: number,
): readonly TableFreshness[] {
  const found = new Map<string, TableFreshness>();
  const inOrder = [
    ...jobs.filter(({ job }) => kindOf(job.every) !== 'backfill'),
    ...jobs.filter(({ job }) => kindOf(job.every) === 'backfill'),
  ];
  for (const { job, tables } of inOrder) {
    const known = states[job.id] ?? NEVER_RUN;
    const state = freshness(job, known, now, interval);
    const nextAt = nextRunAt(job, known, now, interval);
    for (const table of tables) {
      const other = found.get(table);
      if (other && (kindOf(job.every) === 'backfill' || RANK[other.state] >= RANK[state])) continue;
      found.set(table, {
        table,
        state,
        ...(known.doneAt === undefined ? {} : { doneAt: known.doneAt }),
        ...(nextAt === undefined ? {} : { nextAt }),
        ...(state === 'failing' && known.error ? { error: known.error.message } : {}),
      });
    }
  }
  return [...found.values()];
}

/** Rows of the sheet Status; times in the words of the spreadsheet's zone. */
export function statusRecords(
  { tables = [], gauges = [], schedules = [] }: StatusContent,
  now: number,
  zone: string,
): readonly AnyRecord[] {
  const time = (at: number) => timeText(at, now, zone);
  const record = (about: string, subject: string, state: string, detail: readonly string[]): AnyRecord => ({
    about,
    subject,
    state,
    detail: detail.length > 0 ? detail.join('; ') : null,
    example: null,
    firstSeen: instantAt(now),
  });
  return [
    ...tables.map(({ table, state, doneAt, nextAt, error }) =>
      record('Freshness', table, state, [
        ...(error === undefined ? [] : [error.replace(/\.$/, '')]),
        doneAt === undefined ? 'no complete run yet' : `complete run of ${time(doneAt)}`,
        nextAt === undefined ? 'no next run' : `next about ${time(nextAt)}`,
      ]),
    ),
    ...gauges.map(({ title, cap, left, freeAt }) =>
      record(
        'Calls this hour',
        title,
        `${grouped(left)} of ${grouped(cap)} left`,
        left > 0 || freeAt === undefined ? [] : [`next free at ${time(freeAt)}`],
      ),
    ),
    ...schedules.map(({ person, state, lastAt, interval }) =>
      record('Schedule', person, state, [
        ...(interval === undefined || state === 'off' ? [] : [`every ${interval / MINUTE} minutes`]),
        ...(lastAt === undefined ? [] : [`came last at ${time(lastAt)}`]),
      ]),
    ),
  ];
}

/** `12:41`, with its day where that is another one. */
function timeText(at: number, now: number, zone: string): string {
  const [day = '', time = ''] = wallText(at, zone).split(' ');
  const short = time.slice(0, 5);
  return wallText(now, zone).startsWith(day) ? short : `${day} ${short}`;
}

/** `1,000`. */
function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}
