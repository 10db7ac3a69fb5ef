import { afterEach, expect, it } from 'vitest';
import { isLong } from '../effort.ts';
import { everyExample } from '../operations/registry.ts';
import { Market, OPENING, xmlOf } from './caller.ts';
import { CapGuard } from './gateway/caps.ts';
import { operations } from './operations/registry.ts';

let market: Market;
afterEach(() => market.running.close());

const history = '/marketplace/usa/contentmgmt/item/repricer/item/history/x';

it('refuses calls above the cap until the oldest is an hour old, without counting refused calls', async () => {
  market = await Market.open({ caps: 3, items: 5, orders: 0 });
  for (const minute of [0, 10, 20]) {
    market.clock.now = OPENING + minute * 60_000;
    expect((await market.prices('x')).status).toBe(200);
  }
  for (let again = 0; again < 5; again++) {
    const refused = await market.prices('x');
    expect(refused.status).toBe(429);
    expect(refused.json).toEqual([{ Code: '429', Message: 'Too many request.' }]);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
    expect(refused.headers.get('x-ratelimit-resettime')).toBe('6/16/2025 12:00:00 PM');
    expect(refused.headers.get('retry-after')).toBeNull();
  }
  const xml = await market.ask(history, { method: 'GET', headers: { Accept: 'application/xml' } });
  expect(xmlOf(xml.text)).toEqual({
    root: 'Errors',
    content: { Error: { Code: '429', Message: 'Too many request.' } },
  });
  market.clock.now = OPENING + 60 * 60_000 - 1;
  expect((await market.prices('x')).status).toBe(429);
  market.clock.now = OPENING + 60 * 60_000;
  expect((await market.prices('x')).status).toBe(200);
  expect((await market.prices('x')).status).toBe(429);
});

it('has one cap per operation and does not count calls with wrong credentials', async () => {
  market = await Market.open({ caps: 1, items: 5, orders: 5 });
  for (let again = 0; again < 3; again++) {
    expect((await market.ask(history, { method: 'GET', headers: { SecretKey: 'x' } })).status).toBe(401);
  }
  expect((await market.prices('x')).status).toBe(200);
  expect((await market.orders()).status).toBe(200);
  expect((await market.prices('x')).status).toBe(429);
  const none = Object.fromEntries(operations.map(({ id }) => [id, 0]));
  expect(market.running.maxInAnyHour()).toEqual({ ...none, 'price-history': 5, orders: 1 });
});

it.each([...(isLong ? ([['calm', 'spec', 500]] as const) : []), ['throttled', 5, 3]] as const)(
  '%s with caps of %s serves %i price histories per hour',
  async (scenario, caps, cap) => {
    market = await Market.open({ scenario, caps, items: 5, orders: 0 });
    const statuses: number[] = [];
    for (let call = 0; call < cap + 3; call++) statuses.push((await market.prices('x')).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(cap);
    expect(statuses.lastIndexOf(200)).toBe(cap - 1);
  },
);

it('allows the documented number of calls for each operation', () => {
  const guard = new CapGuard('spec', 'calm');
  const served = Object.fromEntries(
    operations.map((operation) => {
      for (let count = 0; ; count++) {
        try {
          guard.take(operation, OPENING + count);
        } catch {
          return [operation.id, count];
        }
      }
    }),
  );
  const documented = Object.fromEntries(everyExample.map(({ id, callsPerHour }) => [id, callsPerHour]));
  expect(served).toEqual(documented);
});

it('has no cap with "none"', () => {
  const guard = new CapGuard('none', 'calm');
  for (const operation of operations) {
    for (let call = 0; call < 50_000; call++) guard.take(operation, OPENING + call);
  }
});

it('reports the highest number of calls in a rolling hour', async () => {
  market = await Market.open({ items: 5, orders: 0 });
  for (const minute of [0, 30, 59, 61, 200]) {
    market.clock.now = OPENING + minute * 60_000;
    await market.prices('x');
  }
  expect(market.running.maxInAnyHour()['price-history']).toBe(3);
  expect(market.running.requests[0]).toEqual({
    time: OPENING,
    method: 'GET',
    path: history,
    operation: 'price-history',
    status: 200,
  });
});
