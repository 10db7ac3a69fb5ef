/** The Items report: contribution per item before ads (low and high), stock, and ad spend. */
import { daysFrom, daysLater } from '../../protocol/dates.ts';
import { groupBy, plural } from '../../protocol/lists.ts';
import { type ItemsRecord, items, TOTAL } from '../../tables/reports/items-table.ts';
import { dayAt, spokenDay, startOfDay } from '../../tables/zone.ts';
import { type AdGroup, daysSince, productsOf } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import { currencyOf, isCanceled, type KnownOrder, type LineRow, PENDING, VOIDED } from '../facts/orders.ts';
import { centsOf, USUAL_CURRENCY } from '../money.ts';
import { linkTo, nameIn, type TableRow } from '../workbook.ts';
import {
  type AdSpendOn,
  adSpendOf,
  type Costs,
  contributionOf,
  earningsOf,
  type ItemEarnings,
  NOTHING_SOLD,
} from './item-earnings.ts';
import { lateAfter, type Report, readAt } from './seller-report.ts';

/** Converts the fee to a fraction. Treats values of 1 or more as percentages. */
const FEE = 'IF({feePercent}<1,{feePercent},{feePercent}/100)';
const contribution = (earned: string, total: string) =>
  `=IF({itemNumber}="${TOTAL}",IF({${total}}="","",{${total}}),IF({cost}="","",IFERROR(ROUND(${earned}+{shippingIncome}-{units}*({cost}+{shipCost}),2),"Enter numbers")))`;

export const itemsReport: Report<typeof items> = {
  name: 'Items',
  answers: 'Earnings per item before ads.',
  declared: items,
  formulas: {
    contributionLow: contribution(`{revenue}*(1-${FEE})-{refundHigh}`, 'totalLow'),
    contributionHigh: contribution(`({revenue}-{refundLow})*(1-${FEE})`, 'totalHigh'),
    margin: `=IFERROR(IF({contributionLow}="","",({contributionLow}+{contributionHigh})/2/IF({itemNumber}="${TOTAL}",{totalEarned},{revenue}+{shippingIncome})),"")`,
    cashInStock: `=IF({itemNumber}="${TOTAL}",IF({totalCash}="","",{totalCash}),IF(OR({cost}="",{stock}=""),"",IFERROR({cost}*{stock},"")))`,
    late: lateAfter('asOf'),
  },
  link: { to: 'Inventory', label: '"Item "&{itemNumber}' },
  onTop: ({ itemNumber }) => itemNumber === TOTAL,
  records: (facts) => {
    const rows = itemRows(facts);
    const own = rows.items.map((item) => itemRecord(item, rows.hoursAllowed));
    return [...totalRecords(facts, rows), ...own];
  },
  readAt: ({ orders, workbook }) => readAt(workbook, 'Orders', () => orders().map(({ order }) => order)),
};

interface AdSpend {
  readonly low: number;
  readonly high: number;
}

interface ItemRow {
  readonly sellerId: string | null;
  readonly currency: string;
  readonly itemNumber: string | null;
  readonly sellerPartNumber: string | null;
  readonly title: string | null;
  readonly earned: ItemEarnings | undefined;
  readonly adSpend: AdSpend | null;
  /**
   * Null if never read. If an item has rows in several currencies, only one has the stock, so totals don't count it
   * twice.
   */
  readonly stock: number | null;
  readonly daysSinceSale: number | null;
  readonly costs: Costs | undefined;
  readonly linkKey: string | undefined;
}

interface ItemRows {
  readonly items: readonly ItemRow[];
  readonly orders: readonly KnownOrder[];
  readonly ads: readonly AdsOfGroup[];
  readonly noSpend: AdSpend | null;
  readonly hoursAllowed: number;
}

/** An ad group with at least one row in the report's period. Rows are newest first. */
type AdsOfGroup = Pick<AdGroup, 'newest' | 'days'>;

type Named = Pick<ItemRow, 'sellerId' | 'currency' | 'itemNumber' | 'sellerPartNumber' | 'title'>;

