/** Which items a scenario plants without stock: those of ad groups, and some that no ad is for. */

import { dayOf } from '../pacific.ts';
import { adGroupsOf, STORY_SOLD_OUT } from './campaigns.ts';
import { type Shop, tellsStory } from './shop.ts';

export interface Plants {
  /** Indexes of items that the seller has none of, from the opening on. */
  soldOut: ReadonlySet<number>;
  /** Of these, the ones that no order has. */
  unsold: ReadonlySet<number>;
  /** What the seller has of them lies in another country. */
  onlyAbroad: ReadonlySet<number>;
  /** The Pacific day since which nothing of them is sold. */
  since: number;
}

const NONE: Plants = { soldOut: new Set(), unsold: new Set(), onlyAbroad: new Set(), since: 0 };
const known = new WeakMap<Shop, Plants>();

export function plantsOf(shop: Shop): Plants {
  if (shop.scenario !== 'ads-out' && !tellsStory(shop)) return NONE;
  const plants = known.get(shop) ?? plant(shop);
  known.set(shop, plants);
  return plants;
}

function plant(shop: Shop): Plants {
  if (tellsStory(shop)) {
    return { ...NONE, soldOut: new Set(STORY_SOLD_OUT), since: dayOf(shop.opened) };
  }
  const groups = adGroupsOf(shop);
  const advertised = new Set(groups.flatMap(({ products }) => products));
  const missing = groups.flatMap((group) => group.missing);
  const others = Array.from({ length: shop.itemCount }, (_, index) => index).filter(
    (index) => index % 10 === 7 && !advertised.has(index),
  );
  const soldOut = new Set([...missing, ...others]);
  const stocked = groups.filter((group) => group.missing.length === 0);
  return {
    soldOut,
    unsold: new Set(others.filter((index) => index % 20 === 7)),
    since: 0,
    onlyAbroad: new Set(stocked.flatMap(({ products }) => products.slice(0, 1))),
  };
}
