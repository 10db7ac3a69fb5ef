/** Checks the reorder report against simple arithmetic. */
import { describe, expect, test } from 'vitest';
import { forecastOf, priorOf, rateOf } from '../../../../src/insights/reports/reorder/forecast.ts';
import { deliveryOf, outlookOf, trendOf, unitsNeeded } from '../../../../src/insights/reports/reorder/outlook.ts';
import { dayNumber, observedDays, recentSales, type SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import { NO_SCORE } from '../../../../src/insights/reports/reorder/score.ts';
import { nameIn } from '../../../../src/insights/workbook.ts';
import type { Period } from '../../../../src/tables/fold.ts';

const TODAY = 20_000;
const NONE = { size: 0.5, days: 0 };

/** Consecutive days ending today. */
function days(count: number, fallenOn: (index: number) => number): SalesDay[] {
  return Array.from({ length: count }, (_, index) => {
    const fallen = fallenOn(index);
    const day = TODAY - count + 1 + index;
    return { day, looks: 1, fallen, squaredFalls: fallen ** 2, risen: 0, hours: 24 };
  });
}

test('recent sales cover the last 60 days, with a half-life of 28 days', () => {
  const weight = (age: number) => 2 ** (-age / 28);
  const sales = recentSales(
    days(90, (index) => (index === 89 ? 8 : index === 61 ? 4 : index < 30 ? 9 : 0)),
    TODAY,
  );
  expect(sales.units).toBeCloseTo(8 + 4 / 2, 10);
  expect(sales.days).toBeCloseTo(
    Array.from({ length: 60 }, (_, age) => weight(age)).reduce((sum, each) => sum + each, 0),
    10,
  );
  expect(sales.seen).toEqual({ units: 12, days: 60 });
});

describe('the dispersion', () => {
  const looks = (fallen: number, squaredFalls: number) => (each: SalesDay) => ({
    ...each,
    looks: 4,
    fallen,
    squaredFalls,
  });

  test('of looks is used if units leave together', () => {
    // Each day, one of four stock readings shows four units sold: readings vary, daily totals don't.
    const { dispersion, burst } = recentSales(days(28, () => 4).map(looks(4, 16)), TODAY);
    expect(burst).toBeCloseTo(336 / 111, 10);
    expect(dispersion).toBe(burst);
  });

  test('of days is used if the rate differs from day to day', () => {
    const all = days(28, (index) => (index % 2) * 8);
    const even = all.map((each) => (each.fallen ? looks(8, 16)(each) : looks(0, 0)(each)));
    const { dispersion, burst } = recentSales(even, TODAY);
    expect(burst).toBeLessThan(1.1);
    expect(dispersion).toBeCloseTo((28 * 4) / 27, 10);
  });

  test('of weeks is used if the rate differs from week to week', () => {
    const all = days(28, (index) => (index < 14 ? 2 : 6)).map((each) => looks(each.fallen, each.fallen)(each));
    // Each week has 14 or 42 units instead of 28.
    expect(recentSales(all, TODAY).dispersion).toBeCloseTo((4 * 14 ** 2) / 28 / 3, 10);
  });
});

const SINGLE = { units: 20, days: 10, dispersion: 1, burst: 1, week: undefined };

test.each([
  ['of single sales', SINGLE, NONE, 20.5 * (20 / 24), 10 * (20 / 24), 1],
  [
    'of a few sales in bursts',
    { ...SINGLE, units: 5, dispersion: 3, burst: 3 },
    { size: 1, days: 2 },
    (1 + 5 / 5.4) * (5 / 9),
    12 * (5 / 9),
    5.4,
  ],
  ['of sales with a varying rate', { ...SINGLE, dispersion: 4 }, NONE, 5.5 * (20 / 24), 10 * (20 / 24), 4],
  ['of no sales', { ...SINGLE, units: 0, dispersion: 3, burst: 3 }, NONE, 0, 0, 1],
])('a forecast %s', (_, sales, prior, size, observed, dispersion) => {
  const forecast = forecastOf(sales, prior);
  const steady = 1 / (1 + 0.0002 * size * observed);
  expect(forecast.size).toBeCloseTo(size * steady, 10);
  expect(forecast.days).toBeCloseTo(observed * steady, 10);
  expect(forecast.dispersion).toBeCloseTo(dispersion, 10);
});

test('a rate is in units per day', () => {
  expect(rateOf({ size: 4, days: 2, dispersion: 3 })).toBe(6);
});

describe('an outlook', () => {
  const of = (all: readonly SalesDay[], stock = 10, onOrder = 0) =>
    outlookOf({ days: all, sales: recentSales(all, TODAY), prior: NONE, score: NO_SCORE }, stock, onOrder, TODAY);

  test.each([
    ['six days', days(6, () => 5)],
    ['two units', days(20, (index) => Number(index < 2))],
    ['one sale of twenty units', days(28, (index) => (index === 9 ? 20 : 0))],
  ])('of %s is too early', (_, all) => {
    expect(of(all)).toBeUndefined();
  });

  test('of four single units in seven days is shown', () => {
    expect(of(days(7, (index) => Number(index < 4)))).toMatchObject({ doubt: undefined });
  });

  test('is in whole days, or in tenths below three days', () => {
    const steady = days(60, () => 4);
    const { p10, p50, p90 } = of(steady, 100)!.daysLeft;
    expect([p10, p50, p90].every(Number.isInteger)).toBe(true);
    expect(of(steady, 6)!.daysLeft.p10).toBeCloseTo(0.7, 10);
  });

  test('covers units on order, but its days left include only the stock', () => {
    const steady = days(60, () => 4);
    const [without, with100] = [of(steady, 20)!, of(steady, 20, 100)!];
    expect(with100.daysLeft).toEqual(without.daysLeft);
    expect(without.coveredDays).toBe(without.daysLeft.p10);
    expect(with100.coveredDays).toBe(of(steady, 120)!.daysLeft.p10);
  });

  test('needs no units for zero days', () => {
    const outlook = { forecast: { size: 280, days: 28, dispersion: 1 } } as never;
    expect(unitsNeeded(outlook, 0)).toBe(0);
    expect(unitsNeeded(outlook, 7)).toBeGreaterThan(70);
  });
});

describe('units on order', () => {
  const rising = (index: number, risen: number) =>
    days(10, () => 1).map((each, at) => (at === index ? { ...each, risen } : each));
  const none = days(10, () => 1);

  test('are not stored if there are none', () => {
    expect(deliveryOf(0, undefined, none, TODAY)).toEqual({ units: 0, seen: null, hasArrived: false });
  });

  test("are included until stock rises; earlier receipts don't matter", () => {
    const before = rising(9, 3);
    const first = deliveryOf(50, undefined, before, TODAY);
    expect(first).toEqual({ units: 50, seen: `1 50 ${TODAY} 3`, hasArrived: false });
    expect(deliveryOf(50, first.seen, before, TODAY + 1)).toEqual(first);
    const arrived = deliveryOf(50, first.seen, rising(9, 53), TODAY + 1);
    expect(arrived).toMatchObject({ units: 0, hasArrived: true });
    // By then, the rows for the days when the delivery arrived may have been deleted.
    expect(deliveryOf(50, arrived.seen, none, TODAY + 90)).toEqual(arrived);
  });

  test('are included again after a different number is typed', () => {
    const arrived = deliveryOf(50, `1 50 ${TODAY - 3} 0`, rising(9, 50), TODAY);
    expect(arrived.hasArrived).toBe(true);
    expect(deliveryOf(60, arrived.seen, rising(9, 50), TODAY)).toMatchObject({ units: 60, hasArrived: false });
  });
});

describe('a trend', () => {
  test.each([
    ['rising', days(28, (index) => index), 'rising'],
    ['falling', days(28, (index) => 28 - index), 'falling'],
    ['undefined if all days are equal', days(28, () => 9), undefined],
    ['undefined without sales', days(28, () => 0), undefined],
    ['undefined for one day', days(1, () => 9), undefined],
    ['undefined if only older days differ', days(60, (index) => (index < 32 ? 90 - index : 9)), undefined],
  ])('is %s', (_, all, trend) => {
    expect(trendOf(all, TODAY)).toBe(trend);
  });
});

describe('the prior of all items', () => {
  const item = (units: number, observed = 10) => ({ units, days: observed, dispersion: 1 });
  const many = (count: number, of = item(20)) => Array.from({ length: count }, () => of);

  test.each([
    ['is unknown for nine items', many(9), NONE],
    ['is derived from ten items that sell alike', many(10), { size: 14, days: 7 }],
    ['is unknown without sales', many(12, item(0)), NONE],
    ['ignores items that were not observed', [...many(9), ...many(5, item(20, 0))], NONE],
  ])('%s', (_, items, prior) => {
    expect(priorOf(items)).toEqual(prior);
  });

  test('has less weight the more the items differ', () => {
    const { size, days: worth } = priorOf([...many(10, item(10)), ...many(10, item(90))]);
    // The mean is 5 per day. The variance is 16, of which chance accounts for 0.5.
    expect(worth).toBeCloseTo(5 / ((200 * 16 - 19 * 5) / 190), 10);
    expect(size).toBeCloseTo(5 * worth, 10);
  });
});

describe('observed days of an item', () => {
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

  test('are the stored days, and later days from single looks', () => {
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

  test('last until the latest stock read, if the quantity is unchanged', () => {
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

  test('last until the end of the pull that read the stock, in any row order', () => {
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
