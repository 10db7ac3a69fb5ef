/** A plan made anew, and what the person is told. */
import { expect, test } from 'vitest';
import { BATCH, BY_PERSON } from '../../src/limits/pacing.ts';
import { type PlanInput, planWork } from '../../src/limits/planner.ts';
import { replanned } from '../../src/limits/replan.ts';
import { freshUsage } from '../../src/limits/usage.ts';
import { MINUTE, NOW } from '../support/small-ledger.ts';

const planInput = (cap: number, now: number): PlanInput => ({
  now,
  usages: () => [freshUsage(cap, now)],
  pacing: BY_PERSON,
});
const work = (calls: number) => [{ operation: 'orders', calls, cells: 10 * calls }];
const planned = planWork(work(100), planInput(1000, NOW));
const done = { calls: { byOperation: { orders: 40 } }, executions: 1, minutes: 0.07, cells: 400 };
const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
const replan = (left: number, cap: number, now: number, isRefused = false) =>
  replanned(planned, done, work(left), planInput(cap, now), timeOf, isRefused);

test('what is done counts with what is left', () => {
  expect(replan(60, 1000, NOW + 2 * BATCH)).toEqual({
    cost: {
      calls: { byOperation: { orders: 100 } },
      executions: 2,
      minutes: 0.17,
      cells: 1000,
      finishAt: planned.finishAt,
      binding: null,
    },
    note: null,
  });
});

test.each([
  ['more pages', 67, 1000, 0, false, '7 more calls than planned; done about 12:00 all the same.'],
  ['fewer pages', 59, 1000, 0, false, '1 fewer call than planned; done about 12:00 all the same.'],
  ['a late start', 60, 1000, 15, false, 'done about 12:15 instead of 12:00.'],
  [
    'a cap that was found to be low',
    60,
    10,
    15,
    true,
    'the marketplace allows fewer calls an hour than planned; done about 17:15 instead of 12:00.',
  ],
] as const)('%s', (_, left, cap, minutes, isRefused, note) => {
  expect(replan(left, cap, NOW + minutes * MINUTE, isRefused).note).toBe(`Replanned: ${note}`);
});
