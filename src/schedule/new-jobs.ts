/** New rows of the sheet Jobs: the standard jobs, those of the sidebar, and those of a sheet that was deleted. */
import { pacificText } from '../protocol/dates.ts';
import { argumentError } from '../protocol/market-error.ts';
import { DAY, MINUTE } from '../protocol/time.ts';
import { type CellEdit, type Cells, editsOf, planEdits } from '../tables/edits.ts';
import { type JobsColumn, jobsTable } from '../tables/jobs-table.ts';
import type { TablePlan } from '../tables/plan.ts';
import { type Dataset, findDataset } from './datasets.ts';
import { condition } from './filter.ts';
import { everyText } from './job.ts';
import { type JobRow, type JobsSheet, MOST_JOBS, readRow, sameness, type Typed, type ValidRow } from './job-rows.ts';

export type Definition = Pick<Typed, 'dataset' | 'filter' | 'every'> & Partial<Typed>;

/**
 * What another row pulls already, in the same way and with the same filter, gets no second one, whoever runs it and
 * how often; `preferred` is the connection that rows mean which name none, `others` are ids of rows of other shops. Throws MARKET_ARGUMENT where a definition is not valid, or there would be too many jobs.
 */
export function newJobs(
  sheet: JobsSheet,
  datasets: readonly Dataset[],
  definitions: readonly Definition[],
  unique: () => string,
  preferred?: string,
  others: ReadonlySet<string> = new Set(),
): readonly ValidRow[] {
  const rows = sheet.rows.filter(({ id }) => !others.has(id));
  const known = new Set(rows.map(({ pulls }) => pulls && sameness(pulls, preferred)));
  const added: ValidRow[] = [];
  for (const definition of definitions) {
    const typed: Typed = { owner: '', ownerId: '', state: '', name: '', ...definition };
    const read = readRow(datasets, { row: 0, result: '', id: '', typed });
    if (read.problem !== undefined) throw argumentError(read.problem);
    const same = sameness(read.pulls!, preferred);
    if (known.has(same)) continue;
    known.add(same);
    const found = findDataset(datasets, typed.dataset);
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

/** Rows that an execution did not finish are used first. */
export function planRows(
  { opened, keys, unfinished }: JobsSheet,
  added: readonly Pick<JobRow, 'id' | 'typed' | 'target' | 'result'>[],
  zone: string,
): TablePlan {
  const allKeys = new Map(keys);
  const edits: CellEdit<JobsColumn>[] = [];
  const news: (readonly [key: string, cells: Cells<JobsColumn>])[] = [];
  added.forEach(({ id, typed, target, result }, index) => {
    const cells: Cells<JobsColumn> = {
      ...typed,
      target: target.join(', '),
      nextRun: '',
      lastRun: '',
      result,
    };
    const row = unfinished[index];
    if (row === undefined) {
      news.push([id, cells]);
      return;
    }
    allKeys.set(row, id);
    edits.push(...editsOf(row, cells));
  });
  return planEdits(opened, edits, allKeys, news, zone);
}

const BACKFILL = 90 * DAY;

export interface Known {
  /** Names of the person's connections, the default one first. */
  readonly connections: readonly string[];
  readonly account: 'consumer' | 'workspace';
  readonly now: number;
  /** Milliseconds between two executions of the trigger. */
  readonly interval: number;
}

/**
 * Those of every connection, side by side; an only one need not be named. What has nothing to pull yet waits for it:
 * orders and ads come first, because they tell which items and campaigns there are.
 */
export function standardJobs({ connections, account, interval, now }: Known): readonly Definition[] {
  const jobs = [
    // A new order has to be shipped, and an old one may be voided, within hours: as often as the trigger comes.
    { dataset: 'orders', every: everyText({ minutes: interval / MINUTE }) },
    // Costs and sales of a day are corrected for days; asking oftener would only repeat them.
    { dataset: 'ad-performance', every: '6 hours' },
    // 10,000 items are 100 calls of 10,000 an hour. A consumer account has 90 minutes of triggers a day,
    // a Workspace one 360: there is no room for every hour in the former.
    { dataset: 'inventory', every: account === 'consumer' ? '4 hours' : 'hourly' },
    // Bids are changed by people, seldom more than once a day. One call a campaign.
    { dataset: 'keywords', every: 'daily' },
    // The service works on a request for hours, and its answer changes no more after that.
    { dataset: 'lookup-report', every: 'daily' },
    // One call an item, and 500 calls an hour: most for what sells, none beyond what is promised.
    {
      dataset: 'price-history',
      every: 'continuous',
      filter: 'top = 200; top within = 2 hours; within = 36 hours',
    },
    // What sellers compare with: this month and the two before. It goes on only with calls that nobody else needs.
    { dataset: 'orders', every: 'backfill', filter: `from = ${pacificText(now - BACKFILL).slice(0, 10)}` },
  ];
  const own = connections.length === 1 ? [undefined] : connections;
  return jobs.flatMap(({ dataset, every, filter }) =>
    own.map((name): Definition => {
      const conditions = [filter, name === undefined ? undefined : condition('connection', name)];
      return { dataset, every, filter: conditions.filter((each) => each !== undefined).join('; ') };
    }),
  );
}
