/** An endless sequence of automatic price changes. Past changes make up an item's price history. */
import { Draws, mixText } from '../chance.ts';
import { isBestSeller } from './demand.ts';
import { type Item, itemAt } from './items.ts';
import { followsDemand, type Shop, tellsStory } from './shop.ts';

export type Platform = 'USA' | 'CAN';

export interface PriceChange {
  time: number;
  /** In cents. */
  original: number;
  target: number;
  buybox: number | null;
  user: string;
  source: string;
  trigger: string;
  status: string;
  memo: string;
}

const HOUR = 3_600_000;
const HISTORY = { USA: mixText('prices USA'), CAN: mixText('prices CAN') } as const;

/** Item 0 always has more than 25 changes, and item 2 has none. */
function paceOf(shop: Shop, index: number, platform: Platform) {
  const draws = new Draws(shop.seed, HISTORY[platform], index);
  const share = draws.unit();
  const period = draws.whole(8, 90) * HOUR;
  if (index === 0) return { before: platform === 'USA' ? 63 : 31, period: 11 * HOUR };
  if (index === 2 || (index > 1 && share < 0.2)) return { before: 0, period: Number.POSITIVE_INFINITY };
  if (share < 0.8) return { before: draws.whole(1, 8), period };
  return { before: share < 0.95 ? draws.whole(9, 25) : draws.whole(26, 45), period };
}

const listPriceOn = (item: Item, platform: Platform): number =>
  platform === 'USA' ? item.listPrice : Math.round(item.listPrice * 1.36) | 1;

/**
 * Every second change ends in an even number of cents, the others in an odd number, so every price differs from the
 * previous one.
 */
function targetAt(shop: Shop, item: Item, platform: Platform, change: number): number {
  const list = listPriceOn(item, platform);
  if (change < 0) return list;
  const factor = 0.82 + 0.3 * new Draws(shop.seed, HISTORY[platform], item.index, change).unit();
  return Math.floor((list * factor) / 2) * 2 + (change % 2);
}

/** The number of changes up to `instant`, and the time of each. */
function historyAt(shop: Shop, index: number, platform: Platform, instant: number) {
  const { before, period } = paceOf(shop, index, platform);
  const timeOf = (change: number): number => {
    const delay = new Draws(shop.seed, HISTORY[platform], index, change, 1).unit() * 0.8;
    return Math.floor(shop.opened + (change - before + delay) * period);
  };
  if (before === 0) return { count: 0, timeOf };
  let count = Math.max(0, Math.floor((instant - shop.opened) / period) + before + 1);
  while (count > 0 && timeOf(count - 1) > instant) count--;
  return { count, timeOf };
}

export function priceAt(shop: Shop, item: Item, platform: Platform, instant: number): number {
  return targetAt(shop, item, platform, historyAt(shop, item.index, platform, instant).count - 1);
}

const memos = ['', '', '', 'floor price reached', '=2+3 matched', '+0.50 over the floor', '@auto rule 7', '-3 % step'];

/** How often another offer undercuts the seller's. */
function lostIn(shop: Shop, index: number): number {
  if (shop.scenario === 'buybox-lost') return 0.9;
  if (!tellsStory(shop)) return 0;
  return isBestSeller(index) ? 0.15 : 0.02;
}

function changeAt(shop: Shop, item: Item, platform: Platform, change: number, time: number): PriceChange {
  const draws = new Draws(shop.seed, HISTORY[platform], item.index, change, 2);
  const target = targetAt(shop, item, platform, change);
  const share = lostIn(shop, item.index);
  const lost = share > 0 && draws.chance(share);
  const ratio = lost ? 0.85 + 0.12 * draws.unit() : (followsDemand(shop) ? 1 : 0.98) + 0.06 * draws.unit();
  const byHand = draws.chance(0.1);
  return {
    time,
    original: targetAt(shop, item, platform, change - 1),
    target,
    buybox: !lost && draws.chance(0.07) ? null : Math.round(target * ratio),
    user: byHand ? 'jmüller' : 'System',
    source: byHand ? 'SellerPortal' : 'AutoPricing',
    trigger: byHand
      ? 'ManualUpdate'
      : lost
        ? 'BuyboxLost'
        : draws.pick(['BuyboxChanged', 'CompetitorPrice', 'Schedule']),
    status: 'Success',
    memo: draws.pick(memos),
  };
}

/** A page of the history, newest first, and the total number of changes. */
export function priceHistory(
  shop: Shop,
  index: number,
  platform: Platform,
  instant: number,
  page: { index: number; size: number },
): { total: number; changes: PriceChange[] } {
  const { count, timeOf } = historyAt(shop, index, platform, instant);
  const item = itemAt(shop, index);
  const newest = count - 1 - (page.index - 1) * page.size;
  const oldest = Math.max(0, newest - page.size + 1);
  const changes: PriceChange[] = [];
  for (let change = newest; change >= oldest; change--) {
    changes.push(changeAt(shop, item, platform, change, timeOf(change)));
  }
  return { total: count, changes };
}
