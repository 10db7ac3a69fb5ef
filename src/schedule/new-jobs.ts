/** New rows of the sheet Jobs: standard jobs, jobs of the sidebar, and those of a deleted sheet. */
import { pacificDay } from '../protocol/dates.ts';
import { argumentError } from '../protocol/market-error.ts';
import { DAY, HOUR, MINUTE } from '../protocol/time.ts';
import { type CellEdit, type Cells, editsOf, planEdits } from '../tables/edits.ts';
import { type JobsColumn, jobsTable } from '../tables/jobs-table.ts';
import type { TablePlan } from '../tables/plan.ts';
import { findDataset } from './datasets.ts';
import { condition } from './filter.ts';
import { type JobRow, type JobsSheet, MOST_JOBS, pullKey, readRow, type Typed, type ValidRow } from './job-rows.ts';

export type Definition = Pick<Typed, 'dataset' | 'filter' | 'every'> & Partial<Typed>;

/**
 * Leaves out definitions that another row pulls already. `preferred`: the connection of rows that name none; `others`:
 * ids of rows of other shops. Throws MARKET_ARGUMENT if a definition is not valid or there would be too many jobs.
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
  if (added.length > 0 && sheet.rows.length + added.length > MOST_JOBS)
    throw argumentError(
      `There would be more than ${MOST_JOBS} jobs. Delete rows on "${jobsTable.name}" that you do not need, then try again.`,
    );
  return added;
}

/** Fills rows that an ended execution left incomplete before it adds others. */
export function planRows(
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

export interface JobTerms {
  /** Names of connections, the default one first. */
  readonly connections: readonly string[];
  readonly account: 'consumer' | 'workspace';
  readonly now: number;
  /** The time between two executions of the trigger, in milliseconds. */
  readonly interval: number;
}

/** The usual jobs of each connection. Orders and ads come first: other jobs wait for their items and campaigns. */
export function standardJobs({ connections, account, interval, now }: JobTerms): readonly Definition[] {
  const jobs = [
    // Orders have to be shipped within hours, so every execution pulls them.
    { dataset: 'orders', every: interval === HOUR ? 'hourly' : `${interval / MINUTE} minutes` },
    // The service corrects costs and sales for days.
    { dataset: 'ad-performance', every: '6 hours' },
    // A consumer account has 90 minutes of triggers per day, too few for every hour; Workspace has 360.
    { dataset: 'inventory', every: account === 'consumer' ? '4 hours' : 'hourly' },
    // People rarely change bids more than once a day, and each campaign takes a call.
    { dataset: 'keywords', every: 'daily' },
    // The service takes hours to answer a request; then the answer is final.
    { dataset: 'lookup-report', every: 'daily' },
    // Each price takes one of 500 calls per hour, so most calls go to the best sellers.
    {
      dataset: 'price-history',
      every: 'continuous',
      filter: 'top = 200; top within = 2 hours; within = 36 hours',
    },
    // Goes back three months, with calls that nothing else needs.
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
