/** Items whose newest price stands above that of the featured offer. */
import { priceHistory } from '../../operations/price-history.ts';
import { DAY } from '../../protocol/time.ts';
import { nameIn } from '../facts/keys.ts';
import { centsOf, countText, moneyText } from '../money.ts';
import type { TableRow } from '../table-rows.ts';
import type { FindingKind } from './finding.ts';
import { named } from './named.ts';

type PriceRow = TableRow<typeof priceHistory, 'Price log'>;

/** An older price says nothing of the offers of now. In days. */
const YOUNG = 7;
/** Units are those of so many days. */
const SOLD_IN = 30;

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
