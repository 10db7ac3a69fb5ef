/** Whether demand grew or shrank while it was observed: a forecast takes it for steady. */

import { sum } from '../../sum.ts';
import { dispersionOf, type SalesDay } from './stock-falls.ts';

/** Days that are looked at, and how far from steady they have to be, in standard deviations. */
const WINDOW = 28;
const FAR = 2.5;

export type Trend = 'rising' | 'falling';

/** By the score test for a slope; nothing where the days are what a steady rate would give. */
export function trendOf(all: readonly SalesDay[], today: number): Trend | undefined {
  const score = slopeScore(all.filter(({ day }) => day > today - WINDOW && day <= today));
  return Math.abs(score) > FAR ? (score > 0 ? 'rising' : 'falling') : undefined;
}

/** In standard deviations of a steady rate. */
function slopeScore(days: readonly SalesDay[]): number {
  const hours = sum(days, 'hours');
  const rate = sum(days, 'fallen') / hours;
  if (!(rate > 0)) return 0;
  const middle = days.reduce((total, { day, hours }) => total + day * hours, 0) / hours;
  const slope = days.reduce((total, { day, fallen, hours }) => total + (fallen - rate * hours) * (day - middle), 0);
  const spread = days.reduce((total, { day, hours }) => total + hours * (day - middle) ** 2, 0);
  return spread > 0 ? slope / Math.sqrt(dispersionOf(days) * rate * spread) : 0;
}
