/** Adds rows to the Jobs sheet: standard jobs, new jobs, and restored ones. */
import { pacificDay } from '../protocol/dates.ts';
import { argumentError } from '../protocol/market-error.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { type CellEdit, type Cells, editsOf, planEdits } from '../tables/edits.ts';
import type { JobsColumn } from '../tables/jobs-table.ts';
import type { TablePlan } from '../tables/plan.ts';
import { findDataset } from './datasets.ts';
import { condition } from './filter.ts';
import { type JobRow, type JobsSheet, pullKey, readRow, type Typed, type ValidRow } from './job-rows.ts';

export type Definition = Pick<Typed, 'dataset' | 'filter' | 'every'> & Partial<Typed>;

/**
 * Skips definitions that an existing row already covers. `preferred`: the connection for rows without one. `others`:
 * IDs of other shops' rows. Throws MARKET_ARGUMENT if a definition is invalid or the job limit is exceeded.
 */
export function newJobs(
  sheet: JobsSheet,
  definitions: readonly Definition[],
  unique: () => string,
  preferred?: string,
  others: ReadonlySet<string> = new Set(),
): readonly ValidRow[] {
  const rows = sheet.rows.filter(({ id }) => !others.has(id));
  const known = new Set(rows.map(({ pulls }) => pulls && pullKey(pulls, preferred)));
  const added: ValidRow[] = [];
  for (const definition of definitions) {
    const typed: Typed = { owner: '', ownerId: '', state: '', name: '', ...definition };
    const read = readRow({ row: 0, result: '', id: '', typed });
    if (read.problem !== undefined) throw argumentError(read.problem);
    const same = pullKey(read.pulls!, preferred);
    if (known.has(same)) continue;
    known.add(same);
    const found = findDataset(typed.dataset);
    const dataset = typeof found === 'string' ? typed.dataset : found.operation.title;
    const id = unique();
    added.push({ ...read, id, job: { ...read.job, id }, typed: { ...typed, dataset } });
  }
  return added;
}

/** Reuses rows left incomplete by an interrupted execution before adding new ones. */
export function planJobRows(
  { opened, keys, unfinished }: JobsSheet,
  added: readonly Pick<JobRow, 'id' | 'typed' | 'target' | 'result'>[],
  zone: string,
): TablePlan {
  const allKeys = new Map(keys);
  const edits: CellEdit<JobsColumn>[] = [];
  const newRows: (readonly [key: string, cells: Cells<JobsColumn>])[] = [];
  added.forEach(({ id, typed, target, result }, index) => {
    const cells: Cells<JobsColumn> = { ...typed, target: target.join(', '), nextRun: '', lastRun: '', result };
    const row = unfinished[index];
    if (row === undefined) {
      newRows.push([id, cells]);
      return;
    }
    allKeys.set(row, id);
    edits.push(...editsOf(row, cells));
  });
  return planEdits(opened, edits, zone, allKeys, newRows);
}

const BACKFILL = 90 * DAY;

interface JobTerms {
  /** Connection names, default first. */
  readonly connections: readonly string[];
  readonly account: 'consumer' | 'workspace';
  readonly now: number;
  /** The trigger's interval in milliseconds. */
  readonly interval: number;
}

/** Standard jobs per connection. Orders and ads come first: they provide items and campaigns for other jobs. */
export function standardJobs({ connections, account, interval, now }: JobTerms): readonly Definition[] {
  const jobs = [
    // Orders must ship within hours, so every execution pulls them.
    { dataset: 'orders', every: interval === HOUR ? 'hourly' : `${interval / MINUTE} minutes` },
    // The service corrects costs and sales for several days.
    { dataset: 'ad-performance', every: '6 hours' },
    // Google allows 90 minutes of triggers per day on consumer accounts, 360 on Workspace.
    { dataset: 'inventory', every: account === 'consumer' ? '4 hours' : 'hourly' },
    // Bids rarely change more than once per day, and each campaign takes a call.
    { dataset: 'keywords', every: 'daily' },
    // The service takes hours to finish a report, which then never changes.
    { dataset: 'lookup-report', every: 'daily' },
    // Each item takes a call, and the cap is 500 calls per hour, so best sellers take priority.
    {
      dataset: 'price-history',
      every: 'continuous',
      filter: 'top = 200; top within = 2 hours; within = 36 hours',
    },
    { dataset: 'orders', every: 'backfill', filter: `from = ${pacificDay(now - BACKFILL)}` },
  ];
  const own = connections.length === 1 ? [undefined] : connections;
  return jobs.flatMap(({ dataset, every, filter }) =>
    own.map((name): Definition => {
      const conditions = [filter, name === undefined ? undefined : condition('connection', name)];
      return { dataset, every, filter: conditions.filter((each) => each !== undefined).join('; ') };
    }),
  );
}
