/** A workbench with one visitor, shared by the tests in a file. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

export interface Visit {
  workbench: Workbench;
  browser: Browser;
  visitor: Visitor;
}

export interface VisitOptions {
  /** The page's clock can be advanced. */
  clock?: boolean;
  /** The shop is connected before the visitor arrives. */
  connected?: boolean;
  timeZone?: string;
}

export function visit(options: VisitOptions = {}): Visit {
  const { clock = false, connected = false, timeZone = 'America/New_York' } = options;
  const made = {} as Visit;
  beforeAll(async () => {
    made.workbench = await startWorkbench({ port: 0, timeZone, items: 40, orders: 30 });
    if (connected) await connectShop(made.workbench);
    made.browser = await startBrowser();
    made.visitor = await Visitor.arrive(made.workbench.url, made.browser, undefined, clock);
  }, 600_000);
  afterAll(async () => {
    await closePages();
    await made.workbench?.close();
  });
  return made;
}

/** Saves the owner's connection without opening a page, in a quarter of the time that a page would need. */
export async function connectShop({ host, market }: Workbench): Promise<void> {
  const { sellerId, apiKey, secretKey } = market.announcement;
  const connection = { name: 'My shop', baseUrl: MARKET, sellerId, apiKey, secretKey };
  expect(await callOfPage(host, 'saveConnection', [connection])).toMatchObject({ ok: true, value: { ok: true } });
}
