import { basketOf } from './baskets.ts';
import type { OrderBook } from './order-book.ts';
import type { Shop } from './shop.ts';

interface Sale {
  placed: number;
  units: number;
  /** Whether the units come from the operator's stock, if the item has any. */
  fromOperator: boolean;
}

/** Units in orders placed after `instant`. Voided orders don't return their units. */
export type SoldAfter = (instant: number, fromOperator: boolean) => number;

export class Sales {
  private byItem: Map<number, Sale[]> | undefined;

  constructor(
    private readonly shop: Shop,
    private readonly book: OrderBook,
  ) {}

  of(itemIndex: number): SoldAfter {
    this.byItem ??= this.count();
    const sales = this.byItem.get(itemIndex) ?? [];
    return (instant, fromOperator) =>
      sales.reduce(
        (sum, sale) => sum + (sale.placed > instant && sale.fromOperator === fromOperator ? sale.units : 0),
        0,
      );
  }

  private count(): Map<number, Sale[]> {
    const byItem = new Map<number, Sale[]>();
    for (const plan of this.book.placedBy(Number.POSITIVE_INFINITY)) {
      for (const { itemIndex, ordered } of basketOf(this.shop, plan)) {
        const sale = { placed: plan.placed, units: ordered, fromOperator: plan.channel !== 'seller' };
        const sales = byItem.get(itemIndex);
        if (sales) sales.push(sale);
        else byItem.set(itemIndex, [sale]);
      }
    }
    return byItem;
  }
}
