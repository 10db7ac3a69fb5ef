/** What several kinds of findings know of the workbook, each worked out once a run, when it is first asked for. */
import { once } from '../../protocol/store.ts';
import { HOUR } from '../../protocol/time.ts';
import { catalog } from '../../tables/catalog/catalog-table.ts';
import { itemOutlooks } from '../reports/reorder/outlook.ts';
import { nameIn, type Workbook } from '../workbook.ts';
import { adGroups, advertisedItems } from './ad-groups.ts';
import { knownOrders, openOrders, type Sales, salesSince } from './orders.ts';
import { daysWithStock, knownStock } from './stock.ts';

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(workbook: Workbook) {
  const orders = once(() => knownOrders(workbook));
  const stock = once(() => knownStock(workbook));
  const sales = new Map<number, Sales>();
  return {
    workbook,
    orders,
    openOrders: once(() => openOrders(orders())),
    stock,
    /** Of the last so many days. */
    sales: (days: number): Sales => {
      const known = sales.get(days) ?? salesSince(orders(), stock(), days, workbook.now);
      sales.set(days, known);
      return known;
    },
    adGroups: once(() => adGroups(workbook)),
    /** As `nameIn(seller, item)`. */
    advertised: once(() => advertisedItems(workbook)),
    catalogItem: once(() => catalogItem(workbook)),
    outlooks: once(() => itemOutlooks(workbook, stock().items)),
    // Whole hours, so that the sentences of out-of-stock items change once per hour.
    daysWithStock: once(() => daysWithStock(workbook.stockPeriods(), workbook.now - (workbook.now % HOUR))),
  };
}

function catalogItem(workbook: Workbook) {
  const items = new Map(workbook.rows(catalog, 'Catalog').map((row) => [nameIn(row.sellerId, row.itemNumber), row]));
  return (sellerId: string | null, itemNumber: string | null) => items.get(nameIn(sellerId, itemNumber));
}
