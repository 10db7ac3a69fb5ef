/** The sheet Jobs: pulls with a schedule, one a row. People type what is to run; the add-on fills in the results. */
import { id, instant, NONE_PRIVATE, text } from '../protocol/fields.ts';
import { type Column, sheetColumns } from './columns.ts';
import type { FieldOf, Recorded } from './table.ts';

export const jobs = {
  answer: {
    record: {
      name: text('name', 'What the job is called. Told from the row; type another name, and it stays.'),
      dataset: text('dataset', 'What is pulled. Type Orders, Inventory or the name of another table.'),
      filter: text(
        'filter',
        'Which part of it, as in the form of the sidebar: status = Unshipped; connection = My shop. Blank: all.',
      ),
      every: text(
        'every',
        'How often. Type 15 minutes, 2 hours, hourly, daily, continuous (as often as it takes, behind the other jobs) or backfill (the past, once).',
      ),
      state: text('state', 'Type paused, run now, retry or active. Blank: active.'),
      result: text('result', 'What the last run did, or why the row is not run and what to type instead.'),
      nextRun: instant('nextRun', 'When it runs next, about.'),
      lastRun: instant('lastRun', 'When it began to run last.'),
      owner: text('owner', 'Whose schedule runs it, by the name that they gave in the sidebar.'),
      ownerId: id('ownerId', 'Identity of the owner; leave it to the add-on.'),
      target: text('target', 'The tables that it fills.'),
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
