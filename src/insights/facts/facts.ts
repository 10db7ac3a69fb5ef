/** What several kinds of findings know of the workbook, each worked out once a run, when it is first asked for. */
import { once } from '../../protocol/store.ts';
import { HOUR } from '../../protocol/time.ts';
import { catalog } from '../../tables/catalog/catalog-table.ts';
import { type ItemOutlook, itemOutlooks } from '../reports/reorder/outlook.ts';
import { nameIn, type TableRow, type Workbook } from '../workbook.ts';
import { type AdGroup, adGroups, advertisedItems } from './ad-groups.ts';
import { type KnownOrder, knownOrders, type OpenOrder, openOrders, type Sales, salesSince } from './orders.ts';
import { type DaysWithStock, daysWithStock, type KnownStock, knownStock } from './stock.ts';

type CatalogRow = TableRow<typeof catalog, 'Catalog'>;

type CatalogItem = (sellerId: string | null, itemNumber: string | null) => CatalogRow | undefined;

export interface Facts {
  readonly workbook: Workbook;
  orders(): readonly KnownOrder[];
  openOrders(): readonly OpenOrder[];
  stock(): KnownStock;
  sales(days: number): Sales;
  adGroups(): readonly AdGroup[];
  /** Items in any row of *Ad performance*, as `nameIn(seller, item)`. */
  advertised(): ReadonlySet<string>;
  daysWithStock(): DaysWithStock;
  catalogItem(): CatalogItem;
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
    advertised: once(() => advertisedItems(workbook)),
    catalogItem: once(() => catalogItem(workbook)),
    outlooks: once(() => itemOutlooks(workbook, stock().items)),
    // Whole hours, so that the sentences of out-of-stock items change once per hour.
    daysWithStock: once(() => daysWithStock(workbook.stockPeriods(), workbook.now - (workbook.now % HOUR))),
  };
}

function catalogItem(workbook: Workbook): CatalogItem {
  const items = new Map(workbook.rows(catalog, 'Catalog').map((row) => [nameIn(row.sellerId, row.itemNumber), row]));
  return (...names) => items.get(nameIn(...names));
}
