/** How fresh each table of each shop is: by the jobs that fill it and by the pulls of people. */
import type { Store } from '../protocol/store.ts';
import { DAY } from '../protocol/time.ts';
import { lastPulls } from '../pull/remembered.ts';
import { isSameSeller } from '../tables/seller.ts';
import { isOver, nextRunAt, periodOf } from './due.ts';
import { type Job, type JobState, type JobStates, kindOf, NEVER_RUN } from './job.ts';

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
  const period = allowedAge(job, interval)!;
  const age = now - (doneAt ?? startedAt ?? now);
  if (age > 2 * period) return 'late';
  return doneAt === undefined || age > period ? 'due' : 'fresh';
}

function allowedAge({ every }: Job, interval: number): number | undefined {
  return 'backfill' in every ? undefined : Math.max(periodOf(every) ?? CONTINUOUS, interval);
}

/** All times in epoch milliseconds. */
export interface TableFreshness {
  readonly table: string;
  /** Whose rows; blank while nobody knows. */
  readonly sellerId: string;
  readonly state: FreshnessState;
  /** End of the last complete run. */
  readonly doneAt?: number;
  /** The age from which on it is due, in milliseconds; undefined where it never is by age alone. */
  readonly allowed?: number;
  /** About when it runs next; undefined where it does not, because it is paused or through. */
  readonly nextAt?: number;
  /** What failed. */
  readonly error?: string;
}

/** The worse, the higher. */
const RANK: Readonly<Record<FreshnessState, number>> = { fresh: 0, due: 1, late: 2, failing: 3 };

/** A job, the names of the tables that it fills, and whose rows they get. */
export interface FillingJob {
  readonly job: Job;
  readonly tables: readonly string[];
  readonly sellerId: string;
}

/**
 * One entry a table and shop, in the order of the jobs: of several jobs the worst state counts, and a backfill, which
 * comes behind all others, only where nothing else fills the table.
 */
export function tableFreshness(
  jobs: readonly FillingJob[],
  states: JobStates,
  now: number,
  interval: number,
): readonly TableFreshness[] {
  const found = new Map<string, TableFreshness>();
  const isBackfill = ({ job }: FillingJob) => Number(kindOf(job.every) === 'backfill');
  const inOrder = [...jobs].sort((one, other) => isBackfill(one) - isBackfill(other));
  for (const { job, tables, sellerId } of inOrder) {
    const known = states[job.id] ?? NEVER_RUN;
    const state = freshness(job, known, now, interval);
    const nextAt = nextRunAt(job, known, now, interval);
    const allowed = allowedAge(job, interval);
    for (const table of tables) {
      const key = `${table}|${sellerId.toLowerCase()}`;
      const other = found.get(key);
      if (other && (kindOf(job.every) === 'backfill' || RANK[other.state] >= RANK[state])) continue;
      found.set(key, {
        table,
        sellerId,
        state,
        ...(known.doneAt === undefined ? {} : { doneAt: known.doneAt }),
        ...(allowed === undefined ? {} : { allowed }),
        ...(nextAt === undefined ? {} : { nextAt }),
        ...(state === 'failing' && known.error ? { error: known.error.message } : {}),
      });
    }
  }
  return [...found.values()];
}

const KEY = 'standing';

/** When jobs completed each table of each shop last, in epoch milliseconds, as formulas may read it: they see no jobs. */
interface Stored {
  readonly version: 2;
  readonly doneAt: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** In place of a seller in version 1, which did not know the shop. */
const ANY_SELLER = '';

/** Version 1: by table, of whichever shop. */
type Former = Readonly<Record<string, { readonly doneAt?: number }>>;

export function keepFreshness(document: Store, tables: readonly TableFreshness[]): void {
  const doneAt: Record<string, Record<string, number>> = {};
  for (const { table, sellerId, doneAt: at } of tables)
    if (at !== undefined) doneAt[table] = { ...doneAt[table], [sellerId]: at };
  document.set(KEY, JSON.stringify({ version: 2, doneAt } satisfies Stored));
}

export function forgetFreshness(document: Store): void {
  document.remove(KEY);
}

function keptFreshness(document: Pick<Store, 'get'>, table: string): Readonly<Record<string, number>> {
  const kept = JSON.parse(document.get(KEY) ?? '{}') as Stored | Former;
  if (isCurrent(kept)) return kept.doneAt[table] ?? {};
  const { doneAt } = kept[table] ?? {};
  return doneAt === undefined ? {} : { [ANY_SELLER]: doneAt };
}

/** The same of every table and shop. */
export function tableAges(
  document: Pick<Store, 'get'>,
): readonly { readonly table: string; readonly sellerId: string; readonly at: number }[] {
  const pulled = lastPulls(document);
  const tables = new Set([...keptTables(document), ...Object.keys(pulled)]);
  return [...tables].flatMap((table) => {
    const [done, own] = [keptFreshness(document, table), pulled[table] ?? {}];
    const sellers = [...new Set([...Object.keys(done), ...Object.keys(own)])];
    // Whose an old pull was is not known; it says something of a shop only where nothing else does.
    const named = sellers.length > 1 ? sellers.filter((sellerId) => sellerId !== ANY_SELLER) : sellers;
    return named.map((sellerId) => ({
      table,
      sellerId,
      at: Math.max(done[sellerId] ?? 0, own[sellerId] ?? 0),
    }));
  });
}

function keptTables(document: Pick<Store, 'get'>): readonly string[] {
  const kept = JSON.parse(document.get(KEY) ?? '{}') as Stored | Former;
  return Object.keys(isCurrent(kept) ? kept.doneAt : kept);
}

function isCurrent(kept: Stored | Former): kept is Stored {
  return 'version' in kept && typeof kept.version === 'number';
}

/**
 * When a table was last brought up to date, in epoch milliseconds: by a job or by a pull of a person, for that seller; without one
 * for whichever shop that was longest ago. Undefined where it never was.
 */
export function freshAt(document: Pick<Store, 'get'>, table: string, sellerId?: string): number | undefined {
  const [done, pulled] = [keptFreshness(document, table), lastPulls(document)[table] ?? {}];
  const isAsked = (whose: string) => sellerId === undefined || whose === ANY_SELLER || isSameSeller(whose, sellerId);
  const latest = [...new Set([...Object.keys(done), ...Object.keys(pulled)])]
    .filter(isAsked)
    .map((whose) => Math.max(done[whose] ?? 0, pulled[whose] ?? 0));
  if (latest.length === 0) return undefined;
  return sellerId === undefined ? Math.min(...latest) : Math.max(...latest);
}
