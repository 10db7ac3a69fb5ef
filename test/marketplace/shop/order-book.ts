/** All orders of the shop, planned when they are first asked for. */
import { ORDERS_NEWEST_FIRST } from '../assumptions.ts';
import { type OrderPlan, planOrder } from './order-plans.ts';
import type { Shop } from './shop.ts';

export class OrderBook {
  private plans: readonly OrderPlan[] | undefined;

  constructor(private readonly shop: Shop) {}

  /** Those that have been placed by an instant, in the order of answers. */
  placedBy(instant: number): readonly OrderPlan[] {
    this.plans ??= Array.from({ length: this.shop.orderCount }, (_, at) =>
      planOrder(this.shop, ORDERS_NEWEST_FIRST ? this.shop.orderCount - 1 - at : at),
    );
    return instant >= this.shop.opened ? this.plans : this.plans.filter((plan) => plan.placed <= instant);
  }
}
