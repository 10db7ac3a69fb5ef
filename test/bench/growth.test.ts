import { expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { grow } from './growth/simulate.ts';
import { model } from './model.ts';

const { month: _, quickMonth: __, long, ...shop } = model.growing;

test('a workbook stops growing once rows reach their age limit', () => {
  const workload = isLong ? long : { items: 12, days: 20, stretch: 30 };
  const quick = isLong ? {} : { ordersPerDay: 10, runsPerDay: 40 };
  const { byDay } = grow({ ...shop, ...quick, ...workload });
  const window = Math.floor(workload.days / 5);
  const most = (from: number, to?: number) => Math.max(...byDay.slice(from, to));
  expect(most(0, window)).toBeLessThan(0.9 * most(-window));
  expect(most(-window)).toBeLessThanOrEqual(model.goals.flat * most(-2 * window, -window));
});
