/** The report Items: what each item of a shop earns before ads, between bounds, and what its ads may have cost. */
import { grouped } from '../../protocol/grouped.ts';
import { DAY } from '../../protocol/time.ts';
import { type ItemRecord, type ItemsRecord, items, TOTAL } from '../../tables/desks/items-table.ts';
import { startOfDay, wallText } from '../../tables/zone.ts';
import { type AdGroup, daysSince, productsOf } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import { type KnownOrder, type LineRow, VOIDED } from '../facts/orders.ts';
import type { KnownStock } from '../facts/stock.ts';
import { centsOf } from '../money.ts';
import { linkTo } from '../row-links.ts';
import { nameIn } from '../table-rows.ts';
import { type Desk, lateAfter, readAt } from './desk.ts';
import {
  type AdSpendOn,
  adSpendOf,
  type Earnings,
  earningsOf,
  type ShopEarnings,
  type SpendBounds,
} from './item-earnings.ts';

/** Typed as 12, as 12 % or as 0.12. */
const FEE = 'IF({feePercent}<1,{feePercent},{feePercent}/100)';
const contribution = (earned: string) =>
  `=IF({cost}="","",IFERROR(ROUND(${earned}-{units}*({cost}+{shipCost}),2),"type numbers"))`;

export const itemsDesk: Desk<typeof items> = {
  name: 'Items',
  answers: 'What each item earns before ads.',
  declared: items,
  formulas: {
    Items: {
      contributionLow: contribution(`{revenue}*(1-${FEE})-{refundHigh}`),
      contributionHigh: contribution(`({revenue}-{refundLow})*(1-${FEE})`),
      late: lateAfter('asOf'),
    },
  },
  links: { Items: { to: 'Inventory', label: '"Item "&{itemNumber}' } },
  records,
  readAt: ({ orders }) => readAt(orders().map(({ order }) => order)),
};

function records(facts: Facts): readonly ItemsRecord[] {
  const { zone, today, thresholds } = facts.workbook;
  const known = facts.workbook.rows(items, 'Items').filter(({ itemNumber }) => itemNumber !== TOTAL);
  const from = dayText(Date.parse(today) - thresholds['items-days'] * DAY);
  const stock = facts.stock();
  return shopItems(facts, from, known).map((shop) => ({
    sellerId: shop.sellerId,
    items: [totalOf(shop, zone), ...itemsOf(shop, stock)],
    hoursAllowed: thresholds['orders-tolerance'],
    asOf: null,
  }));
}

function itemsOf({ sellerId, items }: ShopItems, stock: KnownStock): readonly ItemRecord[] {
  return items
    .map((each) => itemRecord(each, stock.ofItem(sellerId, each.item.itemNumber)?.rowKey))
    .sort((one, other) => other.revenue - one.revenue);
}

/** Exact: the sums of its items, with refunds and spend that no single item bears. */
function totalOf({ earnings, adSpend, orders, ads }: ShopItems, zone: string): ItemRecord {
  const dates = orders.flatMap(({ order: { orderDate } }) => (orderDate === null ? [] : [orderDate]));
  const adDays = ads.flatMap(({ days }) => [days[0]!, days[days.length - 1]!]);
  const spans = [
    `${earnings?.orders ?? 0} orders${daysText(dates, (at) => wallText(at, zone).slice(0, 10))}`,
    ...(adDays.length === 0
      ? []
      : [
          `ads${daysText(
            adDays.map(({ fromDate }) => Date.parse(fromDate!)),
            dayText,
          )}`,
        ]),
  ];
  return {
    itemNumber: TOTAL,
    title: spans.join(', '),
    ...UNKNOWN,
    units: earnings?.units ?? 0,
    revenue: (earnings?.revenue ?? 0) / 100,
    refundLow: (earnings?.refunded ?? 0) / 100,
    refundHigh: (earnings?.refunded ?? 0) / 100,
    adSpendLow: adSpend / 100,
    adSpendHigh: adSpend / 100,
    ...{ record: null, late: null, ...linkTo(undefined) },
  };
}

/** The first and the last day. */
function daysText(instants: readonly number[], textOf: (at: number) => string): string {
  if (instants.length === 0) return '';
  const sorted = [...instants].sort((one, other) => one - other);
  return ` ${textOf(sorted[0]!)} to ${textOf(sorted[sorted.length - 1]!)}`;
}

/** What the person types, and formulas. */
const UNKNOWN = { cost: null, feePercent: null, shipCost: null, contributionLow: null, contributionHigh: null };

function itemRecord({ item, earnings, adSpend }: ShopItem, rowKey: string | undefined) {
  return {
    itemNumber: item.itemNumber,
    title: item.title,
    ...UNKNOWN,
    units: earnings?.units ?? 0,
    revenue: (earnings?.revenue ?? 0) / 100,
    refundLow: (earnings?.refundLow ?? 0) / 100,
    refundHigh: (earnings?.refundHigh ?? 0) / 100,
    adSpendLow: (adSpend?.low ?? 0) / 100,
    adSpendHigh: (adSpend?.high ?? 0) / 100,
    ...{ record: null, late: null, ...linkTo(rowKey) },
  } satisfies ItemRecord;
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

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
