/** The report Items: what each item of a shop earns before ads, between bounds, and what its ads may have cost. */
import { grouped } from '../../protocol/grouped.ts';
import { DAY } from '../../protocol/time.ts';
import { type ItemRecord, type ItemsRecord, items, TOTAL } from '../../tables/reports/items-table.ts';
import { startOfDay, wallText } from '../../tables/zone.ts';
import { type AdGroup, daysSince, productsOf } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import { type KnownOrder, type LineRow, VOIDED } from '../facts/orders.ts';
import { centsOf } from '../money.ts';
import { linkTo } from '../row-links.ts';
import { nameIn } from '../table-rows.ts';
import { type AdSpendOn, adSpendOf, type Earnings, earningsOf, type SpendBounds } from './item-earnings.ts';
import { lateAfter, type Report, readAt } from './report.ts';

/** Typed as 12, as 12 % or as 0.12. */
const FEE = 'IF({feePercent}<1,{feePercent},{feePercent}/100)';
const contribution = (earned: string) =>
  `=IF({cost}="","",IFERROR(ROUND(${earned}-{units}*({cost}+{shipCost}),2),"type numbers"))`;

export const itemsReport: Report<typeof items> = {
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

interface NamedItem {
  readonly sellerId: string | null;
  readonly itemNumber: string | null;
  readonly title: string | null;
}

/** Days of an ad group that count, the newest first; one at least. */
type AdsOfGroup = Pick<AdGroup, 'newest' | 'days'>;

/** A record per shop: items that sold or were advertised lately, and those that have a row already. */
function records(facts: Facts): readonly ItemsRecord[] {
  const { zone, today, thresholds, rows } = facts.workbook;
  const from = isoDay(Date.parse(today) - thresholds['items-days'] * DAY);
  const start = startOfDay(from, zone);
  // An order without a date counts.
  const orders = facts
    .orders()
    .filter(
      ({ order: { orderStatus, orderDate } }) => orderStatus !== VOIDED && (orderDate === null || orderDate >= start),
    );
  const ads = facts.adGroups().flatMap(({ newest, days }): AdsOfGroup[] => {
    const counted = daysSince(days, from);
    return counted.length > 0 ? [{ newest, days: counted }] : [];
  });
  const names = new Map<string, NamedItem>();
  /** The first spelling stays, because it identifies a row. */
  const nameOf = ({ sellerId, itemNumber, title }: NamedItem): string => {
    const name = nameIn(sellerId, itemNumber);
    const before = names.get(name);
    if (!before) names.set(name, { sellerId, itemNumber, title });
    else if (!before.title && title) names.set(name, { ...before, title });
    return name;
  };
  for (const item of rows(items, 'Items')) if (item.itemNumber !== TOTAL) nameOf(item);
  const stock = facts.stock();
  const earnings = earningsOf(orders, (line) => nameOf(itemOf(line, facts)));
  const spend = adSpendOf(ads.flatMap(byProducts), (sellerId, itemNumber) =>
    nameOf({ sellerId, itemNumber, title: stock.ofItem(sellerId, itemNumber)?.title ?? null }),
  );
  const itemsOf = grouped(names, ([, { sellerId }]) => sellerId ?? '');
  const ordersOf = grouped(orders, ({ order }) => order.sellerId ?? '');
  const adsOf = grouped(ads, ({ newest }) => newest.sellerId ?? '');
  return [...new Set([...ordersOf.keys(), ...adsOf.keys(), ...itemsOf.keys()])].map((sellerId) => {
    const { units = 0, revenue = 0, refunded = 0, orders = 0 } = earnings.shops.get(sellerId) ?? {};
    const cost = spend.shops.get(sellerId) ?? 0;
    const total = itemRecord(
      TOTAL,
      spansOf(orders, ordersOf.get(sellerId) ?? [], adsOf.get(sellerId) ?? [], zone),
      { units, revenue, refundLow: refunded, refundHigh: refunded },
      { low: cost, high: cost },
      undefined,
    );
    const own = (itemsOf.get(sellerId) ?? []).map(([name, { itemNumber, title }]) => {
      const rowKey = stock.ofItem(sellerId, itemNumber)?.rowKey;
      return itemRecord(itemNumber, title, earnings.items.get(name), spend.items.get(name), rowKey);
    });
    return {
      sellerId,
      items: [total, ...own.sort((one, other) => other.revenue - one.revenue)],
      hoursAllowed: thresholds['orders-tolerance'],
      asOf: null,
    };
  });
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

/** Which orders and ads the row *Total* is the sum of. */
function spansOf(count: number, orders: readonly KnownOrder[], ads: readonly AdsOfGroup[], zone: string): string {
  const dates = orders.flatMap(({ order: { orderDate } }) =>
    orderDate === null ? [] : [wallText(orderDate, zone).slice(0, 10)],
  );
  const adDays = ads.flatMap(({ days }) => [days[0]!.fromDate!, days[days.length - 1]!.fromDate!]);
  const spans = [`${count} orders${daysText(dates)}`, ...(adDays.length === 0 ? [] : [`ads${daysText(adDays)}`])];
  return spans.join(', ');
}

/** The first and the last day. */
function daysText(days: readonly string[]): string {
  if (days.length === 0) return '';
  const sorted = [...days].sort();
  return ` ${sorted[0]} to ${sorted[sorted.length - 1]}`;
}

function itemRecord(
  itemNumber: string | null,
  title: string | null,
  earnings: Earnings | undefined,
  adSpend: SpendBounds | undefined,
  rowKey: string | undefined,
) {
  return {
    ...{ itemNumber, title },
    // What the person types, and formulas.
    ...{ cost: null, feePercent: null, shipCost: null, contributionLow: null, contributionHigh: null },
    units: earnings?.units ?? 0,
    revenue: (earnings?.revenue ?? 0) / 100,
    refundLow: (earnings?.refundLow ?? 0) / 100,
    refundHigh: (earnings?.refundHigh ?? 0) / 100,
    adSpendLow: (adSpend?.low ?? 0) / 100,
    adSpendHigh: (adSpend?.high ?? 0) / 100,
    ...{ record: null, late: null, ...linkTo(rowKey) },
  } satisfies ItemRecord;
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
