/** A forecast names the limits that calls had to wait for, and no other one. */
import { expect, test } from 'vitest';
import { type Amounts, type Budget, CONSUMER, exhaust, take, UNTOUCHED } from '../../src/limits/day.ts';
import { documentedOnly } from '../../src/limits/estimate.ts';
import { forecast, type Limit } from '../../src/limits/forecast.ts';
import { BATCH, BY_PERSON, onSchedule, type Pacing, SOFT_STOP } from '../../src/limits/pacing.ts';
import { freshUsage, type Usage } from '../../src/limits/usage.ts';
import { MINUTE, NOW, SECOND } from '../support/small-ledger.ts';

const HOURLY = onSchedule(60 * MINUTE);
const ONE_EXECUTION = 20 * Math.ceil(SOFT_STOP / BATCH);

const usage = (cap: number, changes: Partial<Usage> = {}) => ({ ...freshUsage(cap, NOW), ...changes });
/** All calls of the cap were made, and come back at once. */
const back = (cap: number, after: number) => usage(cap, { slots: [{ at: NOW + after, count: cap }] });
const leaving = (left: Partial<Amounts>): Budget => {
  const taken = { fetches: 0, running: 0, asleep: 0 };
  for (const [kind, amount] of Object.entries(left) as [keyof Amounts, number][]) taken[kind] = CONSUMER[kind] - amount;
  return { day: take(UNTOUCHED, taken, NOW), limits: CONSUMER };
};

interface Case {
  readonly calls: number;
  readonly usages: readonly Usage[];
  readonly budget?: Budget;
  readonly pacing?: Pacing;
  readonly met: readonly Limit[];
}

test.each<[string, Case]>([
  ['few calls', { calls: 45, usages: [usage(1000)], met: [] }],
  ['calls of no cap', { calls: 45, usages: [], met: [] }],
  ['as many as an execution makes', { calls: ONE_EXECUTION, usages: [], met: [] }],
  ['one more', { calls: ONE_EXECUTION + 1, usages: [], met: ['execution time'] }],
  [
    'a cap that is half used, which calls fill up few at a time',
    { calls: 20, usages: [usage(100, { slots: [{ at: NOW + MINUTE, count: 45 }] })], met: ['orders cap'] },
  ],
  [
    'a cap that was found to be low',
    {
      calls: 60,
      usages: [usage(500, { estimate: { ...documentedOnly(500), cap: 20 } })],
      met: ['orders cap'],
    },
  ],
  ['a cap that is free in time', { calls: 10, usages: [back(20, 15 * SECOND)], met: ['orders cap'] }],
  ['a cap that is free later', { calls: 10, usages: [back(20, 10 * MINUTE)], met: ['orders cap'] }],
  [
    'the fetches of the day, used up before',
    { calls: 10, usages: [], budget: leaving({ fetches: 0 }), met: ['daily fetches'] },
  ],
  [
    'the fetches of the day, used up on the way',
    { calls: 25, usages: [usage(1000)], budget: leaving({ fetches: 20 }), met: ['daily fetches'] },
  ],
  [
    'the minutes of triggers, which a person does not use',
    { calls: 10, usages: [], budget: leaving({ running: 0, asleep: 0 }), met: [] },
  ],
  [
    'the minutes of triggers, used up before',
    { calls: 10, usages: [], budget: leaving({ running: 0 }), pacing: HOURLY, met: ['trigger minutes'] },
  ],
  [
    'the minutes of triggers, used up on the way',
    {
      calls: 60,
      usages: [],
      budget: leaving({ running: 2 * BATCH }),
      pacing: HOURLY,
      met: ['trigger minutes'],
    },
  ],
  [
    'a cap that is free in time on a schedule',
    { calls: 10, usages: [back(20, 2 * MINUTE)], pacing: HOURLY, met: ['orders cap'] },
  ],
  [
    'a cap that would be free in time had triggers time to wait',
    {
      calls: 10,
      usages: [back(20, 2 * MINUTE)],
      budget: leaving({ asleep: MINUTE }),
      pacing: HOURLY,
      met: ['orders cap', 'trigger minutes'],
    },
  ],
  [
    'a cap that is free later, with all the time to wait that there is',
    { calls: 10, usages: [back(20, 30 * MINUTE)], pacing: HOURLY, met: ['orders cap'] },
  ],
  [
    'the platform refuses triggers',
    {
      calls: 10,
      usages: [],
      budget: { day: exhaust(UNTOUCHED, 'running', NOW), limits: CONSUMER },
      pacing: HOURLY,
      met: ['trigger minutes'],
    },
  ],
])('%s', (_, { calls, usages, budget = leaving({}), pacing = BY_PERSON, met }) => {
  const expected = forecast([{ operation: 'orders', calls, usages }], budget, pacing, NOW);
  expect([...expected.met].sort()).toEqual(met);
});

test('an execution waits for a cap as long as it may, and no longer', () => {
  const { asleep } = BY_PERSON;
  const runningWith = (after: number) =>
    forecast([{ operation: 'orders', calls: 10, usages: [back(20, after)] }], leaving({}), BY_PERSON, NOW).running;
  expect([asleep, asleep + 1].map(runningWith)).toEqual([asleep + BATCH, BATCH]);
});
