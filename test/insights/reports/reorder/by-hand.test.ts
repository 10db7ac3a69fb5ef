/** Figures of the reorder report that can be worked out by hand. */
import { describe, expect, test } from 'vitest';
import { forecastOf, priorOf, rateOf } from '../../../../src/insights/reports/reorder/forecast.ts';
import { outlookOf, trendOf, unitsMissed, unitsNeeded } from '../../../../src/insights/reports/reorder/outlook.ts';
import { dayNumber, observedDays, recentSales, type SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import { recordOf } from '../../../../src/insights/reports/reorder/score.ts';
import { nameIn } from '../../../../src/insights/table-rows.ts';
import type { Period } from '../../../../src/tables/fold.ts';

const TODAY = 20_000;
const NONE = { size: 0.5, days: 0 };

/** The last of so many days is today. */
function days(count: number, fallenOn: (index: number) => number): SalesDay[] {
  return Array.from({ length: count }, (_, index) => {
    const fallen = fallenOn(index);
    const day = TODAY - count + 1 + index;
    return { day, looks: 1, fallen, squaredFalls: fallen ** 2, risen: 0, hours: 24 };
  });
}

test.each([
  ['as soon as it holds twenty units', days(90, () => 1), 28, 28],
  ['just so', days(90, (index) => (index >= 62 && index < 82 ? 1 : 0)), 20, 28],
  ['the next one where it does not', days(90, (index) => index % 2), 21, 42],
  ['the longest where none does', days(90, (index) => Number(index % 6 === 5)), 10, 60],
])('sales are of the shortest window, %s', (_, all, units, observed) => {
  expect(recentSales(all, TODAY)).toMatchObject({ units, days: observed });
});

test.each([
  ['of single sales', { units: 20, days: 10, dispersion: 1 }, NONE, 20.5 * (20 / 24), 10 * (20 / 24), 1],
  [
    'of few, which vary',
    { units: 5, days: 10, dispersion: 3 },
    { size: 1, days: 2 },
    (14 / 9) * (5 / 9),
    12 * (5 / 9),
    9,
  ],
  [
    'of as many as days',
    { units: 10, days: 10, dispersion: 3 },
    NONE,
    (0.5 + 10 / 3.3) * (10 / 14),
    10 * (10 / 14),
    3.3,
  ],
  ['of nothing', { units: 0, days: 10, dispersion: 3 }, NONE, 0, 0, 1],
])('a forecast %s', (_, sales, prior, size, observed, dispersion) => {
  const forecast = forecastOf(sales, prior);
  expect(forecast.size).toBeCloseTo(size, 10);
  expect(forecast.days).toBeCloseTo(observed, 10);
  expect(forecast.dispersion).toBeCloseTo(dispersion, 10);
});

test('a rate is in units a day', () => {
  expect(rateOf({ size: 4, days: 2, dispersion: 3 })).toBe(6);
});

describe('an outlook', () => {
  const of = (all: readonly SalesDay[]) => outlookOf(all, 10, TODAY, NONE, recordOf(''));

  test.each([
    ['six days', days(6, () => 5)],
    ['four units', days(20, (index) => Number(index < 4))],
  ])('of %s is too early', (_, all) => {
    expect(of(all)).toBeUndefined();
  });

  test('of seven days with five units is not', () => {
    const all = days(7, (index) => Number(index < 5));
    expect(of(all)).toMatchObject({ daysObserved: 7, unitsADay: 5 / 7, doubt: undefined });
  });

  test('nothing is missed or needed in no time', () => {
    const outlook = { forecast: { size: 280, days: 28, dispersion: 1 } } as never;
    expect([unitsMissed(outlook, 5, 0), unitsNeeded(outlook, 0)]).toEqual([0, 0]);
    expect([unitsMissed(outlook, 999, 7), unitsMissed(outlook, 5, 7), unitsMissed(outlook, -3, 7)]).toEqual([
      ...[0, 65, 70],
    ]);
    expect(unitsNeeded(outlook, 7)).toBeGreaterThan(70);
  });
});

describe('a trend', () => {
  test.each([
    ['rising', days(28, (index) => index), 'rising'],
    ['falling', days(28, (index) => 28 - index), 'falling'],
    ['none where days are alike', days(28, () => 9), undefined],
    ['none where nothing was sold', days(28, () => 0), undefined],
    ['none of one day', days(1, () => 9), undefined],
    ['none of what was before', days(60, (index) => (index < 32 ? 90 - index : 9)), undefined],
  ])('is %s', (_, all, trend) => {
    expect(trendOf(all, TODAY)).toBe(trend);
  });
});

describe('what items have in common', () => {
  const item = (units: number, observed = 10) => ({ units, days: observed, dispersion: 1 });
  const many = (count: number, of = item(20)) => Array.from({ length: count }, () => of);

  test.each([
    ['is not known of nine', many(9), NONE],
    ['is that of ten that sell alike', many(10), { size: 14, days: 7 }],
    ['is not known where nothing sells', many(12, item(0)), NONE],
    ['is not known of items that were not seen', [...many(9), ...many(5, item(20, 0))], NONE],
  ])('%s', (_, items, prior) => {
    expect(priorOf(items)).toEqual(prior);
  });

  test('is the less, the more they differ', () => {
    const { size, days: worth } = priorOf([...many(10, item(10)), ...many(10, item(90))]);
    // Mean 5 a day; they vary by 16 about it, of which chance makes 0.5.
    expect(worth).toBeCloseTo(5 / ((200 * 16 - 19 * 5) / 190), 10);
    expect(size).toBeCloseTo(5 * worth, 10);
  });
});

describe('the days of an item', () => {
  const at = (day: string, hour: number) => Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`);
  const period = (quantity: number, first: number, last = first): Period => ({
    ...{ seller: 'A', item: '9SI1', row: 'r', isOwn: true },
    ...{ quantity, first, last },
  });
  const folded = (day: string | null, unitsFallen: number | null = 2) => ({
    ...{ day, sellerId: 'A', itemNumber: '9SI1', looks: 3, unitsFallen },
    ...{ squaredFalls: 4, unitsRisen: 1, hoursWithStock: 24 },
  });
  const NOW = at('2025-06-16', 20);
  const observed = (
    ...given: Parameters<typeof observedDays> extends [infer F, infer P, infer L, ...unknown[]] ? [F, P, L] : never
  ) => observedDays(...given, NOW, 'UTC').get(nameIn('A', '9SI1')) ?? [];

  test('are those that were folded, and of later ones what single looks tell', () => {
    const looks = [
      period(9, at('2025-06-14', 8)),
      period(7, at('2025-06-14', 20)),
      period(6, at('2025-06-15', 8)),
      period(4, at('2025-06-15', 20)),
    ];
    const found = observed([folded('2025-06-13'), folded('2025-06-14', null)], looks, []);
    expect(found).toEqual([
      { day: dayNumber('2025-06-13'), looks: 3, fallen: 2, squaredFalls: 4, risen: 1, hours: 24 },
      { day: dayNumber('2025-06-14'), looks: 3, fallen: 0, squaredFalls: 4, risen: 1, hours: 24 },
      { day: dayNumber('2025-06-15'), looks: 2, fallen: 3, squaredFalls: 5, risen: 0, hours: 24 },
    ]);
    expect(observed([], looks, []).map(({ day, fallen }) => [day, fallen])).toEqual([
      [dayNumber('2025-06-14'), 2],
      [dayNumber('2025-06-15'), 3],
    ]);
  });

  test('last until the stock was read last, while it is what it was', () => {
    const looks = [period(9, at('2025-06-16', 2)), period(8, at('2025-06-16', 8))];
    const row = { rowKey: 'r', availableQuantity: 8, goneSince: null, asOf: at('2025-06-16', 14) };
    const hours = (latest: Partial<typeof row> | { goneSince: number }) =>
      observed([], looks, [{ ...row, ...latest }]).map((each) => each.hours);
    expect(hours({})).toEqual([12]);
    expect(hours({ availableQuantity: 7 })).toEqual([6]);
    expect(hours({ goneSince: 1 })).toEqual([6]);
    expect(hours({ rowKey: 'other' })).toEqual([6]);
    expect(hours({ asOf: at('2025-06-16', 7) })).toEqual([6]);
  });

  test('last until the end of the pull that read it, in whatever order its rows stand', () => {
    const looks = [period(9, at('2025-06-16', 2)), period(8, at('2025-06-16', 8))];
    const read = at('2025-06-16', 14);
    const row = { rowKey: 'r', availableQuantity: 8, goneSince: null, asOf: read };
    const last = { ...row, rowKey: 'later', asOf: read + 3 * 60_000 };
    const next = { ...row, rowKey: 'next', asOf: read + 60 * 60_000 };
    for (const latest of [
      [row, last, next],
      [next, last, row],
      [last, row, next],
    ])
      expect(observed([], looks, latest).map(({ hours }) => hours)).toEqual([12.05]);
  });
});
