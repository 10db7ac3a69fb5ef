/** The desk Items: what each item of a shop earns before ads, between bounds, and what its ads may have cost. */
import type { Day } from '../../../protocol/fields.ts';
import { DAY } from '../../../protocol/time.ts';
import { type ItemRecord, type ItemsRecord, items } from '../../../tables/desks/items-table.ts';
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
    'Shop totals': { late: lateAfter('asOf') },
  },
  links: { Items: { to: 'Inventory', label: '"Item "&{itemNumber}' } },
  charts: [
    {
      ...{ table: 'Items', title: 'What sells most: revenue, contribution and ad spend', of: 'itemNumber' },
      series: [
        ['revenue', '#4285f4'],
        ['contributionLow', '#34a853'],
        ['adSpendHigh', '#e8710a'],
      ],
      axes: ['Money'],
    },
  ],
  records,
  readAt: ({ orders }) => readAt(orders().map(({ order }) => order)),
};

function records(facts: Facts): readonly ItemsRecord[] {
  const { zone, today, thresholds } = facts.workbook;
  const known = facts.workbook.rows(items, 'Items');
  const days = thresholds['items-days'];
  const from = days === undefined ? undefined : dayText(Date.parse(today) - days * DAY);
  const stock = facts.stock();
  const hoursAllowed = thresholds['orders-tolerance'] ?? null;
  return shopItems(facts, from, known).map((shop) => ({ ...recordOf(shop, stock, zone), hoursAllowed }));
}

function recordOf(
  { sellerId, items, earnings, adSpend, orders, ads }: ShopItems,
  stock: KnownStock,
  zone: string,
): Omit<ItemsRecord, 'hoursAllowed'> {
  const dates = orders.flatMap(({ order: { orderDate } }) => (orderDate === null ? [] : [orderDate]));
  const [first, last] = ends(dates);
  const adDays = ads.flatMap(({ days }) => [days[0]!, days[days.length - 1]!]);
  const [adsFrom, adsTo] = ends(adDays.map(({ fromDate }) => Date.parse(fromDate!)));
  const dayIn = (at: number) => wallText(at, zone).slice(0, 10);
  return {
    sellerId,
    items: items
      .map((each) => itemRecord(each, stock.ofItem(sellerId, each.item.itemNumber)?.rowKey))
      .sort((one, other) => other.revenue - one.revenue),
    orders: earnings?.orders ?? 0,
    units: earnings?.units ?? 0,
    revenue: (earnings?.revenue ?? 0) / 100,
    refunded: (earnings?.refunded ?? 0) / 100,
    adSpend: adSpend / 100,
    ordersFrom: dayOf(first, dayIn),
    ordersTo: dayOf(last, dayIn),
    adsFrom: dayOf(adsFrom, dayText),
    adsTo: dayOf(adsTo, dayText),
    late: null,
    asOf: null,
  };
}

function itemRecord({ item, earnings, adSpend }: ShopItem, rowKey: string | undefined) {
  return {
    itemNumber: item.itemNumber,
    title: item.title,
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

/** The least and the greatest; nothing of none. */
function ends(numbers: readonly number[]): readonly [number?, number?] {
  if (numbers.length === 0) return [];
  return numbers.reduce(([least, most], number) => [Math.min(least, number), Math.max(most, number)] as const, [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as const);
}

function dayOf(at: number | undefined, textOf: (at: number) => string): Day | null {
  return at === undefined ? null : { day: textOf(at), text: textOf(at) };
}

function dayText(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
