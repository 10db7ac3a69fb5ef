import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priceHistory } from '../operations/price-history.ts';
import { everyExample } from '../operations/registry.ts';
import { Market } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 20, orders: 10, caps: 'none' });
});
afterAll(() => market.running.close());

const history = priceHistory.stem;

const offered = everyExample.flatMap(({ id, method, stem, storefronts }) =>
  storefronts.map((storefront) => [method, storefront + stem, id] as const),
);

const statusOf = async (method: string, path: string) => {
  const body = method === 'GET' || method === 'HEAD' ? undefined : {};
  const reply = await market.ask(`/marketplace/${path}`, { method, body });
  if (method !== 'HEAD') expect(reply.json[0].Code ?? reply.json).toBeDefined();
  return reply.status;
};

describe('an operation', () => {
  it.each(offered)('is available at %s %s, only with this method', async (method, path, operation) => {
    await market.ask(`/marketplace/${path}`, { method, body: method === 'GET' ? undefined : {} });
    expect(market.running.requests.at(-1)?.operation).toBe(operation);
    expect([200, 400]).toContain(market.running.requests.at(-1)?.status);
    for (const other of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      if (other !== method) expect(await statusOf(other, path)).toBe(405);
    }
  });

  it('is not available at any other path', async () => {
    const everywhere = everyExample.flatMap(({ stem }) =>
      ['', 'usa/', 'can/', 'b2b/'].map((storefront) => storefront + stem),
    );
    const there: readonly string[] = offered.map(([, path]) => path);
    const missing = everywhere.filter((path) => !there.includes(path));
    expect(missing).toHaveLength(everywhere.length - offered.length);
    for (const path of missing) {
      for (const method of ['GET', 'POST', 'PUT']) expect(await statusOf(method, path)).toBe(404);
    }
  });

  it('has a lowercase path without spaces, and a case-sensitive seller ID', async () => {
    for (const [method, path] of offered) {
      expect(await statusOf(method, path.replace('mgmt', 'Mgmt'))).toBe(404);
      expect(await statusOf(method, `${path.replace('/x', '')}%20`.replace('history%20', 'history%20/x'))).toBe(404);
    }
    const path = `/marketplace/usa/${history}`;
    const get = async (query: Record<string, string>) => market.ask(path, { method: 'GET', query });
    const { sellerId } = market.known;
    expect((await get({ sellerid: ` ${sellerId}` })).status).toBe(403);
    expect((await get({ sellerid: sellerId.toLowerCase() })).status).toBe(403);
    expect((await get({ pageindex: '1 ' })).status).toBe(400);
    const capitals = await market.prices(market.known.itemNumbers[0] as string, { PageSize: '3' });
    expect(capitals.json.ResponseBody.PriceLogs).toHaveLength(25);
  });

  it('checks seller and keys at every path', async () => {
    for (const [method, path] of offered) {
      const ask = (more: object) =>
        market.ask(`/marketplace/${path}`, { method, body: method === 'GET' ? undefined : {}, ...more });
      expect((await ask({ query: { sellerid: '' } })).status).toBe(400);
      expect((await ask({ query: { sellerid: 'A000' } })).status).toBe(403);
      const secret = await ask({ headers: { SecretKey: 'x' } });
      expect([secret.status, secret.json[0].Code]).toEqual([401, 'InvalidToken']);
      expect((await ask({ headers: { Authorization: `Bearer ${market.known.apiKey}` } })).status).toBe(401);
    }
  });
});
