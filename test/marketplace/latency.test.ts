import { expect, it } from 'vitest';
import { Market, OPENING } from './caller.ts';

const LATENCY = 150;
/** The two clocks differ, so a timer can appear to fire early. */
const EARLY = 10;

it('delays each response', async () => {
  const market = await Market.open({ items: 5, orders: 5, latency: LATENCY });
  const calls = [() => market.prices('x'), () => market.orders({ Status: 99 }), () => market.ask('/no/such/address')];
  for (const [at, call] of calls.entries()) {
    const begun = performance.now();
    expect((await call()).status).toBe([200, 400, 404][at]);
    expect(performance.now() - begun).toBeGreaterThan(LATENCY - EARLY);
  }
  expect(market.running.requests.map(({ time }) => time)).toEqual([OPENING, OPENING, OPENING]);
  await market.running.close();
});
