/** What each item of a shop sold for, and what its ads may have cost. All amounts in cents. */
import { isCanceled, type LineRow, type OrderRow, VOIDED } from '../facts/orders.ts';
import { centsFor, centsOf } from '../money.ts';

export type OrderAmounts = Pick<
  OrderRow,
  'orderStatus' | 'shippingAmount' | 'recyclingFeeAmount' | 'discountAmount' | 'refundAmount' | 'orderTotalAmount'
>;

export type LinePrice = Pick<LineRow, 'status' | 'orderedQty' | 'unitPrice' | 'extendUnitPrice'>;

/** An order with its lines. */
interface OrderOfShop<L> {
  readonly order: OrderAmounts & { readonly sellerId: string | null };
  readonly lines: readonly L[];
}

/** Of a line, or of all lines of an item. */
export interface Earnings {
  units: number;
  revenue: number;
  refundLow: number;
  refundHigh: number;
}

/** `refunded` includes refunded shipping, which no line can bear. */
interface ShopEarnings {
  orders: number;
  units: number;
  revenue: number;
  refunded: number;
}

/** `itemOf` gives the same value for lines of the same item of a shop. */
export function earningsOf<L extends LinePrice, I>(orders: readonly OrderOfShop<L>[], itemOf: (line: L) => I) {
  const items = new Map<I, Earnings>();
  const shops = new Map<string, ShopEarnings>();
  for (const { order, lines } of orders) {
    if (order.orderStatus === VOIDED) continue;
    const shop = entryIn(shops, order.sellerId ?? '', { orders: 0, units: 0, revenue: 0, refunded: 0 });
    shop.orders++;
    shop.refunded += refundOf(order);
    lineAmounts(order, lines).forEach((amounts, index) => {
      if (!amounts) return;
      const item = entryIn(items, itemOf(lines[index]!), { units: 0, revenue: 0, refundLow: 0, refundHigh: 0 });
      item.units += amounts.units;
      item.revenue += amounts.revenue;
      item.refundLow += amounts.refundLow;
      item.refundHigh += amounts.refundHigh;
      shop.units += amounts.units;
      shop.revenue += amounts.revenue;
    });
  }
  return { items, shops };
}

function entryIn<K, V>(map: Map<K, V>, key: K, first: V): V {
  const value = map.get(key) ?? first;
  map.set(key, value);
  return value;
}

/** What was refunded: some sellers' services write it below zero. */
function refundOf(order: OrderAmounts): number {
  return Math.abs(centsOf(order.refundAmount));
}

/**
 * Nothing for a canceled line, and for every line of a void order. The discount is that of the lines that count, by
 * their prices. A refund is told of the whole order: a line has at most its price, and at least what is too much for
 * everything else; but any of it may be of a canceled line, whose price nobody knows any more.
 */
export function lineAmounts(order: OrderAmounts, lines: readonly LinePrice[]): readonly (Earnings | undefined)[] {
  if (order.orderStatus === VOIDED) return lines.map(() => undefined);
  const prices = lines.map(priceOf);
  const counted = prices.map((price, index) => (isCanceled(lines[index]!) ? undefined : price));
  // Some orders tell a discount below zero.
  const discount = Math.abs(centsOf(order.discountAmount));
  const discounts = sharesOf(discount, counted);
  const refund = refundOf(order);
  const parts =
    prices.reduce((sum, price) => sum + price, 0) + centsOf(order.shippingAmount) + centsOf(order.recyclingFeeAmount);
  const everything = counted.includes(undefined)
    ? Number.POSITIVE_INFINITY
    : Math.max(parts, centsOf(order.orderTotalAmount) + discount);
  return counted.map((price, index) => {
    if (price === undefined) return undefined;
    const { orderedQty } = lines[index]!;
    const refundHigh = Math.min(price, refund);
    return {
      units: orderedQty ?? 0,
      revenue: price - discounts[index]!,
      refundLow: Math.min(Math.max(refund - (everything - price), 0), refundHigh),
      refundHigh,
    };
  });
}

function priceOf({ extendUnitPrice, unitPrice, orderedQty }: LinePrice): number {
  return extendUnitPrice === null ? (centsFor(orderedQty ?? 0, unitPrice) ?? 0) : centsOf(extendUnitPrice);
}

/**
 * Whole cents that add up to the total, in proportion to the weights as near as that goes: what is left of rounding
 * down goes to the largest remainders. Where no weight is above zero, the first of them takes it all.
 */
function sharesOf(total: number, weights: readonly (number | undefined)[]): readonly number[] {
  const sum = weights.reduce<number>((all, weight = 0) => all + weight, 0);
  const first = weights.findIndex((weight) => weight !== undefined);
  if (sum <= 0) return weights.map((_, index) => (index === first ? total : 0));
  const shares = weights.map((weight = 0) => Math.floor((total * weight) / sum));
  const remainders = weights.map((weight = 0, index) => ({ index, rest: (total * weight) % sum }));
  remainders.sort((one, other) => other.rest - one.rest || one.index - other.index);
  const left = total - shares.reduce((all, share) => all + share, 0);
  for (const { index } of remainders.slice(0, left)) shares[index]!++;
  return shares;
}

export interface AdSpendOn {
  readonly sellerId: string;
  readonly cents: number;
  /** Item numbers of the products that were advertised; none where they are not known. */
  readonly products: readonly string[];
}

export interface SpendBounds {
  low: number;
  high: number;
}

/** Spend on one product is all that product's; of several each may have had nothing, or all. */
export function adSpendOf<I>(spends: readonly AdSpendOn[], itemOf: (sellerId: string, itemNumber: string) => I) {
  const items = new Map<I, SpendBounds>();
  const shops = new Map<string, number>();
  for (const { sellerId, cents, products } of spends) {
    shops.set(sellerId, (shops.get(sellerId) ?? 0) + cents);
    const advertised = new Set(products.map((product) => itemOf(sellerId, product)));
    for (const item of advertised) {
      const { low, high } = items.get(item) ?? { low: 0, high: 0 };
      items.set(item, { low: low + (advertised.size === 1 ? cents : 0), high: high + cents });
    }
  }
  return { items, shops };
}
