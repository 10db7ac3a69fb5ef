/** The shop's data, read directly from the marketplace. */
import { type RunningMarketplace, startMarketplace } from '../../marketplace/server.ts';
import { CLOCK } from '../scenario.ts';
import { askShop } from '../shop.ts';

/** Options for the `market` step, and for a second shop with the same data. */
export const SHOP = { items: 110, orders: 60 } as const;

type Entry = Readonly<Record<string, unknown>>;

export interface Truth {
  readonly announcement: RunningMarketplace['announcement'];
  /** Stock of the first 100 items, by item number and by seller part number. */
  readonly stock: ReadonlyMap<string, readonly Entry[]>;
  /** Newest first. */
  readonly orders: readonly Entry[];
  /** Price changes by storefront and item number, newest first. */
  readonly changes: Readonly<Record<'usa' | 'can', ReadonlyMap<string, readonly Entry[]>>>;
  /** Ad groups on June 10. */
  readonly groups: readonly Entry[];
  /** Keywords of the first campaign. */
  readonly keywords: readonly Entry[];
  /** Matches for the first lookup request, by storefront. */
  readonly matches: Readonly<Record<'main' | 'business' | 'canadian', readonly Entry[]>>;
}

export async function askForTruth(): Promise<Truth> {
  const now = Date.parse(CLOCK);
  const shop = await startMarketplace({ ...SHOP, now: () => now });
  const { announcement } = shop;
  const { itemNumbers, allItemNumbers, sellerId, campaigns, requestIds } = announcement;
  const ask = async (method: string, path: string, body?: object) =>
    (await askShop(shop, method, `/marketplace${path}`, body)) as Record<string, Record<string, Entry[]>>;
  const pageInfo = { pageIndex: 1, pageSize: 100, sortField: 'InDate', sortType: 'Desc' };
  const changesOf = async (storefront: string, id: string) => {
    const path = `/${storefront}/contentmgmt/item/repricer/item/history/${id}?pageindex=1&pagesize=100`;
    return [id, (await ask('GET', path)).ResponseBody!.PriceLogs!] as const;
  };
  const changesAt = async (storefront: string) =>
    new Map(await Promise.all(itemNumbers.slice(0, 3).map((id) => changesOf(storefront, id))));
  const matchesAt = async (storefront: string) => {
    const pages = [1, 2].map((PageIndex) =>
      ask('PUT', `${storefront}/reportmgmt/report/result`, {
        OperationType: 'ItemLookupRequest',
        RequestBody: { RequestID: requestIds[0], PageInfo: { PageIndex, PageSize: 100 } },
      }),
    );
    return (await Promise.all(pages)).flatMap(({ ResponseBody }) => ResponseBody!.ItemList!);
  };
  const inventory = await ask('POST', '/contentmgmt/item/international/inventorylist', {
    Type: 0,
    Values: allItemNumbers.slice(0, 100),
  });
  const orders = await ask('PUT', '/b2b/ordermgmt/order/orderinfo?version=314', {
    OperationType: 'GetOrderInfoRequest',
    RequestBody: { PageIndex: 1, PageSize: 100, RequestCriteria: {} },
  });
  const day = { fromDate: '2025-06-10', toDate: '2025-06-10' };
  const groups = await ask('POST', '/sponsoredmgmt/campaign/group/performance', {
    ...{ sellerId, extUrl: 'group/searchGroupByCampaign', ...day, pageInfo },
  });
  const keywords = await ask('POST', '/sponsoredmgmt/campaign/keyword/search', {
    ...{ sellerId, campaignNumber: campaigns[0], pageInfo },
  });
  const truth: Truth = {
    announcement,
    stock: new Map(
      inventory.ResponseBody!.ItemList!.flatMap((item) =>
        [item.ItemNumber, item.SellerPartNumber].map(
          (name) => [name as string, item.InventoryAllocation as Entry[]] as const,
        ),
      ),
    ),
    orders: orders.ResponseBody!.OrderInfoList!,
    changes: { usa: await changesAt('usa'), can: await changesAt('can') },
    groups: (groups as unknown as { rows: Entry[] }).rows,
    keywords: (keywords as unknown as { rows: Entry[] }).rows,
    matches: {
      main: await matchesAt(''),
      business: await matchesAt('/b2b'),
      canadian: await matchesAt('/can'),
    },
  };
  await shop.close();
  return truth;
}

/** Parses a Pacific daylight time such as `06/16/2025 5:34:26`. */
export function pacificMoment(text: unknown): Date {
  const [month, day, year, hour, minute, second] = String(text).split(/[/ :]/).map(Number);
  return new Date(Date.UTC(year!, month! - 1, day, hour! + 7, minute, second));
}

export function pacificDay(text: unknown): string {
  const [month, day, year] = String(text).split(/[/ ]/);
  return `${year}-${month}-${day}`;
}
