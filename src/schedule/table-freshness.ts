/** Freshness per table and shop, from jobs and manual pulls. */
import { type Store, stored } from '../protocol/store.ts';
import { MINUTE } from '../protocol/time.ts';
import { forgetPull, lastPulls, type Period, periodsRead, timesIn, withoutTime } from '../pull/remembered.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { kindOf } from './job.ts';
import { hadNothingToPull } from './job-state.ts';
import type { FreshnessState, JobView } from './job-view.ts';

export interface TableFreshness {
  readonly table: string;
  /** Seller ID; blank if unknown. */
  readonly sellerId: string;
  readonly state: FreshnessState;
  readonly doneAt?: number | undefined;
  /** See `JobView.allowedAge`. */
  readonly allowed?: number | undefined;
  /** See `JobView.nextAt`. */
  readonly nextAt?: number | undefined;
  readonly error?: string | undefined;
}

const RANK: Readonly<Record<FreshnessState, number>> = { fresh: 0, due: 1, late: 2, failing: 3 };

interface FillingJob {
  readonly view: JobView;
  readonly tables: readonly string[];
  readonly sellerId: string;
}

/** Uses the worst state of a table's jobs. Ignores backfills and jobs that wait if another job fills the table. */
export function tableFreshness(jobs: readonly FillingJob[]): readonly TableFreshness[] {
  const found = new Map<string, TableFreshness>();
  const isSecond = ({ view: { job, state } }: FillingJob) =>
    kindOf(job.every) === 'backfill' || hadNothingToPull(state) || (job.isPaused && state.doneAt === undefined);
  const inOrder = [...jobs].sort((one, other) => Number(isSecond(one)) - Number(isSecond(other)));
  for (const job of inOrder) {
    const { sellerId, view } = job;
    const { state, freshness, allowedAge: allowed, nextAt } = view;
    for (const table of job.tables) {
      const key = `${table}|${sellerId.toLowerCase()}`;
      const other = found.get(key);
      if (other && isSecond(job)) continue;
      const error = freshness === 'failing' ? state.error?.message : undefined;
      const worst =
        other && RANK[other.state] >= RANK[freshness]
          ? other
          : { table, sellerId, state: freshness, doneAt: state.doneAt, allowed, nextAt, error };
      // A job without a success keeps another job's time.
      found.set(key, { ...worst, doneAt: worst.doneAt ?? state.doneAt ?? other?.doneAt });
    }
  }
  return [...found.values()];
}

type BySeller = Readonly<Record<string, number>>;

/** When jobs last finished updating each table, by seller. Stored because formulas can't read the Jobs sheet. */
export const completedAt = stored<Readonly<Record<string, BySeller>>>('freshness', 1, {});

export function keepFreshness(document: Store, tables: readonly TableFreshness[]): void {
  const doneAt: Record<string, BySeller> = {};
  for (const { table, sellerId, doneAt: at } of tables)
    if (at !== undefined) doneAt[table] = { ...doneAt[table], [sellerId]: at };
  completedAt.write(document, doneAt);
}

/** Treats the shop's table as not updated. Of the period read, only the part within `left` still counts. */
export function forgetTable(document: Store, table: string, sellerId: string, left: Period): void {
  completedAt.write(document, withoutTime(completedAt.read(document), table, sellerId));
  forgetPull(document, table, sellerId, left);
}

interface TableAge {
  readonly table: string;
  readonly sellerId: string;
  readonly at: number;
  readonly read?: Period | undefined;
}

/** When a job or manual pull last updated each table per shop, and the period read without gaps. */
export function tableAges(document: Pick<Store, 'get'>, now: number): readonly TableAge[] {
  const latest = now + MINUTE;
  const periodOf = periodsRead(document);
  const ages = new Map<string, TableAge>();
  for (const times of [timesIn(completedAt.read(document), latest), lastPulls(document, latest)])
    for (const [table, bySeller] of Object.entries(times))
      for (const [sellerId, at] of Object.entries(bySeller)) {
        const key = `${table}|${sellerId}`;
        const read = periodOf(table, sellerId);
        ages.set(key, { table, sellerId, at: Math.max(at, ages.get(key)?.at ?? 0), read });
      }
  return [...ages.values()];
}

/** Returns when the table was last updated for the seller or, without one, the oldest time across shops. */
export function freshAt(
  document: Pick<Store, 'get'>,
  now: number,
  table: string,
  sellerId?: string,
): number | undefined {
  const times = tableAges(document, now).flatMap((each) =>
    each.table === table && (sellerId === undefined || isSameSeller(each.sellerId, sellerId)) ? [each.at] : [],
  );
  if (times.length === 0) return undefined;
  return sellerId === undefined ? Math.min(...times) : Math.max(...times);
}
