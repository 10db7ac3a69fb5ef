/** Items without stock that sell, or that are advertised. */
import { isSameSeller } from '../../tables/catalog/item-keys.ts';
import { DELIVERING } from '../facts/ad-groups.ts';
import type { Facts } from '../facts/facts.ts';
import { nameIn } from '../facts/keys.ts';
import type { Sold } from '../facts/sales.ts';
import { countText, moneyText } from '../money.ts';
import type { Workbook } from '../workbook.ts';
import type { FindingKind } from './finding.ts';
import { named } from './named.ts';

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
  return new Set(
    delivering.flatMap(({ newest, products }) => products.map((product) => nameIn(newest.sellerId, product))),
  );
}

/** Time without stock tells nothing of how much would have been sold. Less than a day with stock is too little to say how much a day is. */
function soldText({ units, priced, cents }: Sold, days: number): string {
  const rate = days >= 1 ? `about ${(units / days).toFixed(1)} a day` : `${countText(units)} sold lately`;
  return priced === 0 ? rate : `${rate}, ${moneyText(Math.round(cents / priced))} each`;
}
