/** Offers the simulated marketplace as the add-on's demo shop. */
import type { Host } from '../host/host.ts';
import type { Announcement } from '../marketplace/server.ts';

/** The marketplace's address in the add-on. The host routes it to the simulation. */
export const MARKET = 'https://market.test';

/** Few enough that one price log each leaves most of the hourly cap. */
const ITEMS = 20;

export function offerDemoShop(host: Host, announcement: Announcement): void {
  const { url, sellerId, apiKey, secretKey, itemNumbers, allItemNumbers, campaigns, requestIds } = announcement;
  host.router.add(MARKET, url);
  const items = [...new Set([...itemNumbers, ...allItemNumbers])].slice(0, ITEMS);
  const shop = { name: 'Demo shop', baseUrl: MARKET, sellerId, apiKey, secretKey };
  host.stores.script.set('DEMO_SHOP', JSON.stringify({ ...shop, itemNumbers: items, campaigns, requestIds }));
}
