import { expect, test } from 'vitest';
import type { HostOptions } from '../../host/host.ts';
import { HOUR, MINUTE, ScheduledShop } from './scheduled-shop.ts';

const ITEMS = 520;
const LATENCY = 600;
const [CAP, TRUE_CAP] = [500, 300];
/** Maximum refusals on the first day, and minimum use of the enforced cap. */
const [MOST_REFUSALS, LEAST_USE] = [50, 0.93];

/** Opens a shop with standard jobs, maximum price freshness, and a schedule that starts on the next full hour. */
async function throttled(book: Partial<HostOptions>): Promise<ScheduledShop> {
  const market = { items: ITEMS, latency: LATENCY, scenario: 'throttled' } as const;
  const shop = await ScheduledShop.open({ jitter: true, ...book }, market);
  await shop.pull('inventory', { values: shop.market.announcement.allItemNumbers });
  await shop.menu('Set up standard jobs');
  await shop.setFilter('Price history', 'spend = all');
  return shop;
}

/** Successful price history calls in the last hour, and refused calls of all operations. */
function lastHour({ host, market }: ScheduledShop): { readonly served: number; readonly refused: number } {
  const recent = market.requests.filter(({ time }) => time > host.clock.now() - HOUR);
  return {
    served: recent.filter(({ operation, status }) => operation === 'price-history' && status === 200).length,
    refused: recent.filter(({ status }) => status === 429).length,
  };
}

const BOOKS: readonly (readonly [string, Partial<HostOptions>])[] = [
  ['the add-on', { mode: 'addon' }],
  ['a consumer account', { account: 'consumer' }],
];

test.each(BOOKS)(
  '%s uses nearly all of a lower-than-documented cap',
  async (who, book) => {
    const shop = await throttled(book);
    try {
      const hours: ReturnType<typeof lastHour>[] = [];
      // Measure from the middle of the hour, because hourly runs drift by minutes.
      await shop.pass(40 * MINUTE);
      for (let hour = 0; hour < 24; hour++) {
        await shop.pass(HOUR);
        hours.push(lastHour(shop));
      }
      const served = hours.reduce((sum, each) => sum + each.served, 0);
      const refused = hours.reduce((sum, each) => sum + each.refused, 0);
      console.log(`${who}: ${served} of ${hours.length * TRUE_CAP} calls, ${refused} refused`);
      expect(served).toBeGreaterThanOrEqual(LEAST_USE * hours.length * TRUE_CAP);
      expect(refused).toBeLessThanOrEqual(MOST_REFUSALS);
    } finally {
      await shop.close();
    }
  },
  HOUR,
);

test(
  'the add-on detects a raised cap, although jobs reserve calls for users',
  async () => {
    const shop = await throttled({ mode: 'addon' });
    try {
      await shop.pass(2 * HOUR);
      await shop.moveTo({ items: ITEMS });
      let hours = 0;
      for (; hours < 10 && lastHour(shop).served < 0.95 * CAP; hours++) await shop.pass(HOUR);
      console.log(`the add-on: all of the cap is used again after ${hours} hours`);
      // Probing starts four hours after the last rejection. Each hour then closes half the gap: 400, 450, 475 calls.
      expect(hours).toBeLessThanOrEqual(7);
    } finally {
      await shop.close();
    }
  },
  HOUR,
);
