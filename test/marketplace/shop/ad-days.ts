/** Ad group performance: random for each Pacific day, and summed over a period. */
import { Draws, mixText } from '../chance.ts';
import { dayOf, wallOf } from '../pacific.ts';
import type { AdGroup } from './campaigns.ts';
import { itemAt } from './items.ts';
import { plantedItemsOf } from './planted-items.ts';
import { followsDemand, type Shop } from './shop.ts';

export interface Performance {
  impressions: number;
  clicks: number;
  orders: number;
  spend: number;
  sales: number;
}

const AD_DAY = mixText('ad day');
const DAY = 86_400_000;

interface Traffic {
  impressions: number;
  clicks: number;
  orders: number;
  sales: number;
  /** A click's cost, as a share of the group's bid. */
  bidShare: number;
}

/** `share` is the fraction of the day that has elapsed. */
function performanceOfDay(shop: Shop, group: AdGroup, day: number, share: number): Performance {
  const draws = new Draws(shop.seed, AD_DAY, group.number, day);
  const traffic = followsDemand(shop) ? byConversion(shop, group, day, share, draws) : byChance(share, draws);
  const { bidShare, ...rest } = traffic;
  return { ...rest, spend: rest.clicks * Math.max(5, Math.round(group.defaultBid * bidShare)) };
}

/** The conversion rate is different every day. */
function byChance(share: number, draws: Draws): Traffic {
  const impressions = Math.floor(draws.whole(0, 900) * share);
  const clicks = Math.floor(impressions * 0.03 * draws.unit());
  const orders = Math.floor(clicks * 0.35 * draws.unit());
  const bidShare = 0.6 + 0.4 * draws.unit();
  return { impressions, clicks, orders, bidShare, sales: orders * draws.whole(1500, 24_000) };
}

/** Clicks convert at the group's rate, except on sold-out products, where they cost money but don't convert. */
function byConversion(shop: Shop, group: AdGroup, day: number, share: number, draws: Draws): Traffic {
  const impressions = Math.floor(draws.whole(0, 2 * group.viewsADay) * share);
  const clicks = Math.floor(impressions * group.clickRate * (0.7 + 0.6 * draws.unit()));
  const bidShare = 0.6 + 0.4 * draws.unit();
  const { soldOut, since } = plantedItemsOf(shop);
  let [orders, sales] = [0, 0];
  for (let click = 0; click < clicks; click++) {
    const product = draws.pick(group.products);
    if (!draws.chance(group.conversion) || (day >= since && soldOut.has(product))) continue;
    orders++;
    sales += itemAt(shop, product).listPrice;
  }
  return { impressions, clicks, orders, sales, bidShare };
}

/**
 * The sum from `fromDay` to `toDay`, inclusive. Days before the group's creation or after `now` count as zero, as do
 * all days of a pending group.
 */
export function performanceOver(shop: Shop, group: AdGroup, fromDay: number, toDay: number, now: number): Performance {
  const sum: Performance = { impressions: 0, clicks: 0, orders: 0, spend: 0, sales: 0 };
  if (group.status === 'Pending') return sum;
  const today = dayOf(now);
  const passed = wallOf(now) / DAY - today;
  for (let day = Math.max(fromDay, dayOf(group.created)); day <= Math.min(toDay, today); day++) {
    const one = performanceOfDay(shop, group, day, day === today ? passed : 1);
    for (const key of Object.keys(sum) as (keyof Performance)[]) sum[key] += one[key];
  }
  return sum;
}
