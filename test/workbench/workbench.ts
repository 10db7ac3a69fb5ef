/** The whole of it: the add-on in the local host, the simulated marketplace behind it, and the page before it. */
import { readBundle } from '../host/bundle.ts';
import { ExecutionPool } from '../host/execution/pool.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { Host } from '../host/host.ts';
import { type RunningMarketplace, startMarketplace } from '../marketplace/server.ts';
import type { WorkbenchOptions } from './command-line.ts';
import { offerDemoShop } from './demo-shop.ts';
import { performEdits } from './edits.ts';
import { formulaHelp } from './formula-help.ts';
import { keepIn } from './keep.ts';
import { pageAssets } from './page-assets.ts';
import { followRealTime } from './real-time.ts';
import { led, menuOf, runForPage, runMenuItem } from './scripts.ts';
import { serve } from './server.ts';
import { Feed } from './view/feed.ts';
import type { Edit } from './wire.ts';

export interface Workbench {
  url: string;
  host: Host;
  market: RunningMarketplace;
  /** From then on nobody answers at the marketplace's address. */
  stopMarket(): Promise<void>;
  close(): Promise<void>;
}

const OWNER = 'you@example.com';

export async function startWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const bundle = readBundle(freshBundle());
  const assets = await pageAssets();
  const market = await startMarketplace({ items: options.items, orders: options.orders });
  const pool = new ExecutionPool(bundle.code);
  const host = new Host(bundle, pool, {
    mode: 'bound',
    account: 'consumer',
    owner: OWNER,
    locale: 'en_US',
    timeZone: options.timeZone,
    clock: Date.now(),
  });
  const standStill = followRealTime(host);
  const keeping = options.keep === undefined ? undefined : keepIn(host, options.keep);
  // After what was kept, because the shop of another start has other keys.
  offerDemoShop(host, market.announcement);
  const opened = await host.open();
  if (opened && !opened.ok) process.stderr.write(`onOpen failed: ${opened.error.message}\n`);
  const feed = new Feed(host.workbook, OWNER);
  const api = {
    'GET /api/menu': () => menuOf(host),
    'POST /api/menu': (body: unknown) => {
      const { handler, sheet } = body as { handler: string; sheet: number };
      return led(host, sheet, () => runMenuItem(host, handler));
    },
    'GET /api/formulas': () => formulaHelp(bundle.code),
    'POST /api/edit': (body: unknown) => performEdits(host.workbook, body as Edit[]),
    'POST /api/run': (body: unknown) => {
      const { name, args, sheet } = body as { name: string; args: unknown[]; sheet: number };
      return led(host, sheet, () => runForPage(host, name, args));
    },
  };
  let pages = 0;
  const listen = (send: (message: string) => void) => {
    // Nobody had the spreadsheet open: opening it runs every custom function again, as on Google.
    if (pages === 0) host.workbook.recalculate();
    pages++;
    const end = feed.listen(send);
    return () => {
      pages--;
      end();
    };
  };
  const server = await serve({ assets, api, listen }, options.port);
  let stopped: Promise<void> | undefined;
  const stopMarket = () => {
    stopped ??= market.close();
    return stopped;
  };
  return {
    url: server.url,
    host,
    market,
    stopMarket,
    async close() {
      keeping?.save();
      feed.close();
      await server.close();
      standStill();
      host.close();
      await pool.close();
      await stopMarket();
    },
  };
}
