/** A workbench with one visitor, shared by the tests of a file. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { closePages, startBrowser } from './browser.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

export interface Visit {
  workbench: Workbench;
  browser: Browser;
  visitor: Visitor;
}

export function visit(): Visit {
  const made = {} as Visit;
  beforeAll(async () => {
    const shop = { port: 0, timeZone: 'America/New_York', items: 40, orders: 30 };
    made.workbench = await startWorkbench(shop);
    made.browser = await startBrowser();
    made.visitor = await Visitor.arrive(made.workbench.url, made.browser);
  }, 600_000);
  afterAll(async () => {
    await closePages();
    await made.workbench?.close();
  });
  return made;
}
