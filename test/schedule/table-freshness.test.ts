import { describe, expect, test } from 'vitest';
import { notePeriod, notePulled } from '../../src/pull/remembered.ts';
import { listOnStatus } from '../../src/pull/status-rows.ts';
import type { Every, Job, JobState } from '../../src/schedule/job.ts';
import { viewJob } from '../../src/schedule/job-view.ts';
import { statusRecords } from '../../src/schedule/status-writer.ts';
import { freshAt, keepFreshness, tableAges, tableFreshness } from '../../src/schedule/table-freshness.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { inMemoryStore } from '../support/in-memory-store.ts';

const ZONE = 'America/New_York';
/** 8:00 AM in New York. */
const NOW = Date.UTC(2025, 5, 16, 12);
const MINUTE = 60_000;

const shown = (book: InMemoryBook) =>
  book.rows('Status').map(({ About, Subject, State, Detail }) => [About, Subject, State, Detail].join(' | '));

test('describes tables, calls, and schedules in words', () => {
  const book = new InMemoryBook(ZONE);
  const records = statusRecords(
    {
      tables: [
        {
          table: 'Orders',
          sellerId: 'A1',
          state: 'fresh',
          doneAt: NOW - 5 * MINUTE,
          nextAt: NOW + 5 * MINUTE,
        },
        { table: 'Keywords', sellerId: 'A1', state: 'late', doneAt: NOW - 2880 * MINUTE },
        {
          table: 'Inventory',
          sellerId: 'A1',
          state: 'failing',
          nextAt: NOW + 960 * MINUTE,
          error: 'Enter the key again.',
        },
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
  expect(listOnStatus(book, records, NOW).notes).toEqual([]);
  expect(shown(book)).toEqual([
    'Freshness | Orders | fresh | last complete run 7:55 AM; next run about 8:05 AM',
    'Freshness | Keywords | late | last complete run Jun 14, 8:00 AM; no run scheduled',
    'Freshness | Inventory | failing | Enter the key again; no complete run yet; next run about Jun 17, 12:00 AM',
    'Calls this hour | Inventory | 1,234 of 10,000 left | ',
    'Calls this hour | Price history | 0 of 500 left | next available at 8:41 AM',
    'Schedule | Ann | on | every 10 minutes; last run 7:59 AM',
    'Schedule | Bob | off | ',
  ]);
});

test('a changed state updates its row and keeps the first-seen time', () => {
  const book = new InMemoryBook(ZONE);
  const gauge = { title: 'Orders', cap: 1000 };
  listOnStatus(book, statusRecords({ gauges: [{ ...gauge, left: 0, freeAt: NOW + MINUTE }] }, NOW, ZONE), NOW);
  const later = NOW + 60 * MINUTE;
  listOnStatus(book, statusRecords({ gauges: [{ ...gauge, left: 120 }] }, later, ZONE), later);
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

test('a table shows its worst job; a backfill is included only if the table has no other job', () => {
  const states = {
    good: ran(10),
    bad: ran(300),
    worse: ran(1, { failures: 1, error: { code: 'MARKET_KEY', message: 'Enter the key again.' } }),
    past: ran(20, { failures: 1 }),
    alone: ran(20, { cycleAt: NOW }),
  };
  const view = (one: Job) => viewJob(one, states[one.id as keyof typeof states] ?? { failures: 0 }, NOW, 10 * MINUTE);
  const standings = tableFreshness([
    { view: view(job('past', { backfill: true })), tables: ['Orders'], sellerId: 'A1' },
    { view: view(job('good', HOURLY)), tables: ['Orders', 'Order lines', 'Packages'], sellerId: 'A1' },
    { view: view(job('bad', HOURLY)), tables: ['Order lines', 'Packages'], sellerId: 'A1' },
    { view: view(job('worse', HOURLY)), tables: ['Packages'], sellerId: 'A1' },
    { view: view(job('alone', { backfill: true })), tables: ['Ad performance'], sellerId: 'A1' },
    { view: view(job('new', HOURLY, { isPaused: true })), tables: ['Keywords'], sellerId: 'A1' },
  ]);
  const orders = {
    table: 'Orders',
    sellerId: 'A1',
    state: 'fresh',
    doneAt: NOW - 10 * MINUTE,
    allowed: 60 * MINUTE,
    nextAt: NOW + 50 * MINUTE,
  };
  expect(standings).toEqual([
    orders,
    {
      table: 'Order lines',
      sellerId: 'A1',
      state: 'late',
      doneAt: NOW - 300 * MINUTE,
      allowed: 60 * MINUTE,
      nextAt: NOW + 10 * MINUTE,
    },
    {
      table: 'Packages',
      sellerId: 'A1',
      state: 'failing',
      doneAt: NOW - MINUTE,
      allowed: 60 * MINUTE,
      nextAt: NOW + 60 * MINUTE,
      error: 'Enter the key again.',
    },
    {
      table: 'Ad performance',
      sellerId: 'A1',
      state: 'due',
      doneAt: NOW - 20 * MINUTE,
      nextAt: NOW + 10 * MINUTE,
    },
    { table: 'Keywords', sellerId: 'A1', state: 'due', allowed: 60 * MINUTE },
  ]);
});

test('a job that waits, is paused before its first run, or never succeeded does not hide what another one read', () => {
  const error = { code: 'MARKET_KEY', message: 'Enter the key again.' } as const;
  const states: Readonly<Record<string, JobState>> = {
    good: ran(10),
    waits: { endedAt: NOW, failures: 0 },
    fails: { startedAt: NOW, endedAt: NOW, failures: 1, error },
  };
  const all = (...ids: readonly string[]) =>
    ids.map((id) => {
      const one = job(id, HOURLY, { isPaused: id === 'paused' });
      const view = viewJob(one, states[id] ?? { failures: 0 }, NOW, 10 * MINUTE);
      return { view, tables: ['Orders'], sellerId: 'A1' };
    });
  const doneAt = NOW - 10 * MINUTE;
  for (const other of ['waits', 'paused'])
    for (const jobs of [all('good', other), all(other, 'good')])
      expect(tableFreshness(jobs)).toMatchObject([{ state: 'fresh', doneAt }]);
  for (const jobs of [all('good', 'fails'), all('fails', 'good')])
    expect(tableFreshness(jobs)).toMatchObject([{ state: 'failing', doneAt, error: error.message }]);
});

describe('the freshness of a table for formulas', () => {
  const HOUR = 60 * MINUTE;
  const [A, B] = ['A1', 'B2'];

  test.each<[string, Record<string, number>, Record<string, number>, Record<string, number | undefined>]>([
    ['is unknown at first', {}, {}, { any: undefined, [A]: undefined }],
    [
      'is taken from its job',
      { [A]: NOW - HOUR },
      {},
      { any: NOW - HOUR, [A]: NOW - HOUR, a1: NOW - HOUR, [B]: undefined },
    ],
    ["is taken from a user's pull", {}, { [A]: NOW }, { any: NOW, [A]: NOW }],
    ['is taken from the pull if it is newer than the job', { [A]: NOW - HOUR }, { [A]: NOW }, { any: NOW, [A]: NOW }],
    ['is taken from the job if it is newer than the pull', { [A]: NOW }, { [A]: NOW - HOUR }, { any: NOW, [A]: NOW }],
    [
      'is never in the future: the clock may differ by a minute, and editors can change stored times',
      { [A]: NOW + 61_000, [B]: NOW + 60_000 },
      { [A]: NOW - HOUR, [B]: Date.UTC(2100, 0) },
      { any: NOW - HOUR, [A]: NOW - HOUR, [B]: NOW + 60_000 },
    ],
    [
      'is the older one of two shops',
      { [A]: NOW },
      { [B]: NOW - HOUR },
      { any: NOW - HOUR, [A]: NOW, [B]: NOW - HOUR },
    ],
  ])('%s', (_, done, pulled, told) => {
    const store = inMemoryStore();
    keepFreshness(store, [
      ...Object.entries(done).map(([sellerId, doneAt]) => ({
        ...{ table: 'Orders', sellerId, state: 'fresh' as const, doneAt },
      })),
      { table: 'Other', sellerId: A, state: 'failing', doneAt: 1, error: 'A secret of the person.' },
    ]);
    for (const [sellerId, at] of Object.entries(pulled)) notePulled(store, ['Orders'], sellerId, at);
    for (const [sellerId, at] of Object.entries(told))
      expect(freshAt(store, NOW, 'Orders', sellerId === 'any' ? undefined : sellerId)).toBe(at);
    expect(JSON.stringify([...store.values])).not.toContain('secret');
  });
});

test('the period that was read without gaps ends before a filtered job that ran later', () => {
  const store = inMemoryStore();
  notePeriod(store, 'Orders', 'A006', [NOW - 2, NOW - 1]);
  keepFreshness(store, [{ table: 'Orders', sellerId: 'A006', state: 'fresh', doneAt: NOW }]);
  expect(tableAges(store, NOW)).toEqual([{ table: 'Orders', sellerId: 'A006', at: NOW, read: [NOW - 2, NOW - 1] }]);
});
