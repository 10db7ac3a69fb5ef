/** The items of each shop that sold or were advertised lately, with what is known of them, and the shop's totals. */
import { grouped } from '../../../protocol/grouped.ts';
import { startOfDay } from '../../../tables/zone.ts';
import type { AdRow } from '../../facts/ad-groups.ts';
import { productsOf } from '../../facts/ad-groups.ts';
import type { Facts } from '../../facts/facts.ts';
import { nameIn } from '../../facts/keys.ts';
import type { KnownOrder, LineRow } from '../../facts/orders.ts';
import { VOIDED } from '../../facts/orders.ts';
import { centsOf } from '../../money.ts';
import type { AdSpendOn, SpendBounds } from './ad-spend.ts';
import { adSpendOf } from './ad-spend.ts';
import type { Earnings, ShopEarnings } from './earnings.ts';
import { earningsOf } from './earnings.ts';

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
  readonly adDays: readonly AdRow[];
}

/** Of orders and ads from a day on, where one is given. Items of `known` have a place in any case. */
export function shopItems(
  facts: Facts,
  from: string | undefined,
  known: readonly NamedItem[],
): readonly ShopItems[] {
  const orders = ordersSince(facts.orders(), from === undefined ? 0 : startOfDay(from, facts.workbook.zone));
  const adDays = facts
    .adGroups()
    .flatMap(({ days }) => days.filter(({ fromDate }) => from === undefined || fromDate! >= from));
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
  const spend = adSpendOf(byProducts(adDays), (sellerId, itemNumber) =>
    nameOf({ sellerId, itemNumber, title: stock.ofItem(sellerId, itemNumber)?.title ?? null }),
  );
  const items = grouped(names, ([, { sellerId }]) => sellerId ?? '');
  const ordersOf = grouped(orders, ({ order }) => order.sellerId ?? '');
  const adDaysOf = grouped(adDays, ({ sellerId }) => sellerId ?? '');
  return [...new Set([...ordersOf.keys(), ...adDaysOf.keys(), ...items.keys()])].map((sellerId) => ({
    sellerId,
    items: (items.get(sellerId) ?? []).map(([name, item]) => ({
      item,
      earnings: earnings.items.get(name),
      adSpend: spend.items.get(name),
    })),
    earnings: earnings.shops.get(sellerId),
    adSpend: spend.shops.get(sellerId) ?? 0,
    orders: ordersOf.get(sellerId) ?? [],
    adDays: adDaysOf.get(sellerId) ?? [],
  }));
}

/** An order without a date counts. */
function ordersSince(orders: readonly KnownOrder[], from: number): readonly KnownOrder[] {
  return orders.filter(
    ({ order: { orderStatus, orderDate } }) =>
      orderStatus !== VOIDED && (orderDate === null || orderDate >= from),
  );
}

/** The item of a line; where no table tells its number, it goes by its part number. */
function itemOf(line: LineRow, facts: Facts): NamedItem {
  const { sellerId, marketItemNumber, sellerPartNumber, description } = line;
  const itemNumber = marketItemNumber ?? facts.stock().ofPart(sellerId, sellerPartNumber)?.itemNumber;
  return { sellerId, itemNumber: itemNumber ?? sellerPartNumber, title: description };
}

/** Many days are those of groups that have the same products. */
function byProducts(days: readonly AdRow[]): readonly AdSpendOn[] {
  const lists = grouped(days, ({ sellerId, productList }) => JSON.stringify([sellerId, productList]));
  return [...lists.values()].map((rows) => ({
    sellerId: rows[0]!.sellerId ?? '',
    cents: rows.reduce((sum, { spend }) => sum + centsOf(spend), 0),
    products: productsOf(rows[0]!),
  }));
}
