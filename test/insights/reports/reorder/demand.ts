/** Items that sell as somebody decided: what forecasts are held against. Of its own, so that it agrees with nothing by accident. */
import type { Draws } from '../../../marketplace/chance.ts';

export type DemandClass = 'steady' | 'weekly' | 'bursty';

/** Times in days, counted from the first look. */
export interface Sale {
  readonly at: number;
  readonly units: number;
}

/** Of a week, with a mean of 1. */
const WEEK = [0.7, 0.7, 0.8, 0.9, 1.1, 1.5, 1.3] as const;
const BUSIEST = Math.max(...WEEK);

/** Units that leave at once on average, where sales come in bursts. */
const BURST = 4;

/** The sales of an item from time 0 on, without end. `growth` gives the share of `unitsADay` at a time; at most 4. */
export function* salesOf(
  demand: DemandClass,
  unitsADay: number,
  draws: Draws,
  growth?: (at: number) => number,
): Generator<Sale> {
  const burst = demand === 'bursty' ? BURST : 1;
  const most = demand === 'weekly' ? BUSIEST : 1;
  const highest = growth ? 4 : 1;
  let at = 0;
  while (true) {
    at += -Math.log(1 - draws.unit()) / ((unitsADay / burst) * most * highest);
    const share = (demand === 'weekly' ? WEEK[Math.floor(at) % 7]! : 1) * (growth?.(at) ?? 1);
    if (draws.unit() * most * highest >= share) continue;
    // Geometric, so that the mean is that of a burst.
    const units = burst === 1 ? 1 : 1 + Math.floor(Math.log(1 - draws.unit()) / Math.log(1 - 1 / burst));
    yield { at, units };
  }
}

export interface Watched {
  /** Quantity at each look. */
  readonly looks: readonly number[];
  /** Stock at the last look. */
  readonly stock: number;
  /** What came while it was watched. */
  readonly received: number;
  /** Units sold, and wanted while there was none. */
  readonly sold: number;
  readonly missed: number;
  /** Sales after the last look, without end. */
  readonly next: Iterator<Sale>;
}

/** Looks at an item's stock each `every` days for so many `days`: it is bought anew when it runs low, sometimes late. */
export function watch(
  sales: Iterator<Sale>,
  unitsADay: number,
  draws: Draws,
  { days = 60, every = 1 / 6 }: { readonly days?: number; readonly every?: number } = {},
): Watched {
  const lot = Math.max(4, Math.ceil(unitsADay * 25));
  let stock = draws.whole(Math.ceil(lot / 2), lot * 2);
  let arrives = Number.POSITIVE_INFINITY;
  let [received, sold, missed] = [0, 0, 0];
  const looks: number[] = [];
  let sale = next(sales);
  for (let look = 0; look <= Math.round(days / every); look++) {
    const now = look * every;
    while (Math.min(sale.at, arrives) <= now) {
      if (arrives < sale.at) {
        stock += lot;
        received += lot;
        arrives = Number.POSITIVE_INFINITY;
        continue;
      }
      const taken = Math.min(stock, sale.units);
      stock -= taken;
      sold += taken;
      missed += sale.units - taken;
      if (stock < unitsADay * 8 + 1 && arrives === Number.POSITIVE_INFINITY) arrives = sale.at + 3 + draws.unit() * 8;
      sale = next(sales);
    }
    looks.push(stock);
  }
  let first: Sale | undefined = sale;
  const rest: Iterator<Sale> = {
    next: () => {
      const value = first ?? next(sales);
      first = undefined;
      return { value: { ...value, at: value.at - days }, done: false };
    },
  };
  return { looks, stock, received, sold, missed, next: rest };
}

/** When so many units are wanted; in days. */
export function timeUntil(units: number, sales: Iterator<Sale>): number {
  for (let wanted = 0; ; ) {
    const sale = next(sales);
    wanted += sale.units;
    if (wanted >= units) return sale.at;
  }
}

/** Units that are wanted within these days. */
export function wantedIn(days: number, sales: Iterator<Sale>): number {
  for (let wanted = 0; ; ) {
    const sale = next(sales);
    if (sale.at > days) return wanted;
    wanted += sale.units;
  }
}

/** The sales of `from`, to be read twice. */
export function twice(from: Iterator<Sale>): readonly [Iterator<Sale>, Iterator<Sale>] {
  const read: Sale[] = [];
  const reader = (): Iterator<Sale> => {
    let at = 0;
    return {
      next: () => {
        while (read.length <= at) read.push(next(from));
        return { value: read[at++]!, done: false };
      },
    };
  };
  return [reader(), reader()];
}

function next(sales: Iterator<Sale>): Sale {
  return sales.next().value as Sale;
}
