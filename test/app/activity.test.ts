/** What the sidebar shows of what has been going on. */
import { expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { setUser } from '../../src/account/users.ts';
import { activity } from '../../src/app/activity-view.ts';
import { startPull } from '../../src/app/pulls.ts';
import { envelope } from '../protocol/arrivals.ts';
import { desk } from '../support/pull-bench.ts';

test('only sheets that are there are named', () => {
  const ports = desk(() => envelope({ PriceLogs: [], TotalCount: 0 }));
  expect(activity(ports).sheets).toEqual([]);
  const shop = { name: 'Shop', baseUrl: 'https://api.market.example', sellerId: 'A006' };
  saveConnection(ports, { ...shop, apiKey: 'abcdefghijklmnop', secretKey: 'ABCDEFGHIJKLMNOP' });
  startPull(ports, { operation: 'price-history', params: { itemNumbers: ['9sia1'] } });
  expect(activity(ports).sheets).toEqual(['Log', 'Status']);
  ports.book.remove('Log');
  expect(activity(ports).sheets).toEqual(['Status']);
});

test.each([
  ['consumer' as const, { fetchesADay: 20_000, fetchesLeft: 19_000, fetchesKept: 1000 }],
  ['workspace' as const, { fetchesADay: 100_000, fetchesKept: 5000 }],
])(
  'to an account of kind %s Google gives calls, of which pulls leave some to formulas',
  (account, expected) => {
    const ports = desk(() => envelope({}));
    setUser(ports, { account });
    expect(activity(ports)).toMatchObject(expected);
  },
);
