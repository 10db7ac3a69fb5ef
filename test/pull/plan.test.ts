import { describe, expect, test } from 'vitest';
import { priceHistory } from '../../src/operations/price-history.ts';
import {
  costOf,
  daysOf,
  expectedSize,
  type PlannedQuestion,
  type Projection,
  planByFirstPages,
  projectionOf,
  replanNote,
} from '../../src/pull/plan.ts';
import type { Run } from '../../src/pull/run.ts';
import { begun } from '../support/begun-run.ts';
import { inMemoryPorts, START } from '../support/in-memory-ports.ts';

const ORDERS = { id: 'orders', period: ['from', 'to'] } as const;
const run = (more: Partial<Run>): Run => ({ ...begun(priceHistory, { itemNumbers: ['9SIA'] }), ...more });

describe('the projection from the first pages', () => {
  const projected = (units: number, more: Partial<Run>) => {
    return projectionOf(run(more), units);
  };
  const progress = (total: number | null, came: number) => ({ unit: 0, total, came, empty: 0 });
  const cursor = (unit: number, more: object = {}) =>
    ({ unit, spans: [], progress: [], ...more }) as unknown as Run['cursor'];
  const PURPOSE = { job: 'j', isLast: true, endsCycle: true, strategyState: {}, inFull: false };
  const TABLE = { table: 'Price log', cells: 1, added: 1, changed: 0, unchanged: 0, gone: 0 };

  test.each<[string, number, Partial<Run>, Projection | undefined]>([
    [
      'is complete after a single page',
      1,
      { cursor: cursor(1, { progress: [progress(30, 30)] }), pages: 1, records: 30, callsLeft: 0 },
      { callsLeft: 0, times: 1 },
    ],
    [
      'includes the remaining records',
      1,
      {
        cursor: cursor(1, { spans: [{ unit: 0, from: 2, to: 3 }], progress: [progress(250, 100)] }),
        ...{ pages: 1, records: 100, callsLeft: 2 },
      },
      { callsLeft: 2, times: 2.5, precision: 'about' },
    ],
    [
      'is a minimum when no total is announced',
      1,
      {
        cursor: cursor(1, { spans: [{ unit: 0, from: 2, to: null }], progress: [progress(null, 100)] }),
        ...{ pages: 1, records: 100, callsLeft: 1 },
      },
      { callsLeft: 1, times: 1, precision: 'at least' },
    ],
    [
      'assumes that further units are like the first ones',
      4,
      { cursor: cursor(2), pages: 4, records: 80, callsLeft: 2 },
      { callsLeft: 4, times: 2, precision: 'about' },
    ],
    [
      'expects at least one call per unit',
      4,
      { cursor: cursor(2), pages: 0, records: 80, callsLeft: 2 },
      { callsLeft: 2, times: 2, precision: 'about' },
    ],
    [
      'expects no records when none arrived',
      2,
      { cursor: cursor(1), pages: 1, records: 0, callsLeft: 1 },
      { callsLeft: 1, times: 2, precision: 'about' },
    ],
    [
      'is at least the number of returned records',
      1,
      { cursor: cursor(1, { progress: [progress(10, 30)] }), pages: 1, records: 30, callsLeft: 0 },
      { callsLeft: 0, times: 1 },
    ],
    ['does not exist before the first page', 1, { cursor: cursor(0), callsLeft: 1 }, undefined],
    ['does not exist for a job', 1, { cursor: cursor(1), purpose: PURPOSE }, undefined],
    ['does not exist after the first write', 1, { cursor: cursor(1), tables: [TABLE] }, undefined],
  ])('%s', (_, units, more, expected) => {
    expect(projected(units, more)).toEqual(expected);
  });
});

describe('a plan from the first pages', () => {
  const ports = inMemoryPorts(() => expect.unreachable());
  const planInput = () => ports.planInput({ seller: 'A006', operation: 'price-history', cap: 1000 });
  const before = run({ calls: 1, executions: 1, workedFor: 45_000, cells: 40 });
  const costOf = (projection: Projection, more: Partial<Run> = {}) =>
    planByFirstPages({ ...before, ...more }, projection, planInput);
  const { precision: _, ...known } = before.planned;
  const uncertain = { ...before.planned, precision: 'at least' } as const;

  test('adds remaining work to finished work', () => {
    const plan = costOf({ callsLeft: 30, times: 2.5 }, { planned: uncertain });
    expect(plan).toMatchObject({ calls: { byOperation: { 'price-history': 31 } }, cells: 100, executions: 1 });
    expect(plan.minutes).toBeGreaterThan(0.75);
    expect('precision' in plan).toBe(false);
    expect(costOf({ callsLeft: 0, times: 1 }, { planned: uncertain })).toMatchObject({
      ...{ calls: { byOperation: { 'price-history': 1 } }, cells: 40, executions: 1, minutes: 0.75 },
    });
  });

  test('includes earlier executions', () => {
    expect(costOf({ callsLeft: 0, times: 1 }, { planned: uncertain, executions: 3 }).executions).toBe(3);
  });

  test('shows its precision', () => {
    const plan = costOf({ callsLeft: 3, times: 1, precision: 'about' }, { planned: uncertain });
    expect(plan.precision).toBe('about');
  });

  test('updates the cells of an exact plan whose calls match', () => {
    const calls = { byOperation: { 'price-history': 2 } };
    const exact = { ...known, calls };
    expect(costOf({ callsLeft: 1, times: 3 }, { planned: exact })).toMatchObject({ calls, cells: 120 });
  });

  test('keeps an exact plan whose calls do not match', () => {
    const exact = { ...known, calls: { byOperation: { 'price-history': 2 } } };
    expect(costOf({ callsLeft: 7, times: 3 }, { planned: exact })).toBe(exact);
  });
});

