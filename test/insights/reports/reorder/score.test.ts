/** What was said is kept until it is over, and then held against what came. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import {
  failing,
  hitRate,
  NOTHING_SAID,
  type Result,
  recordOf,
  recordText,
  type Said,
  type ScoreRecord,
  updated,
  withSaid,
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

const kept = (record: ScoreRecord, seen: readonly SalesDay[], today: number, now: Said | undefined) =>
  withSaid(updated(record, seen, today), now);

const said = (day: number, low = 5, high = 9) => ({ day, low, high });

describe('what was said', () => {
  test.each<[string, readonly SalesDay[], Result, number | undefined]>([
    ['came', days(100, 7, 1), 'within', 7],
    ['was too little', days(100, 7, 2), 'more', 14],
    ['was too much', [day(100, 4), ...days(101, 6, 0)], 'less', 4],
    ['is reckoned to seven days where one was not seen', days(100, 6, 1), 'within', 7],
    ['is not told where two were not seen', days(100, 5, 1), 'unseen', undefined],
    ['is not told where stock was out for long', days(100, 7, 1, 20), 'unseen', undefined],
    ['is about these days alone', [...days(90, 10, 9), ...days(100, 7, 1), ...days(107, 3, 9)], 'within', 7],
  ])('%s', (_, seen, result, came) => {
    const { newest, said: left } = kept({ ...NOTHING_SAID, said: [said(100)] }, seen, 107, undefined);
    expect(newest).toEqual({ ...said(100), result, came });
    expect(left).toEqual([]);
  });

  test('is not over before its seventh day is', () => {
    expect(kept({ ...NOTHING_SAID, said: [said(100)] }, days(100, 7, 1), 106, undefined)).toEqual({
      ...NOTHING_SAID,
      said: [said(100)],
    });
  });

  test('is said once a day', () => {
    const first = kept(NOTHING_SAID, [], 100, said(100));
    expect(kept(first, [], 100, said(100, 1, 2))).toEqual(first);
    expect(kept(first, [], 101, said(101)).said).toEqual([said(100), said(101)]);
  });

  test('leaves its result for four weeks', () => {
    let record: ScoreRecord = NOTHING_SAID;
    for (let today = 100; today < 160; today++) record = kept(record, days(90, 70, 1), today, said(today));
    expect(record.results).toHaveLength(28);
    expect(record.said).toHaveLength(7);
    expect(hitRate(record)).toBe(1);
  });
});

const results = (...all: readonly Result[]): ScoreRecord => ({
  ...NOTHING_SAID,
  results: all.map((result, index) => ({ day: 100 + index, result })),
});
const many = (count: number, result: Result) => Array.from({ length: count }, () => result);

describe('a forecast', () => {
  test.each<[string, ScoreRecord, ReturnType<typeof failing>]>([
    ['that hits', results(...many(20, 'within')), undefined],
    ['that missed once', results(...many(7, 'within'), 'more'), undefined],
    ['that missed twice on one side', results('more', ...many(6, 'within'), 'more'), 'more'],
    ['that missed on either side', results('less', ...many(6, 'within'), 'more'), undefined],
    ['that missed twice in days that it shares', results(...many(7, 'within'), 'less', 'less'), undefined],
    ['that hits too seldom', results(...many(7, 'within'), 'more', 'less', ...many(5, 'more'), 'within'), 'often'],
    ['that hit seldom, but rarely yet', results(...many(4, 'within'), ...many(6, 'less'), 'within'), undefined],
    ['that was not seen', results(...many(20, 'unseen')), undefined],
  ])('%s', (_, record, expected) => expect(failing(record)).toBe(expected));

  test('has no rate of hits from less than seven results', () => {
    expect(hitRate(results(...many(6, 'within'), ...many(9, 'unseen')))).toBeUndefined();
    expect(hitRate(results(...many(6, 'within'), 'less'))).toBeCloseTo(6 / 7);
  });
});

test('what is kept comes back as it was', () => {
  const result = fc.constantFrom<Result>('within', 'more', 'less', 'unseen');
  const whole = fc.integer({ min: 0, max: 99_999 });
  const one = fc.record({ day: fc.integer({ min: 20_000, max: 20_100 }), low: whole, high: whole });
  const record = fc.record({
    said: fc.array(one, { maxLength: 7 }),
    newest: fc.option(
      fc
        .record({ came: fc.option(whole, { nil: undefined }), result })
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

test.each(['', '2|20000 1 2||', 'nonsense'])('of "%s" nothing was said', (text) => {
  expect(recordOf(text)).toEqual(NOTHING_SAID);
});

test('what is kept has a version', () => {
  const record = kept(kept(NOTHING_SAID, [], 20_000, said(20_000)), days(20_000, 7, 1), 20_007, said(20_007));
  expect(recordText(record)).toBe('1|20007 5 9|20000 5 9 7 =|20000 =');
});
