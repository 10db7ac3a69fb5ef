/** Forecasts are as right as they say, and changes of demand are noticed. */
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../effort.ts';
import { coverages, foundTrends } from './calibration.ts';

/** So many items of each class and rate; and how far a share of them may lie from what it is on average. */
const [ITEMS, CHANCE] = isLong ? [1500, 0.02] : [120, 0.09];

describe('of items that sell as somebody decided', () => {
  const all = coverages(ITEMS);

  test.each(all.map((each) => [`${each.demand} ${each.unitsADay} a day`, each] as const))(
    '%s: four of five intervals hold',
    (_, { items, unitsADay, stockLasts, nextWeek }) => {
      // Of items that hardly sell, few say anything: those that sold more than usual.
      if (items < ITEMS / 2) return expect(unitsADay).toBeLessThanOrEqual(0.2);
      const most = unitsADay >= 1 ? 0.85 : 1;
      for (const share of [stockLasts, nextWeek]) {
        expect(share).toBeGreaterThan(0.75 - CHANCE);
        expect(share).toBeLessThan(most + CHANCE);
      }
    },
  );

  test('steady demand is hardly called rising or falling', () => {
    for (const { demand, trends } of all) if (demand === 'steady') expect(trends).toBeLessThan(0.05);
  });
});

describe('of demand that changes', () => {
  const items = isLong ? 500 : 60;

  test.each<[string, number, (days: number) => number]>([
    ['doubles, from 8 a day', 8, () => 2],
    ['halves, from 8 a day', 8, () => 0.5],
    ['doubles, from 20 a day', 20, () => 2],
    ['grows by 5 % a day, from 12', 12, (days) => 1.05 ** days],
  ])('%s: nine of ten are noticed within 14 days', (_, unitsADay, growth) => {
    expect(foundTrends(unitsADay, growth, items)).toBeGreaterThanOrEqual(0.9);
  });
});
