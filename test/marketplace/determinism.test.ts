import { expect, it } from 'vitest';
import { isLong } from '../effort.ts';
import { Market, OPENING } from './caller.ts';
import { type Scenario, scenarios } from './options.ts';
import type { MarketplaceOptions } from './server.ts';

async function transcript(options: MarketplaceOptions): Promise<string[]> {
  const market = await Market.open({ items: 30, orders: 40, ...options });
  const { url: _, ...known } = market.known;
  const replies = [
    await market.inventory({ Type: 0, Values: market.known.itemNumbers }),
    await market.lookup(market.known.requestIds[0]),
    await market.prices(market.known.itemNumbers[0] as string),
    await market.performance({}),
    await market.keywords({}),
    await market.orders(),
  ];
  await market.running.close();
  return [JSON.stringify(known), ...replies.map((reply) => `${reply.status} ${reply.text}`)];
}

const SOME: readonly Scenario[] = ['calm', 'void-storm', 'odd-shapes', 'unknown-codes', 'two-currencies'];

it.each(isLong ? scenarios.filter((scenario) => scenario !== 'flaky') : SOME)(
  '%s gives identical responses twice',
  async (scenario) => {
    expect(await transcript({ scenario })).toEqual(await transcript({ scenario }));
  },
);

it('another seed changes every response', async () => {
  const [one, two] = [await transcript({ seed: 1 }), await transcript({ seed: 2 })];
  for (const [at, text] of one.entries()) expect(text).not.toBe(two[at]);
});

it('seller, items, requests, and campaigns do not depend on the clock', async () => {
  const [one] = await transcript({});
  const [later] = await transcript({ now: () => OPENING + 400 * 86_400_000 });
  expect(later).toBe(one);
});
