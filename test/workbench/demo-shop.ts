/** The simulated marketplace as the add-on's demo shop. */
import type { Host } from '../host/host.ts';
import type { Announcement } from '../marketplace/server.ts';

/** The address that the add-on knows the marketplace by; the host leads it to the simulation. */
export const MARKET = 'https://market.test';

/** So few that a price log for each spares the hour's cap. */
const ITEMS = 20;

export function offerDemoShop(host: Host, announcement: Announcement): void {
  const { url, sellerId, apiKey, secretKey, itemNumbers, allItemNumbers, campaigns, requestIds } = announcement;
  host.router.add(MARKET, url);
  const items = [...new Set([...itemNumbers, ...allItemNumbers])].slice(0, ITEMS);
  const shop = { name: 'Demo shop', baseUrl: MARKET, sellerId, apiKey, secretKey };
  host.stores.script.set('DEMO_SHOP', JSON.stringify({ ...shop, itemNumbers: items, campaigns, requestIds }));
}
