/** How fresh tables are, which calls are left and whose schedules run stands on Status, and changes where it stands. */
import { describe, expect, test } from 'vitest';
import { notePulled } from '../../src/pull/last-pulls.ts';
import { listStatus } from '../../src/pull/write-slice.ts';
import type { TableFreshness } from '../../src/schedule/freshness.ts';
import { freshnessOf, keepFreshness, tableFreshness } from '../../src/schedule/freshness.ts';
import type { Every, Job, JobState } from '../../src/schedule/job.ts';
import { statusRecords } from '../../src/schedule/result-writer.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const ZONE = 'America/New_York';
/** 8:00 in the morning there. */
const NOW = Date.UTC(2025, 5, 16, 12);
const MINUTE = 60_000;

const shown = (book: InMemoryBook) =>
  book.rows('Status').map(({ About, Subject, State, Detail }) => [About, Subject, State, Detail].join(' | '));

test('each is a row in words', () => {
  const book = new InMemoryBook(ZONE);
  const records = statusRecords(
    {
      tables: [
        { table: 'Orders', state: 'fresh', doneAt: NOW - 5 * MINUTE, nextAt: NOW + 5 * MINUTE },
        { table: 'Keywords', state: 'late', doneAt: NOW - 2880 * MINUTE },
        { table: 'Inventory', state: 'failing', nextAt: NOW + 960 * MINUTE, error: 'Enter the key again.' },
      ],
      gauges: [
        { title: 'Inventory', cap: 10_000, left: 1234 },
        { title: 'Price history', cap: 500, left: 0, freeAt: NOW + 41 * MINUTE },
      ],
      schedules: [
        { person: 'Ann', state: 'on', lastAt: NOW - MINUTE, interval: 10 * MINUTE },
        { person: 'Bob', state: 'off' },
      ],
    },
    NOW,
    ZONE,
  );
  expect(listStatus(book, records, NOW)).toEqual([]);
  expect(shown(book)).toEqual([
    'Freshness | Orders | fresh | complete run of 07:55; next about 08:05',
    'Freshness | Keywords | late | complete run of 2025-06-14 08:00; no next run',
    'Freshness | Inventory | failing | Enter the key again; no complete run yet; next about 2025-06-17 00:00',
    'Calls this hour | Inventory | 1,234 of 10,000 left | ',
    'Calls this hour | Price history | 0 of 500 left | next free at 08:41',
    'Schedule | Ann | on | every 10 minutes; came last at 07:59',
    'Schedule | Bob | off | ',
  ]);
});

test('a state that changes changes its row, and the time of the first sight stays', () => {
  const book = new InMemoryBook(ZONE);
  const gauge = { title: 'Orders', cap: 1000 };
  listStatus(book, statusRecords({ gauges: [{ ...gauge, left: 0, freeAt: NOW + MINUTE }] }, NOW, ZONE), NOW);
  const later = NOW + 60 * MINUTE;
  listStatus(book, statusRecords({ gauges: [{ ...gauge, left: 120 }] }, later, ZONE), later);
  expect(shown(book)).toEqual(['Calls this hour | Orders | 120 of 1,000 left | ']);
  expect(book.rows('Status')[0]).toMatchObject({ 'First seen': new Date(NOW), 'As of': new Date(later) });
});

function job(id: string, every: Every, more: Partial<Job> = {}): Job {
  return {
    id,
    dataset: id as Job['dataset'],
    filter: {},
    every,
    owner: '',
    isPaused: false,
    runsNow: false,
    ...more,
  };
}

const HOURLY: Every = { minutes: 60 };
const ran = (ago: number, more: Partial<JobState> = {}): JobState => {
  const at = NOW - ago * MINUTE;
  return { startedAt: at, doneAt: at, failures: 0, ...more };
};

