import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEASE } from '../../src/limits/pacing.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { type Every, type Job, type JobState, type JobStates, NEVER_RUN, printOf } from '../../src/schedule/job.ts';
import { deferred, failed, retryAt, started, succeeded } from '../../src/schedule/job-state.ts';
import { dueJobs, viewJob } from '../../src/schedule/job-view.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const minutes = (count: number): Every => ({ minutes: count });
const CONTINUOUS: Every = { continuous: true };
const BACKFILL: Every = { backfill: true };

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

/** A job that ran to completion `ago` minutes ago. */
function ran(ago: number, more: Partial<JobState> = {}): JobState {
  const at = NOW - ago * MINUTE;
  const strategyState = { filter: printOf(job('a', BACKFILL)) };
  return { startedAt: at, endedAt: at, doneAt: at, failures: 0, strategyState, ...more };
}

const viewsOf = (jobs: readonly Job[], states: JobStates, now = NOW) =>
  jobs.map((each) => viewJob(each, states[each.id] ?? NEVER_RUN, now));

const due = (jobs: readonly Job[], states: JobStates, full: readonly string[] = []) =>
  dueJobs(viewsOf(jobs, states), NOW, ({ dataset }) => (full.includes(dataset) ? NOW + 1 : NOW))
    .map(({ id }) => id)
    .join(' ');

const lease = (until: number) => ({ lease: { holder: 'r', until, by: 'Ann', at: until - LEASE } });

