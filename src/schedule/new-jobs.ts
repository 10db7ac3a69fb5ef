/** New rows of the sheet Jobs: the standard jobs, those of the sidebar, and those of a sheet that was deleted. */
import { MarketError } from '../protocol/market-error.ts';
import { type CellEdit, type Cells, editsOf, planEdits } from '../tables/edits.ts';
import { type JobsColumn, jobsTable } from '../tables/jobs-table.ts';
import type { TablePlan } from '../tables/plan.ts';
import { type Dataset, findDataset } from './datasets.ts';
import { type JobRow, type JobsSheet, MOST_JOBS, readRow, sameness, type Typed, type ValidRow } from './job-rows.ts';

/** A row as a person would type it. */
export type Definition = Pick<Typed, 'dataset' | 'filter' | 'every'> & Partial<Typed>;

/**
 * What another row pulls already, in the same way and with the same filter, gets no second one, whoever runs it and
 * how often; `preferred` is the connection that rows mean which name none. Throws MARKET_ARGUMENT where a definition is not valid, or there would be too many jobs.
 */
export function newJobs(
  sheet: JobsSheet,
  datasets: readonly Dataset[],
  definitions: readonly Definition[],
  unique: () => string,
  preferred?: string,
): readonly ValidRow[] {
  const known = new Set(sheet.rows.map(({ pulls }) => pulls && sameness(pulls, preferred)));
  const added: ValidRow[] = [];
  for (const definition of definitions) {
    const typed: Typed = { owner: '', state: '', name: '', ...definition };
    const read = readRow(datasets, { row: 0, result: '', id: '', typed });
    if (read.problem !== undefined) throw new MarketError('MARKET_ARGUMENT', read.problem);
    const same = sameness(read.pulls!, preferred);
    if (known.has(same)) continue;
    known.add(same);
    const found = findDataset(datasets, typed.dataset);
    const dataset = typeof found === 'string' ? typed.dataset : found.operation.title;
    const id = unique();
    added.push({ ...read, id, job: { ...read.job, id }, typed: { ...typed, dataset } });
  }
  if (added.length > 0 && sheet.rows.length + added.length > MOST_JOBS)
    throw new MarketError(
      'MARKET_ARGUMENT',
      `There would be more than ${MOST_JOBS} jobs; delete rows of the sheet "${jobsTable.name}" that you do not need, then try again.`,
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
