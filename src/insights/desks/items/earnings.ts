/** What each item of a shop sold for, and the exact totals of its shop. All amounts in cents. */
import { isVoid, type LinePrice, lineAmounts, type OrderAmounts, refundOf } from './line-amounts.ts';

/** An order with its lines. */
export interface OrderOfShop<L> {
  readonly order: OrderAmounts & { readonly sellerId: string | null };
  readonly lines: readonly L[];
}

export interface Earnings {
  units: number;
  revenue: number;
  refundLow: number;
  refundHigh: number;
}

/** `refunded` has what was refunded of shipping too, which no line can bear. */
export interface ShopEarnings {
  orders: number;
  units: number;
  revenue: number;
  refunded: number;
}

export interface AllEarnings<I> {
  readonly items: ReadonlyMap<I, Earnings>;
  readonly shops: ReadonlyMap<string, ShopEarnings>;
}

/** `itemOf` gives the same value for lines of the same item of a shop. */
export function earningsOf<L extends LinePrice, I>(
  orders: readonly OrderOfShop<L>[],
  itemOf: (line: L) => I,
): AllEarnings<I> {
  const items = new Map<I, Earnings>();
  const shops = new Map<string, ShopEarnings>();
  for (const { order, lines } of orders) {
    if (isVoid(order)) continue;
    const shop = entryIn(shops, order.sellerId ?? '', () => ({
      orders: 0,
      units: 0,
      revenue: 0,
      refunded: 0,
    }));
    shop.orders++;
    shop.refunded += refundOf(order);
    lineAmounts(order, lines).forEach((amounts, index) => {
      if (!amounts) return;
      const item = entryIn(items, itemOf(lines[index]!), none);
      for (const name of NAMES) item[name] += amounts[name];
      shop.units += amounts.units;
      shop.revenue += amounts.revenue;
    });
  }
  return { items, shops };
}

const NAMES = ['units', 'revenue', 'refundLow', 'refundHigh'] as const;

function none(): Earnings {
  return { units: 0, revenue: 0, refundLow: 0, refundHigh: 0 };
}

function entryIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
