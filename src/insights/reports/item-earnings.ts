/** Earnings, contribution, and ad spend per item. All amounts are in cents. */
import { isCanceled, type LinePrice, type OrderRow, PENDING, priceOf, VOIDED } from '../facts/orders.ts';
import { centsOf } from '../money.ts';

export type OrderAmounts = Pick<
  OrderRow,
  'orderStatus' | 'shippingAmount' | 'recyclingFeeAmount' | 'discountAmount' | 'refundAmount' | 'orderTotalAmount'
>;

interface OrderWithLines<L> {
  readonly order: OrderAmounts;
  readonly lines: readonly L[];
}

export interface Earnings {
  units: number;
  revenue: number;
  shipping: number;
  refundLow: number;
  refundHigh: number;
}

/** Only `pendingUnits` and `pendingRevenue` include pending orders. */
export interface ItemEarnings extends Earnings {
  pendingUnits: number;
  pendingRevenue: number;
}

export const NOTHING_SOLD: ItemEarnings = {
  ...{ units: 0, revenue: 0, shipping: 0, refundLow: 0, refundHigh: 0 },
  ...{ pendingUnits: 0, pendingRevenue: 0 },
};

/** Sums lines per `itemOf` and orders per `totalOf`. Refunds in totals are exact and include shipping. */
export function earningsOf<O extends OrderWithLines<LinePrice>, I, T>(
  orders: readonly O[],
  itemOf: (line: O['lines'][number], order: O) => I,
  totalOf: (order: O) => T,
) {
  const items = new Map<I, ItemEarnings>();
  const totals = new Map<T, ItemEarnings>();
  for (const each of orders) {
    const { order, lines } = each;
    if (order.orderStatus === VOIDED) continue;
    const isPending = order.orderStatus === PENDING;
    const total = entryIn(totals, totalOf(each));
    if (!isPending) {
      total.refundLow += refundOf(order);
      total.refundHigh += refundOf(order);
    }
    lineAmounts(order, lines).forEach((amounts, index) => {
      if (!amounts) return;
      const item = entryIn(items, itemOf(lines[index]!, each));
      for (const sums of [item, total]) {
        if (isPending) {
          sums.pendingUnits += amounts.units;
          sums.pendingRevenue += amounts.revenue;
        } else {
          sums.units += amounts.units;
          sums.revenue += amounts.revenue;
          sums.shipping += amounts.shipping;
        }
      }
      if (isPending) return;
      item.refundLow += amounts.refundLow;
      item.refundHigh += amounts.refundHigh;
    });
  }
  return { items, totals };
}

function entryIn<K>(map: Map<K, ItemEarnings>, key: K) {
  const value = map.get(key) ?? { ...NOTHING_SOLD };
  map.set(key, value);
  return value;
}

/** Costs entered by the user, in cents per unit. `fee` is a share of revenue. */
export interface Costs {
  readonly cost: number;
  readonly shipCost: number;
  readonly fee: number;
}

/**
 * Contribution before ads. Assumes that refunded units are lost. The low bound assumes that the marketplace keeps the
 * fee.
 */
export function contributionOf(earned: Earnings, { cost, shipCost, fee }: Costs) {
  const { units, revenue, shipping, refundLow, refundHigh } = earned;
  const rest = shipping - units * (cost + shipCost);
  return {
    earned: revenue + shipping,
    low: Math.round(revenue * (1 - fee) - refundHigh + rest),
    high: Math.round((revenue - refundLow) * (1 - fee) + rest),
  };
}

/** Some services return negative refunds. */
function refundOf(order: OrderAmounts) {
  return Math.abs(centsOf(order.refundAmount));
}

/**
 * Returns each line's amounts; undefined for canceled lines and voided orders. Splits the discount and shipping by
 * price. Refunds are known only per order: a line's is at most its price and at least what exceeds everything else in
 * the order (0 if a line was canceled, because its price is unknown).
 */
export function lineAmounts(order: OrderAmounts, lines: readonly LinePrice[]): readonly (Earnings | undefined)[] {
  if (order.orderStatus === VOIDED) return lines.map(() => undefined);
  const prices = lines.map(priceOf);
  const counted = prices.map((price, index) => (isCanceled(lines[index]!) ? undefined : price));
  // Some orders have a negative discount.
  const discount = Math.abs(centsOf(order.discountAmount));
  const discounts = sharesOf(discount, counted);
  const shippings = sharesOf(Math.max(0, centsOf(order.shippingAmount)), counted);
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
      shipping: shippings[index]!,
      refundLow: Math.min(Math.max(refund - (everything - price), 0), refundHigh),
      refundHigh,
    };
  });
}

/**
 * Splits the total into whole cents by weight (largest remainder method); all to the first if no weight is positive.
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
  /** See `AdGroup.products`. */
  readonly products: readonly string[];
}

/** Exact for a group with one product. With several, each product's share may be anything from zero to the total. */
export function adSpendOf<I>(spends: readonly AdSpendOn[], itemOf: (sellerId: string, itemNumber: string) => I) {
  const items = new Map<I, { readonly low: number; readonly high: number }>();
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
