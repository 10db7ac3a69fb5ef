/** All orders of the shop, planned when they are first asked for. */
import { type OrderPlan, planOrder } from './order-plans.ts';
import type { Shop } from './shop.ts';

export class OrderBook {
  private plans: readonly OrderPlan[] | undefined;

  constructor(private readonly shop: Shop) {}

  /** Those that have been placed by an instant, newest first. */
  placedBy(instant: number): readonly OrderPlan[] {
    this.plans ??= Array.from({ length: this.shop.orderCount }, (_, at) =>
      planOrder(this.shop, this.shop.orderCount - 1 - at),
    );
    return (this.plans[0]?.placed ?? 0) <= instant
      ? this.plans
      : this.plans.filter((plan) => plan.placed <= instant);
  }
}
