import type { AddressInfo } from 'node:net';
import { createApp } from './gateway/app.ts';
import { createGateway } from './gateway/broken-requests.ts';
import { CapGuard } from './gateway/caps.ts';
import { faultMix } from './gateway/fault-mix.ts';
import { maxInAnyHour, type RequestLogEntry } from './gateway/request-log.ts';
import { createCallHandler } from './gateway/serve-call.ts';
import type { Operation } from './operations/operation.ts';
import { type MarketplaceOptions, scenarios } from './options.ts';
import { campaignsOf } from './shop/campaigns.ts';
import { ItemFinder, itemNumberOf } from './shop/items.ts';
import { lookupRequests } from './shop/lookup-requests.ts';
import { OrderBook } from './shop/order-book.ts';
import { Sales } from './shop/sales.ts';
import { openShop, type Shop } from './shop/shop.ts';
import { StockRoom } from './shop/stock.ts';
import { type Truth, truthOf } from './truth/truth.ts';

export type { RequestLogEntry } from './gateway/request-log.ts';
export type { MarketplaceOptions } from './options.ts';

export interface Announcement {
  url: string;
  sellerId: string;
  apiKey: string;
  secretKey: string;
  requestIds: string[];
  /** Items that make good examples. */
  itemNumbers: string[];
  allItemNumbers: string[];
  campaigns: number[];
}

export interface RunningMarketplace {
  announcement: Announcement;
  opened: number;
  requests: readonly RequestLogEntry[];
  maxInAnyHour: () => Record<Operation['id'], number>;
  /**
   * Facts that no call returns, as of the marketplace's current time. Days are in `timeZone`. If that data is old by
   * the time a reader sees it, `looksAt` is the reader's current time.
   */
  truth: (timeZone?: string, looksAt?: number) => Truth;
  close: () => Promise<void>;
}

const PACIFIC = 'America/Los_Angeles';
const LOOPBACK = '127.0.0.1';
const EXAMPLES = 8;

function announce(shop: Shop, url: string): Announcement {
  const allItemNumbers = Array.from({ length: shop.itemCount }, (_, index) => itemNumberOf(shop, index));
  return {
    url,
    sellerId: shop.sellerId,
    apiKey: shop.apiKey,
    secretKey: shop.secretKey,
    requestIds: lookupRequests(shop).map(({ id }) => id),
    itemNumbers: allItemNumbers.slice(0, EXAMPLES),
    allItemNumbers,
    campaigns: campaignsOf(shop).map(({ number }) => number),
  };
}

export async function startMarketplace(options: MarketplaceOptions = {}): Promise<RunningMarketplace> {
  const { scenario = 'calm' } = options;
  if (!scenarios.includes(scenario))
    throw new Error(`Unknown scenario ${scenario}. Use one of these: ${scenarios.join(', ')}.`);
  const faults = faultMix(options.faults ?? []);
  const now = options.now ?? Date.now;
  const opened = options.opened ?? now();
  const shop = openShop({
    seed: options.seed ?? 1,
    scenario,
    opened,
    itemCount: options.items ?? 500,
    orderCount: options.orders ?? 300,
    story: options.story ?? false,
    evenStock: options.evenStock ?? false,
    sellerId: options.sellerId,
  });
  const requests: RequestLogEntry[] = [];
  const book = new OrderBook(shop);
  const world = {
    shop,
    finder: new ItemFinder(shop),
    book,
    stock: new StockRoom(shop, new Sales(shop, book)),
  };
  const caps = new CapGuard(options.caps ?? 'spec', shop.scenario);
  const app = createApp({
    now,
    latency: options.latency ?? 0,
    log: requests,
    serve: createCallHandler(world, caps, faults),
  });
  const server = createGateway(app.fetch, LOOPBACK).listen(options.port ?? 0, LOOPBACK);
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  let closed: Promise<void> | undefined;
  const close = () =>
    new Promise<void>((resolve, reject) => {
      server.close((error) => (error ? reject(error) : resolve()));
      // Clients keep connections open, and `close` would wait for them.
      server.closeAllConnections();
    });
  return {
    opened,
    announcement: announce(shop, `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`),
    requests,
    maxInAnyHour: () => maxInAnyHour(requests),
    truth: (timeZone = PACIFIC, looksAt) => truthOf(world, now(), timeZone, looksAt),
    close: () => {
      // A test may close the marketplace itself, before the cleanup after each test.
      closed ??= close();
      return closed;
    },
  };
}
