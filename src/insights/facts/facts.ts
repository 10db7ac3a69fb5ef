/** Facts shared by findings and reports, computed once per run on first use. */
import { once, oncePer } from '../../protocol/store.ts';
import { HOUR } from '../../protocol/time.ts';
import { catalog } from '../../tables/catalog/catalog-table.ts';
import { itemOutlooks } from '../reports/reorder/outlook.ts';
import { nameIn, type Workbook } from '../workbook.ts';
import { adGroups, advertisedItems } from './ad-groups.ts';
import { knownOrders, openOrders, salesSince } from './orders.ts';
import { daysWithStock, knownStock } from './stock.ts';

export type Facts = ReturnType<typeof factsOf>;

export function factsOf(workbook: Workbook) {
  const orders = once(() => knownOrders(workbook));
  const stock = once(() => knownStock(workbook));
  return {
    workbook,
    orders,
    openOrders: once(() => openOrders(orders())),
    stock,
    sales: oncePer((days: number) => salesSince(orders(), stock(), days, workbook.now)),
    adGroups: once(() => adGroups(workbook)),
    advertised: once(() => advertisedItems(workbook)),
    catalogItem: once(() => catalogItem(workbook)),
    outlooks: once(() => itemOutlooks(workbook, stock().items)),
    // Round down to the hour so that findings for out-of-stock items change at most once per hour.
    daysWithStock: once(() => daysWithStock(workbook.stockPeriods(), workbook.now - (workbook.now % HOUR))),
  };
}

function catalogItem(workbook: Workbook) {
  const items = new Map(workbook.rows(catalog, 'Catalog').map((row) => [nameIn(row.sellerId, row.itemNumber), row]));
  return (sellerId: string | null, itemNumber: string | null) => items.get(nameIn(sellerId, itemNumber));
}
