import { describe, expect, test } from 'vitest';
import { callsLeft, ledgerOf } from '../../src/limits/ledger.ts';
import { instantAt } from '../../src/protocol/fields.ts';
import { storedText } from '../../src/protocol/store.ts';
import { HOUR, MINUTE } from '../../src/protocol/time.ts';
import { begin } from '../../src/pull/begin.ts';
import { listOnStatus } from '../../src/pull/status-rows.ts';
import { saveRun } from '../../src/pull/stored-run.ts';
import { setHeartbeat } from '../../src/schedule/heartbeats.ts';
import {
  dropDamaged,
  type Gauge,
  type Schedule,
  statusRecords,
  writeStatus,
} from '../../src/schedule/status-writer.ts';
import type { TableFreshness } from '../../src/schedule/table-freshness.ts';
import { connected } from '../support/connected-ports.ts';
import { START } from '../support/in-memory-ports.ts';

describe('describes on Status', () => {
  const NOW = Date.parse('2025-06-16T12:00:00Z');
  const NOTHING = { example: null, firstSeen: instantAt(NOW), lastComplete: null, hoursAllowed: null };
  const table = (changes: Partial<TableFreshness> = {}) =>
    ({ table: 'Orders', sellerId: 'A1', state: 'fresh', ...changes }) as TableFreshness;

  test('the warehouse', () => {
    const held = { project: 'my-project', location: 'EU', sent: 1200, cells: 5000 } as never;
    expect(statusRecords({ held }, NOW, 'UTC')).toMatchObject([
      { about: 'Warehouse', subject: 'my-project', state: '1,200 rows sent' },
    ]);
  });

  test.each<[string, TableFreshness[], object]>([
    ['that was never filled', [table()], { detail: 'no complete run yet; no run scheduled' }],
    [
      'that was filled',
      [table({ doneAt: NOW - HOUR, nextAt: NOW + HOUR, allowed: 90 * MINUTE })],
      {
        detail: 'last complete run 11:00 AM; next run about 1:00 PM',
        lastComplete: instantAt(NOW - HOUR),
        hoursAllowed: 1.5,
      },
    ],
    [
      'whose runs fail',
      [table({ state: 'failing', error: 'Wrong key. Try again.', nextAt: NOW + 24 * HOUR })],
      { state: 'failing', detail: 'Wrong key. Try again; no complete run yet; next run about Jun 17, 12:00 PM' },
    ],
    ...['.', '', undefined].map((error): [string, TableFreshness[], object] => [
      `whose runs fail with the reason ${error}`,
      [table({ state: 'failing', ...(error === undefined ? {} : { error }) })],
      { state: 'failing', detail: 'no reason given; no complete run yet; no run scheduled' },
    ]),
    ['next to another table of the same shop', [table(), table({ table: 'Packages' })], { subject: 'Orders' }],
    ['next to the same table of another shop', [table(), table({ sellerId: 'B2' })], { subject: 'Orders of A1' }],
    [
      'of an unknown shop, next to that of a known shop',
      [table({ sellerId: '' }), table()],
      { subject: 'Orders of unknown shop' },
    ],
    ['of an unknown shop', [table({ sellerId: '' })], { subject: 'Orders' }],
  ])('a table %s', (_, tables, expected) => {
    expect(statusRecords({ tables }, NOW, 'UTC')[0]).toEqual({
      ...NOTHING,
      about: 'Freshness',
      subject: 'Orders',
      state: 'fresh',
      detail: 'no complete run yet; no run scheduled',
      ...expected,
    });
  });

  test.each<[Omit<Gauge, 'title'>, string, string | null]>([
    [{ cap: 999, left: 999 }, '999 of 999 left', null],
    [{ cap: 1000, left: 7 }, '7 of 1,000 left', null],
    [{ cap: 1_234_567, left: 12_345 }, '12,345 of 1,234,567 left', null],
    [{ cap: 50, left: 0 }, '0 of 50 left', null],
    [{ cap: 50, left: 0, freeAt: NOW + 5 * MINUTE }, '0 of 50 left', 'next available at 12:05 PM'],
    [{ cap: 50, left: 1, freeAt: NOW + 5 * MINUTE }, '1 of 50 left', null],
  ])('calls: %j', (gauge, state, detail) => {
    expect(statusRecords({ gauges: [{ title: 'Orders', ...gauge }] }, NOW, 'UTC')).toEqual([
      { ...NOTHING, about: 'Calls this hour', subject: 'Orders', state, detail },
    ]);
  });

  test.each<[Omit<Schedule, 'person'>, string | null]>([
    [{ state: 'on' }, null],
    [{ state: 'on', interval: 10 * MINUTE }, 'every 10 minutes'],
    [{ state: 'late', interval: HOUR, lastAt: NOW - HOUR }, 'every 60 minutes; last run 11:00 AM'],
    [{ state: 'off', interval: HOUR, lastAt: NOW - HOUR }, 'last run 11:00 AM'],
  ])('a schedule: %j', (schedule, detail) => {
    expect(statusRecords({ schedules: [{ person: 'Ann', ...schedule }] }, NOW, 'UTC')).toEqual([
      { ...NOTHING, about: 'Schedule', subject: 'Ann', state: schedule.state, detail },
    ]);
  });

  test('freshness first, then calls, then schedules', () => {
    const content = {
      schedules: [{ person: 'Ann', state: 'on' as const }],
      gauges: [{ title: 'Orders', cap: 5, left: 5 }],
      tables: [table()],
    };
    expect(statusRecords(content, NOW, 'UTC').map(({ about }) => about)).toEqual([
      'Freshness',
      'Calls this hour',
      'Schedule',
    ]);
    expect(statusRecords({}, NOW, 'UTC')).toEqual([]);
  });
});

