/** Findings about items: stock, reorders, and prices. */
import { priceHistory } from '../../operations/price-history.ts';
import { countText, plural } from '../../protocol/lists.ts';
import { DAY } from '../../protocol/time.ts';
import type { catalog } from '../../tables/catalog/catalog-table.ts';
import { DELIVERING } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import type { Sold } from '../facts/orders.ts';
import type { Stock } from '../facts/stock.ts';
import { centsOf, moneyText, USUAL_CURRENCY } from '../money.ts';
import { expectedShortage, orderBy } from '../reports/reorder/outlook.ts';
import { dayNumber, WINDOW } from '../reports/reorder/sales.ts';
import { daysRead, nameIn, readAt, type TableRow, type Workbook } from '../workbook.ts';
import type { DataAge, FindingKind } from './finding.ts';

/** Required for a finding to end because sales stopped. */
function ordersRead(workbook: Workbook, sellerId: string): DataAge {
  return { asOf: readAt(workbook, 'Orders', sellerId), tolerance: 'orders-tolerance' };
}

export const outOfStock: FindingKind<'out-of-stock'> = {
  kind: 'out-of-stock',
  endSeenIn: ({ stock, workbook }, { sellerId, record }) => {
    const item = stock().ofItem(sellerId, record);
    if (!item) return [];
    const read = { asOf: item.asOf, tolerance: 'stock-tolerance' } as const;
    // While an item is out of stock, the finding ends only if sales stopped.
    return item.units > 0 ? [read] : [read, ordersRead(workbook, sellerId)];
  },
  find: (facts, days) => {
    const advertised = deliveredItems(facts);
    return facts.stock().items.flatMap((item) => {
      if (item.units > 0) return [];
      const { sellerId, itemNumber, asOf } = item;
      const sold = facts.sales(days)(sellerId, itemNumber);
      const isAdvertised = advertised.has(nameIn(sellerId, itemNumber));
      if (sold.units === 0 && !isAdvertised) return [];
      const read = daysRead(facts.workbook, 'Orders', sellerId, days);
      const recent = facts.sales(read)(sellerId, itemNumber);
      // Prefer days that were read completely: earlier rows may have gaps, for example in a copied workbook.
      const [own, length] = recent.units > 0 ? [recent, read] : [sold, days];
      const withStock = facts.daysWithStock()(sellerId, itemNumber, length);
      return [
        {
          ...itemFinding(item),
          ...lossOf(own, withStock, length, isAdvertised),
          data: [{ asOf, tolerance: 'stock-tolerance' as const }],
        },
      ];
    });
  },
};

function deliveredItems({ adGroups }: Facts): ReadonlySet<string> {
  const delivering = adGroups().filter(({ newest }) => newest.status === DELIVERING);
  return new Set(delivering.flatMap(({ newest, products }) => products.map((each) => nameIn(newest.sellerId, each))));
}

/** Estimates the loss per day if the item was in stock for at least one day. */
function lossOf({ units, priced, cents, currency }: Sold, withStock: number, days: number, isAdvertised: boolean) {
  const isPriced = priced > 0 && withStock >= 1;
  const perDay = isPriced ? (units / withStock) * (cents / priced) : 0;
  const price = priced > 0 ? [`${moneyText(Math.round(cents / priced), currency)} each`] : [];
  const perDayUnits = withStock >= 1 ? units / withStock : 0;
  const sold = `${countText(units)} sold in ${plural(days, 'day')}`;
  const rate = perDayUnits >= 0.1 ? `about ${perDayUnits.toFixed(1)} units per day` : sold;
  const sales = units > 0 ? [rate, ...price] : [];
  const why = ['Out of stock', ...sales, ...(isAdvertised ? ['advertised'] : [])].join(', ');
  const loss = isPriced ? `about ${moneyText(Math.round(perDay), currency)} in lost sales per day` : sold;
  const what = units === 0 ? 'Out of stock and advertised.' : `Out of stock: ${loss}.`;
  return { what, why, ...(isPriced ? { weekLoss: Math.round(7 * perDay) } : {}) };
}

function itemFinding({ sellerId, itemNumber, sellerPartNumber, rowKey }: Stock) {
  return {
    about: 'item' as const,
    sellerId,
    record: itemNumber!,
    label: itemLabel(sellerPartNumber, itemNumber!),
    link: { table: 'Inventory', rowKey },
  };
}

function itemLabel(sku: string | null, itemNumber: string): string {
  return sku === null ? itemNumber : `${sku} (${itemNumber})`;
}