/** Returns items in stock, sold, advertised, or already in the report, highest revenue first. */
function itemRows(facts: Facts): ItemRows {
  const { zone, today, thresholds, ages, rows } = facts.workbook;
  const from = daysLater(today, -thresholds['items-days']);
  const orders = soldSince(facts, startOfDay(from, zone));
  const ads = facts.adGroups().flatMap(({ newest, days }): AdsOfGroup[] => {
    const recent = daysSince(days, from);
    return recent.length > 0 ? [{ newest, days: recent }] : [];
  });
  const known = new Map<string, Named>();
  /** Keeps the first spelling of an item number because it is part of the row's key. */
  const nameOf = (item: Named) => {
    const name = nameIn(item.sellerId, item.currency, item.itemNumber);
    const before = known.get(name);
    const sellerPartNumber = before?.sellerPartNumber ?? item.sellerPartNumber;
    known.set(name, { ...(before ?? item), sellerPartNumber, title: before?.title ?? item.title });
    return name;
  };
  const typed = rows(items, 'Items').filter(({ itemNumber }) => itemNumber !== TOTAL);
  const stock = facts.stock();
  const usual = { currency: USUAL_CURRENCY };
  const costs = new Map(
    typed.map((row) => {
      const { sellerId, itemNumber, sellerPartNumber, title, currency } = row;
      const name = nameOf({ sellerId, itemNumber, sellerPartNumber, title, currency: currency ?? USUAL_CURRENCY });
      return [name, costsIn(row)] as const;
    }),
  );
  const { items: earned } = earningsOf(
    orders,
    (line, { order }) => nameOf({ ...itemOf(line, facts), currency: currencyOf(order) }),
    () => '',
  );
  const { items: spent } = adSpendOf(ads.flatMap(byProducts), (sellerId, itemNumber) => {
    const { sellerPartNumber = null, title = null } = stock.ofItem(sellerId, itemNumber) ?? {};
    return nameOf({ sellerId, itemNumber, sellerPartNumber, title, ...usual });
  });
  for (const item of stock.items) if (item.units > 0) nameOf({ ...item, ...usual });
  const sales = lastSales(facts);
  const isRead = ads.length > 0 || ages.some(({ table }) => table === 'Ad performance');
  const noSpend = isRead ? { low: 0, high: 0 } : null;
  const all = [...known].map(([name, item]): ItemRow => {
    const stocked = stock.ofItem(item.sellerId, item.itemNumber);
    const isUsual =
      item.currency === USUAL_CURRENCY || !known.has(nameIn(item.sellerId, USUAL_CURRENCY, item.itemNumber));
    return {
      ...item,
      sellerPartNumber: item.sellerPartNumber ?? stocked?.sellerPartNumber ?? null,
      earned: earned.get(name),
      adSpend: spent.get(name) ?? noSpend,
      stock: stocked && isUsual ? stocked.units : null,
      daysSinceSale: sales(item.sellerId, item.itemNumber),
      costs: costs.get(name),
      linkKey: stocked?.rowKey,
    };
  });
  all.sort((one, other) => (other.earned?.revenue ?? 0) - (one.earned?.revenue ?? 0));
  return { items: all, orders, ads, noSpend, hoursAllowed: thresholds['orders-tolerance'] };
}

function soldSince({ orders }: Facts, from: number): readonly KnownOrder[] {
  return orders().filter(
    ({ order: { orderStatus, orderDate } }) => orderStatus !== VOIDED && (orderDate === null || orderDate >= from),
  );
}

type TypedRow = TableRow<typeof items, 'Items'>;

/** Ignores what the user typed into totals. */
export function costsIn({ cost, feePercent, shipCost, itemNumber }: TypedRow): Costs | undefined {
  const fee = feePercent ?? 0;
  return cost === null || itemNumber === TOTAL
    ? undefined
    : { cost: cost * 100, shipCost: (shipCost ?? 0) * 100, fee: fee < 1 ? fee : fee / 100 };
}