describe('replanning after an execution', () => {
  const ports = inMemoryPorts(() => expect.unreachable());
  const planInput = () => ports.planInput({ seller: 'A006', operation: 'price-history', cap: 1000 });
  const timeOf = (at: number) => new Date(at).toISOString().slice(11, 16);
  const planned = costOf({ operation: 'price-history', calls: 100 }, planInput());
  const noteOf = (more: Partial<Run>, at = 0) => {
    const input = () => ({ ...planInput(), now: START + at });
    return replanNote(run({ planned, state: 'running', executions: 1, ...more }), input, timeOf);
  };

  test('adds remaining work to finished work', () => {
    const done = { calls: 40, executions: 1, workedFor: 4200, cells: 400 };
    expect(costOf({ operation: 'price-history', calls: 60, cells: 600 }, planInput(), done)).toMatchObject({
      calls: { byOperation: { 'price-history': 100 } },
      executions: 2,
      minutes: 0.17,
      cells: 1000,
      binding: null,
    });
  });

  const refusal = { code: 'MARKET_CAP', message: '', serviceCode: null, httpStatus: 429 };
  test.each<[string, Partial<Run>, number, string | undefined]>([
    ['as planned', { calls: 40, callsLeft: 60 }, 0, undefined],
    ['more pages', { calls: 40, callsLeft: 67 }, 0, '7 more calls than planned; still finishing around 12:00.'],
    ['fewer pages', { calls: 40, callsLeft: 59 }, 0, '1 fewer call than planned; still finishing around 12:00.'],
    ['a late start', { calls: 40, callsLeft: 60 }, 900_000, 'now finishing around 12:15 instead of 12:00.'],
    [
      'a refusal',
      { calls: 40, callsLeft: 60, state: 'waiting', stoppedBy: refusal },
      900_000,
      'the marketplace allows fewer calls per hour than planned; now finishing around 12:15 instead of 12:00.',
    ],
    ['as many calls as planned at the end', { state: 'done', calls: 100 }, 900_000, undefined],
    ['a failure', { state: 'failed', calls: 3 }, 900_000, undefined],
  ])('notes only the difference: %s', (_, more, at, note) => {
    expect(noteOf(more, at)).toBe(note && `Updated plan: ${note}`);
  });
});

describe('the expected size', () => {
  const asked = (changes: Partial<PlannedQuestion> = {}): PlannedQuestion => ({
    units: 1,
    days: 10,
    pageSize: 100,
    ...changes,
  });
  const same = { size: { units: 1, calls: 3, cells: 290, records: 250, days: 10 }, isOtherPeriod: false };
  const other = { ...same, isOtherPeriod: true };
  const daily = { size: { units: 10, calls: 20, cells: 500, records: 1500, days: 10 }, isOtherPeriod: true };
  test.each([
    ['of a new request is at least one call per unit', asked({ units: 4 }), undefined, 4, 0, 'at least'],
    ['of the same request is the last size', asked(), same, 3, 290, undefined],
    ['of another period of the same length is about the last size', asked(), other, 3, 290, 'about'],
    ['of a longer period grows with its days', asked({ days: 30 }), other, 8, 870, 'about'],
    ['of one day is at least one call', asked({ days: 1 }), other, 1, 29, 'about'],
    [
      'of days requested one by one adds up the pages of each day',
      asked({ units: 30, days: 30 }),
      daily,
      60,
      1500,
      'about',
    ],
    [
      'of twice as many identifiers is twice the calls',
      { units: 4, pageSize: 100 },
      { size: { units: 2, calls: 2, cells: 80 }, isOtherPeriod: false },
      4,
      160,
      'about',
    ],
    [
      'of as many identifiers as last time is the last size',
      { units: 2, pageSize: 100 },
      { size: { units: 2, calls: 3, cells: 80 }, isOtherPeriod: false },
      3,
      80,
      undefined,
    ],
  ] as const)('%s', (_, question, last, calls, cells, precision) => {
    expect(expectedSize(question, last)).toEqual({ calls, cells, ...(precision ? { precision } : {}) });
  });
});

test.each([
  [{ from: '2025-06-01', to: '2025-06-10' }, 10],
  [{ from: '2025-06-01 00:00:00', to: '2025-06-10 23:59:59' }, 10],
  [{ from: '2025-06-01 00:00:00', to: '2025-06-01 11:59:59' }, 0.5],
  [{ from: '2025-06-15 05:00:00' }, 1],
  [{ to: '2025-06-10' }, undefined],
  [{ from: '2025-06-20' }, undefined],
  [{ from: '2025-06-01', to: '2025-06-10 11:59:59' }, 9.5],
  [{ from: 'soon', to: '2025-06-10' }, undefined],
  [{ from: '2025-06-01', to: 'soon' }, undefined],
] as const)('the length of %o is %s days', (params, days) => {
  expect(daysOf(ORDERS, params, Date.UTC(2025, 5, 16, 11, 59, 59))).toBe(days);
});