export const reorderNow: FindingKind<'reorder-now'> = {
  kind: 'reorder-now',
  report: 'Reorder',
  rowTolerance: 'stock-tolerance',
  find: (facts) => {
    const { workbook } = facts;
    const today = dayNumber(workbook.today);
    return facts.outlooks().flatMap((item) => {
      const { outlook, stock, leadTime } = item;
      const by = orderBy(item, workbook.zone);
      if (!outlook || by === undefined || by > today) return [];
      const { sellerId, itemNumber, asOf } = stock;
      const missed = expectedShortage(item);
      const { priced, cents, currency } = facts.sales(WINDOW)(sellerId, itemNumber);
      const daysLeft = `about ${plural(outlook.daysLeft.p50, 'day')}`;
      const lasts = stock.units > 0 ? `${plural(stock.units, 'unit')} left, ${daysLeft}` : 'Out of stock';
      return [
        {
          ...itemFinding(stock),
          what: `${lasts}. Restocking takes ${plural(leadTime, 'day')}: about ${plural(Math.round(missed), 'lost sale')}.`,
          ...(priced > 0 ? { currency, atRisk: Math.round((missed * cents) / priced) } : {}),
          data: [{ asOf, tolerance: 'stock-tolerance' as const }],
        },
      ];
    });
  },
};

/** Maximum age of a price, in days. */
const YOUNG = 7;
/** Period over which sales are counted, in days. */
const SOLD_IN = 30;

type CatalogRow = TableRow<typeof catalog, 'Catalog'>;

/** When the item's prices were last read on the platform. */
function polledOn(platform: string | null | undefined, item: CatalogRow | undefined): number | null | undefined {
  return platform === 'CAN' ? item?.canadianPricesPolled : item?.pricesPolled;
}

export const aboveFeatured: FindingKind<'above-featured'> = {
  kind: 'above-featured',
  // The Catalog, not the Price log, records when a price was last read.
  endSeenIn: ({ catalogItem, sales, workbook }, { sellerId, record }, row) => [
    {
      asOf: polledOn((row as Partial<PriceRow> | undefined)?.platform, catalogItem()(sellerId, record)),
      tolerance: 'prices-tolerance',
    },
    ...(sales(SOLD_IN)(sellerId, record).units > 0 ? [] : [ordersRead(workbook, sellerId)]),
  ],
  find: ({ workbook, sales, advertised, catalogItem }, percent) =>
    newestRows(workbook.rows(priceHistory, 'Price log')).flatMap((row) => {
      const { sellerId, marketItemNumber: item, platform, requestTimeStamp: at, rowKey } = row;
      if (at === null || at < workbook.now - YOUNG * DAY) return [];
      const [price, featured] = [centsOf(row.targetUnitPrice), centsOf(row.buyboxUnitPrice)];
      if (featured <= 0 || price * 100 <= featured * (100 + percent)) return [];
      const { units } = sales(SOLD_IN)(sellerId, item);
      if (units === 0 && !advertised().has(nameIn(sellerId, item))) return [];
      const seller = sellerId ?? '';
      const isKnown = units > 0 || readAt(workbook, 'Orders', seller) !== undefined;
      const read = daysRead(workbook, 'Orders', seller, SOLD_IN);
      const sold = isKnown ? `; ${countText(sales(read)(seller, item).units)} sold in ${plural(read, 'day')}` : '';
      const known = catalogItem()(sellerId, item);
      const gap = ((price / featured - 1) * 100).toFixed(1);
      const currency = platform === 'CAN' ? 'CAD' : USUAL_CURRENCY;
      const text = (cents: number) => moneyText(cents, currency);
      return [
        {
          about: 'item' as const,
          sellerId: seller,
          record: item!,
          label: itemLabel(known?.sellerPartNumber ?? null, item!),
          what: `Priced ${gap}% above the featured offer (${text(price)} vs. ${text(featured)})${sold}.`,
          data: [{ asOf: polledOn(platform, known), tolerance: 'prices-tolerance' as const }],
          link: { table: 'Price log', rowKey },
        },
      ];
    }),
};

type PriceRow = TableRow<typeof priceHistory, 'Price log'>;

function newestRows(rows: readonly PriceRow[]): readonly PriceRow[] {
  const newest = new Map<string, PriceRow>();
  for (const row of rows) {
    const { sellerId, marketItemNumber, platform, requestTimeStamp: at } = row;
    if (at === null || marketItemNumber === null) continue;
    const name = nameIn(sellerId, marketItemNumber, platform);
    const known = newest.get(name);
    if (!known || at > known.requestTimeStamp!) newest.set(name, row);
  }
  return [...newest.values()];
}
