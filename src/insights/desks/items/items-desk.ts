/** The report Items: what each item of a shop earns before ads, between bounds, and what its ads may have cost. */
import { DAY } from '../../../protocol/time.ts';
import { type ItemRecord, type ItemsRecord, items, TOTAL } from '../../../tables/desks/items-table.ts';
import { wallText } from '../../../tables/zone.ts';
import type { Facts } from '../../facts/facts.ts';
import type { KnownStock } from '../../facts/known-stock.ts';
import { linkTo } from '../../row-links.ts';
import { type Desk, lateAfter } from '../desk.ts';
import { readAt } from '../read-at.ts';
import { type ShopItem, type ShopItems, shopItems } from './shop-items.ts';

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
