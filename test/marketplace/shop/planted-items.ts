import { dayOf } from '../pacific.ts';
import { adGroupsOf, STORY_SOLD_OUT } from './campaigns.ts';
import { type Shop, tellsStory } from './shop.ts';

export interface PlantedItems {
  /** Indexes of items that have no seller-shipped stock from the opening on. */
  soldOut: ReadonlySet<number>;
  /** Sold-out items that aren't in any order. */
  unsold: ReadonlySet<number>;
  /** Items with seller-shipped stock only in another country. */
  onlyAbroad: ReadonlySet<number>;
  /** The first Pacific day on which sold-out items have no sales. */
  since: number;
}

const NONE: PlantedItems = { soldOut: new Set(), unsold: new Set(), onlyAbroad: new Set(), since: 0 };
const known = new WeakMap<Shop, PlantedItems>();

export function plantedItemsOf(shop: Shop): PlantedItems {
  if (shop.scenario !== 'ads-out' && !tellsStory(shop)) return NONE;
  const plants = known.get(shop) ?? plant(shop);
  known.set(shop, plants);
  return plants;
}

function plant(shop: Shop): PlantedItems {
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
