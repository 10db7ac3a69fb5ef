/** What ads of a shop cost, and how much of it may be each item's. All amounts in cents. */

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

export interface AdSpend<I> {
  readonly items: ReadonlyMap<I, SpendBounds>;
  readonly shops: ReadonlyMap<string, number>;
}

/** Spend on one product is all that product's; of several each may have had nothing, or all. */
export function adSpendOf<I>(
  spends: readonly AdSpendOn[],
  itemOf: (sellerId: string, itemNumber: string) => I,
): AdSpend<I> {
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
