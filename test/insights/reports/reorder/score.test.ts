/** Forecasts are stored until their period ends, then compared with sales. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import {
  hitRate,
  isOftenWrong,
  NO_SCORE,
  type Result,
  recordOf,
  recordText,
  type ScoreRecord,
  type Snapshot,
  updated,
  withSnapshot,
} from '../../../../src/insights/reports/reorder/score.ts';

const day = (day: number, fallen: number, hours = 24): SalesDay => ({
  day,
  looks: 6,
  fallen,
  squaredFalls: fallen,
  risen: 0,
  hours,
});
const days = (from: number, count: number, fallen: number, hours = 24) =>
  Array.from({ length: count }, (_, index) => day(from + index, fallen, hours));

const kept = (record: ScoreRecord, seen: readonly SalesDay[], today: number, now: Snapshot | undefined) =>
  withSnapshot(updated(record, seen, today), now);

const forecast = (day: number, low = 5, high = 9) => ({ day, low, high });

describe('a forecast of seven days', () => {
  test.each<[string, readonly SalesDay[], Result, number | undefined]>([
    ['is within its range', days(100, 7, 1), 'within', 7],
    ['was too low', days(100, 7, 2), 'more', 14],
    ['was too high', [day(100, 4), ...days(101, 6, 0)], 'less', 4],
    ['is scaled to seven days if one was not observed', days(100, 6, 1), 'within', 7],
    ['is not compared if two days were not observed', days(100, 5, 1), 'unseen', undefined],
    ['is not compared if stock was out for long', days(100, 7, 1, 20), 'unseen', undefined],
    ['covers only its own days', [...days(90, 10, 9), ...days(100, 7, 1), ...days(107, 3, 9)], 'within', 7],
  ])('%s', (_, seen, result, sold) => {
    const { newest, open: left } = kept({ ...NO_SCORE, open: [forecast(100)] }, seen, 107, undefined);
    expect(newest).toEqual({ ...forecast(100), result, sold });
    expect(left).toEqual([]);
  });

  test('ends after its seventh day', () => {
    expect(kept({ ...NO_SCORE, open: [forecast(100)] }, days(100, 7, 1), 106, undefined)).toEqual({
      ...NO_SCORE,
      open: [forecast(100)],
    });
  });

  test('is made once a day', () => {
    const first = kept(NO_SCORE, [], 100, forecast(100));
    expect(kept(first, [], 100, forecast(100, 1, 2))).toEqual(first);
    expect(kept(first, [], 101, forecast(101)).open).toEqual([forecast(100), forecast(101)]);
  });

  test('keeps its result for four weeks', () => {
    let record: ScoreRecord = NO_SCORE;
    for (let today = 100; today < 160; today++) record = kept(record, days(90, 70, 1), today, forecast(today));
    expect(record.results).toHaveLength(28);
    expect(record.open).toHaveLength(7);
    expect(hitRate(record)).toBe(1);
  });
});

const results = (...all: readonly Result[]): ScoreRecord => ({
  ...NO_SCORE,
  results: all.map((result, index) => ({ day: 100 + index, result })),
});
const many = (count: number, result: Result) => Array.from({ length: count }, () => result);

describe('is a forecast often wrong?', () => {
  test.each<[string, ScoreRecord, boolean]>([
    ['no, if it hits', results(...many(20, 'within')), false],
    ['no, if it hit before it missed 8 times', results(...many(20, 'within'), ...many(8, 'more')), false],
    ['yes, if it rarely hits', results(...many(7, 'within'), 'more', 'less', ...many(5, 'more'), 'within'), true],
    ['no, if it has few results', results(...many(4, 'within'), ...many(6, 'less'), 'within'), false],
    ['no, if it was not observed', results(...many(20, 'unseen')), false],
  ])('%s', (_, record, expected) => expect(isOftenWrong(record)).toBe(expected));

  test('has no hit rate with fewer than seven results', () => {
    expect(hitRate(results(...many(6, 'within'), ...many(9, 'unseen')))).toBeUndefined();
    expect(hitRate(results(...many(6, 'within'), 'less'))).toBeCloseTo(6 / 7);
  });
});

test('a stored score record can be read back', () => {
  const result = fc.constantFrom<Result>('within', 'more', 'less', 'unseen');
  const whole = fc.integer({ min: 0, max: 99_999 });
  const one = fc.record({ day: fc.integer({ min: 20_000, max: 20_100 }), low: whole, high: whole });
  const record = fc.record({
    open: fc.array(one, { maxLength: 7 }),
    newest: fc.option(
      fc
        .record({ sold: fc.option(whole, { nil: undefined }), result })
        .chain((end) => one.map((each) => ({ ...each, ...end }))),
      { nil: undefined },
    ),
    results: fc
      .uniqueArray(fc.integer({ min: 20_000, max: 20_034 }), { maxLength: 28 })
      .chain((all) =>
        fc.tuple(...all.sort((a, b) => a - b).map((day) => result.map((each) => ({ day, result: each })))),
      ),
  });
  fc.assert(
    fc.property(record, (each) => {
      expect(recordOf(recordText(each))).toEqual(each);
    }),
    { numRuns: 100 },
  );
});

test.each(['', '2|20000 1 2||', 'nonsense'])('"%s" starts a new record', (text) => {
  expect(recordOf(text)).toEqual(NO_SCORE);
});

test('a score record starts with its version', () => {
  const record = kept(kept(NO_SCORE, [], 20_000, forecast(20_000)), days(20_000, 7, 1), 20_007, forecast(20_007));
  expect(recordText(record)).toBe('1|20007 5 9|20000 5 9 7 =|20000 =');
  expect(recordText({ ...NO_SCORE, open: [forecast(20_000)] })).toBe('1|20000 5 9||');
});
