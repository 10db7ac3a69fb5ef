/** An order's line items, amounts, and packages. All amounts are in cents. */
import { Draws, mixText } from '../chance.ts';
import { type BasketEntry, basketOf, isSplit } from './baskets.ts';
import { type Item, itemAt } from './items.ts';
import { type OrderPlan, statusAt } from './order-plans.ts';
import { priceAt } from './prices.ts';
import type { Shop } from './shop.ts';

export interface OrderLine extends Omit<BasketEntry, 'itemIndex'> {
  item: Item;
  unitPrice: number;
}

export interface Amounts {
  items: number;
  shipping: number;
  recycling: number;
  discount: number;
  refund: number;
  total: number;
}

export interface Package {
  carrier: string;
  service: string;
  tracking: string;
  shipped: number;
  lines: { item: Item; quantity: number }[];
}

const AMOUNTS = mixText('order amounts');
const PACKAGES = mixText('packages');

/** In the void-storm scenario, some voided orders lose all their line items. */
export const hasNoLines = (shop: Shop, plan: OrderPlan, instant: number): boolean =>
  shop.scenario === 'void-storm' && statusAt(plan, instant) === 4 && plan.index % 5 === 1;

export function linesOf(shop: Shop, plan: OrderPlan): OrderLine[] {
  return basketOf(shop, plan).map(({ itemIndex, ...rest }) => {
    const item = itemAt(shop, itemIndex);
    const platform = plan.currency === 'CAD' ? 'CAN' : 'USA';
    return { ...rest, item, unitPrice: priceAt(shop, item, platform, plan.placed) };
  });
}

export function amountsOf(shop: Shop, plan: OrderPlan, lines: readonly OrderLine[], instant: number): Amounts {
  const draws = new Draws(shop.seed, AMOUNTS, plan.index);
  const items = lines.reduce((sum, line) => sum + line.ordered * line.unitPrice, 0);
  const shipping = lines.reduce((sum, line) => sum + line.ordered * line.unitShipping, 0);
  const recycling = draws.chance(0.2) ? draws.whole(1, 6) * 100 : 0;
  const usual = draws.chance(0.2) ? Math.floor(items * 0.1 * draws.unit()) : 0;
  // The real service has returned a negative discount for a voided order without line items.
  const discount = hasNoLines(shop, plan, instant) ? -500 : usual;
  const total = items + shipping + recycling - discount;
  const refunds = draws.chance(0.15);
  const status = statusAt(plan, instant);
  const refund = status === 4 ? total : refunds && status === 3 ? Math.floor(total / draws.whole(1, 4)) : 0;
  return { items, shipping, recycling, discount, refund, total };
}

export function shippedQuantity(plan: OrderPlan, line: OrderLine, instant: number): number {
  const status = statusAt(plan, instant);
  if (status === 1) return line.inFirst;
  return status === 2 || status === 3 ? line.ordered : 0;
}

const carriers = [
  ['UPS', 'UPS Ground', '1Z999AA1'],
  ['FedEx', 'FedEx Home Delivery', '7'],
  ['USPS', 'Priority Mail', '00'],
] as const;

function packageOf(draws: Draws, shipped: number, lines: Package['lines']): Package {
  const [carrier, service, prefix] = draws.pick(carriers);
  const tracking = prefix + draws.text('0123456789', carrier === 'USPS' ? 20 : 11);
  return { carrier, service, tracking, shipped, lines: lines.filter(({ quantity }) => quantity > 0) };
}

export function packagesOf(shop: Shop, plan: OrderPlan, lines: readonly OrderLine[], instant: number): Package[] {
  const draws = new Draws(shop.seed, PACKAGES, plan.index);
  const packages: Package[] = [];
  if (plan.voided <= instant) return packages;
  if (isSplit(plan) && plan.firstShipped <= instant) {
    const content = lines.map(({ item, inFirst }) => ({ item, quantity: inFirst }));
    packages.push(packageOf(draws, plan.firstShipped, content));
  }
  if (plan.shipped <= instant) {
    const content = lines.map(({ item, ordered, inFirst }) => ({ item, quantity: ordered - inFirst }));
    packages.push(packageOf(draws, plan.shipped, content));
    // A package can be registered before its contents are known.
    if (plan.index % 29 === 0) packages.push(packageOf(draws, plan.shipped, []));
  }
  return packages;
}

/** A package of an order that was voided before shipping. Some of these packages are empty. */
export function strayPackage(shop: Shop, plan: OrderPlan, lines: readonly OrderLine[]): Package {
  const content = plan.index % 4 === 2 ? lines.slice(0, 1).map(({ item }) => ({ item, quantity: 1 })) : [];
  return packageOf(new Draws(shop.seed, PACKAGES, plan.index), plan.voided, content);
}
