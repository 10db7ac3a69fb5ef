/** Simulates a day of standard jobs in a quiet shop and compares the price log with the actual changes. */
import { readBundle } from '../../host/bundle.ts';
import { freshBundle } from '../../host/fresh-bundle.ts';
import type { HostOptions } from '../../host/host.ts';
import { menu, pull, sidebar } from '../../host/steps/product.ts';
import { defaults, World } from '../../host/steps/world.ts';
import { type RunningMarketplace, startMarketplace } from '../../marketplace/server.ts';

const MARKET = 'https://market.test';
const HOUR = 3_600_000;

export interface CalmShop {
  readonly items: number;
  readonly orders: number;
  readonly hours: number;
  readonly seed: number;
  /** Milliseconds per call. */
  readonly latency: number;
  /** Determines how often Google runs the schedule. */
  readonly book: Pick<HostOptions, 'mode' | 'account'>;
}

export interface CalmDay {
  readonly calls: number;
  /** Maximum hours between two reads of an item. */
  readonly worst: number;
  readonly unread: number;
  /** Price changes that the price log should contain by the end, and the number missing. */
  readonly changes: number;
  readonly missed: number;
  /** Final value of the job's Result cell. */
  readonly result: string;
}

export async function calmDay({ hours, book, ...shop }: CalmShop, within: number): Promise<CalmDay> {
  const world = new World(readBundle(freshBundle()));
  const host = await world.open({ ...defaults, ...book, jitter: true });
  const now = () => host.clock.now();
  const options = { ...shop, latency: 0, now };
  const market = await startMarketplace(options);
  try {
    world.markets.set(MARKET, market);
    host.router.add(MARKET, market.announcement.url);
    host.latencies.set(MARKET, shop.latency);
    await standardJobs(world, market, book);
    const began = now();
    while (now() < began + hours * HOUR) await drained(host.advance(now() + HOUR));
    const polls = pollsOf(market, began);
    const { workbook } = host;
    const rows = (name: string) => {
      const { sheetId, columns } = workbook.sheetByName(name)!;
      const [header, ...lines] = workbook.read(
        sheetId,
        { row: 1, column: 1, rows: workbook.lastRow(sheetId), columns },
        'values',
      );
      return lines.map((line) => Object.fromEntries(line.map((cell, index) => [String(header![index]), cell])));
    };
    const logged = new Map<string, number>();
    for (const row of rows('Price log')) {
      if (!(new Date(String(row['Request time stamp'])).getTime() >= began)) continue;
      const item = String(row['Market item number']);
      logged.set(item, (logged.get(item) ?? 0) + 1);
    }
    const until = now() - within * HOUR;
    const changes = await changesOf({ ...options, caps: 'none', opened: market.opened }, began, until);
    const counts = [...changes].map(([item, count]) => ({ count, missed: count - (logged.get(item) ?? 0) }));
    const job = rows('Jobs').find(({ Dataset }) => Dataset === 'Price history');
    return {
      calls: [...polls.values()].reduce((sum, times) => sum + times.length, 0),
      worst: Math.max(...[...polls.values()].map((times) => longest([...times, now()]))) / HOUR,
      unread: market.announcement.allItemNumbers.length - polls.size,
      changes: counts.reduce((sum, { count }) => sum + count, 0),
      missed: counts.reduce((sum, { missed }) => sum + Math.max(0, missed), 0),
      result: String(job?.Result),
    };
  } finally {
    await market.close();
    await world.close();
  }
}

/** Connects the shop, fills the Catalog with all items, and adds the standard jobs. */
async function standardJobs(world: World, market: RunningMarketplace, { account }: CalmShop['book']) {
  const { sellerId, apiKey, secretKey, allItemNumbers } = market.announcement;
  await sidebar(world, ['saveConnection', { name: 'Shop', baseUrl: MARKET, sellerId, apiKey, secretKey }]);
  if (account === 'workspace') await sidebar(world, ['describeMe', { account }]);
  await pull(world, { operation: 'inventory', params: { values: allItemNumbers } });
  await menu(world, 'Set up standard jobs');
}

async function drained(fired: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of fired);
}

function pollsOf({ requests }: RunningMarketplace, from: number): ReadonlyMap<string, readonly number[]> {
  const polls = new Map<string, number[]>();
  for (const { operation, path, time } of requests) {
    if (operation !== 'price-history' || time < from) continue;
    const item = path.slice(path.lastIndexOf('/') + 1).toUpperCase();
    polls.set(item, [...(polls.get(item) ?? []), time]);
  }
  return polls;
}

function longest(times: readonly number[]): number {
  return times.slice(1).reduce((most, time, index) => Math.max(most, time - times[index]!), 0);
}

/** Actual price changes by item between two times, read from an identical shop that doesn't count calls. */
async function changesOf(
  options: Parameters<typeof startMarketplace>[0],
  from: number,
  until: number,
): Promise<ReadonlyMap<string, number>> {
  const market = await startMarketplace(options);
  const { url, sellerId, apiKey, secretKey, allItemNumbers } = market.announcement;
  try {
    const counts = new Map<string, number>();
    for (const item of allItemNumbers) {
      const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${item.toLowerCase()}`;
      const response = await fetch(`${url}${path}?sellerid=${sellerId}&pageindex=1&pagesize=100`, {
        headers: { Authorization: apiKey, SecretKey: secretKey, Accept: 'application/json' },
      });
      const { ResponseBody } = (await response.json()) as {
        ResponseBody: { PriceLogs: { RequestTimeStamp: string }[] };
      };
      const times = ResponseBody.PriceLogs.map(({ RequestTimeStamp }) => Date.parse(RequestTimeStamp));
      counts.set(item, times.filter((at) => at >= from && at <= until).length);
    }
    return counts;
  } finally {
    await market.close();
  }
}
