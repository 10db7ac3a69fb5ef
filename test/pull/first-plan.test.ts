/** A first pull is planned by what its first pages say of all of them. */
import { describe, expect, test } from 'vitest';
import { priceHistory } from '../../src/operations/price-history.ts';
import { type Projection, planned, projectionOf } from '../../src/pull/first-plan.ts';
import type { RunContext } from '../../src/pull/ports.ts';
import type { Run } from '../../src/pull/run.ts';
import { shop } from '../protocol/shop.ts';
import { begun } from '../support/begun-run.ts';
import { inMemoryPorts, START } from '../support/in-memory-ports.ts';

const run = (more: Partial<Run>): Run => ({ ...begun(priceHistory, { itemNumbers: ['9SIA'] }), ...more });

describe('the first pages say', () => {
  const projected = (units: number, more: Partial<Run>) => {
    const question = { units: Array.from({ length: units }, () => ({})) };
    return projectionOf({ question } as unknown as RunContext, run(more));
  };
  const progress = (total: number | null, came: number) => ({ unit: 0, total, came, empty: 0 });
  const cursor = (unit: number, more: object = {}) =>
    ({ unit, spans: [], progress: [], ...more }) as unknown as Run['cursor'];
  const PURPOSE = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  const TABLE = { table: 'Price log', cells: 1, added: 1, changed: 0, unchanged: 0, gone: 0 };

  test.each<[string, number, Partial<Run>, Projection | undefined]>([
    [
      'that this is all',
      1,
      { cursor: cursor(1, { progress: [progress(30, 30)] }), pages: 1, records: 30, callsLeft: 0 },
      { callsLeft: 0, times: 1 },
    ],
    [
      'how many records more there are',
      1,
      {
        cursor: cursor(1, { spans: [{ unit: 0, from: 2, to: 3 }], progress: [progress(250, 100)] }),
        ...{ pages: 1, records: 100, callsLeft: 2 },
      },
      { callsLeft: 2, times: 2.5, precision: 'about' },
    ],
    [
      'nothing of an end',
      1,
      {
        cursor: cursor(1, { spans: [{ unit: 0, from: 2, to: null }], progress: [progress(null, 100)] }),
        ...{ pages: 1, records: 100, callsLeft: 1 },
      },
      { callsLeft: 1, times: 1, precision: 'at least' },
    ],
    [
      'what units that were not asked yet will be like',
      4,
      { cursor: cursor(2), pages: 4, records: 80, callsLeft: 2 },
      { callsLeft: 4, times: 2, precision: 'about' },
    ],
    [
      'that each unit is a call at least',
      4,
      { cursor: cursor(2), pages: 0, records: 80, callsLeft: 2 },
      { callsLeft: 2, times: 2, precision: 'about' },
    ],
    [
      'nothing of records where none came',
      2,
      { cursor: cursor(1), pages: 1, records: 0, callsLeft: 1 },
      { callsLeft: 1, times: 2, precision: 'about' },
    ],
    [
      'no less than came, where more came than was announced',
      1,
      { cursor: cursor(1, { progress: [progress(10, 30)] }), pages: 1, records: 30, callsLeft: 0 },
      { callsLeft: 0, times: 1 },
    ],
    ['nothing before any came', 1, { cursor: cursor(0), callsLeft: 1 }, undefined],
    ['nothing that anybody asks of a job', 1, { cursor: cursor(1), purpose: PURPOSE }, undefined],
    ['nothing new once something was written', 1, { cursor: cursor(1), tables: [TABLE] }, undefined],
  ])('%s', (_, units, more, expected) => {
    expect(projected(units, more)).toEqual(expected);
  });
});

describe('a plan', () => {
  const ports = inMemoryPorts(() => expect.unreachable());
  const before = run({ calls: 1, executions: 1, workedFor: 30_000 });
  const planOf = (projection: Projection, more: Partial<Run> = {}, withInput = true) => {
    const context = {
      ports: withInput ? ports : { ...ports, planInput: undefined },
      operation: priceHistory,
      connection: shop(),
      startedAt: START - 15_000,
    } as unknown as RunContext;
    return planned(context, { ...before, ...more }, projection, 40);
  };
  const { precision: _, ...known } = before.planned;
  const uncertain = { ...before.planned, precision: 'at least' } as const;

  test('has what was done and what is left', () => {
    const plan = planOf({ callsLeft: 30, times: 2.5 }, { planned: uncertain });
    expect(plan).toMatchObject({
      calls: { byOperation: { 'price-history': 31 } },
      cells: 100,
      executions: 1,
    });
    expect(plan.minutes).toBeGreaterThan(0.75);
    expect('precision' in plan).toBe(false);
    // Half a minute of earlier executions, and a quarter of this one.
    expect(planOf({ callsLeft: 0, times: 1 }, { planned: uncertain })).toMatchObject({
      ...{ calls: { byOperation: { 'price-history': 1 } }, cells: 40, executions: 1, minutes: 0.75 },
    });
  });

  test('counts the executions that went before', () => {
    const plan = planOf({ callsLeft: 0, times: 1 }, { planned: uncertain, executions: 3 });
    expect(plan.executions).toBe(3);
  });

  test('says how exact it is', () => {
    const plan = planOf({ callsLeft: 3, times: 1, precision: 'about' }, { planned: uncertain });
    expect(plan.precision).toBe('about');
  });

  test('that was exact and comes true is made with its cells', () => {
    const calls = { byOperation: { 'price-history': 2 } };
    const exact = { ...known, calls };
    expect(planOf({ callsLeft: 1, times: 3 }, { planned: exact })).toMatchObject({ calls, cells: 120 });
  });

  test('that was exact and proves wrong stays', () => {
    const exact = { ...known, calls: { byOperation: { 'price-history': 2 } } };
    expect(planOf({ callsLeft: 7, times: 3 }, { planned: exact })).toBe(exact);
  });

  test('stays where nothing is known to plan with', () => {
    expect(planOf({ callsLeft: 7, times: 3 }, { planned: uncertain }, false)).toBe(uncertain);
  });
});
