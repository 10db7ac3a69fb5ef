/** Which jobs run now, in which order; how long a failing one waits; when each runs next; and how fresh its tables are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LEASE } from '../../src/limits/pacing.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { type Every, type Job, type JobState, type JobStates, NEVER_RUN } from '../../src/schedule/job.ts';
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

/** A job that ran and was complete so many minutes ago. */
function ran(ago: number, more: Partial<JobState> = {}): JobState {
  const at = NOW - ago * MINUTE;
  return { startedAt: at, endedAt: at, doneAt: at, failures: 0, ...more };
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
    ['one that never ran', [job('a', minutes(60))], {}, 'a'],
    ['one that ran just now is not', [job('a', minutes(60))], { a: ran(0) }, ''],
    ['one that ran a period ago', [job('a', minutes(60))], { a: ran(60) }, 'a'],
    ['one for which the trigger came a little early', [job('a', minutes(10))], { a: ran(8) }, 'a'],
    ['not much too early', [job('a', minutes(10))], { a: ran(7) }, ''],
    ['at most five minutes early', [job('a', minutes(1440))], { a: ran(1434) }, ''],
    [
      'by how many of their periods they are late',
      [job('daily', minutes(1440)), job('often', minutes(10)), job('new', minutes(1440))],
      { daily: ran(2000), often: ran(60) },
      'new often daily',
    ],
    [
      'what somebody asked for first, though it failed or is not due',
      [job('late', minutes(5)), job('asked', minutes(60), { runsNow: true })],
      { late: ran(600), asked: ran(1, { failures: 3, notBefore: NOW + HOUR }) },
      'asked late',
    ],
    [
      'continuous ones behind all others, and a backfill behind those',
      [job('past', BACKFILL), job('all', CONTINUOUS), job('a', minutes(60))],
      { all: ran(600) },
      'a all past',
    ],
    [
      'continuous ones in turns',
      [job('one', CONTINUOUS), job('other', CONTINUOUS)],
      { one: ran(5), other: ran(20) },
      'other one',
    ],
    [
      'without those that are paused, leased or held',
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
      'with those whose lease is dead and whose wait is over',
      [job('dead', minutes(5)), job('free', minutes(5))],
      { dead: ran(60, lease(NOW)), free: ran(60, { notBefore: NOW }) },
      'dead free',
    ],
    [
      'a cycle under way, since it began',
      [job('a', minutes(60))],
      { a: ran(120, { startedAt: NOW - 5 * MINUTE, cycleAt: NOW - 10 * MINUTE }) },
      'a',
    ],
    [
      'a failed one when its wait is over, not a period later',
      [job('a', minutes(1440))],
      { a: ran(20, { failures: 1, notBefore: NOW }) },
      'a',
    ],
    ['no backfill that is over', [job('a', BACKFILL)], { a: ran(9999) }, ''],
    ['a backfill that is not', [job('a', BACKFILL)], { a: ran(5, { cycleAt: NOW - HOUR }) }, 'a'],
    ['a backfill that is over and asked for', [job('a', BACKFILL, { runsNow: true })], { a: ran(9) }, 'a'],
  ])('%s', (_, jobs, states, expected) => {
    expect(due(jobs, states)).toBe(expected);
  });

  test('those without a free call come behind those that have one, and are not left out', () => {
    const jobs = [job('a', minutes(5)), job('b', minutes(5)), job('c', CONTINUOUS)];
    const states = { a: ran(600), b: ran(60), c: ran(60) };
    expect(due(jobs, states)).toBe('a b c');
    expect(due(jobs, states, ['a'])).toBe('b a c');
    expect(due(jobs, states, ['a', 'b'])).toBe('a b c');
  });

  test('come in the same order whatever the order of the rows, but for those that are alike', () => {
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

  test('those that a cap holds no longer than the execution may wait, but none that failed', () => {
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
  ])('%j waits so many minutes', (every, waits) => {
    expect(waits.map((_, index) => (retryAt({ every }, index + 1, NOW) - NOW) / MINUTE)).toEqual(waits);
    expect(retryAt({ every }, 5000, NOW)).toBeLessThanOrEqual(NOW + 1440 * MINUTE);
  });

  test('it waits longer where the marketplace says so; a success forgets it', () => {
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
  test('takes a lease of seven minutes, which is dead when nobody gave it back', () => {
    const state = started({ failures: 0 }, 'Ann', 'r1', NOW);
    expect(LEASE).toBe(7 * MINUTE);
    expect(state.lease).toEqual({ holder: 'r1', until: NOW + LEASE, by: 'Ann', at: NOW });
    const isRunning = (now: number) => viewJob(job('a', CONTINUOUS), state, now).isRunning;
    expect([isRunning(NOW + LEASE - 1), isRunning(NOW + LEASE)]).toEqual([true, false]);
  });

  test('goes on with the cycle under way until that is complete', () => {
    const first = succeeded(started({ failures: 0 }, 'Ann', 'r1', NOW), false, { at: 1 }, NOW + MINUTE);
    expect(first).toMatchObject({ cycleAt: NOW, strategyState: { at: 1 } });
    expect(first.doneAt).toBeUndefined();
    const second = started(first, 'Ann', 'r2', NOW + HOUR);
    expect(second).toMatchObject({ cycleAt: NOW, startedAt: NOW + HOUR });
    const last = succeeded(second, true, {}, NOW + HOUR + 1);
    expect(last).toMatchObject({ doneAt: NOW + HOUR + 1 });
    expect(last.cycleAt).toBeUndefined();
  });

  test('that has to wait is no failure', () => {
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

/** A job that ran just now, and has nothing to do for so many minutes. */
const resting = (minutes: number, more: Partial<JobState> = {}): JobState =>
  ran(0, { strategyState: { restsUntil: NOW + minutes * MINUTE }, ...more });

test.each<[string, JobState, number]>([
  ['until then', resting(20), 20],
  ['for an hour at most, since there may be more to do by then', resting(600), 55],
  ['not while a cycle of it is under way', resting(20, { cycleAt: NOW - MINUTE / 2 }), -0.5],
  ['not after a failure', resting(20, { failures: 1, notBefore: NOW + 10 * MINUTE }), 10],
])('what goes on and on rests %s', (_, state, after) => {
  expect((viewJob(job('a', CONTINUOUS), state, NOW).dueAt - NOW) / MINUTE).toBe(after);
  const never = (from: number) => dueJobs(viewsOf([job('a', CONTINUOUS)], { a: state }, from), from, () => from);
  // An earlier clock has gone back: it knows of no run.
  if (after >= 0) expect(never(NOW + after * MINUTE - 1)).toEqual([]);
  expect(never(NOW + after * MINUTE)).toHaveLength(1);
});

test('a clock that went back stops no job: what lies over a minute in the future says nothing', () => {
  const due = (state: JobState) => dueJobs(viewsOf([job('a', minutes(60))], { a: state }), NOW, () => NOW).length;
  expect(due(ran(0, { startedAt: NOW + MINUTE }))).toBe(0);
  expect(due(ran(0, { startedAt: NOW + 360 * MINUTE }))).toBe(1);
});

test('a rest of the past is over, and no rest of what has a time of its own', () => {
  const dueAt = (every: Every, state: JobState) => viewJob(job('a', every), state, NOW).dueAt;
  expect(dueAt(CONTINUOUS, resting(-90))).toBe(NOW - 90 * MINUTE);
  expect(dueAt(minutes(60), resting(20))).toBe(NOW + 55 * MINUTE);
});

describe('the next run', () => {
  test.each<[string, Job, JobState, number, number | undefined]>([
    ['comes with the first trigger that finds it due', job('a', minutes(60)), ran(0), 10, 60],
    ['not before the next trigger', job('a', minutes(5)), ran(60), 10, 10],
    ['with a trigger that is rarer than the job', job('a', minutes(5)), ran(0), 60, 60],
    ['when its wait is over', job('a', minutes(5)), ran(60, { notBefore: NOW + 25 * MINUTE }), 10, 30],
    ['when its lease is over', job('a', minutes(5)), ran(60, lease(NOW + 7 * MINUTE)), 5, 10],
    ['at once when it is asked for', job('a', minutes(1440), { runsNow: true }), ran(0), 5, 5],
    ['at once when it never ran', job('a', minutes(1440)), { failures: 0 }, 5, 5],
    ['when it has rested', job('a', CONTINUOUS), resting(70), 10, 70],
    ['at once while it rests and is asked for', job('a', CONTINUOUS, { runsNow: true }), resting(70), 10, 10],
    ['never while it is paused', job('a', minutes(5), { isPaused: true }), ran(60), 5, undefined],
    ['never when its past is complete', job('a', BACKFILL), ran(60), 5, undefined],
  ])('%s', (_, one, state, trigger, after) => {
    const next = viewJob(one, state, NOW, trigger * MINUTE).nextAt;
    expect(next === undefined ? undefined : (next - NOW) / MINUTE).toBe(after);
  });
});

describe('a table is', () => {
  test.each<[string, Job, JobState, number, string]>([
    ['fresh within a period', job('a', minutes(60)), ran(60), 5, 'fresh'],
    ['due after it', job('a', minutes(60)), ran(61), 5, 'due'],
    ['late after two', job('a', minutes(60)), ran(121), 5, 'late'],
    ['failing when its last run failed', job('a', minutes(60)), ran(1, { failures: 1 }), 5, 'failing'],
    ['due while nothing is complete yet', job('a', minutes(60)), { failures: 0, startedAt: NOW - HOUR }, 5, 'due'],
    ['due before its first run', job('a', minutes(60)), { failures: 0 }, 5, 'due'],
    [
      'late when nothing was ever complete for long',
      job('a', minutes(5)),
      { failures: 0, startedAt: NOW - HOUR },
      5,
      'late',
    ],
    ['fresh as long as the trigger cannot come oftener', job('a', minutes(5)), ran(60), 60, 'fresh'],
    ['fresh as long as it was promised', job('a', CONTINUOUS), ran(1440), 5, 'fresh'],
    ['fresh while it rests', job('a', CONTINUOUS), { ...resting(70), doneAt: NOW - HOUR }, 5, 'fresh'],
    ['late when the promise is broken twice', job('a', CONTINUOUS), ran(2881), 5, 'late'],
    ['due while its past is fetched', job('a', BACKFILL), ran(9, { cycleAt: NOW - 9999 * MINUTE }), 5, 'due'],
    ['fresh once that is complete', job('a', BACKFILL), ran(9999), 5, 'fresh'],
  ])('%s', (_, one, state, trigger, expected) => {
    expect(viewJob(one, state, NOW, trigger * MINUTE).freshness).toBe(expected);
  });
});
