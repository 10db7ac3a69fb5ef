import { adGroupsOf } from '../shop/campaigns.ts';
import { itemNumberOf, sellerPartNumberOf } from '../shop/items.ts';
import { type Platform, priceHistory } from '../shop/prices.ts';
import { hoursOpen } from '../shop/shop.ts';
import type { Findings, Found, Look } from './look.ts';
import { unitsSince } from './order-findings.ts';

const DAY = 86_400_000;
const SOLD_WITHIN_DAYS = 30;
const NEWEST_WITHIN_DAYS = 7;
/** Percentage above the featured price. */
const MARGIN = 2;
const PLATFORMS: readonly Platform[] = ['USA', 'CAN'];

export function itemFindings(look: Look): Findings {
  const { shop } = look.world;
  const indexes = Array.from({ length: shop.itemCount }, (_, index) => index);
  const units = unitsSince(look, look.now - SOLD_WITHIN_DAYS * DAY);
  const advertised = new Set(
    adGroupsOf(shop).flatMap(({ status, products }) => (status === 'Delivering' ? products : [])),
  );
  const isSelling = (index: number) => units.has(index) || advertised.has(index);
  return {
    'out-of-stock': indexes
      .filter((index) => isOut(look, index) && isSelling(index))
      .map((index) => ({ ...identity(look, index), units: units.get(index) ?? 0 })),
    'above-featured': indexes
      .filter(isSelling)
      .flatMap((index) => PLATFORMS.flatMap((platform) => aboveFeatured(look, index, platform))),
  };
}

export const isOut = ({ world: { shop, stock }, shopTime }: Look, index: number): boolean =>
  stock.sellerPool(index).leftAt(hoursOpen(shop, shopTime)) === 0;

const identity = ({ world: { shop } }: Look, index: number) => ({
  itemNumber: itemNumberOf(shop, index),
  sellerPartNumber: sellerPartNumberOf(index),
});

function aboveFeatured(look: Look, index: number, platform: Platform): Found[] {
  const { shop } = look.world;
  const [newest] = priceHistory(shop, index, platform, look.shopTime, { index: 1, size: 1 }).changes;
  if (!newest || newest.buybox === null || newest.time < look.now - NEWEST_WITHIN_DAYS * DAY) return [];
  if (newest.target * 100 <= newest.buybox * (100 + MARGIN)) return [];
  const { itemNumber } = identity(look, index);
  return [{ itemNumber, platform, target: newest.target / 100, featured: newest.buybox / 100 }];
}
