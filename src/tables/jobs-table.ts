/** The Jobs sheet: users enter scheduled pulls, and the add-on fills in the results. */
import { id, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import type { FieldOf, Recorded } from './table.ts';

export const jobs = {
  answer: {
    record: {
      name: text('name', 'Job name. Generated automatically; you can enter your own.'),
      dataset: text('dataset', 'Table to pull, such as Orders or Inventory.'),
      filter: text('filter', 'Which data to pull. Example: status = Unshipped; connection = My shop. Blank: all data.'),
      every: text(
        'every',
        'How often: 15 minutes, 2 hours, hourly, daily, continuous (as often as needed, after other jobs), or backfill (past data, once).',
      ),
      state: text('state', 'Enter paused, run now, retry, or active. Blank: active.'),
      result: text('result', 'Result of the last run, or why the row cannot run and how to fix it.'),
      nextRun: instant('nextRun', 'Approximate time of the next run.'),
      lastRun: instant('lastRun', 'When the last run started.'),
      owner: text('owner', 'User whose schedule runs it.'),
      ownerId: id('ownerId', "Owner's ID. Used by the add-on."),
      target: text('target', 'Tables that the job fills.'),
    },
  },
  tables: [
    {
      name: 'Jobs',
      about: 'One row per scheduled pull. You can edit jobs here.',
      each: [],
      columns: ['*'],
      key: ['dataset', 'filter', 'every'],
      appendOnly: true,
      // Stored job definitions use this order.
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
