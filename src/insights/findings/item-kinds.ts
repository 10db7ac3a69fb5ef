/** Kinds of findings about items: their stock, when to reorder them, and their prices. */
import { priceHistory } from '../../operations/price-history.ts';
import { DAY } from '../../protocol/time.ts';
import { isSameSeller } from '../../tables/catalog/item-keys.ts';
import { DELIVERING } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import type { Sold } from '../facts/orders.ts';
import { centsOf, countText, moneyText } from '../money.ts';
import { expectedShortage, orderBy } from '../reports/reorder/outlook.ts';
import { dayNumber, WINDOW } from '../reports/reorder/sales.ts';
import { nameIn, type TableRow } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { type FindingKind, named } from './finding.ts';

/** Items without stock that sell, or that are advertised. */
export const outOfStock: FindingKind<'out-of-stock'> = {
  kind: 'out-of-stock',
  endSeenIn: ({ stock, workbook }, { sellerId, record }) => {
    const item = stock().ofItem(sellerId, record);
    if (!item) return [];
    const read = { asOf: item.asOf, tolerance: 'stock-tolerance' } as const;
    // While there is none it has only ended if it does not sell any more.
    return item.units > 0 ? [read] : [read, { asOf: ordersRead(workbook, sellerId), tolerance: 'orders-tolerance' }];
  },
  find: (facts, days) => {
    const advertised = advertisedItems(facts);
    return facts.stock().items.flatMap((item) => {
      if (item.units > 0) return [];
      const { sellerId, itemNumber, title, asOf, rowKey } = item;
      const sold = facts.sales(days)(sellerId, itemNumber);
      const isAdvertised = advertised.has(nameIn(sellerId, itemNumber));
      if (sold.units === 0 && !isAdvertised) return [];
      const sells = sold.units > 0 ? soldText(sold, facts.daysWithStock()(sellerId, itemNumber, days)) : '';
      const said = ['Out of stock', sells, isAdvertised ? 'in an ad group that delivers' : ''];
      return [
        {
          sellerId,
          record: itemNumber!,
          label: named('Item', itemNumber, title),
          what: `${said.filter((each) => each !== '').join('; ')}.`,
          data: [{ asOf, tolerance: 'stock-tolerance' as const }],
          link: { table: 'Inventory', rowKey },
        },
      ];
    });
  },
};

function ordersRead({ ages }: Workbook, sellerId: string): number | undefined {
  return ages.find((age) => age.table === 'Orders' && isSameSeller(age.sellerId, sellerId))?.at;
}

function advertisedItems({ adGroups }: Facts): ReadonlySet<string> {
  const delivering = adGroups().filter(({ newest }) => newest.status === DELIVERING);
  return new Set(delivering.flatMap(({ newest, products }) => products.map((each) => nameIn(newest.sellerId, each))));
}

/** Time without stock tells nothing of how much would have been sold. Less than a day with stock is too little to say how much a day is. */
function soldText({ units, priced, cents }: Sold, days: number): string {
  const rate = days >= 1 ? `about ${(units / days).toFixed(1)} a day` : `${countText(units)} sold lately`;
  return priced === 0 ? rate : `${rate}, ${moneyText(Math.round(cents / priced))} each`;
}

/** Items that have to be ordered by today, so that their stock lasts until it arrives. */
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
      const { sellerId, itemNumber, title, asOf, rowKey } = stock;
      const missed = expectedShortage(item);
      const { priced, cents } = facts.sales(WINDOW)(sellerId, itemNumber);
      const lasts = `${countText(stock.units)} in stock last about ${outlook.daysLeft.p50} days`;
      return [
        {
          sellerId,
          record: itemNumber!,
          label: named('Item', itemNumber, title),
          what: `${lasts}; an order takes ${leadTime}, and about ${countText(Math.round(missed))} will be missed until then.`,
          ...(priced > 0 ? { atRisk: Math.round((missed * cents) / priced) } : {}),
          data: [{ asOf, tolerance: 'stock-tolerance' as const }],
          link: { table: 'Inventory', rowKey },
        },
      ];
    });
  },
};

/** An older price says nothing of the offers of now. In days. */
const YOUNG = 7;
/** Units are those of so many days. */
const SOLD_IN = 30;

/** Items whose newest price is above that of the featured offer. */
export const aboveFeatured: FindingKind<'above-featured'> = {
  kind: 'above-featured',
  // A row of the log does not say when it was read.
  endSeenIn: ({ pricesPolled }, { sellerId, record }) => [
    { asOf: pricesPolled()(sellerId, record.split(' ')[0]!), tolerance: 'prices-tolerance' },
  ],
  find: ({ workbook, sales, stock, pricesPolled }, percent) =>
    newestRows(workbook.rows(priceHistory, 'Price log')).flatMap((row) => {
      const { sellerId, marketItemNumber: item, platform, requestTimeStamp: at, rowKey } = row;
      if (at === null || at < workbook.now - YOUNG * DAY) return [];
      const [price, featured] = [centsOf(row.targetUnitPrice), centsOf(row.buyboxUnitPrice)];
      if (featured <= 0 || price * 100 <= featured * (100 + percent)) return [];
      const gap = (price / featured - 1) * 100;
      const { units } = sales(SOLD_IN)(sellerId, item);
      const { title = null } = stock().ofItem(sellerId, item) ?? {};
      return [
        {
          sellerId: sellerId ?? '',
          record: [item, platform].filter((part) => part !== null).join(' '),
          label: `${named('Item', item, title)}${platform === null ? '' : ` on ${platform}`}`,
          what: `${moneyText(price)} is ${gap.toFixed(1)}% above the featured offer of ${moneyText(featured)}; ${countText(units)} sold in ${SOLD_IN} days.`,
          data: [{ asOf: pricesPolled()(sellerId, item), tolerance: 'prices-tolerance' as const }],
          link: { table: 'Price log', rowKey },
        },
      ];
    }),
};

type PriceRow = TableRow<typeof priceHistory, 'Price log'>;

/** Of each item and platform. */
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
