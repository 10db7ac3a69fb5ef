/** Forecasts are as right as they say of what the simulated shops sell, whose demand and supply are their own. */
import { describe, expect, test } from 'vitest';
import { chanceOfAtMost, daysLeft, priorOf } from '../../../../src/insights/reports/reorder/forecast.ts';
import { outlookOf } from '../../../../src/insights/reports/reorder/outlook.ts';
import { recentSales } from '../../../../src/insights/reports/reorder/sales.ts';
import { NOTHING_SAID } from '../../../../src/insights/reports/reorder/score.ts';
import { DAY, HOUR } from '../../../../src/protocol/time.ts';
import { isLong, runs } from '../../../effort.ts';
import { Draws } from '../../../marketplace/chance.ts';
import { demandOf, wantedOn } from '../../../marketplace/shop/demand.ts';
import { DemandPool, usualSupply } from '../../../marketplace/shop/pools.ts';
import { openShop } from '../../../marketplace/shop/shop.ts';
import { daysOf } from './calibration.ts';

/** Midnight in the zone of the marketplace, so that its days are those of the spreadsheet. */
const OPENED = Date.parse('2025-06-16T07:00:00Z');
const ZONE = 'America/Los_Angeles';
const [ITEMS, EVERY] = [100, 4];

interface Outcome {
  readonly demand: string;
  readonly unitsADay: number;
  /** Whether what came lies within the 80 % that were said; nothing of an item without stock. */
  readonly isInTime: boolean | undefined;
  readonly isWanted: boolean;
}

/** Of the items with a verdict, after so many days of looks. */
function outcomes(seed: number, watched: number): readonly Outcome[] {
  const shop = openShop({ seed, scenario: 'calm', opened: OPENED, itemCount: ITEMS, orderCount: 20 });
  const items = Array.from({ length: ITEMS }, (_, index) => {
    const demand = demandOf(shop, index);
    const draws = new Draws(seed, index, 77);
    const pool = new DemandPool(shop, demand, usualSupply(demand, draws), () => 0);
    const looks = Array.from({ length: (watched * 24) / EVERY + 1 }, (_, look) => pool.leftAt(look * EVERY));
    return { demand, draws, looks };
  });
  const days = daysOf(items, OPENED, ZONE);
  const today = Math.floor((OPENED - 7 * HOUR) / DAY) + watched;
  const prior = priorOf(days.map((each) => recentSales(each, today)));
  return items.flatMap(({ demand, draws, looks }, index): Outcome[] => {
    const stock = looks[looks.length - 1]!;
    const outlook = outlookOf(days[index]!, stock, today, prior, NOTHING_SAID);
    if (!outlook || outlook.doubt) return [];
    const { forecast } = outlook;
    const hours = Array.from({ length: 240 }, (_, day) => wantedOn(shop, demand, watched + day)).flat();
    const week = hours.slice(0, 7 * 24).reduce((sum, units) => sum + units, 0);
    const below = chanceOfAtMost(forecast, week - 1, 7);
    const rank = below + draws.unit() * (chanceOfAtMost(forecast, week, 7) - below);
    let [left, hour] = [stock, 0];
    while (left > 0 && hour < hours.length) left -= hours[hour++]!;
    const ended = (hour - draws.unit()) / 24;
    const [soon, late] = [0.1, 0.9].map((chance) => daysLeft(forecast, stock, chance)) as [number, number];
    return [
      {
        ...{ demand: demand.class, unitsADay: demand.unitsADay, isWanted: rank >= 0.1 && rank <= 0.9 },
        isInTime: stock > 0 ? ended >= soon && ended <= late : undefined,
      },
    ];
  });
}

describe.each([30, 60].slice(0, runs(1, 2)))('after %d days', (watched) => {
  const all = Array.from({ length: runs(2, 20) }, (_, seed) => outcomes(seed + 1, watched)).flat();
  const chance = isLong ? 0 : 0.15;

  test.each(['steady', 'weekly', 'bursty'])('of %s demand four of five intervals hold', (demand) => {
    for (const isFast of [true, false]) {
      const own = all.filter((each) => each.demand === demand && each.unitsADay >= 1 === isFast);
      const most = isFast ? 0.85 + chance : 1;
      for (const told of ['isInTime', 'isWanted'] as const) {
        const known = own.filter((each) => each[told] !== undefined);
        const share = known.filter((each) => each[told]).length / known.length;
        expect(share, `${told} of ${known.length}`).toBeGreaterThan(0.75 - chance);
        expect(share, `${told} of ${known.length}`).toBeLessThanOrEqual(most);
      }
    }
  });
});