describe('due jobs', () => {
  test.each<[string, Job[], JobStates, string]>([
    ['a job that never ran', [job('a', minutes(60))], {}, 'a'],
    ['not a job that just ran', [job('a', minutes(60))], { a: ran(0) }, ''],
    ['a job that ran one interval ago', [job('a', minutes(60))], { a: ran(60) }, 'a'],
    ['a job whose trigger fires two minutes early', [job('a', minutes(10))], { a: ran(8) }, 'a'],
    ['not three minutes early at an interval of ten', [job('a', minutes(10))], { a: ran(7) }, ''],
    ['not six minutes early at any interval', [job('a', minutes(1440))], { a: ran(1434) }, ''],
    [
      'in order of lateness, measured in intervals',
      [job('daily', minutes(1440)), job('often', minutes(10)), job('new', minutes(1440))],
      { daily: ran(2000), often: ran(60) },
      'new often daily',
    ],
    [
      'requested jobs first, even failed ones or ones not due',
      [job('late', minutes(5)), job('asked', minutes(60), { runsNow: true })],
      { late: ran(600), asked: ran(1, { failures: 3, notBefore: NOW + HOUR }) },
      'asked late',
    ],
    [
      'continuous jobs after all others, backfills last',
      [job('past', BACKFILL), job('all', CONTINUOUS), job('a', minutes(60))],
      { all: ran(600) },
      'a all past',
    ],
    [
      'continuous jobs in turn',
      [job('one', CONTINUOUS), job('other', CONTINUOUS)],
      { one: ran(5), other: ran(20) },
      'other one',
    ],
    [
      'not those that are paused, leased or held',
      [
        job('paused', minutes(5), { isPaused: true }),
        job('leased', minutes(5)),
        job('held', minutes(5)),
        job('asked', minutes(5), { runsNow: true }),
      ],
      {
        paused: ran(60),
        leased: ran(60, lease(NOW + 1)),
        held: ran(60, { notBefore: NOW + 1 }),
        asked: ran(60, lease(NOW + 1)),
      },
      '',
    ],
    [
      'those whose lease or wait is over',
      [job('dead', minutes(5)), job('free', minutes(5))],
      { dead: ran(60, lease(NOW)), free: ran(60, { notBefore: NOW }) },
      'dead free',
    ],
    [
      'those whose lease or wait ends later than any job may wait',
      [job('dead', minutes(5)), job('free', minutes(5)), job('weekly', minutes(7 * 1440))],
      {
        dead: ran(60, lease(NOW + 48 * HOUR)),
        free: ran(60, { notBefore: NOW + 48 * HOUR }),
        weekly: ran(9 * 1440, { failures: 9, notBefore: NOW + 48 * HOUR }),
      },
      'free dead',
    ],
    [
      'a cycle in progress, late since it began',
      [job('a', minutes(60))],
      { a: ran(120, { startedAt: NOW - 5 * MINUTE, cycleAt: NOW - 10 * MINUTE }) },
      'a',
    ],
    [
      'a failed job after its wait, not one interval later',
      [job('a', minutes(1440))],
      { a: ran(20, { failures: 1, notBefore: NOW }) },
      'a',
    ],
    ['not a complete backfill', [job('a', BACKFILL)], { a: ran(9999) }, ''],
    [
      'a complete backfill whose filter was changed',
      [job('a', BACKFILL, { filter: { from: 'x' } })],
      { a: ran(9999) },
      'a',
    ],
    [
      'a job that became a backfill',
      [job('a', BACKFILL)],
      { a: ran(9999, { strategyState: { filter: printOf(job('a', minutes(60))) } }) },
      'a',
    ],
    [
      'a complete backfill whose dataset was changed',
      [job('a', BACKFILL)],
      { a: ran(9999, { strategyState: { filter: printOf(job('b', BACKFILL)) } }) },
      'a',
    ],
    ['a complete backfill that was undone', [job('a', BACKFILL)], { a: ran(9999, { strategyState: {} }) }, 'a'],
    ['an incomplete backfill', [job('a', BACKFILL)], { a: ran(5, { cycleAt: NOW - HOUR }) }, 'a'],
    ['a complete backfill that was requested', [job('a', BACKFILL, { runsNow: true })], { a: ran(9) }, 'a'],
  ])('%s', (_, jobs, states, expected) => {
    expect(due(jobs, states)).toBe(expected);
  });

  test('without free calls are sorted after those with free calls', () => {
    const jobs = [job('a', minutes(5)), job('b', minutes(5)), job('c', CONTINUOUS)];
    const states = { a: ran(600), b: ran(60), c: ran(60) };
    expect(due(jobs, states)).toBe('a b c');
    expect(due(jobs, states, ['a'])).toBe('b a c');
    expect(due(jobs, states, ['a', 'b'])).toBe('a b c');
  });

  test('have the same order in any row order', () => {
    const some = fc.uniqueArray(fc.integer({ min: 10, max: 5000 }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(
        some.chain((ages) => fc.tuple(fc.constant(ages), fc.shuffledSubarray(ages))),
        ([ages, order]) => {
          const states = Object.fromEntries(ages.map((age) => [`j${age}`, ran(age)]));
          const jobs = order.map((age) => job(`j${age}`, minutes(10)));
          const expected = [...order].sort((one, other) => other - one).map((age) => `j${age}`);
          expect(due(jobs, states)).toBe(expected.join(' '));
        },
      ),
    );
  });

  test('include a job held for less than the execution can wait, but no failed job', () => {
    const states = {
      soon: deferred(ran(60), NOW + MINUTE, NOW),
      later: deferred(ran(60), NOW + MINUTE + 1, NOW),
      failed: ran(60, { failures: 1, notBefore: NOW + 1 }),
    };
    const jobs = Object.keys(states).map((id) => job(id, minutes(60)));
    const waiting = dueJobs(viewsOf(jobs, states), NOW, () => NOW, MINUTE);
    expect(waiting.map(({ id }) => id)).toEqual(['soon']);
  });
});

describe('after a failure', () => {
  test.each<[Every, readonly number[]]>([
    [minutes(5), [5, 5, 5]],
    [minutes(60), [10, 20, 40, 60, 60]],
    [minutes(1440), [10, 20, 40, 80, 160]],
    [CONTINUOUS, [10, 20, 40, 60]],
  ])('%j waits %j minutes', (every, waits) => {
    expect(waits.map((_, index) => (retryAt({ every }, index + 1, NOW) - NOW) / MINUTE)).toEqual(waits);
    expect(retryAt({ every }, 5000, NOW)).toBeLessThanOrEqual(NOW + 1440 * MINUTE);
  });

  test("waits until the marketplace's retry time; a success clears the failure", () => {
    const one = job('a', minutes(5));
    const error = new MarketError('MARKET_CAP', 'x'.repeat(500), { retryAt: NOW + HOUR });
    const state = failed(one, started(ran(60), 'Ann', 'r', NOW), error, NOW);
    expect(state).toMatchObject({ failures: 1, notBefore: NOW + HOUR, cycleAt: NOW, startedAt: NOW });
    expect(state.error?.code).toBe('MARKET_CAP');
    expect(state.error?.message).toHaveLength(200);
    expect(state.lease).toBeUndefined();
    expect(succeeded(state, true, {}, NOW)).toEqual({
      startedAt: NOW,
      endedAt: NOW,
      doneAt: NOW,
      failures: 0,
      strategyState: {},
    });
  });
});

describe('a run', () => {
  test('takes a lease of seven minutes that expires by itself', () => {
    const state = started({ failures: 0 }, 'Ann', 'r1', NOW);
    expect(LEASE).toBe(7 * MINUTE);
    expect(state.lease).toEqual({ holder: 'r1', until: NOW + LEASE, by: 'Ann', at: NOW });
    const isRunning = (now: number) => viewJob(job('a', CONTINUOUS), state, now).isRunning;
    expect([isRunning(NOW + LEASE - 1), isRunning(NOW + LEASE)]).toEqual([true, false]);
  });

  test('continues the current cycle until it is complete', () => {
    const first = succeeded(started({ failures: 0 }, 'Ann', 'r1', NOW), false, { at: 1 }, NOW + MINUTE);
    expect(first).toMatchObject({ cycleAt: NOW, strategyState: { at: 1 } });
    expect(first.doneAt).toBeUndefined();
    const second = started(first, 'Ann', 'r2', NOW + HOUR);
    expect(second).toMatchObject({ cycleAt: NOW, startedAt: NOW + HOUR });
    const last = succeeded(second, true, {}, NOW + HOUR + 1);
    expect(last).toMatchObject({ doneAt: NOW + HOUR + 1 });
    expect(last.cycleAt).toBeUndefined();
  });

  test('starts a new cycle after a pause of more than a week', () => {
    const first = succeeded(started({ failures: 0 }, 'Ann', 'r1', NOW), false, {}, NOW + MINUTE);
    expect(started(first, 'Ann', 'r2', NOW + 168 * HOUR).cycleAt).toBe(NOW);
    expect(started(first, 'Ann', 'r2', NOW + 168 * HOUR + 1).cycleAt).toBe(NOW + 168 * HOUR + 1);
  });

  test("that has to wait isn't a failure", () => {
    const state = deferred(started({ failures: 0 }, 'Ann', 'r1', NOW), NOW + HOUR, NOW + 1);
    expect(state).toEqual({
      startedAt: NOW,
      cycleAt: NOW,
      endedAt: NOW + 1,
      failures: 0,
      notBefore: NOW + HOUR,
    });
  });
});

/** A job that just ran and has nothing to do for this many minutes. */
const resting = (minutes: number, more: Partial<JobState> = {}): JobState =>
  ran(0, { strategyState: { restsUntil: NOW + minutes * MINUTE }, ...more });

test.each<[string, JobState, number]>([
  ["until its strategy's time", resting(20), 20],
  ['for an hour at most', resting(600), 55],
  ['not while its cycle is in progress', resting(20, { cycleAt: NOW - MINUTE / 2 }), -0.5],
  ['not after a failure', resting(20, { failures: 1, notBefore: NOW + 10 * MINUTE }), 10],
])('a continuous job rests %s', (_, state, after) => {
  expect((viewJob(job('a', CONTINUOUS), state, NOW).dueAt - NOW) / MINUTE).toBe(after);
  const never = (from: number) => dueJobs(viewsOf([job('a', CONTINUOUS)], { a: state }, from), from, () => from);
  // A time before the run would be impossible.
  if (after >= 0) expect(never(NOW + after * MINUTE - 1)).toEqual([]);
  expect(never(NOW + after * MINUTE)).toHaveLength(1);
});

test('a clock that was set back stops no job: a start over a minute ahead is ignored', () => {
  const due = (state: JobState) => dueJobs(viewsOf([job('a', minutes(60))], { a: state }), NOW, () => NOW).length;
  expect(due(ran(0, { startedAt: NOW + MINUTE }))).toBe(0);
  expect(due(ran(0, { startedAt: NOW + 360 * MINUTE }))).toBe(1);
});

test('ignores a rest in the past, and any rest of a job with an interval', () => {
  const dueAt = (every: Every, state: JobState) => viewJob(job('a', every), state, NOW).dueAt;
  expect(dueAt(CONTINUOUS, resting(-90))).toBe(NOW - 90 * MINUTE);
  expect(dueAt(minutes(60), resting(20))).toBe(NOW + 55 * MINUTE);
});

describe('the next run', () => {
  test.each<[string, Job, JobState, number, number | undefined]>([
    ['is the first trigger after it is due', job('a', minutes(60)), ran(0), 10, 60],
    ['is not before the next trigger', job('a', minutes(5)), ran(60), 10, 10],
    ['follows the trigger if the trigger is less frequent', job('a', minutes(5)), ran(0), 60, 60],
    ['is after its wait', job('a', minutes(5)), ran(60, { notBefore: NOW + 25 * MINUTE }), 10, 30],
    ['is after its lease expires', job('a', minutes(5)), ran(60, lease(NOW + 7 * MINUTE)), 5, 10],
    ['is the next trigger if requested', job('a', minutes(1440), { runsNow: true }), ran(0), 5, 5],
    ['is the next trigger if it never ran', job('a', minutes(1440)), { failures: 0 }, 5, 5],
    ['is after its rest', job('a', CONTINUOUS), resting(70), 10, 70],
    ['ignores the rest of a job with an interval', job('a', minutes(60)), resting(70), 10, 60],
    ['ignores a rest while its cycle is in progress', job('a', CONTINUOUS), resting(70, { cycleAt: NOW }), 10, 10],
    ['is the next trigger if requested during its rest', job('a', CONTINUOUS, { runsNow: true }), resting(70), 10, 10],
    ['does not exist while the job is paused', job('a', minutes(5), { isPaused: true }), ran(60), 5, undefined],
    ['does not exist once a backfill is complete', job('a', BACKFILL), ran(60), 5, undefined],
  ])('%s', (_, one, state, trigger, after) => {
    const next = viewJob(one, state, NOW, trigger * MINUTE).nextAt;
    expect(next === undefined ? undefined : (next - NOW) / MINUTE).toBe(after);
  });
});

describe('a table is', () => {
  test.each<[string, Job, JobState, number, string]>([
    ['fresh within one interval', job('a', minutes(60)), ran(60), 5, 'fresh'],
    ['due after one interval', job('a', minutes(60)), ran(61), 5, 'due'],
    ['late after two intervals', job('a', minutes(60)), ran(121), 5, 'late'],
    ['failing if its last run failed', job('a', minutes(60)), ran(1, { failures: 1 }), 5, 'failing'],
    ['due until its first cycle is complete', job('a', minutes(60)), { failures: 0, startedAt: NOW - HOUR }, 5, 'due'],
    ['due before its first run', job('a', minutes(60)), { failures: 0 }, 5, 'due'],
    ['late if its first cycle takes too long', job('a', minutes(5)), { failures: 0, startedAt: NOW - HOUR }, 5, 'late'],
    ['fresh within the interval of a rarer trigger', job('a', minutes(5)), ran(60), 60, 'fresh'],
    ['fresh within the promised time', job('a', CONTINUOUS), ran(1440), 5, 'fresh'],
    ['fresh while it rests', job('a', CONTINUOUS), { ...resting(70), doneAt: NOW - HOUR }, 5, 'fresh'],
    ['late after twice the promised time', job('a', CONTINUOUS), ran(2881), 5, 'late'],
    ['due during a backfill', job('a', BACKFILL), ran(9, { cycleAt: NOW - 9999 * MINUTE }), 5, 'due'],
    ['fresh once the backfill is complete', job('a', BACKFILL), ran(9999), 5, 'fresh'],
  ])('%s', (_, one, state, trigger, expected) => {
    expect(viewJob(one, state, NOW, trigger * MINUTE).freshness).toBe(expected);
  });
});
