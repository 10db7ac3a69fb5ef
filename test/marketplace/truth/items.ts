import { SHOP_STEP_MS } from '../assumptions.ts';
import { dayOf, isoWithOffset } from '../pacific.ts';
import { type DemandClass, demandOf, driftFactor, type Trend, trendFactor } from '../shop/demand.ts';
import { itemNumberOf, sellerPartNumberOf } from '../shop/items.ts';
import { linesOf } from '../shop/order-lines.ts';
import { statusAt } from '../shop/order-plans.ts';
import { hoursOpen, type Shop } from '../shop/shop.ts';
import type { Look } from './look.ts';

export interface ItemTruth {
  itemNumber: string;
  sellerPartNumber: string;
  /** Average demand in units per day for seller-shipped stock, before any trend and without drift. */
  unitsADay: number;
  class: DemandClass;
  /** `factor` applies to demand immediately or, if the course is `rises`, gradually over 60 days. */
  trend?: { course: Trend['course']; from: string; factor: number };
  /** `factor` multiplies demand today. */
  drift?: { factor: number };
  /** Seller-shipped units in all countries. */
  stock: number;
  /** Units sold per Pacific day since the opening day. `missed` is unmet demand. */
  sales: number[];
  missed?: number[];
  receipts: { at: string; units: number }[];
  /** Units and amounts before discounts, per currency, in orders on the business storefront, excluding voided ones. */
  ordered: { units: number; amount: number; canadianAmount?: number };
}

export function itemTruths(look: Look): ItemTruth[] {
  const ordered = orderedByItem(look);
  return Array.from({ length: look.world.shop.itemCount }, (_, index) => itemTruth(look, index, ordered));
}

function itemTruth({ world, shopTime }: Look, index: number, orderedByIndex: Map<number, Ordered>): ItemTruth {
  const { shop, stock } = world;
  const pool = stock.sellerPool(index);
  const hour = hoursOpen(shop, shopTime);
  const demand = demandOf(shop, index);
  const { trend } = demand;
  const { sales, missed, receipts } = flowsOf(shop, pool.flowsUpTo(hour));
  const { units, cents, canadianCents } = orderedByIndex.get(index) ?? NOTHING;
  return {
    itemNumber: itemNumberOf(shop, index),
    sellerPartNumber: sellerPartNumberOf(index),
    // In the `sell-out` scenario, all stock is sold within a day.
    ...(shop.scenario === 'sell-out'
      ? { unitsADay: pool.leftAt(0), class: 'steady' }
      : { unitsADay: demand.unitsADay, class: demand.class }),
    ...(trend && shop.scenario !== 'sell-out'
      ? {
          trend: {
            course: trend.course,
            from: instantOf(shop, trend.from),
            factor: trendFactor(trend, hour),
          },
        }
      : {}),
    ...(demand.class === 'drift'
      ? { drift: { factor: driftFactor(demand, Math.max(0, Math.floor((hour - 1) / 24))) } }
      : {}),
    stock: pool.leftAt(hour),
    sales,
    ...(missed.some((each) => each > 0) ? { missed } : {}),
    receipts,
    ordered: { units, amount: cents / 100, ...(canadianCents > 0 ? { canadianAmount: canadianCents / 100 } : {}) },
  };
}

const instantOf = (shop: Shop, hour: number): string => isoWithOffset(shop.opened + hour * SHOP_STEP_MS);

function flowsOf(shop: Shop, flows: readonly { wanted: number; sold: number; received: number }[]) {
  const first = dayOf(shop.opened);
  const sales: number[] = [];
  const missed: number[] = [];
  const receipts: ItemTruth['receipts'] = [];
  for (const [at, { wanted, sold, received }] of flows.entries()) {
    // The hour that ends at midnight belongs to the earlier day.
    const day = dayOf(shop.opened + (at + 1) * SHOP_STEP_MS - 1) - first;
    sales[day] = (sales[day] ?? 0) + sold;
    missed[day] = (missed[day] ?? 0) + wanted - sold;
    if (received > 0) receipts.push({ at: instantOf(shop, at + 1), units: received });
  }
  return { sales, missed, receipts };
}

interface Ordered {
  units: number;
  cents: number;
  canadianCents: number;
}

const NOTHING: Ordered = { units: 0, cents: 0, canadianCents: 0 };

function orderedByItem({ world, shopTime }: Look): Map<number, Ordered> {
  const all = new Map<number, Ordered>();
  for (const plan of world.book.placedBy(shopTime)) {
    if (statusAt(plan, shopTime) === 4) continue;
    for (const { item, ordered, unitPrice } of linesOf(world.shop, plan)) {
      const sums = all.get(item.index) ?? { ...NOTHING };
      sums.units += ordered;
      sums[plan.currency === 'CAD' ? 'canadianCents' : 'cents'] += ordered * unitPrice;
      all.set(item.index, sums);
    }
  }
  return all;
}
