/** What each item of a shop sold for, and the exact totals of its shop. All amounts in cents. */
import { grouped } from '../../../protocol/grouped.ts';
import type { LinePrice, OrderAmounts } from './line-amounts.ts';
import { isVoid, lineAmounts, refundOf } from './line-amounts.ts';

export interface OrderOfShop extends OrderAmounts {
  readonly sellerId: string;
  readonly orderNumber: string;
}

export interface LineOfShop extends LinePrice {
  readonly sellerId: string;
  readonly orderNumber: string;
}

export interface Earnings {
  orders: number;
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

/** `itemOf` gives the same value for lines of the same item of a shop. Lines without their order count nowhere. */
export function earningsOf<L extends LineOfShop, I>(
  orders: readonly OrderOfShop[],
  lines: readonly L[],
  itemOf: (line: L) => I,
): AllEarnings<I> {
  const items = new Map<I, Earnings>();
  const shops = new Map<string, ShopEarnings>();
  const linesOf = grouped(lines, keyOf);
  for (const order of orders) {
    if (isVoid(order)) continue;
    const shop = madeIn(shops, order.sellerId, () => ({ orders: 0, units: 0, revenue: 0, refunded: 0 }));
    shop.orders++;
    shop.refunded += refundOf(order);
    const own = linesOf.get(keyOf(order)) ?? [];
    const met = new Set<Earnings>();
    lineAmounts(order, own).forEach((amounts, index) => {
      if (!amounts) return;
      const item = madeIn(items, itemOf(own[index]!), none);
      if (!met.has(item)) item.orders++;
      met.add(item);
      for (const name of ['units', 'revenue', 'refundLow', 'refundHigh'] as const) item[name] += amounts[name];
      shop.units += amounts.units;
      shop.revenue += amounts.revenue;
    });
  }
  return { items, shops };
}

function keyOf({ sellerId, orderNumber }: Pick<OrderOfShop, 'sellerId' | 'orderNumber'>): string {
  return `${sellerId} ${orderNumber}`;
}

function none(): Earnings {
  return { orders: 0, units: 0, revenue: 0, refundLow: 0, refundHigh: 0 };
}

function madeIn<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
