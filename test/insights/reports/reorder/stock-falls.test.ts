import { describe, expect, test } from 'vitest';
import { recentSales, type SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';

const TODAY = 20_000;

/** Six stock readings per day, each with the same fall. */
const day = (ago: number, fall: number): SalesDay => ({
  day: TODAY - ago,
  looks: 6,
  fallen: fall * 6,
  squaredFalls: fall ** 2 * 6,
  risen: 0,
  hours: 24,
});

const each = (days: number, fall: number) => Array.from({ length: days }, (_, ago) => day(ago, fall));

test('recent sales end today', () => {
  expect(recentSales([day(-1, 1), day(60, 9)], TODAY)).toMatchObject({ units: 0, days: 0 });
});

describe('the dispersion', () => {
  test('is 1 if every look finds the same fall', () => {
    expect(recentSales(each(28, 2), TODAY).dispersion).toBe(1);
  });

  test("is Pearson's, per look", () => {
    // 28 days with six stock readings each; one reading per day shows 6 units sold.
    const days = Array.from({ length: 28 }, (_, ago) => ({ ...day(ago, 0), fallen: 6, squaredFalls: 36 }));
    const looks = days.flatMap(() => [6, 0, 0, 0, 0, 0]);
    const squares = looks.reduce((sum, fall) => sum + (fall - 1) ** 2 / 1, 0);
    expect(recentSales(days, TODAY).dispersion).toBeCloseTo(squares / (looks.length - 1), 10);
  });

  test('is 1 with fewer than two looks', () => {
    const once = { ...day(0, 3), looks: 1 };
    expect(recentSales([once], TODAY).dispersion).toBe(1);
    expect(recentSales([], TODAY)).toMatchObject({ units: 0, days: 0, dispersion: 1, burst: 1 });
  });
});

describe('the weekly pattern', () => {
  test('is undefined if days are alike', () => {
    expect(recentSales(each(28, 2), TODAY).week).toBeUndefined();
  });

  test('starts today, and its share is removed from the dispersion', () => {
    const days = Array.from({ length: 28 }, (_, ago) => day(ago, ago % 7 === 0 ? 8 : 2));
    const { week, dispersion } = recentSales(days, TODAY);
    expect(week![0]).toBeGreaterThan(2);
    expect(week!.slice(1).every((share) => share < 1)).toBe(true);
    expect(week!.reduce((sum, share) => sum + share, 0)).toBeCloseTo(7);
    expect(dispersion).toBe(1);
  });
});
