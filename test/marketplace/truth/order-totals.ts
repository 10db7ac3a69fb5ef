import type { Amounts } from '../shop/order-lines.ts';
import { type Currency, statusAt, statusTexts } from '../shop/order-plans.ts';
import { recordOf } from '../shop/order-records.ts';
import type { Look } from './look.ts';

/** Reported amounts, in the orders' currency. */
export interface OrderSums extends Amounts {
  orders: number;
  units: number;
}

const NONE: OrderSums = {
  orders: 0,
  units: 0,
  items: 0,
  shipping: 0,
  recycling: 0,
  discount: 0,
  refund: 0,
  total: 0,
};

export function orderTotals({ world: { shop, book }, shopTime }: Look, currency: Currency): Record<string, OrderSums> {
  const cents: Record<string, OrderSums> = Object.fromEntries(statusTexts.map((status) => [status, { ...NONE }]));
  for (const plan of book.placedBy(shopTime)) {
    if (plan.currency !== currency) continue;
    const sums = cents[statusTexts[statusAt(plan, shopTime)] as string] as OrderSums;
    const { amounts, lines } = recordOf(shop, plan, shopTime);
    sums.orders++;
    sums.units += lines.reduce((sum, { ordered }) => sum + ordered, 0);
    for (const name of Object.keys(amounts) as (keyof typeof amounts)[]) sums[name] += amounts[name];
  }
  return Object.fromEntries(Object.entries(cents).map(([status, sums]) => [status, inDollars(sums)]));
}

function inDollars({ orders, units, ...cents }: OrderSums): OrderSums {
  const dollars = Object.entries(cents).map(([name, value]) => [name, value / 100]);
  return { orders, units, ...Object.fromEntries(dollars) };
}
