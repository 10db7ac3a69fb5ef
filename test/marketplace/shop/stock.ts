/** Stock of an item by warehouse, at any instant. */
import { OPERATOR_WAREHOUSES, SHIPPED_BY_OPERATOR } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
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

/** Sold down to the least and refilled, for ever; in a sell-out down to nothing and never refilled. */
function quantityAt(shop: Shop, draws: Draws, least: number, instant: number): number {
  const capacity = draws.whole(least + 4, 240);
  const soldBefore = draws.whole(0, capacity);
  const perHour = draws.unit() * 1.5;
  const hours = (instant - shop.opened) / HOUR;
  if (shop.scenario === 'sell-out') {
    const atOpening = draws.chance(0.45) ? 0 : draws.whole(1, 12);
    const left = Math.ceil(atOpening * (1 - hours / 24));
    return Math.min(capacity, Math.max(0, left));
  }
  const sold = Math.floor(soldBefore + hours * perHour);
  const cycle = capacity - least + 1;
  return capacity - (((sold % cycle) + cycle) % cycle);
}

export function stockOf(shop: Shop, index: number, instant: number): Stock[] {
  const draws = new Draws(shop.seed, STOCK, index);
  // A few items are not sold from home at all; their first country is then the one that always has some.
  const home = draws.chance(0.04) ? 'CAN' : 'USA';
  const countries = [home, ...abroad.filter((country) => country !== home && draws.chance(0.22))];
  const stocks: Stock[] = countries.map((country, at) => ({
    country,
    fulfillment: 0,
    quantity: quantityAt(shop, draws, at === 0 ? 1 : 0, instant),
  }));
  if (draws.chance(0.25)) {
    const first = draws.whole(0, OPERATOR_WAREHOUSES.length - 1);
    const codes = OPERATOR_WAREHOUSES.slice(first, first + draws.whole(1, 2));
    for (const operatorWarehouse of codes) {
      const quantity = quantityAt(shop, draws, 0, instant);
      stocks.push({ country: 'USA', fulfillment: SHIPPED_BY_OPERATOR, quantity, operatorWarehouse });
    }
  }
  return stocks;
}
