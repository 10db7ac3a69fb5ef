/** The sheet Jobs: one row per scheduled pull. People type the pull, and the add-on fills in its results. */
import { id, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import type { FieldOf, Recorded } from './table.ts';

export const jobs = {
  answer: {
    record: {
      name: text('name', 'Name of the job. Generated from the row; you can type your own.'),
      dataset: text('dataset', 'Table to pull, such as Orders or Inventory.'),
      filter: text(
        'filter',
        'Limits what is pulled, for example: status = Unshipped; connection = My shop. Blank: all.',
      ),
      every: text(
        'every',
        'How often: 15 minutes, 2 hours, hourly, daily, continuous (as often as needed, after other jobs), or backfill (past data, once).',
      ),
      state: text('state', 'Enter paused, run now, retry, or active. Blank: active.'),
      result: text('result', 'Result of the last run, or why the row cannot run and how to fix it.'),
      nextRun: instant('nextRun', 'Approximate time of the next run.'),
      lastRun: instant('lastRun', 'Start of the last run.'),
      owner: text('owner', 'Person whose schedule runs it.'),
      ownerId: id('ownerId', 'ID of the owner. Used by the add-on.'),
      target: text('target', 'Tables that it fills.'),
    },
  },
  tables: [
    {
      name: 'Jobs',
      about: 'One row per scheduled pull. You can edit it here.',
      each: [],
      columns: ['*'],
      key: ['dataset', 'filter', 'every'],
      appendOnly: true,
      // Stored job definitions have this order.
      typed: ['dataset', 'filter', 'every', 'owner', 'ownerId', 'state', 'name'],
      hidden: ['ownerId'],
      opening: {
        frozen: ['name'],
        first: ['dataset', 'filter', 'every', 'state', 'result', 'nextRun', 'lastRun', 'owner', 'ownerId', 'target'],
        folded: [],
      },
    },
  ],
} as const satisfies Recorded;

export const [jobsTable] = jobs.tables;

export type JobsColumn = FieldOf<typeof jobs>;

export type TypedColumn = (typeof jobsTable.typed)[number];

export function jobsColumns(): readonly Column[] {
  return sheetColumns(jobs, jobsTable, NONE_PRIVATE);
}
