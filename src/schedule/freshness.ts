/** How fresh each table is: by the jobs that fill it and by the pulls of people. */
import type { Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { lastPulls } from '../pull/last-pulls.ts';
import { isOver, nextRunAt, periodOf } from './due.ts';
import type { Job, JobState, JobStates } from './job.ts';
import { kindOf, NEVER_RUN } from './job.ts';

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

/** All times in epoch milliseconds. */
export interface TableFreshness {
  readonly table: string;
  readonly state: FreshnessState;
  /** End of the last complete run. */
  readonly doneAt?: number;
  /** About when it runs next; undefined where it does not, because it is paused or through. */
  readonly nextAt?: number;
  /** What failed. */
  readonly error?: string;
}

/** The worse, the higher. */
const RANK: Readonly<Record<FreshnessState, number>> = { fresh: 0, due: 1, late: 2, failing: 3 };

/**
 * One entry a table, in the order of the jobs: of several jobs the worst state counts, and a backfill, which
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

const KEY = 'standing';

/** What jobs say of the tables that they fill, as formulas may read it: they see neither jobs nor sheets of these. */
export function keepFreshness(document: Store, tables: readonly TableFreshness[]): void {
  const byTable = Object.fromEntries(tables.map(({ table, error: _, ...rest }) => [table, rest]));
  document.set(KEY, JSON.stringify(byTable));
}

export function forgetFreshness(document: Store): void {
  document.remove(KEY);
}

type KeptFreshness = Omit<TableFreshness, 'table' | 'error'>;

/** A table that nobody refreshes is due after a day. What should have run by now, and has not for as long again, is late. */
export function freshnessOf(
  document: Pick<Store, 'get'>,
  table: string,
  now: number,
): { readonly at?: number; readonly state: string } {
  const kept = JSON.parse(document.get(KEY) ?? '{}') as Readonly<Record<string, KeptFreshness>>;
  const known = kept[table];
  const pulledAt = lastPulls(document)[table];
  const at = Math.max(known?.doneAt ?? 0, pulledAt ?? 0);
  const isNewer = pulledAt !== undefined && pulledAt === at;
  if (at === 0) return { state: known?.state ?? 'due' };
  if (!known || isNewer) return { at, state: now > at + DAY ? 'due' : 'fresh' };
  const { state, doneAt = at, nextAt } = known;
  const isLate = nextAt !== undefined && state !== 'failing' && now > nextAt + (nextAt - doneAt);
  return { at, state: isLate ? 'late' : state };
}
