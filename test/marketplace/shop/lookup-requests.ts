/** Lookup requests submitted before the opening, and their reports. */
import { Draws, mixText } from '../chance.ts';
import type { Storefront } from '../options.ts';
import { itemAt } from './items.ts';
import type { Shop } from './shop.ts';
import { colors, makers, sizes } from './titles.ts';
import { unlistedProduct } from './unlisted.ts';

export interface LookupRequest {
  id: string;
  storefronts: readonly Storefront[];
  recordCount: number;
  submitted: number;
}

export interface LookupRecord {
  itemNumber?: string;
  upc?: string;
  packs?: number;
  maker: string;
  makerPartNumber: string;
  title?: string;
  variety?: { group: number; options: { name: string; value: string }[] };
  note?: string;
}

const REQUEST = mixText('lookup request');
const RECORD = mixText('lookup record');

const plans: readonly Pick<LookupRequest, 'storefronts' | 'recordCount'>[] = [
  { storefronts: ['main', 'business', 'canadian'], recordCount: 137 },
  { storefronts: ['main'], recordCount: 23 },
  { storefronts: ['business', 'canadian'], recordCount: 200 },
];

/** The request that includes products the seller doesn't list, on the storefront with the inventory operation. */
const WITH_UNLISTED = 1;

export const lookupRequests = (shop: Shop): LookupRequest[] =>
  plans.map((plan, at) => ({
    ...plan,
    id: `2${new Draws(shop.seed, REQUEST, at).text('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', 12)}`,
    submitted: shop.opened - (at * 29 + 5) * 3_600_000,
  }));

export function lookupRecord(shop: Shop, request: LookupRequest, position: number): LookupRecord {
  const at = lookupRequests(shop).findIndex(({ id }) => id === request.id);
  const draws = new Draws(shop.seed, RECORD, at, position);
  const isListed = at !== WITH_UNLISTED || position % 8 !== 6;
  const item = isListed
    ? itemAt(shop, (position * 3 + at) % shop.itemCount)
    : unlistedProduct(shop, (position - 6) / 8);
  // The fifth record of every report has no match.
  if (isListed && (position === 4 || draws.chance(0.05))) {
    return {
      ...(draws.chance(0.5) ? { upc: `00${draws.text('0123456789', 10)}` } : {}),
      maker: draws.pick(makers),
      makerPartNumber: `${draws.whole(100_000, 999_999)}-${draws.whole(100, 999)}`,
      note: 'No match found.',
    };
  }
  return {
    itemNumber: item.itemNumber,
    upc: item.upc,
    packs: draws.chance(0.9) ? 1 : draws.whole(2, 12),
    maker: item.maker,
    makerPartNumber: item.makerPartNumber,
    title: item.title,
    ...(draws.chance(0.3) ? { variety: varietyOf(draws) } : {}),
  };
}

function varietyOf(draws: Draws): NonNullable<LookupRecord['variety']> {
  const color = { name: 'Color', value: draws.pick(colors) };
  const size = { name: 'Capacity', value: draws.pick(sizes) };
  return {
    group: draws.whole(100_000_000, 299_999_999),
    options: draws.chance(0.5) ? [color] : [color, size],
  };
}
