/** The items of each shop that sold or were advertised lately, with what is known of them, and the shop's totals. */
import { grouped } from '../../../protocol/grouped.ts';
import { startOfDay } from '../../../tables/zone.ts';
import { type AdGroup, daysSince, productsOf } from '../../facts/ad-groups.ts';
import type { Facts } from '../../facts/facts.ts';
import { nameIn } from '../../facts/keys.ts';
import { type KnownOrder, type LineRow, VOIDED } from '../../facts/orders.ts';
import { centsOf } from '../../money.ts';
import { type AdSpendOn, adSpendOf, type SpendBounds } from './ad-spend.ts';
import { type Earnings, earningsOf, type ShopEarnings } from './earnings.ts';

export interface NamedItem {
  readonly sellerId: string | null;
  readonly itemNumber: string | null;
  readonly title: string | null;
}

export interface ShopItem {
  readonly item: NamedItem;
  /** Undefined where nothing of it was sold. */
  readonly earnings: Earnings | undefined;
  /** Undefined where it was not advertised. */
  readonly adSpend: SpendBounds | undefined;
}

export interface ShopItems {
  readonly sellerId: string;
  readonly items: readonly ShopItem[];
  /** Undefined where there are no orders. */
  readonly earnings: ShopEarnings | undefined;
  readonly adSpend: number;
  /** That are not void. */
  readonly orders: readonly KnownOrder[];
  readonly ads: readonly AdsOfGroup[];
}

/** Days of an ad group that count, the newest first; one at least. */
type AdsOfGroup = Pick<AdGroup, 'newest' | 'days'>;

/** Of orders and ads from a day on, where one is given. Items of `known` have a place in any case. */
export function shopItems(facts: Facts, from: string | undefined, known: readonly NamedItem[]): readonly ShopItems[] {
  const orders = ordersSince(facts.orders(), from === undefined ? 0 : startOfDay(from, facts.workbook.zone));
  const ads = facts.adGroups().flatMap(({ newest, days }): AdsOfGroup[] => {
    const counted = from === undefined ? days : daysSince(days, from);
    return counted.length > 0 ? [{ newest, days: counted }] : [];
  });
  const names = new Map<string, NamedItem>();
  /** The first spelling stays, by which a row is known. */
  const nameOf = ({ sellerId, itemNumber, title }: NamedItem): string => {
    const name = nameIn(sellerId, itemNumber);
    const before = names.get(name);
    if (!before) names.set(name, { sellerId, itemNumber, title });
    else if (!before.title && title) names.set(name, { ...before, title });
    return name;
  };
  for (const item of known) nameOf(item);
  const stock = facts.stock();
  const earnings = earningsOf(orders, (line) => nameOf(itemOf(line, facts)));
  const spend = adSpendOf(ads.flatMap(byProducts), (sellerId, itemNumber) =>
    nameOf({ sellerId, itemNumber, title: stock.ofItem(sellerId, itemNumber)?.title ?? null }),
  );
  const items = grouped(names, ([, { sellerId }]) => sellerId ?? '');
  const ordersOf = grouped(orders, ({ order }) => order.sellerId ?? '');
  const adsOf = grouped(ads, ({ newest }) => newest.sellerId ?? '');
  return [...new Set([...ordersOf.keys(), ...adsOf.keys(), ...items.keys()])].map((sellerId) => ({
    sellerId,
    items: (items.get(sellerId) ?? []).map(([name, item]) => ({
      item,
      earnings: earnings.items.get(name),
      adSpend: spend.items.get(name),
    })),
    earnings: earnings.shops.get(sellerId),
    adSpend: spend.shops.get(sellerId) ?? 0,
    orders: ordersOf.get(sellerId) ?? [],
    ads: adsOf.get(sellerId) ?? [],
  }));
}

/** An order without a date counts. */
function ordersSince(orders: readonly KnownOrder[], from: number): readonly KnownOrder[] {
  return orders.filter(
    ({ order: { orderStatus, orderDate } }) => orderStatus !== VOIDED && (orderDate === null || orderDate >= from),
  );
}

/** The item of a line; where no table tells its number, it goes by its part number. */
function itemOf(line: LineRow, facts: Facts): NamedItem {
  const { sellerId, marketItemNumber, sellerPartNumber, description } = line;
  const itemNumber = marketItemNumber ?? facts.stock().ofPart(sellerId, sellerPartNumber)?.itemNumber;
  return { sellerId, itemNumber: itemNumber ?? sellerPartNumber, title: description };
}

/** Most days of a group have the same products. */
function byProducts({ newest, days }: AdsOfGroup): readonly AdSpendOn[] {
  const lists = grouped(days, ({ productList }) => productList);
  return [...lists.values()].map((rows) => ({
    sellerId: newest.sellerId ?? '',
    cents: rows.reduce((sum, { spend }) => sum + centsOf(spend), 0),
    products: productsOf(rows[0]!),
  }));
}
