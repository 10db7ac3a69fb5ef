/** Simulates daily demand that drifts, clusters, or jumps, independently of the forecast's model. */
import type { SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import type { Draws } from '../../../marketplace/chance.ts';

export const CLASSES = [
  ...(['steady', 'weekly', 'bursty', 'out of stock', 'negative binomial'] as const),
  ...(['autocorrelated', 'promotions', 'wandering'] as const),
] as const;

type DemandClass = (typeof CLASSES)[number];

const WEEK = [0.8, 0.8, 0.85, 0.95, 1.1, 1.3, 1.2] as const;

/** Each day's rate as a multiple of the average. */
const SHARES: { readonly [C in DemandClass]: (draws: Draws) => (day: number) => number } = {
  steady: () => () => 1,
  weekly: () => (day) => WEEK[day % 7]!,
  bursty: () => () => 1,
  'out of stock': () => () => 1,
  'negative binomial': (draws) => () => -Math.log(1 - draws.unit()),
  autocorrelated: (draws) => autocorrelated(draws, 0.9, 0.4),
  promotions: (draws) => {
    let left = 0;
    return () => {
      if (left > 0) left--;
      else if (draws.chance(0.03)) left = draws.whole(2, 5);
      return left > 0 ? 2.4 : 0.82;
    };
  },
  wandering: (draws) => {
    const noise = autocorrelated(draws, 0.6, 0.3);
    let level = normal(draws) * 0.2;
    return (day) => {
      level += normal(draws) * 0.035;
      return WEEK[day % 7]! * Math.exp(level) * noise();
    };
  },
};

/** Averages 1. */
function autocorrelated(draws: Draws, memory: number, spread: number): () => number {
  let log = normal(draws) * spread;
  return () => {
    log = memory * log + Math.sqrt(1 - memory ** 2) * spread * normal(draws);
    return Math.exp(log - spread ** 2 / 2);
  };
}

function normal(draws: Draws): number {
  return Math.sqrt(-2 * Math.log(1 - draws.unit())) * Math.cos(2 * Math.PI * draws.unit());
}

const LOOKS_PER_DAY = 4;

/** Average units per purchase in bursty demand. */
const BURST = 4;

export interface Series {
  readonly unitsPerDay: number;
  /** Sales observed from stock readings, up to and including `TODAY`. */
  readonly past: readonly SalesDay[];
  /** Units sold on each of the following days. */
  readonly future: readonly number[];
}

export const TODAY = 20_000;

export function seriesOf(
  demand: DemandClass,
  unitsPerDay: number,
  days: [past: number, future: number],
  draws: Draws,
): Series {
  const share = SHARES[demand](draws);
  const soldIn = (average: number) => {
    if (demand !== 'bursty') return draws.poisson(average);
    return total(Array.from({ length: draws.poisson(average / BURST) }, () => draws.geometric(BURST)));
  };
  const looks = Array.from({ length: days[0] + days[1] }, (_, day) => {
    const average = (unitsPerDay * share(day)) / LOOKS_PER_DAY;
    return Array.from({ length: LOOKS_PER_DAY }, () => soldIn(average));
  });
  // Out of stock two days out of five.
  const isOut = (day: number) => demand === 'out of stock' && day % 20 >= 12;
  const past = looks.slice(0, days[0]).map((falls, index): SalesDay => {
    const day = TODAY - days[0] + 1 + index;
    if (isOut(index)) return { day, looks: 0, fallen: 0, squaredFalls: 0, risen: 0, hours: 0 };
    const squaredFalls = total(falls.map((fall) => fall ** 2));
    return { day, looks: LOOKS_PER_DAY, fallen: total(falls), squaredFalls, risen: 0, hours: 24 };
  });
  return { unitsPerDay, past, future: looks.slice(days[0]).map(total) };
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}
