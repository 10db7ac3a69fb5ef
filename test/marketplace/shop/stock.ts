/** Stock of an item by warehouse, at any instant. */
import { OPERATOR_WAREHOUSES, SHIPPED_BY_OPERATOR } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import type { SoldBy } from './sales.ts';
import type { Shop } from './shop.ts';

export interface Stock {
  country: string;
  fulfillment: number;
  quantity: number;
  /** Set where the marketplace's operator holds the stock. */
  operatorWarehouse?: string;
}

const STOCK = mixText('stock');
const HOUR = 3_600_000;
const abroad = ['CAN', 'AUS', 'GBR', 'KOR', 'SGP', 'NZL', 'MEX', 'DEU'] as const;

/** The smallest shelf holds more than any few orders take, so that a refill can be told from a sale. */
const SMALLEST_SHELF = 24;

/**
 * Sold down to the least and refilled, for ever; in a sell-out down to nothing and never refilled. What the orders
 * took is gone at once; the rest is sold evenly elsewhere.
 */
function quantityAt(
  shop: Shop,
  draws: Draws,
  least: number,
  instant: number,
  taken: (instant: number) => number,
): number {
  const capacity = draws.whole(least + SMALLEST_SHELF, 240);
  const soldBefore = draws.whole(0, capacity);
  const perHour = draws.unit() * 1.5;
  const hours = (instant - shop.opened) / HOUR;
  if (shop.scenario === 'sell-out') {
    const atOpening = draws.chance(0.45) ? 0 : draws.whole(1, 12);
    const left = Math.ceil(atOpening * (1 - hours / 24));
    return Math.max(0, left) + taken(shop.opened) - taken(Math.min(instant, shop.opened));
  }
  const sold = Math.floor(soldBefore + hours * perHour) + taken(instant);
  const cycle = capacity - least + 1;
  return capacity - (((sold % cycle) + cycle) % cycle);
}

export function stockOf(shop: Shop, index: number, instant: number, soldBy: SoldBy): Stock[] {
  const draws = new Draws(shop.seed, STOCK, index);
  // A few items are not sold from home at all; their first country is then the one that always has some.
  const home = draws.chance(0.04) ? 'CAN' : 'USA';
  const countries = [home, ...abroad.filter((country) => country !== home && draws.chance(0.22))];
  const nothing = () => 0;
  const fromSeller = (at: number) => soldBy(at, false);
  const fromOperator = (at: number) => soldBy(at, true);
  const all = (at: number) => fromSeller(at) + fromOperator(at);
  const shelves = countries.map((_, at) => ({ least: at === 0 ? 1 : 0, seed: draws.whole(0, 0xffff_ffff) }));
  const isHeld = draws.chance(0.25);
  const stocks: Stock[] = shelves.map(({ least, seed }, at) => ({
    country: countries[at] as string,
    fulfillment: 0,
    quantity: quantityAt(shop, new Draws(seed), least, instant, at > 0 ? nothing : isHeld ? fromSeller : all),
  }));
  if (isHeld) {
    const first = draws.whole(0, OPERATOR_WAREHOUSES.length - 1);
    const codes = OPERATOR_WAREHOUSES.slice(first, first + draws.whole(1, 2));
    for (const [at, operatorWarehouse] of codes.entries()) {
      const quantity = quantityAt(shop, draws, 0, instant, at > 0 ? nothing : fromOperator);
      stocks.push({ country: 'USA', fulfillment: SHIPPED_BY_OPERATOR, quantity, operatorWarehouse });
    }
  }
  return stocks;
}