/** Falls back to the part number if no table has the item number. */
function itemOf(line: LineRow, facts: Facts): Omit<Named, 'currency'> {
  const { sellerId, marketItemNumber, sellerPartNumber, description } = line;
  const itemNumber = marketItemNumber ?? facts.stock().ofPart(sellerId, sellerPartNumber)?.itemNumber;
  return { sellerId, itemNumber: itemNumber ?? sellerPartNumber, sellerPartNumber, title: description };
}

/** Returns whole days since an item's last order; null without orders. */
function lastSales(facts: Facts) {
  const { zone, today } = facts.workbook;
  const latest = new Map<string, number>();
  for (const { order, lines } of soldSince(facts, Number.NEGATIVE_INFINITY))
    for (const line of lines) {
      if (isCanceled(line) || order.orderDate === null) continue;
      const { sellerId, itemNumber } = itemOf(line, facts);
      const name = nameIn(sellerId, itemNumber);
      latest.set(name, Math.max(latest.get(name) ?? 0, order.orderDate));
    }
  return (sellerId: string | null, itemNumber: string | null) => {
    const at = latest.get(nameIn(sellerId, itemNumber));
    return at === undefined ? null : daysFrom(dayAt(at, zone), today);
  };
}

function byProducts({ newest, days }: AdsOfGroup): readonly AdSpendOn[] {
  return [...groupBy(days, ({ productList }) => productList).values()].map((rows) => ({
    sellerId: newest.sellerId ?? '',
    cents: rows.reduce((sum, { spend }) => sum + centsOf(spend), 0),
    products: productsOf(rows[0]!),
  }));
}

function itemRecord(item: ItemRow, hoursAllowed: number): ItemsRecord {
  const { sellerId, currency, itemNumber, sellerPartNumber, title, earned, adSpend, stock, daysSinceSale } = item;
  return {
    ...{ sellerId, currency, itemNumber, sellerPartNumber, title, stock, daysSinceSale, hoursAllowed },
    ...amounts(adSpend, earned),
    ...linkTo(item.linkKey),
    ...{ totalLow: null, totalHigh: null, totalEarned: null, totalCash: null },
  };
}

function amounts(adSpend: ItemRow['adSpend'], earned = NOTHING_SOLD) {
  return {
    // Columns that users or formulas fill in.
    ...{ cost: null, feePercent: null, shipCost: null, contributionLow: null, contributionHigh: null },
    ...{ margin: null, cashInStock: null, record: null, late: null, asOf: null },
    units: earned.units,
    revenue: earned.revenue / 100,
    shippingIncome: earned.shipping / 100,
    refundLow: earned.refundLow / 100,
    refundHigh: earned.refundHigh / 100,
    adSpendLow: adSpend && adSpend.low / 100,
    adSpendHigh: adSpend && adSpend.high / 100,
    pendingUnits: earned.pendingUnits,
    pendingRevenue: earned.pendingRevenue / 100,
  };
}

