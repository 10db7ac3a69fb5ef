import { ORDERS_NEWEST_FIRST } from '../assumptions.ts';
import { type OrderPlan, planOrder } from './order-plans.ts';
import type { Shop } from './shop.ts';

export class OrderBook {
  private plans: readonly OrderPlan[] | undefined;

  constructor(private readonly shop: Shop) {}

  /** In response order. */
  placedBy(instant: number): readonly OrderPlan[] {
    this.plans ??= Array.from({ length: this.shop.orderCount }, (_, at) =>
      planOrder(this.shop, ORDERS_NEWEST_FIRST ? this.shop.orderCount - 1 - at : at),
    );
    return instant >= this.shop.opened ? this.plans : this.plans.filter((plan) => plan.placed <= instant);
  }
}
