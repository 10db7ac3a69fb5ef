/** What a buyer put into the basket: cheap to know for every order, before any price or title. */
import { Draws, mixText } from '../chance.ts';
import type { OrderPlan } from './order-plans.ts';
import type { Shop } from './shop.ts';

export interface BasketEntry {
  itemIndex: number;
  ordered: number;
  /** Of the ordered ones, how many the first package holds; the rest go with the last. */
  inFirst: number;
  /** Cents. */
  unitShipping: number;
}

const LINES = mixText('order lines');

export const isSplit = (plan: OrderPlan): boolean => plan.firstShipped < plan.shipped;

export function basketOf(shop: Shop, plan: OrderPlan): BasketEntry[] {
  const draws = new Draws(shop.seed, LINES, plan.index);
  const count = draws.pick([1, 1, 1, 2, 2, 3, 4]);
  const entries = Array.from(
    { length: count },
    (): BasketEntry => ({
      itemIndex: draws.whole(0, shop.itemCount - 1),
      ordered: draws.pick([1, 1, 1, 2, 3]),
      inFirst: 0,
      unitShipping: draws.chance(0.6) ? 0 : draws.whole(299, 1499),
    }),
  );
  const [first] = entries as [BasketEntry];
  // Some buyers put the same thing into the basket twice.
  if (plan.index % 23 === 5) entries.push({ ...first, ordered: 1 });
  // What ships in two packages must be at least two things.
  const units = entries.reduce((sum, entry) => sum + entry.ordered, 0);
  if (isSplit(plan) && units < 2) first.ordered = 2;
  let firstShare = isSplit(plan) ? Math.ceil(Math.max(2, units) / 2) : 0;
  for (const entry of entries) {
    entry.inFirst = Math.min(entry.ordered, firstShare);
    firstShare -= entry.inFirst;
  }
  return entries;
}
