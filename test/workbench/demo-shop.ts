import type { Host } from '../host/host.ts';
import type { Announcement } from '../marketplace/server.ts';

/** The host routes this address to the simulation. */
export const MARKET = 'https://market.test';

/** Small enough that reading every item's price log once uses little of the hourly cap. */
const ITEMS = 20;

export function offerDemoShop(host: Host, announcement: Announcement): void {
  const { url, sellerId, apiKey, secretKey, itemNumbers, allItemNumbers, campaigns, requestIds } = announcement;
  host.router.add(MARKET, url);
  const items = [...new Set([...itemNumbers, ...allItemNumbers])].slice(0, ITEMS);
  const shop = { name: 'Demo shop', baseUrl: MARKET, sellerId, apiKey, secretKey };
  host.stores.script.set('DEMO_SHOP', JSON.stringify({ ...shop, itemNumbers: items, campaigns, requestIds }));
}