test('of several jobs of a table the one that stands worst counts, and a backfill where there is no other', () => {
  const states = {
    good: ran(10),
    bad: ran(300),
    worse: ran(1, { failures: 1, error: { code: 'MARKET_KEY', message: 'Enter the key again.' } }),
    past: ran(20, { failures: 1 }),
    alone: ran(20, { cycleAt: NOW }),
  };
  const standings = tableFreshness(
    [
      { job: job('past', { backfill: true }), tables: ['Orders'] },
      { job: job('good', HOURLY), tables: ['Orders', 'Order lines', 'Packages'] },
      { job: job('bad', HOURLY), tables: ['Order lines', 'Packages'] },
      { job: job('worse', HOURLY), tables: ['Packages'] },
      { job: job('alone', { backfill: true }), tables: ['Ad performance'] },
      { job: job('new', HOURLY, { isPaused: true }), tables: ['Keywords'] },
    ],
    states,
    NOW,
    10 * MINUTE,
  );
  const orders = { table: 'Orders', state: 'fresh', doneAt: NOW - 10 * MINUTE, nextAt: NOW + 50 * MINUTE };
  expect(standings).toEqual([
    orders,
    { table: 'Order lines', state: 'late', doneAt: NOW - 300 * MINUTE, nextAt: NOW + 10 * MINUTE },
    {
      table: 'Packages',
      state: 'failing',
      doneAt: NOW - MINUTE,
      nextAt: NOW + 60 * MINUTE,
      error: 'Enter the key again.',
    },
    { table: 'Keywords', state: 'due' },
    { table: 'Ad performance', state: 'due', doneAt: NOW - 20 * MINUTE, nextAt: NOW + 10 * MINUTE },
  ]);
});

describe('what formulas are told of a table', () => {
  const [HOUR, DAY] = [60 * MINUTE, 1440 * MINUTE];
  const fresh: Told = { state: 'fresh', doneAt: NOW - HOUR, nextAt: NOW };
  type Told = Omit<TableFreshness, 'table'>;

  test.each<[string, Told | undefined, number | undefined, number, ReturnType<typeof freshnessOf>]>([
    ['that nobody knows', undefined, undefined, NOW, { state: 'due' }],
    ['that no job has completed', { state: 'late' }, undefined, NOW, { state: 'late' }],
    ['of a job', fresh, undefined, NOW, { at: NOW - HOUR, state: 'fresh' }],
    [
      'whose next run is as late as it was long',
      fresh,
      undefined,
      NOW + HOUR,
      { at: NOW - HOUR, state: 'fresh' },
    ],
    [
      'whose next run is later than that',
      fresh,
      undefined,
      NOW + HOUR + 1,
      { at: NOW - HOUR, state: 'late' },
    ],
    [
      'whose job fails, however late it is',
      { ...fresh, state: 'failing' },
      undefined,
      NOW + DAY,
      { at: NOW - HOUR, state: 'failing' },
    ],
    [
      'whose job is paused',
      { state: 'due', doneAt: NOW - HOUR },
      undefined,
      NOW + DAY,
      { at: NOW - HOUR, state: 'due' },
    ],
    ['that a person pulled', undefined, NOW - HOUR, NOW, { at: NOW - HOUR, state: 'fresh' }],
    ['that a person pulled a day ago', undefined, NOW - DAY, NOW, { at: NOW - DAY, state: 'fresh' }],
    ['that a person pulled before that', undefined, NOW - DAY - 1, NOW, { at: NOW - DAY - 1, state: 'due' }],
    [
      'that a person pulled after the job',
      { ...fresh, state: 'late' },
      NOW,
      NOW,
      { at: NOW, state: 'fresh' },
    ],
    ['that a person pulled before the job', fresh, NOW - DAY, NOW, { at: NOW - HOUR, state: 'fresh' }],
    [
      'of a job that never was through, pulled',
      { state: 'due', nextAt: NOW },
      NOW,
      NOW,
      { at: NOW, state: 'fresh' },
    ],
  ])('%s', (_, kept, pulledAt, now, told) => {
    const store = inMemoryStore();
    keepFreshness(store, [
      ...(kept ? [{ table: 'Orders', ...kept }] : []),
      { table: 'Other', state: 'failing', doneAt: 1, error: 'A secret of the person.' },
    ]);
    if (pulledAt !== undefined) notePulled(store, ['Orders'], pulledAt);
    expect(freshnessOf(store, 'Orders', now)).toEqual(told);
    expect(JSON.stringify([...store.values])).not.toContain('secret');
  });
});
