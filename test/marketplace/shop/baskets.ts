/**
 * The items and quantities in an order. They are cheap to compute for all orders, because prices and titles are left
 * to `order-lines.ts`.
 */
import { Draws, mixText } from '../chance.ts';
import { popularityOf } from './demand.ts';
import type { OrderPlan } from './order-plans.ts';
import { plantedItemsOf } from './planted-items.ts';
import { followsDemand, type Shop, tellsStory } from './shop.ts';

export interface BasketEntry {
  itemIndex: number;
  ordered: number;
  /** The number of ordered units that are in the first package. The last package has the rest. */
  inFirst: number;
  /** In cents. */
  unitShipping: number;
}

const LINES = mixText('order lines');
const DAY = 86_400_000;

/** The age of orders with sold-out items: old enough to be closed, and less than 30 days old even a few days later. */
const SOLD_OUT = { from: 5 * DAY, to: 25 * DAY } as const;

/** With `story`, some of these orders are open and were placed before their items sold out. */
const SOLD_LATELY = { from: DAY, to: Number.POSITIVE_INFINITY } as const;

export const isSplit = (plan: OrderPlan): boolean => plan.firstShipped < plan.shipped;

/** If orders follow demand, no open order needs a sold-out item. */
function itemFor(shop: Shop, plan: OrderPlan, draws: Draws): number {
  if (!followsDemand(shop)) return draws.whole(0, shop.itemCount - 1);
  const index = popularityOf(shop).itemAt(draws.unit());
  const { soldOut, unsold } = plantedItemsOf(shop);
  const age = shop.opened - plan.placed;
  const { from, to } = tellsStory(shop) ? SOLD_LATELY : SOLD_OUT;
  const isWrongAge = soldOut.has(index) && (age < from || age > to);
  if (!isWrongAge && !unsold.has(index)) return index;
  return firstOf(shop, index, (other) => !soldOut.has(other));
}

/** The next item that satisfies the condition, or the same item if no other does. */
function firstOf(shop: Shop, index: number, isSo: (index: number) => boolean): number {
  for (let step = 1; step < shop.itemCount; step++) {
    const other = (index + step) % shop.itemCount;
    if (isSo(other)) return other;
  }
  return index;
}

export function basketOf(shop: Shop, plan: OrderPlan): BasketEntry[] {
  const draws = new Draws(shop.seed, LINES, plan.index);
  const count = draws.pick([1, 1, 1, 2, 2, 3, 4]);
  const entries = Array.from(
    { length: count },
    (): BasketEntry => ({
      itemIndex: itemFor(shop, plan, draws),
      ordered: draws.pick([1, 1, 1, 2, 3]),
      inFirst: 0,
      unitShipping: draws.chance(0.6) ? 0 : draws.whole(299, 1499),
    }),
  );
  const [first] = entries as [BasketEntry];
  // Some orders contain the same item twice.
  if (plan.index % 23 === 5) entries.push({ ...first, ordered: 1 });
  // Two packages need at least two units.
  const units = entries.reduce((sum, entry) => sum + entry.ordered, 0);
  if (isSplit(plan) && units < 2) first.ordered = 2;
  let firstShare = isSplit(plan) ? Math.ceil(Math.max(2, units) / 2) : 0;
  for (const entry of entries) {
    entry.inFirst = Math.min(entry.ordered, firstShare);
    firstShare -= entry.inFirst;
  }
  return entries;
}
