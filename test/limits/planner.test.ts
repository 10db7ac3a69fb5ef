/** Compares plans with a simulation of the planned work. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BATCH, SOFT_STOP } from '../../src/limits/pacing.ts';
import { type PlanInput, planWork } from '../../src/limits/planner.ts';
import { adding, type Budget, CONSUMER, UNTOUCHED } from '../../src/limits/quotas.ts';
import { freshUsage, tickOf } from '../../src/limits/usage.ts';
import { verdictOn } from '../bench/planner/verdict.ts';
import { workloads } from '../bench/planner/workload.ts';
import { runs } from '../effort.ts';
import { BACK, MINUTE, NOW, SECOND } from '../support/small-ledger.ts';

const FETCHES_GONE = { fetches: CONSUMER.fetches, running: 0 };
/** The quota is available again in an hour. */
const RUNNING_GONE = adding(UNTOUCHED, { fetches: 0, running: CONSUMER.running }, NOW - 23 * 60 * MINUTE);

test('the calls, finish time, and binding limit match the plan after any earlier usage', () => {
  fc.assert(
    fc.property(workloads, (workload) => {
      const { callsOff, late, isBindingRight } = verdictOn(workload);
      expect([callsOff, late, isBindingRight]).toEqual([0, 0, true]);
    }),
    { numRuns: runs(10, 2000) },
  );
});

describe('a plan', () => {
  const planInput = (cap: number, changes: Partial<PlanInput> = {}): PlanInput => ({
    now: NOW,
    usages: () => [freshUsage(cap, NOW)],
    ...changes,
  });
  const plan = (calls: number, terms: PlanInput) => planWork([{ operation: 'orders', calls, cells: 10 }], terms);
  const finish = (at: number) => new Date(at).toISOString();

  test('of few calls finishes immediately', () => {
    expect(plan(45, planInput(1000))).toEqual({
      calls: { byOperation: { orders: 45 } },
      executions: 1,
      minutes: 0.1,
      cells: 10,
      finishAt: finish(NOW + 3 * BATCH),
      binding: null,
    });
  });

  test('of no calls has no cost', () => {
    expect(plan(0, planInput(1000))).toMatchObject({ executions: 0, finishAt: finish(NOW), binding: null });
  });

  test('of more calls than can be simulated takes proportionally longer', () => {
    const [some, endless] = [plan(2000, planInput(1)), plan(1e6, planInput(1))];
    for (const field of ['executions', 'minutes'] as const)
      expect(endless[field] / some[field] / 500).toBeCloseTo(1, 1);
    expect(Date.parse(endless.finishAt) - NOW).toBeGreaterThan(0.9e6 * 60 * MINUTE);
    expect(endless.binding).toBe('orders cap');
  });

  test('adds up two requests of one operation', () => {
    const work = { operation: 'orders', calls: 20, cells: 1 };
    expect(planWork([work, work], planInput(1000))).toMatchObject({
      calls: { byOperation: { orders: 40 } },
      cells: 2,
      finishAt: finish(NOW + 2 * BATCH),
    });
  });

  test('limits the wait of one execution across all operations', () => {
    const back = { orders: 15 * SECOND, inventory: 30 * SECOND };
    const usages = (operation: string) => {
      const at = NOW + back[operation as keyof typeof back];
      return [{ ...freshUsage(20, NOW), counts: { [tickOf(at - BACK)]: 20 } }];
    };
    const work = Object.keys(back).map((operation) => ({ operation, calls: 10 }));
    expect(planWork(work, planInput(20, { usages }))).toMatchObject({
      executions: 2,
      finishAt: finish(NOW + back.inventory + BATCH),
      binding: 'inventory cap',
    });
  });

  test('of more calls than the cap finishes when the first slots return', () => {
    const { finishAt, binding } = plan(150, planInput(100));
    expect(binding).toBe('orders cap');
    const later = Date.parse(finishAt) - NOW;
    expect(later).toBeGreaterThan(60 * MINUTE);
    expect(later).toBeLessThan(62 * MINUTE);
  });

  test("doesn't rely on probes of a lowered cap", () => {
    const found = { ...freshUsage(500, NOW), low: { cap: 20, probeAt: 0 } };
    const { finishAt, binding } = plan(60, planInput(500, { usages: () => [found] }));
    expect(binding).toBe('orders cap');
    expect(Date.parse(finishAt) - NOW).toBeGreaterThan(2 * 60 * MINUTE);
  });

  test('that exceeds one execution names the execution time', () => {
    const calls = 20 * Math.ceil(SOFT_STOP / BATCH) + 1;
    expect(plan(calls, planInput(10 * calls))).toMatchObject({ executions: 2, binding: 'execution time' });
  });

  test('without fetches left today finishes when they return', () => {
    const day = adding(UNTOUCHED, FETCHES_GONE, NOW - 20 * 60 * MINUTE);
    const budget: Budget = { day, limits: CONSUMER };
    expect(plan(1, planInput(100, { budget }))).toMatchObject({
      finishAt: finish(NOW + 4 * 60 * MINUTE + BATCH),
      binding: 'daily fetches',
    });
  });

  test('for a user ignores the trigger minutes', () => {
    const budget: Budget = { day: RUNNING_GONE, limits: CONSUMER };
    expect(plan(1, planInput(100, { budget }))).toMatchObject({
      finishAt: finish(NOW + BATCH),
      binding: null,
    });
  });

  test('names one of two limits that bind together', () => {
    const day = { ...UNTOUCHED, closed: NOW + 60 * MINUTE };
    const usages = () => [{ ...freshUsage(100, NOW), closed: NOW + 60 * MINUTE }];
    expect(plan(1, planInput(100, { usages, budget: { day, limits: CONSUMER } })).binding).toBe('orders cap');
  });

  test('is as precise as its least precise part', () => {
    const precision = (...all: readonly ('at least' | 'about' | undefined)[]) =>
      planWork(
        all.map((each) => ({ operation: 'orders', calls: 1, ...(each ? { precision: each } : {}) })),
        planInput(100),
      ).precision;
    expect(precision(undefined, 'about', 'at least')).toBe('at least');
    expect(precision(undefined, 'about')).toBe('about');
    expect(precision(undefined)).toBeUndefined();
  });
});
