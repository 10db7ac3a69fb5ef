import { describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { setUser } from '../../src/account/person.ts';
import { activity } from '../../src/app/activity-view.ts';
import { startPull } from '../../src/app/pulls.ts';
import { operations } from '../../src/operations/registry.ts';
import { begin } from '../../src/pull/begin.ts';
import type { Run } from '../../src/pull/run.ts';
import { saveRun } from '../../src/pull/stored-run.ts';
import { envelope } from '../protocol/arrivals.ts';
import { CONNECTION, colleagueOf, connected, priceLog } from '../support/connected-ports.ts';
import { type InMemoryPorts, inMemoryPorts } from '../support/in-memory-ports.ts';

test('links only to sheets that exist', () => {
  const ports = connected(() => envelope({ PriceLogs: [], TotalCount: 0 }));
  expect(activity(ports).sheets).toEqual([]);
  startPull(ports, { operation: 'price-history', params: { itemNumbers: ['9sia1'] } });
  expect(activity(ports).sheets).toEqual(['Log', 'Status']);
  ports.book.remove('Log');
  expect(activity(ports).sheets).toEqual(['Status']);
});

test.each([
  ['consumer' as const, { fetchesADay: 20_000, fetchesLeft: 19_000, fetchesKept: 1000 }],
  ['workspace' as const, { fetchesADay: 100_000, fetchesKept: 5000 }],
])("shows a %s account's daily fetch quota and the reserve for formulas", (account, expected) => {
  const ports = inMemoryPorts(() => envelope({}));
  setUser(ports, { account });
  expect(activity(ports)).toMatchObject(expected);
});

test('lists open pulls with owner and reason for the wait', () => {
  const ports = connected();
  setUser(ports, { name: 'Ann' });
  const bob = colleagueOf(ports);
  setUser(bob, { name: 'Bob' });
  const now = ports.clock.now();
  const purpose = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  const open = (by: InMemoryPorts, more: Partial<Run>) => {
    const run = begin(by, {
      operation: 'price-history',
      params: { itemNumbers: ['9SIA', '9SIB'] },
      why: 'menu',
    });
    saveRun(ports.document, { ...run, ...more });
    const told = { id: run.id, operation: 'price-history', why: 'menu', callsLeft: 2 };
    return { ...told, job: null, resumeAt: null, whatToDo: null };
  };
  const mine = open(ports, { resumeAt: now + 1000 });
  const job = open(ports, { purpose, heldUntil: now + 1 });
  const theirs = open(bob, { heldUntil: now });
  const iso = (at: number) => new Date(at).toISOString();
  const { open: told, now: at } = activity(ports);
  expect(at).toBe(iso(now));
  expect(told).toEqual([
    { ...mine, who: 'you', isMine: true, state: 'waiting', resumeAt: iso(now + 1000) },
    { ...job, who: 'you', isMine: true, state: 'running', job: 'j' },
    {
      ...theirs,
      ...{ who: 'Bob', isMine: false, state: 'ended', resumeAt: iso(now) },
      whatToDo: 'Google stopped the run early. Rows already written are complete. Pull again to continue.',
    },
  ]);
});

describe('hourly call gauges', () => {
  const gauge = (ports: InMemoryPorts, id: string) => activity(ports).gauges.find(({ operation }) => operation === id);

  test('cover every operation once a connection exists', () => {
    expect(activity(inMemoryPorts(priceLog)).gauges).toEqual([]);
    const told = activity(connected()).gauges;
    expect(told.map(({ operation }) => operation)).toEqual(Object.keys(operations));
    expect(told.find(({ operation }) => operation === 'inventory')).toEqual({
      operation: 'inventory',
      title: 'Inventory',
      cap: 10_000,
      left: 10_000,
      freeAt: null,
    });
  });

  test('show when the next call is free if none is left', () => {
    const ports = connected();
    saveConnection(ports, { ...CONNECTION, settings: { caps: 'price-history 3' } });
    const spend = (...itemNumbers: string[]) =>
      startPull(ports, { operation: 'price-history', params: { itemNumbers } });
    spend('9sia', '9sib');
    expect(gauge(ports, 'price-history')).toMatchObject({ cap: 3, left: 1, freeAt: null });
    spend('9sia');
    const { left, freeAt } = gauge(ports, 'price-history')!;
    expect(left).toBe(0);
    expect(Date.parse(freeAt!)).toBeGreaterThan(ports.clock.now());
    expect(gauge(ports, 'inventory')!.left).toBe(10_000);
  });

  test('do not hide an internal error', () => {
    const ports = connected();
    ports.user.all = () => {
      throw new TypeError('a mistake');
    };
    expect(() => activity(ports)).toThrow('a mistake');
  });
});

test("shows the owner's unnamed runs without a name, and to others under a general one", () => {
  const ports = connected();
  startPull(ports, { operation: 'price-history', params: { itemNumbers: ['9sia'] } });
  setUser(ports, { name: 'Ann' });
  startPull(ports, { operation: 'price-history', params: { itemNumbers: ['9sib'] } });
  const names = (of: InMemoryPorts) => activity(of).runs.map(({ who }) => who);
  expect(names(ports)).toEqual(['Ann', '']);
  expect(names({ ...ports, user: inMemoryPorts(priceLog).user })).toEqual(['Ann', "the shop's owner"]);
});

test('shows the last 20 runs, newest first', () => {
  const ports = connected();
  for (let run = 0; run < 22; run++)
    startPull(ports, { operation: 'price-history', params: { itemNumbers: [`9sia${run}`] } });
  const { runs } = activity(ports);
  expect(runs).toHaveLength(20);
  const begun = runs.map(({ started }) => started);
  expect(begun).toEqual([...begun].sort().reverse());
});
