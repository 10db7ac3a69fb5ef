/** Each row of the Jobs sheet is a job or shows its problem. */
import { describe, expect, test } from 'vitest';
import { datasets } from '../../src/schedule/datasets.ts';
import { jobsColumns } from '../../src/tables/jobs-table.ts';
import { incompleteKey } from '../../src/tables/positions.ts';
import type { InMemoryBook } from '../support/in-memory-book.ts';
import { bookWithJobs, type JobLine, jobsIn, keysIn, ME, writeInto } from '../support/typed-jobs.ts';

const NOON = Date.UTC(2025, 5, 16, 12);
const ORDERS = { Dataset: 'Orders', Every: '10 minutes' };

const TITLES = datasets.map(({ operation }) => operation.title).join(', ');
const results = (book: InMemoryBook) => book.rows('Jobs').map(({ Result }) => Result);

test('the Jobs sheet has typed and hidden columns', () => {
  expect(
    jobsColumns()
      .map(({ header }) => header)
      .join(', '),
  ).toBe('Name, Dataset, Filter, Every, State, Result, Next run, Last run, Owner, Owner ID, Target, Row key');
  const those = (flag: 'typed' | 'hidden') => jobsColumns().flatMap(({ id, [flag]: is }) => (is ? [id] : []));
  expect(those('typed')).toEqual(['name', 'dataset', 'filter', 'every', 'state', 'owner', 'ownerId']);
  expect(those('hidden')).toEqual(['ownerId', 'rowKey']);
});

describe('a typed row', () => {
  test('is a job, in any spelling and case', () => {
    const book = bookWithJobs(
      {
        Dataset: ' order lines',
        Filter: 'status=unshipped',
        Every: 'Hourly',
        Owner: 'Ann ',
        State: 'Paused',
      },
      { Dataset: 'PRICE-HISTORY', Every: 'continuous', State: 'Run  now' },
      { Dataset: 'Stock history', Every: '2 h', State: 'active', 'Row key': 'known' },
    );
    expect(jobsIn(book).rows.map(({ job, target }) => [job, target.join()])).toEqual([
      [
        {
          id: expect.stringMatching(/^job\d+$/),
          dataset: 'orders',
          filter: { status: '0' },
          every: { minutes: 60 },
          owner: ME,
          isPaused: true,
          runsNow: false,
        },
        'Orders,Order lines,Packages',
      ],
      [expect.objectContaining({ dataset: 'price-history', every: { continuous: true }, runsNow: true }), 'Price log'],
      [
        expect.objectContaining({ id: 'known', dataset: 'inventory', isPaused: false, runsNow: false }),
        'Inventory,Stock history',
      ],
    ]);
  });

  test.each<[string, JobLine, string]>([
    [
      'an unknown dataset',
      { Dataset: 'Weather', Every: 'daily' },
      `Dataset: "Weather" does not exist. Enter one of ${TITLES}.`,
    ],
    ['no dataset', { Every: 'daily' }, `Dataset is blank. Enter one of ${TITLES}.`],
    [
      'a number as the interval',
      { Dataset: 'Orders', Every: 5 },
      'Every: "5" is not a valid interval. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
    [
      'a date as the interval',
      { Dataset: 'Orders', Every: new Date(NOON) },
      'Every: "2025-06-16 08:00:00" is not a valid interval. Enter, for example, 15 minutes, 2 hours, hourly, daily, continuous, or backfill.',
    ],
    [
      'a bad filter',
      { ...ORDERS, Filter: 'from = soon' },
      'Filter: "from" takes a date such as 2025-06-30, not "soon".',
    ],
    [
      'an interval the dataset does not support',
      { Dataset: 'Keywords', Every: 'backfill' },
      'Every: Keywords cannot run as "backfill". Enter an interval such as hourly or daily.',
    ],
    [
      'an unknown state',
      { ...ORDERS, State: 'asleep' },
      'State: "asleep" is not valid. Enter paused, run now, retry, or active.',
    ],
  ])('with %s shows its problem, and other rows run', (_, line, problem) => {
    const book = bookWithJobs(line, ORDERS);
    expect(jobsIn(book).rows.map((row) => row.problem ?? row.job.dataset)).toEqual([problem, 'orders']);
    writeInto(book);
    expect(results(book)).toEqual([`Not run. ${problem}`, '']);
  });

  test('loses its problem text when it is corrected', () => {
    const book = bookWithJobs({ ...ORDERS, State: 'asleep', 'Next run': new Date(NOON) });
    writeInto(book);
    expect(book.rows('Jobs')[0]!['Next run']).toBe('');
    book.sheet('Jobs').cells[1]![4] = '';
    writeInto(book);
    expect(results(book)).toEqual(['']);
    writeInto(book, [{ id: String(keysIn(book)[0]), result: 'Not run. Too early.' }]);
    expect(results(book)).toEqual(['Not run. Too early.']);
  });

  test('gets a key once; blank rows get no key', () => {
    const book = bookWithJobs(ORDERS, {}, { Dataset: ' ' }, { Dataset: 'Inventory', Every: 'hourly' });
    writeInto(book);
    const before = keysIn(book);
    expect(before).toEqual([expect.stringMatching(/^job/), '', expect.stringMatching(/^job/)]);
    const { length } = book.sheet('Jobs').writes;
    writeInto(book);
    expect(keysIn(book)).toEqual(before);
    expect(book.sheet('Jobs').writes).toHaveLength(length);
  });

  test('gets its key back after an interrupted write left a mark in it', () => {
    const book = bookWithJobs({ ...ORDERS, 'Row key': incompleteKey('a') });
    expect(jobsIn(book).rows).toMatchObject([{ id: 'a', job: { id: 'a' } }]);
    writeInto(book);
    expect(keysIn(book)).toEqual(['a']);
  });

  test('that was copied runs only once, unless the copy is changed', () => {
    const line = { ...ORDERS, 'Row key': 'one' };
    const book = bookWithJobs(line, line, { ...line, State: 'asleep' }, { ...line, Filter: 'status = 0' });
    writeInto(book);
    expect(keysIn(book)[0]).toBe('one');
    expect(new Set(keysIn(book)).size).toBe(4);
    const copy = 'Duplicate of row 2. Change its filter, or delete one of the rows.';
    expect(jobsIn(book).rows.map(({ job, problem }) => job?.dataset ?? problem)).toEqual([
      'orders',
      copy,
      expect.stringContaining('State: "asleep"'),
      'orders',
    ]);
    expect(results(book)[1]).toBe(`Not run. ${copy}`);
  });

  test('runs although another user has the same row or the same row is paused', () => {
    const book = bookWithJobs(
      { ...ORDERS, Owner: 'Ann' },
      { ...ORDERS, Owner: 'Bob' },
      { ...ORDERS, Filter: 'status = 0', State: 'paused' },
      { ...ORDERS, Filter: 'status = 0' },
    );
    expect(jobsIn(book).rows.every(({ job }) => job !== undefined)).toBe(true);
  });
});
