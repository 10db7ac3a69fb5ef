/** The test shop, plus a second marketplace with the same data for direct requests. */
import { operations } from '../../src/operations/registry.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { type MarketplaceOptions, type RunningMarketplace, startMarketplace } from '../marketplace/server.ts';
import { everyExample } from '../operations/registry.ts';
import { CLOCK } from './scenario.ts';

/** A shop for tests whose cost grows with the orders that they pull. */
export const SMALL = { market: { orders: 40 } } as const;

/** A shop with two pages of orders. */
export const TWO_PAGES = { market: { orders: 102 } } as const;

/** Returns the active sheet and all sheets in order, with hidden ones marked. */
export const TABS = {
  eval: `return [ss.getActiveSheet().getName(), ...ss.getSheets().map((sheet) =>
    sheet.getName() + (sheet.isSheetHidden() ? ' hidden' : ''))]`,
};

/** Starts the shop for the `market` step with its clock stopped. */
export function openShop(options: MarketplaceOptions = {}): Promise<RunningMarketplace> {
  const now = Date.parse(CLOCK);
  return startMarketplace({ ...options, now: () => now });
}

/** Builds the request from the specification, without using the add-on's code. */
export async function askShop(shop: RunningMarketplace, method: string, path: string, body?: object): Promise<unknown> {
  const { url, sellerId, apiKey, secretKey } = shop.announcement;
  const response = await fetch(`${url}${path}${path.includes('?') ? '&' : '?'}sellerid=${sellerId}`, {
    method,
    headers: {
      Authorization: apiKey,
      SecretKey: secretKey,
      Accept: 'application/json',
      'Content-Type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

/** Arguments to `connect` for the shop used in the `market` step. */
export function connectionTo(shop: Pick<RunningMarketplace, 'announcement'>, changes: object = {}): object {
  const { sellerId, apiKey, secretKey } = shop.announcement;
  return { name: 'Shop', baseUrl: 'https://market.test', sellerId, apiKey, secretKey, ...changes };
}

export function pullsFrom(shop: Pick<RunningMarketplace, 'announcement'>): object[] {
  return everyExample.flatMap(({ id, pulls }) =>
    pulls(shop.announcement).map(({ params }) => ({ pull: { operation: id, params } })),
  );
}

export const TABLES: readonly string[] = Object.values<TabledOperation>(operations).flatMap(({ tables }) =>
  tables.map(({ name }) => name),
);

export function connectedTo(shop: RunningMarketplace, ...steps: readonly object[]): object[] {
  return [{ open: {} }, SMALL, { connect: connectionTo(shop) }, ...steps];
}

export function stockFrom(shop: RunningMarketplace, count: number): object {
  const values = shop.announcement.allItemNumbers.slice(0, count);
  return { operation: 'inventory', params: { type: '0', values } };
}
