/** Stock that falls evenly and is refilled immediately, as in documents recorded by earlier builds. */
import { OPERATOR_WAREHOUSES, SHIPPED_BY_OPERATOR } from '../assumptions.ts';
import { Draws, mixText } from '../chance.ts';
import type { SoldAfter } from './sales.ts';
import { hoursOpen, type Shop } from './shop.ts';
import { abroad, type Stock } from './stock-places.ts';

const STOCK = mixText('stock');

/** More units than a few orders would take, so that a refill can't be mistaken for a sale. */
const SMALLEST_SHELF = 24;

/** The stock falls to `least` and is then refilled. Orders reduce it immediately. */
function quantityAt(draws: Draws, least: number, hours: number, taken: number): number {
  const capacity = draws.whole(least + SMALLEST_SHELF, 240);
  const soldBefore = draws.whole(0, capacity);
  const perHour = draws.unit() * 1.5;
  const sold = Math.floor(soldBefore + hours * perHour) + taken;
  const cycle = capacity - least + 1;
  return capacity - (((sold % cycle) + cycle) % cycle);
}

export function evenStockOf(shop: Shop, index: number, instant: number, soldAfter: SoldAfter): Stock[] {
  const draws = new Draws(shop.seed, STOCK, index);
  const home = draws.chance(0.04) ? 'CAN' : 'USA';
  const countries = [home, ...abroad.filter((country) => country !== home && draws.chance(0.22))];
  const hours = hoursOpen(shop, instant);
  const taken = (fromOperator: boolean) =>
    soldAfter(Number.NEGATIVE_INFINITY, fromOperator) - soldAfter(instant, fromOperator);
  const shelves = countries.map((_, at) => ({ least: at === 0 ? 1 : 0, seed: draws.whole(0, 0xffff_ffff) }));
  const isHeld = draws.chance(0.25);
  const fromHome = taken(false) + (isHeld ? 0 : taken(true));
  const stocks: Stock[] = shelves.map(({ least, seed }, at) => ({
    country: countries[at] as string,
    fulfillment: 0,
    quantity: quantityAt(new Draws(seed), least, hours, at > 0 ? 0 : fromHome),
  }));
  if (!isHeld) return stocks;
  const first = draws.whole(0, OPERATOR_WAREHOUSES.length - 1);
  const codes = OPERATOR_WAREHOUSES.slice(first, first + draws.whole(1, 2));
  return [
    ...stocks,
    ...codes.map((operatorWarehouse, at) => ({
      country: 'USA',
      fulfillment: SHIPPED_BY_OPERATOR,
      quantity: quantityAt(draws, 0, hours, at > 0 ? 0 : taken(true)),
      operatorWarehouse,
    })),
  ];
}
