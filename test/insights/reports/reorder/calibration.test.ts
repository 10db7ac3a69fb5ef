/** Forecasts are calibrated even for drifting demand, and beat a 28-day average. */
import { describe, expect, test } from 'vitest';
import {
  daysLeft,
  type Forecast,
  forecastOf,
  priorOf,
  unitsSold,
} from '../../../../src/insights/reports/reorder/forecast.ts';
import { FEWEST_DAYS, FEWEST_PURCHASES, trendOf } from '../../../../src/insights/reports/reorder/outlook.ts';
import { recentSales } from '../../../../src/insights/reports/reorder/sales.ts';
import { isLong, runs } from '../../../effort.ts';
import { Draws } from '../../../marketplace/chance.ts';
import { CLASSES, type Series, seriesOf, TODAY, total } from './daily-demand.ts';

const RATES = [0.2, 0.5, 1, 3, 8, 20];
const [PAST, AHEAD, LEAD] = [60, 44, 14];
const CHANCES = [0.1, 0.5, 0.9];

/** Allows for the small sample of items. */
const SLACK = isLong ? 0.02 : 0.04;

interface Forecasted extends Series {
  readonly forecast: Forecast;
}

/** Simulated items with this kind of demand, each with its forecast. */
function shopOf(demand: (typeof CLASSES)[number], itemsPerRate: number, seed = 1): readonly Forecasted[] {
  const items = RATES.flatMap((rate) =>
    Array.from({ length: itemsPerRate }, (_, index) =>
      seriesOf(demand, rate, [PAST, AHEAD], new Draws(seed, CLASSES.indexOf(demand), rate * 10, index)),
    ),
  );
  const sales = items.map(({ past }) => recentSales(past, TODAY));
  const prior = priorOf(sales);
  return items.flatMap((item, index) => {
    const { seen } = sales[index]!;
    const forecast = forecastOf(sales[index]!, prior);
    return seen.days < FEWEST_DAYS || seen.units / forecast.dispersion < FEWEST_PURCHASES
      ? []
      : [{ ...item, forecast }];
  });
}

function share<T>(items: readonly T[], isIn: (item: T) => boolean): number {
  return items.filter(isIn).length / items.length;
}

/** Mean pinball loss of P10, P50, and P90, relative to the average demand. */
function lossOf(items: readonly Forecasted[], quantiles: (item: Forecasted) => readonly number[]): number {
  const losses = items.map((item) => {
    const sold = total(item.future);
    const each = quantiles(item).map((units, index) => {
      const chance = CHANCES[index]!;
      return sold >= units ? chance * (sold - units) : (1 - chance) * (units - sold);
    });
    return total(each) / 3 / (item.unitsPerDay * AHEAD);
  });
  return total(losses) / losses.length;
}

const quantilesOf = ({ forecast }: Forecasted) => CHANCES.map((chance) => unitsSold(forecast, AHEAD, chance));
const averageOf = ({ past }: Forecasted) =>
  CHANCES.map(() => (total(past.slice(-28).map(({ fallen }) => fallen)) / 28) * AHEAD);

describe.each(CLASSES)('%s demand', (demand) => {
  const items = shopOf(demand, runs(60, 400));

  test('stays between P10 and P90 over 44 days in 68 to 97% of cases, with less loss than an average', () => {
    const held = share(items, (item) => {
      const [low, , high] = quantilesOf(item);
      const sold = total(item.future);
      return sold >= low! && sold <= high!;
    });
    const [loss, average] = [lossOf(items, quantilesOf), lossOf(items, averageOf)];
    expect(held).toBeGreaterThan(0.68 - (isLong ? 0 : SLACK));
    expect(held).toBeLessThan(0.97 + (isLong ? 0 : SLACK));
    expect(loss).toBeLessThan(average);
    if (demand === 'steady') expect(loss).toBeLessThan(0.063);
  });

  test('shows "now" for items that run out within the lead time, but not with 90 days of stock', () => {
    const isNow = ({ forecast }: Forecasted, stock: number) => Math.floor(daysLeft(forecast, stock, 0.1)) <= LEAD;
    const stocked = items.map((item, index) => ({
      ...item,
      stock: Math.round(item.unitsPerDay * 30 * ((index * 7919) % 997)) / 997,
    }));
    const out = stocked.filter(({ future, stock }) => total(future.slice(0, LEAD)) >= stock);
    expect(share(out, (item) => isNow(item, item.stock))).toBeGreaterThan(0.9);
    expect(share(items, (item) => isNow(item, Math.ceil(item.unitsPerDay * 90)))).toBeLessThan(0.05);
  });
});

describe('changing demand', () => {
  const items = runs(60, 500);
  const foundWithin = (days: number, rate: number, growth: number) => {
    const found = Array.from({ length: items }, (_, index) => {
      const draws = new Draws(9, rate * 10, index);
      const before = seriesOf('steady', rate, [30, 0], draws).past;
      const after = seriesOf('steady', rate * growth, [days, 0], draws).past;
      const all = [...before.map((each) => ({ ...each, day: each.day - days })), ...after];
      return Array.from({ length: days }, (_, back) => TODAY - back).some((today) => trendOf(all, today));
    });
    return share(found, (each) => each);
  };

  test.each([
    [2, 8],
    [2, 20],
    [0.5, 8],
  ])('multiplied by %d from %d per day is noticed within 14 days in 90% of cases', (growth, rate) => {
    expect(foundWithin(14, rate, growth)).toBeGreaterThanOrEqual(0.9);
  });

  test('that is constant is rarely called rising or falling', () => {
    for (const rate of RATES) expect(foundWithin(1, rate, 1)).toBeLessThan(0.05 + SLACK);
  });
});