test('removes damaged stored values, and reports each once', () => {
  const ports = connected();
  const { document } = ports;
  const run = { ...begin(ports, { operation: 'price-history', params: { itemNumbers: ['9SIA'] } }), id: 'whole' };
  saveRun(document, run);
  const whole = [...document.values.keys()];
  document.set('tick', storedText(1, 1));
  // Damaged consent counts as none. It is not removed here.
  for (const key of ['job.a', 'pulled', 'consent', 'run.torn'])
    document.set(key, storedText({ a: 1 }, 1).replace('"a"', '"b"'));
  const itemNumbers = Array.from({ length: 2000 }, (_, index) => `9SIA${index}`);
  saveRun(document, { ...begin(ports, { operation: 'price-history', params: { itemNumbers } }), id: 'older' });
  document.set('run.older', document.get('run.older')!.replace('"v":', '"v":9'));
  // A part of a run without its first value is removed with its run.
  document.set('run.torn.1', 'text');
  const found = dropDamaged(ports, document.all());
  expect(found).toMatchObject(
    ['job.a', 'pulled', 'run.torn', 'run.older'].map((subject) => ({
      about: 'Stored data',
      subject,
      detail: expect.any(String),
    })),
  );
  expect([...document.values.keys()].sort()).toEqual([...whole, 'tick', 'consent', 'run.torn.1'].sort());
  expect(dropDamaged(ports, document.all())).toEqual([]);
});

test('after a ledger is damaged, its calls are used up for an hour', () => {
  const ports = connected();
  const { document } = ports;
  document.set('ledger.A006.orders', 'damaged');
  expect(dropDamaged(ports, document.all())).toMatchObject([{ subject: 'ledger.A006.orders' }]);
  expect(dropDamaged(ports, document.all())).toEqual([]);
  const { get, set } = document;
  const ledger = ledgerOf([{ get, set, exclusively: (work) => work() }], 'A006', 5);
  const leftAt = (at: number) => callsLeft(ledger.availability('orders', at), at);
  expect([0, HOUR, 2 * HOUR].map((later) => leftAt(START + later))).toEqual([0, 0, 5]);
});

test('replaces the schedules of people with another name, except those turned off', () => {
  const ports = connected();
  const { book, clock, document } = ports;
  const states = () =>
    book.rows('Status').flatMap(({ About, Subject, State }) => (About === 'Schedule' ? [[Subject, State]] : []));
  const schedules = [{ person: 'Bob', state: 'off' as const }];
  listOnStatus(book, statusRecords({ schedules }, clock.now(), 'UTC'), clock.now());
  for (const name of ['the owner', 'Ann']) {
    setHeartbeat(document, 'me', { name, since: clock.now(), interval: HOUR });
    writeStatus(ports, [], new Map(), 0);
  }
  expect(states()).toEqual([
    ['Bob', 'off'],
    ['Ann', 'on'],
  ]);
});
