/** The `latency` option delays each answer, good or bad, and never changes the logged time. */
import { expect, it } from 'vitest';
import { Market, OPENING } from './caller.ts';

const LATENCY = 150;
/** A timer can end slightly early by another clock. */
const EARLY = 10;

it('delays each answer', async () => {
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
