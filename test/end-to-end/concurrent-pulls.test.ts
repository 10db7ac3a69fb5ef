import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { Host } from '../host/host.ts';
import type { Announcement } from '../marketplace/server.ts';
import { PreparedBook, pulled } from './prepared-book.ts';
import { connectionTo, pullsFrom, TABLES } from './shop.ts';
import { INCOMPLETE, tableIn } from './table-snapshot.ts';

let book: PreparedBook;
let requests: readonly object[];

beforeAll(async () => {
  book = new PreparedBook();
  const size = isLong ? { orders: 60, items: 20 } : { orders: 12, items: 6 };
  const [, market] = await book.go([{ open: {} }, { market: { ...size, caps: 'none', latency: 700 } }]);
  const announcement = market!.value as Announcement;
  // The ad job also pulls the days after the newest ones in the sheet, so leave no gap that depends on which is first.
  const all = pullsFrom({ announcement }).map((step) => {
    const { pull } = step as { pull: { params: { toDate?: string } } };
    return 'toDate' in pull.params ? { ...pull, params: { ...pull.params, toDate: '2025-06-12' } } : pull;
  });
  requests = isLong ? all : all.slice(0, 1);
  await book.go([{ connect: connectionTo({ announcement }) }, { menu: 'Set up standard jobs' }]);
});
afterAll(() => book.close());

/** Row keys by table, with incomplete rows marked. */
function keysIn({ workbook }: Host): ReadonlyMap<string, readonly string[]> {
  const keysOf = (table: string) =>
    (tableIn(workbook, table)?.rows ?? []).map(({ key, asOf }) => (asOf === INCOMPLETE ? `${asOf} ${key}` : key));
  return new Map([...TABLES, 'Catalog'].map((table) => [table, keysOf(table).sort()]));
}

test('identical concurrent pulls by users and triggers leave complete tables without duplicates', async () => {
  const alone = await book.twin();
  for (const request of requests) expect(await pulled(alone, request)).toMatchObject({ state: 'done' });
  const jobs = async (host: Host) => {
    for (const trigger of isLong ? host.triggers.all() : [])
      expect(await host.fire(trigger)).toMatchObject({ ok: true });
  };
  await jobs(alone);

  const host = await book.twin({ latency: 1 });
  const twice = [...requests, ...requests];
  await Promise.all([...twice.map((request) => pulled(host, request)), jobs(host), jobs(host)]);
  // Blocked pulls ask the user to retry in a minute.
  host.clock.moveTo(host.clock.now() + 10 * 60_000);
  for (const request of requests) expect(await pulled(host, request)).toMatchObject({ state: 'done' });
  await jobs(host);
  expect(keysIn(host)).toEqual(keysIn(alone));
}, 300_000);
