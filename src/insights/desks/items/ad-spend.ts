/** What ads of a shop cost, and how much of it may be each item's. All amounts in cents. */
import type { Amount } from './line-amounts.ts';
import { centsOf } from './line-amounts.ts';

export interface AdSpendDay {
  readonly sellerId: string;
  readonly spend: Amount;
  /** Item numbers of the group's products that day; none where they are not known. */
  readonly products: readonly string[];
}

export interface SpendBounds {
  low: number;
  high: number;
}

export interface AdSpend<I> {
  readonly items: ReadonlyMap<I, SpendBounds>;
  readonly shops: ReadonlyMap<string, number>;
}

/** A group with one product is all that product's; in others each product may have had nothing, or all. */
export function adSpendOf<I>(
  days: readonly AdSpendDay[],
  itemOf: (sellerId: string, itemNumber: string) => I,
): AdSpend<I> {
  const items = new Map<I, SpendBounds>();
  const shops = new Map<string, number>();
  for (const { sellerId, spend, products } of days) {
    const cents = centsOf(spend);
    shops.set(sellerId, (shops.get(sellerId) ?? 0) + cents);
    const advertised = new Set(products.map((product) => itemOf(sellerId, product)));
    for (const item of advertised) {
      const { low, high } = items.get(item) ?? { low: 0, high: 0 };
      items.set(item, { low: low + (advertised.size === 1 ? cents : 0), high: high + cents });
    }
  }
  return { items, shops };
}
