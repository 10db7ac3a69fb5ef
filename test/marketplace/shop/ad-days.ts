/** What an ad group did: drawn for each Pacific calendar day and summed. */
import { Draws, mixText } from '../chance.ts';
import { dayOf, wallOf } from '../pacific.ts';
import type { AdGroup } from './campaigns.ts';
import type { Shop } from './shop.ts';

export interface Performance {
  impressions: number;
  clicks: number;
  orders: number;
  /** Cents. */
  spend: number;
  sales: number;
}

const AD_DAY = mixText('ad day');
const DAY = 86_400_000;

/** `share` is the part of the day that has passed. */
function performanceOfDay(shop: Shop, group: AdGroup, day: number, share: number): Performance {
  const draws = new Draws(shop.seed, AD_DAY, group.number, day);
  const part = (value: number) => Math.floor(value * share);
  const impressions = part(draws.whole(0, 900));
  const clicks = Math.floor(impressions * 0.03 * draws.unit());
  const orders = Math.floor(clicks * 0.35 * draws.unit());
  return {
    impressions,
    clicks,
    orders,
    spend: clicks * Math.max(5, Math.round(group.defaultBid * (0.6 + 0.4 * draws.unit()))),
    sales: orders * draws.whole(1500, 24_000),
  };
}

/** Sum over calendar days, both included; nothing before the group's creation, after now, or while pending. */
export function performanceOver(
  shop: Shop,
  group: AdGroup,
  fromDay: number,
  toDay: number,
  now: number,
): Performance {
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
