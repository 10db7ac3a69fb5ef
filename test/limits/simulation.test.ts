/**
 * Simulates days of executions against a service that counts calls: no hour exceeds the cap, and most of the cap is
 * used.
 */
import { describe, expect, test } from 'vitest';
import { ownLimiter } from '../bench/caps/own-limiter.ts';
import { peerLimiter } from '../bench/caps/peer-limiter.ts';
import { backlog, lowerCap, mixture, sharedCap } from '../bench/caps/settings.ts';
import { type LimiterOf, type Outcome, type Setting, simulate } from '../bench/caps/simulate.ts';
import { model } from '../bench/model.ts';
import { isLong, runs } from '../effort.ts';

const { cap, lowShare } = model.caps;
const { goals } = model;
const DAYS = 24;
const TRIGGERS = [60, 10, 5, 1] as const;

/** Includes the setting, so that a failure shows the seed. */
type Case = Outcome & { readonly setting: Setting };

function outcomes(seeds: number, settingOf: (seed: number) => Setting, limiterOf: LimiterOf = ownLimiter(1)): Case[] {
  return Array.from({ length: seeds }, (_, index) => {
    const setting = settingOf(index + 1);
    return { setting, ...simulate(setting, limiterOf) };
  });
}

const mean = (all: readonly Outcome[], value: (each: Outcome) => number) =>
  all.reduce((sum, each) => sum + value(each), 0) / all.length;

/** Outcomes that broke a hard rule. */
function broken(all: readonly Case[]): Case[] {
  return all.filter(
    ({ setting, most, longest, operations }) =>
      most > setting.cap || longest > goals.stateCharacters || operations > goals.operationsATransaction,
  );
}

/** Rejected calls are expected on the first day, until the lower cap is detected. */
const isRefusedOften = ({ refused, refusedLater }: Outcome) =>
  refused > goals.refusals.firstDay || refusedLater > goals.refusals.later;

describe('with killed executions, late calls, and clocks that differ', () => {
  test('no hour of a day exceeds the cap', () => {
    const settingOf = (seed: number) => mixture(seed, TRIGGERS[seed % TRIGGERS.length]!, DAYS);
    expect(broken(outcomes(runs(3, 200), settingOf, ownLimiter(2)))).toEqual([]);
  });

  test('no hour of a month exceeds the cap', () => {
    const settingOf = (seed: number) => mixture(seed, seed % 4 === 0 ? 1 : 60, isLong ? 30 * DAYS : 3 * DAYS);
    expect(broken(outcomes(runs(3, 4), settingOf))).toEqual([]);
  });

  test('no hour exceeds the cap when many calls get no response and are counted later', () => {
    const settingOf = (seed: number) => ({ ...backlog(seed, 1, DAYS), lost: 0.05 });
    expect(broken(outcomes(runs(2, 12), settingOf))).toEqual([]);
  });

  test('no hour exceeds the cap when 5 to 45% of the executions are killed', () => {
    const settingOf = (seed: number) => ({
      ...mixture(seed, TRIGGERS[seed % TRIGGERS.length]!, DAYS),
      crashes: 0.05 + 0.4 * (((seed * 37) % 200) / 200),
    });
    expect(broken(outcomes(runs(2, 100), settingOf, ownLimiter(2)))).toEqual([]);
  });

  // When calls of killed executions were assumed to arrive within 30 s, both schedules exceeded the cap by one call.
  test.each([
    [133, 10, 0.292, 2],
    [158, 5, 0.142, 1],
  ] as const)(
    'no hour exceeds the cap when calls of killed formulas arrive 80 s later (schedule %i)',
    (seed, every, crashes, stores) => {
      const settingOf = () => ({ ...mixture(seed, every, DAYS), crashes, formulas: 20, lost: 0.01 });
      expect(broken(outcomes(1, settingOf, ownLimiter(stores)))).toEqual([]);
    },
  );

  test('no hour exceeds the cap with so many formulas that counts are merged', () => {
    const settingOf = (seed: number) => ({ ...mixture(seed, 60, runs(1, 2)), cap: 10_000, formulas: runs(300, 600) });
    const all = outcomes(runs(1, 10), settingOf);
    expect(broken(all)).toEqual([]);
    expect(Math.max(...all.map(({ longest }) => longest))).toBeGreaterThan(0.8 * goals.stateCharacters);
  });
});

describe('with a backlog', () => {
  test.each([
    ['hourly', 60, goals.unusedHourly],
    ['every ten minutes', 10, goals.unusedMinutely],
    ['every minute', 1, goals.unusedMinutely],
  ] as const)('a trigger that runs %s uses nearly all of the cap and waits little', (_, every, limit) => {
    const isCostly = every === 1;
    const day = outcomes(isCostly ? runs(2, 20) : runs(4, 100), (seed) => backlog(seed, every, DAYS));
    const months = isCostly ? runs(0, 1) : runs(1, 4);
    const month = outcomes(months, (seed) => backlog(seed, every, runs(10, 30) * DAYS));
    for (const all of [day, month].filter(({ length }) => length > 0)) {
      expect(broken(all)).toEqual([]);
      expect(mean(all, ({ unused }) => unused)).toBeLessThanOrEqual(limit);
      expect(mean(all, ({ asleep }) => asleep)).toBeLessThanOrEqual(goals.asleepMinutesADay);
      expect(Math.max(...all.map(({ mostAsleep }) => mostAsleep))).toBeLessThanOrEqual(goals.asleepWorstDay);
    }
    // A month's average leaves little to chance, so every seed must meet the goal.
    expect(month.filter(({ unused }) => unused > limit)).toEqual([]);
  });
});

describe.each([
  ['a cap that is lower than documented', lowerCap, cap * lowShare],
  ['another program on the same cap', sharedCap, cap],
] as const)('with %s', (_, settingOf, most) => {
  test('nearly all of the cap is used, and few calls are refused per day', () => {
    const all = outcomes(runs(2, 20), (seed) => settingOf(seed, 1, 2 * DAYS));
    expect(all.filter((each) => each.unused > goals.unusedLowCap || each.most > most)).toEqual([]);
    expect(all.filter(isRefusedOften)).toEqual([]);
  });

  test('an hourly run uses as much of it as of a full cap', () => {
    const all = outcomes(runs(3, 40), (seed) => settingOf(seed, 60, DAYS));
    expect(mean(all, ({ unused }) => unused)).toBeLessThanOrEqual(goals.unusedHourly);
    expect(all.filter(isRefusedOften)).toEqual([]);
  });
});

test('the simulation catches a limiter that starts over in each execution', () => {
  for (const { most } of outcomes(2, (seed) => mixture(seed, 10, DAYS), peerLimiter(cap)))
    expect(most).toBeGreaterThan(2 * cap);
});
