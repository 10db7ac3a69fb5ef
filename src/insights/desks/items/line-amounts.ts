/** What each line of an order counts for: its revenue, and what of the order's refund may be of it. All in cents. */
import { isCanceled, VOIDED } from '../../facts/orders.ts';
import { centsFor, centsOf } from '../../money.ts';

export type Amount = number | null;

export interface OrderAmounts {
  readonly orderStatus: Amount;
  readonly shippingAmount: Amount;
  readonly recyclingFeeAmount: Amount;
  readonly discountAmount: Amount;
  readonly refundAmount: Amount;
  readonly orderTotalAmount: Amount;
}

export interface LinePrice {
  readonly status: Amount;
  readonly orderedQty: Amount;
  readonly unitPrice: Amount;
  readonly extendUnitPrice: Amount;
}

export interface LineAmounts {
  readonly units: number;
  readonly revenue: number;
  readonly refundLow: number;
  readonly refundHigh: number;
}

export function isVoid({ orderStatus }: Pick<OrderAmounts, 'orderStatus'>): boolean {
  return orderStatus === VOIDED;
}

/** What was refunded: some sellers' services write it below zero. */
export function refundOf(order: OrderAmounts): number {
  return Math.abs(centsOf(order.refundAmount));
}

/**
 * Nothing for a canceled line, and for every line of a void order. The discount is that of the lines that count, by
 * their prices. A refund is told of the whole order: a line has at most its price, and at least what is too much for
 * everything else; but any of it may be of a canceled line, whose price nobody knows any more.
 */
export function lineAmounts(order: OrderAmounts, lines: readonly LinePrice[]): readonly (LineAmounts | undefined)[] {
  if (isVoid(order)) return lines.map(() => undefined);
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
