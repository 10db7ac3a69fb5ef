/** Forecasts of many items that sell as somebody decided, held against what they sold then. */
import { chanceOfAtMost, daysLeft, forecastOf, priorOf } from '../../../../src/insights/reports/reorder/forecast.ts';
import { trendOf } from '../../../../src/insights/reports/reorder/outlook.ts';
import { observedDays, recentSales, type SalesDay } from '../../../../src/insights/reports/reorder/sales.ts';
import { nameIn } from '../../../../src/insights/table-rows.ts';
import { DAY, HOUR } from '../../../../src/protocol/time.ts';
import type { Period } from '../../../../src/tables/fold.ts';
import { Draws } from '../../../marketplace/chance.ts';
import { type DemandClass, salesOf, timeUntil, twice, type Watched, wantedIn, watch } from './demand.ts';

export const DEMANDS: readonly DemandClass[] = ['steady', 'weekly', 'bursty'];
export const RATES = [0.05, 0.2, 0.5, 1, 3, 8, 20] as const;

export const BEGIN = Date.UTC(2025, 0, 6);

export interface Coverage {
  /** Items with a verdict. */
  readonly items: number;
  /** Shares of them whose stock, or demand of seven days, ended within the interval that should hold 80 %. */
  readonly stockLasts: number;
  readonly nextWeek: number;
  /** Share of all items whose demand is called rising or falling. */
  readonly trends: number;
}

/** Of a shop with so many items of each class and rate, looked at every four hours for 60 days. */
export function coverages(
  items: number,
  seed = 1,
): readonly (Coverage & { readonly demand: DemandClass; readonly unitsADay: number })[] {
  const kinds = DEMANDS.flatMap((demand) => RATES.map((unitsADay) => ({ demand, unitsADay })));
  const shop = kinds.flatMap((kind, number) =>
    Array.from({ length: items }, (_, index) => {
      const draws = new Draws(seed, number, index);
      return { kind, draws, ...watch(salesOf(kind.demand, kind.unitsADay, draws), kind.unitsADay, draws) };
    }),
  );
  const days = daysOf(shop);
  const today = BEGIN / DAY + 60;
  const known = days.map((each) => recentSales(each, today));
  const prior = priorOf(known);
  const outcomes = shop.map(({ kind, draws, stock, next }, index) => {
    const sales = known[index]!;
    if (sales.days < 7 || sales.units < 5) return { kind };
    if (trendOf(days[index]!, today)) return { kind, isTrend: true };
    const forecast = forecastOf(sales, prior);
    const [some, same] = twice(next);
    const wanted = wantedIn(7, some);
    const below = chanceOfAtMost(forecast, wanted - 1, 7);
    const rank = below + draws.unit() * (chanceOfAtMost(forecast, wanted, 7) - below);
    const units = Math.max(stock, 1);
    const ended = timeUntil(units, same);
    return {
      kind,
      isTrend: false,
      isWanted: rank >= 0.1 && rank <= 0.9,
      isInTime: ended >= daysLeft(forecast, units, 0.1) && ended <= daysLeft(forecast, units, 0.9),
    };
  });
  return kinds.map((kind) => {
    const own = outcomes.filter((each) => each.kind === kind);
    const claimed = own.filter(({ isTrend }) => isTrend === false);
    const share = (of: readonly unknown[], all: readonly unknown[]) => of.length / all.length;
    return {
      ...kind,
      items: claimed.length,
      stockLasts: share(
        claimed.filter(({ isInTime }) => isInTime),
        claimed,
      ),
      nextWeek: share(
        claimed.filter(({ isWanted }) => isWanted),
        claimed,
      ),
      trends: share(
        own.filter(({ isTrend }) => isTrend),
        own,
      ),
    };
  });
}

/** How many of so many items whose demand changes on day 30 are found to be without a steady rate within 14 days. */
export function foundTrends(unitsADay: number, growth: (daysSince: number) => number, items: number, seed = 1): number {
  const watched = Array.from({ length: items }, (_, index) => {
    const draws = new Draws(seed, index, unitsADay * 100, 9);
    const sales = salesOf('steady', unitsADay, draws, (at) => (at < 30 ? 1 : Math.min(growth(at - 30), 4)));
    return watch(sales, unitsADay * 2, draws, { days: 44 });
  });
  const found = daysOf(watched).filter((days) =>
    Array.from({ length: 14 }, (_, index) => BEGIN / DAY + 31 + index).some((today) => trendOf(days, today)),
  );
  return found.length / items;
}

/** By the looks since a time, in a zone, as the history has them. */
export function daysOf(
  watched: readonly Pick<Watched, 'looks'>[],
  begin = BEGIN,
  zone = 'UTC',
): readonly (readonly SalesDay[])[] {
  const name = (index: number) => `item${String(index).padStart(4, '0')}`;
  const periods = watched.flatMap(({ looks }, index) => periodsOf(name(index), looks, begin));
  const last = watched[0]!.looks.length - 1;
  const days = observedDays([], periods, [], begin + last * 4 * HOUR, zone);
  return watched.map((_, index) => days.get(nameIn('A006', name(index))) ?? []);
}

function periodsOf(item: string, looks: readonly number[], begin: number): readonly Period[] {
  const periods: Period[] = [];
  let first = 0;
  looks.forEach((quantity, index) => {
    if (looks[index + 1] === quantity) return;
    periods.push({
      seller: 'A006',
      item,
      row: item,
      quantity,
      isOwn: true,
      first: begin + first * 4 * HOUR,
      last: begin + index * 4 * HOUR,
    });
    first = index + 1;
  });
  return periods;
}