/** Returns totals per shop and currency. Contribution and cash in stock cover only items with a cost. */
function totalRecords(
  { workbook: { zone } }: Facts,
  { items, orders, ads, noSpend, hoursAllowed }: ItemRows,
): ItemsRecord[] {
  const totalOf = (sellerId: string | null, currency: string) => nameIn(sellerId, currency);
  const orderTotal = ({ order }: KnownOrder) => totalOf(order.sellerId, currencyOf(order));
  const { totals } = earningsOf(orders, () => '', orderTotal);
  const { shops: spent } = adSpendOf(ads.flatMap(byProducts), () => '');
  const ordersOf = groupBy(
    orders.filter(({ order }) => order.orderStatus !== PENDING),
    orderTotal,
  );
  const adsOf = groupBy(ads, ({ newest }) => newest.sellerId ?? '');
  return [...groupBy(items, ({ sellerId, currency }) => totalOf(sellerId, currency))].map(([name, own]) => {
    const { sellerId, currency } = own[0]!;
    const isAdvertised = currency === USUAL_CURRENCY;
    const cost = isAdvertised ? spent.get(sellerId ?? '') : undefined;
    const sold = ordersOf.get(name) ?? [];
    const left = own.flatMap(({ earned = NOTHING_SOLD, costs }) => (costs ? [contributionOf(earned, costs)] : []));
    const cash = own.flatMap(({ costs, stock }) => (costs && stock !== null ? [costs.cost * stock] : []));
    const stocks = own.flatMap(({ stock }) => stock ?? []);
    const sum = (cents: readonly number[]) =>
      cents.length === 0 ? null : Math.round(cents.reduce((total, each) => total + each, 0)) / 100;
    return {
      ...{ sellerId, currency, itemNumber: TOTAL, sellerPartNumber: TOTAL, daysSinceSale: null, hoursAllowed },
      title: spansOf(sold, isAdvertised ? (adsOf.get(sellerId ?? '') ?? []) : [], zone),
      ...amounts(cost === undefined ? noSpend : { low: cost, high: cost }, totals.get(name)),
      stock: stocks.length === 0 ? null : stocks.reduce((total, each) => total + each, 0),
      ...linkTo(null),
      totalLow: sum(left.map(({ low }) => low)),
      totalHigh: sum(left.map(({ high }) => high)),
      totalEarned: sum(left.map(({ earned }) => earned)),
      totalCash: sum(cash),
    };
  });
}

function spansOf(orders: readonly KnownOrder[], ads: readonly AdsOfGroup[], zone: string) {
  const dates = orders.flatMap(({ order: { orderDate } }) => (orderDate === null ? [] : [dayAt(orderDate, zone)]));
  const adDays = ads.flatMap(({ days }) => [days[0]!.fromDate!, days[days.length - 1]!.fromDate!]);
  return [
    `${plural(orders.length, 'order')}${daysText(dates)}`,
    ...(adDays.length === 0 ? [] : [`ads${daysText(adDays)}`]),
  ].join(', ');
}

function daysText(days: readonly string[]) {
  if (days.length === 0) return '';
  const sorted = [...days].sort();
  return ` ${spokenDay(sorted[0]!)} to ${spokenDay(sorted[sorted.length - 1]!)}`;
}

/** Returns sold items with a cost, most profitable first. `cents` is the mean of the low and the high contribution. */
export function itemProfits(facts: Facts) {
  return itemRows(facts)
    .items.flatMap(({ earned = NOTHING_SOLD, costs, currency, itemNumber, sellerPartNumber }) => {
      if (!costs || earned.units === 0) return [];
      return [{ currency, itemNumber, sellerPartNumber, cents: meanOf(contributionOf(earned, costs)) }];
    })
    .sort((one, other) => other.cents - one.cents);
}

/**
 * Returns a function for an order's profit before ads in cents; undefined if no item has a cost. Skips items without
 * one.
 */
export function orderProfits(facts: Facts): ((known: KnownOrder) => number) | undefined {
  const costs = new Map(
    facts.workbook.rows(items, 'Items').flatMap((row) => {
      const known = costsIn(row);
      return known ? [[nameIn(row.sellerId, row.currency, row.itemNumber), known] as const] : [];
    }),
  );
  if (costs.size === 0) return undefined;
  return (known) => {
    const nameOf = (line: LineRow) => {
      const { sellerId, itemNumber } = itemOf(line, facts);
      return nameIn(sellerId, currencyOf(known.order), itemNumber);
    };
    const { items: earned } = earningsOf([known], nameOf, () => '');
    const profits = [...earned].map(([name, each]) => {
      const own = costs.get(name);
      return own ? meanOf(contributionOf(each, own)) : 0;
    });
    return profits.reduce((total, each) => total + each, 0);
  };
}

export function costCoverage({ workbook }: Facts) {
  const sold = workbook
    .rows(items, 'Items')
    .filter(({ itemNumber, units }) => itemNumber !== TOTAL && (units ?? 0) > 0);
  return { read: sold.filter(({ cost }) => cost !== null).length, of: sold.length };
}

function meanOf({ low, high }: ReturnType<typeof contributionOf>) {
  return Math.round((low + high) / 2);
}
