/** What several kinds of findings know of the workbook, each worked out once a run, when it is first asked for. */
import { once } from '../../protocol/store.ts';
import { catalog } from '../../tables/catalog/catalog-table.ts';
import { type ItemOutlook, itemOutlooks } from '../reports/reorder/outlook.ts';
import { nameIn } from '../table-rows.ts';
import type { Workbook } from '../workbook.ts';
import { type AdGroup, adGroups } from './ad-groups.ts';
import { type KnownOrder, knownOrders, type OpenOrder, openOrders, type Sales, salesSince } from './orders.ts';
import { type DaysWithStock, daysWithStock, type KnownStock, knownStock } from './stock.ts';

/** When the prices of an item were last asked for; null where nobody knows. */
type PricesPolled = (sellerId: string | null, itemNumber: string | null) => number | null;

export interface Facts {
  readonly workbook: Workbook;
  orders(): readonly KnownOrder[];
  openOrders(): readonly OpenOrder[];
  stock(): KnownStock;
  /** Of the last so many days. */
  sales(days: number): Sales;
  adGroups(): readonly AdGroup[];
  daysWithStock(): DaysWithStock;
  pricesPolled(): PricesPolled;
  /** How long the stock of each item lasts. */
  outlooks(): readonly ItemOutlook[];
}

export function factsOf(workbook: Workbook): Facts {
  const orders = once(() => knownOrders(workbook));
  const stock = once(() => knownStock(workbook));
  const sales = new Map<number, Sales>();
  return {
    workbook,
    orders,
    openOrders: once(() => openOrders(orders())),
    stock,
    sales: (days) => {
      const known = sales.get(days) ?? salesSince(orders(), stock(), days, workbook.now);
      sales.set(days, known);
      return known;
    },
    adGroups: once(() => adGroups(workbook)),
    pricesPolled: once(() => pricesPolled(workbook)),
    outlooks: once(() => itemOutlooks(workbook, stock().items)),
    daysWithStock: once(() => daysWithStock(workbook.stockPeriods(), workbook.now)),
  };
}

function pricesPolled(workbook: Workbook): PricesPolled {
  const items = new Map(
    workbook
      .rows(catalog, 'Catalog')
      .map(({ sellerId, itemNumber, pricesPolled }) => [nameIn(sellerId, itemNumber), pricesPolled]),
  );
  return (...names) => items.get(nameIn(...names)) ?? null;
}
