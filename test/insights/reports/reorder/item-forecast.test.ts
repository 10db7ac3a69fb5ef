import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chanceOfAtMost,
  daysLeft,
  expectedShortage,
  type Forecast,
  forecastOf,
  priorOf,
  rateOf,
  unitsSold,
} from '../../../../src/insights/reports/reorder/forecast.ts';

const forecast = fc.record({
  size: fc.double({ min: 3, max: 1500, noNaN: true }),
  days: fc.double({ min: 7, max: 60, noNaN: true }),
  dispersion: fc.oneof(fc.constant(1), fc.double({ min: 1, max: 8, noNaN: true })),
});

describe('a forecast', () => {
  test('gives matching days and units, for any dispersion and weekly pattern', () => {
    const weekly = fc.tuple(forecast, fc.constantFrom(undefined, [2, 2, 0.5, 0.5, 0.5, 0.5, 1]));
    const any = weekly.map(([each, week]): Forecast => ({ ...each, week }));
    const chance = fc.constantFrom(0.1, 0.5, 0.9);
    fc.assert(
      fc.property(any, fc.integer({ min: 1, max: 900 }), chance, (each, units, chance) => {
        const days = daysLeft(each, units, chance);
        // The probability of selling fewer units in this many days is 1 minus `chance`.
        expect(chanceOfAtMost(each, units - 1, days)).toBeCloseTo(1 - chance, 4);
      }),
      { numRuns: 200 },
    );
  });

  test('gives the minimum number of units that reaches the chance', () => {
    fc.assert(
      fc.property(forecast, fc.integer({ min: 1, max: 90 }), (each, days) => {
        const units = unitsSold(each, days, 0.9);
        expect(chanceOfAtMost(each, units, days)).toBeGreaterThanOrEqual(0.9);
        expect(chanceOfAtMost(each, units - 1, days)).toBeLessThan(0.9);
      }),
      { numRuns: 200 },
    );
  });

  test('has its rate as its median', () => {
    fc.assert(
      fc.property(forecast, (each) => {
        const middle = unitsSold(each, 1000, 0.5) / 1000;
        expect(Math.abs(middle / rateOf(each) - 1)).toBeLessThan(0.15 + each.dispersion / (1000 * rateOf(each)));
      }),
      { numRuns: 100 },
    );
  });

  test('is wider the more sales vary', () => {
    const of = (dispersion: number) =>
      forecastOf({ units: 200, days: 28, dispersion, burst: 1, week: undefined }, { size: 0.5, days: 0 });
    const width = (each: Forecast) => daysLeft(each, 100, 0.9) - daysLeft(each, 100, 0.1);
    expect(width(of(5))).toBeGreaterThan(1.5 * width(of(1)));
    expect(rateOf(of(5))).toBeCloseTo(rateOf(of(1)), 0);
  });

  test('with a weekly pattern ends on the day when enough units are sold', () => {
    const week = [2, 2, 0.5, 0.5, 0.5, 0.5, 1];
    const of = (days: readonly number[] | undefined) => ({
      size: 1500,
      days: 100,
      dispersion: 1,
      week: days,
    });
    const [flat, weekly] = [undefined, week].map((days) => daysLeft(of(days), 45, 0.5));
    // Sales at the start of the week are twice the average, so stock for three average days lasts one and a half.
    expect(flat).toBeCloseTo(3, 1);
    expect(weekly).toBeCloseTo(1.5, 1);
    expect(daysLeft(of(week), 105 * 4, 0.5)).toBeCloseTo(28, 0);
  });

  test('expects the average shortage over all outcomes', () => {
    fc.assert(
      fc.property(forecast, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 60 }), (each, stock, days) => {
        let summed = 0;
        for (let units = stock; ; units++) {
          const beyond = 1 - chanceOfAtMost(each, units, days);
          summed += beyond;
          if (beyond < 1e-4) break;
        }
        const found = expectedShortage(each, stock, days);
        expect(Math.abs(found - summed)).toBeLessThan(0.05 + 0.05 * summed);
      }),
      { numRuns: 50 },
    );
  });

  test('gives an exact shortage beyond a large stock', () => {
    const each: Forecast = { size: 1000, days: 10, dispersion: 1, week: undefined };
    let summed = 0;
    for (let units = 3200; units < 4500; units++) summed += 1 - chanceOfAtMost(each, units, 30);
    expect(summed).toBeGreaterThan(1);
    expect(Math.abs(expectedShortage(each, 3200, 30) / summed - 1)).toBeLessThan(0.03);
  });

  test('of large numbers is proportional', () => {
    const much = forecastOf(
      { units: 400_000, days: 28, dispersion: 1, burst: 1, week: undefined },
      { size: 0.5, days: 0 },
    );
    expect(daysLeft(much, 100_000, 0.5)).toBeCloseTo(7, 1);
    expect(unitsSold(much, 7, 0.5) / 100_000).toBeCloseTo(1, 2);
    expect(daysLeft(much, 0, 0.9)).toBe(0);
  });
});

describe('the prior', () => {
  const alike = Array.from({ length: 40 }, (_, index) => ({
    units: 56 + (index % 3),
    days: 28,
    dispersion: 1,
  }));

  test('of items that sell alike weighs as much as a week of sales', () => {
    expect(priorOf(alike)).toMatchObject({ days: 7 });
    const { size, days } = priorOf(alike);
    expect(size / days).toBeCloseTo(57 / 28, 1);
  });

  test('of items that sell differently has little weight', () => {
    const differing = alike.map((each, index) => ({ ...each, units: index * index }));
    expect(priorOf(differing).days).toBeLessThan(0.1);
  });

  test('of few items is the default', () => {
    expect(priorOf(alike.slice(0, 9))).toEqual({ size: 0.5, days: 0 });
    expect(priorOf([])).toEqual({ size: 0.5, days: 0 });
  });
});
