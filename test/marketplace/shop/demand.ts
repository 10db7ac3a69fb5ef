/** Demand for an item across all channels, in units per hour since the opening. */
import { SHOP_STEP_MS } from '../assumptions.ts';
import { Draws, mix, mixText } from '../chance.ts';
import { dayOf } from '../pacific.ts';
import { type Shop, tellsStory } from './shop.ts';

export type DemandClass = 'steady' | 'weekly' | 'bursty' | 'trend' | 'drift';

export interface Trend {
  course: 'doubles' | 'halves' | 'rises';
  /** When the trend starts, in hours since the opening. For `rises`, it lasts `RISE_HOURS`. */
  from: number;
}

export interface Demand {
  class: DemandClass;
  /** The average before a trend starts, or the long-term average if demand drifts. */
  unitsADay: number;
  trend?: Trend;
  seed: number;
}

const DEMAND = mixText('demand');
const DAY_HOURS = 24;

/** Slow sellers are more common than fast sellers. */
const RATES = [0.05, 0.05, 0.1, 0.1, 0.2, 0.2, 0.5, 0.5, 1, 1, 2, 2, 4, 8, 12, 20] as const;

const CLASSES: readonly DemandClass[] = [
  ...(['steady', 'steady', 'steady', 'steady', 'steady', 'weekly', 'weekly', 'weekly'] as const),
  ...(['bursty', 'bursty', 'bursty', 'trend'] as const),
];

/** With `story`, the first items sell best, because viewers see them first. */
const BEST_SELLERS = [4, 20, 8, 2, 12, 1, 4, 2, 8, 0.5, 2, 1, 0.5, 4, 1, 2, 0.2, 1, 0.5, 0.1] as const;

export const isBestSeller = (index: number): boolean => index < BEST_SELLERS.length;

/** Multipliers for each weekday, Sunday first, for business buyers. They average 1. */
const WEEK = [0.5, 1.25, 1.3, 1.25, 1.15, 1.05, 0.5] as const;

/** Drift is a daily autoregressive process on the logarithm of the rate. Deviations have a half-life of ten days. */
const DRIFT = mixText('drift');
const DRIFT_MEMORY = 0.93;
const DRIFT_DEVIATION = 0.5;

const BURST = 3;

/** The time it takes `rises` to double demand. */
export const RISE_HOURS = 60 * DAY_HOURS;

/** Seller-shipped and operator-shipped units have independent demand. */
export function demandOf(shop: Shop, index: number, kind: 'seller' | 'operator' = 'seller'): Demand {
  const draws = new Draws(shop.seed, DEMAND, index, kind === 'seller' ? 0 : 1);
  const seed = mix(shop.seed, DEMAND, index, kind === 'seller' ? 2 : 3);
  const unitsADay = rateOf(shop, index, draws);
  const drawn = draws.pick(CLASSES);
  const from = draws.whole(20, 40) * DAY_HOURS;
  const course = draws.pick(['doubles', 'halves', 'rises'] as const);
  if (kind === 'operator') return { class: 'steady', unitsADay, seed };
  if (shop.scenario === 'drift') return { class: 'drift', unitsADay, seed };
  if (shop.scenario === 'trend') {
    // One in four items has no trend, for comparison. The others change after four weeks of history.
    const step = 28 * DAY_HOURS;
    if (index % 4 === 3) return { class: 'steady', unitsADay, seed };
    const courses = ['doubles', 'halves', 'rises'] as const;
    return { class: 'trend', unitsADay, seed, trend: trendOf(courses[index % 4] as Trend['course'], step) };
  }
  if (drawn !== 'trend') return { class: drawn, unitsADay, seed };
  return { class: 'trend', unitsADay, seed, trend: trendOf(course, from) };
}

const rateOf = (shop: Shop, index: number, draws: Draws): number =>
  tellsStory(shop) ? (BEST_SELLERS[index] ?? draws.pick(RATES.slice(0, 6))) : draws.pick(RATES);

const trendOf = (course: Trend['course'], step: number): Trend => ({
  course,
  from: course === 'rises' ? 0 : step,
});

/** The factor by which the trend multiplies demand. */
export function trendFactor(trend: Trend | undefined, hour: number): number {
  if (!trend || hour <= trend.from) return 1;
  if (trend.course === 'rises') return 1 + Math.min(1, (hour - trend.from) / RISE_HOURS);
  return trend.course === 'doubles' ? 2 : 0.5;
}

const driftLevels = new WeakMap<Demand, number[]>();

/** The factor by which the drift multiplies demand on a day since the opening; 1 on average. */
export function driftFactor(demand: Demand, day: number): number {
  if (demand.class !== 'drift') return 1;
  const levels = driftLevels.get(demand) ?? [];
  driftLevels.set(demand, levels);
  for (let next = levels.length; next <= day; next++) {
    const change = new Draws(demand.seed, DRIFT, next).normal();
    const before = levels[next - 1];
    levels[next] = before === undefined ? change : DRIFT_MEMORY * before + Math.sqrt(1 - DRIFT_MEMORY ** 2) * change;
  }
  return Math.exp(DRIFT_DEVIATION * (levels[day] as number) - DRIFT_DEVIATION ** 2 / 2);
}

/** Units demanded in each hour of a day since the opening. Hour 1 is the first hour of day 0. */
export function wantedOn(shop: Shop, demand: Demand, day: number): number[] {
  const draws = new Draws(demand.seed, day);
  const drift = driftFactor(demand, day);
  return Array.from({ length: DAY_HOURS }, (_, at) => {
    const hour = day * DAY_HOURS + at + 1;
    let average = (demand.unitsADay / DAY_HOURS) * trendFactor(demand.trend, hour) * drift;
    if (demand.class === 'weekly') average *= WEEK[weekdayOf(shop, hour)] as number;
    if (demand.class !== 'bursty') return draws.poisson(average);
    let units = 0;
    for (let purchases = draws.poisson(average / BURST); purchases > 0; purchases--) {
      units += draws.geometric(BURST);
    }
    return units;
  });
}

/** 0 is Sunday. January 1, 1970, was a Thursday. */
const weekdayOf = (shop: Shop, hour: number): number =>
  (((dayOf(shop.opened + (hour - 1) * SHOP_STEP_MS) + 4) % 7) + 7) % 7;

interface Popularity {
  /** `share` is a position in the cumulative sales, from 0 to 1. */
  itemAt: (share: number) => number;
}

const known = new WeakMap<Shop, Popularity>();

/** Each item's share of all sales. */
export function popularityOf(shop: Shop): Popularity {
  const popularity = known.get(shop) ?? measure(shop);
  known.set(shop, popularity);
  return popularity;
}

function measure(shop: Shop): Popularity {
  const upTo: number[] = [];
  for (let index = 0; index < shop.itemCount; index++) {
    upTo.push((upTo.at(-1) ?? 0) + demandOf(shop, index).unitsADay);
  }
  return {
    itemAt: (share) => {
      const wanted = share * (upTo.at(-1) as number);
      let [low, high] = [0, upTo.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((upTo[middle] as number) > wanted) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  };
}
