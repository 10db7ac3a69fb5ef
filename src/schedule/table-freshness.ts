/** How fresh each table of each shop is: by the jobs that fill it and by the pulls of people. */
import { type Store, stored } from '../protocol/store.ts';
import { lastPulls } from '../pull/remembered.ts';
import { isSameSeller } from '../tables/catalog/item-keys.ts';
import { kindOf } from './job.ts';
import type { FreshnessState, JobView } from './job-view.ts';

/** All times in epoch milliseconds. */
export interface TableFreshness {
  readonly table: string;
  /** Whose rows; blank while nobody knows. */
  readonly sellerId: string;
  readonly state: FreshnessState;
  readonly doneAt?: number | undefined;
  /** The age from which on it is due, in milliseconds; undefined where it never is by age alone. */
  readonly allowed?: number | undefined;
  /** About when it runs next; undefined where it does not, because it is paused or through. */
  readonly nextAt?: number | undefined;
  readonly error?: string | undefined;
}

const RANK: Readonly<Record<FreshnessState, number>> = { fresh: 0, due: 1, late: 2, failing: 3 };

/** A job, the names of the tables that it fills, and whose rows they get. */
interface FillingJob {
  readonly view: JobView;
  readonly tables: readonly string[];
  readonly sellerId: string;
}

/**
 * One entry per table and shop, in the order of the jobs: of several jobs the worst state counts, and a backfill, which
 * comes behind all others, only where nothing else fills the table.
 */
export function tableFreshness(jobs: readonly FillingJob[]): readonly TableFreshness[] {
  const found = new Map<string, TableFreshness>();
  const isBackfill = ({ view }: FillingJob) => kindOf(view.job.every) === 'backfill';
  const inOrder = [...jobs].sort((one, other) => Number(isBackfill(one)) - Number(isBackfill(other)));
  for (const job of inOrder) {
    const { state, freshness, allowedAge, nextAt } = job.view;
    for (const table of job.tables) {
      const key = `${table}|${job.sellerId.toLowerCase()}`;
      const other = found.get(key);
      if (other && (isBackfill(job) || RANK[other.state] >= RANK[freshness])) continue;
      found.set(key, {
        table,
        sellerId: job.sellerId,
        state: freshness,
        doneAt: state.doneAt,
        allowed: allowedAge,
        nextAt,
        error: freshness === 'failing' ? state.error?.message : undefined,
      });
    }
  }
  return [...found.values()];
}

type BySeller = Readonly<Record<string, number>>;

/** When jobs last completed each table of each shop, in epoch milliseconds: formulas may read it, and see no jobs. */
const completed = stored<Readonly<Record<string, BySeller>>>('freshness', 1, {});

export function keepFreshness(document: Store, tables: readonly TableFreshness[]): void {
  const doneAt: Record<string, BySeller> = {};
  for (const { table, sellerId, doneAt: at } of tables)
    if (at !== undefined) doneAt[table] = { ...doneAt[table], [sellerId]: at };
  completed.write(document, doneAt);
}

export function forgetFreshness(document: Store): void {
  completed.remove(document);
}

/** When each table of each shop was last brought up to date, by a job or by a pull of a person, in epoch milliseconds. */
export function tableAges(
  document: Pick<Store, 'get'>,
): readonly { readonly table: string; readonly sellerId: string; readonly at: number }[] {
  const [done, pulled] = [completed.read(document), lastPulls(document)];
  return [...new Set([...Object.keys(done), ...Object.keys(pulled)])].flatMap((table) => {
    const sources: readonly BySeller[] = [done[table] ?? {}, pulled[table] ?? {}];
    const sellers = [...new Set(sources.flatMap(Object.keys))];
    return sellers.map((sellerId) => ({
      table,
      sellerId,
      at: Math.max(...sources.map((bySeller) => bySeller[sellerId] ?? 0)),
    }));
  });
}

/** The same of one table and seller; without a seller, of the shop where it was longest ago. Undefined where it never was. */
export function freshAt(document: Pick<Store, 'get'>, table: string, sellerId?: string): number | undefined {
  const ages = tableAges(document).filter(
    (each) => each.table === table && (sellerId === undefined || isSameSeller(each.sellerId, sellerId)),
  );
  if (ages.length === 0) return undefined;
  const times = ages.map(({ at }) => at);
  return sellerId === undefined ? Math.min(...times) : Math.max(...times);
}
