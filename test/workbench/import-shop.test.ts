import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { gateBefore, type MarketGate } from './market-gate.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;
let visitor: Visitor;
let gate: MarketGate;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 8, orders: 10 });
  browser = await startBrowser();
  gate = await gateBefore(workbench);
  visitor = await Visitor.arrive(workbench.url, browser);
  await visitor.connect(workbench.market.announcement, MARKET);
}, 600_000);

afterAll(async () => {
  gate?.close();
  await closePages();
  await workbench?.close();
});

const button = (name: string) => visitor.sidebar.getByRole('button', { name, exact: true });

test('offers the import with its cost after the keys are saved', async () => {
  await button('Import my shop').waitFor();
  await visitor.sidebar.getByText(/^At least \d+ calls, 1 minute\. Prices keep loading/).waitFor();
  await visitor.examineSidebar();
  await visitor.screenshot('import-offered');
});

test('cancels an import before the server has stored it', async () => {
  gate.shut();
  // The server returns an unfinished import after the given number of seconds.
  const send = await visitor.holdCall('startImport', '["My shop",5]', '["My shop",1]');
  await button('Import my shop').click();
  const refused = visitor.page.waitForResponse(
    (response) => response.request().postData()?.includes('cancelImport') === true,
  );
  await button('Cancel').click();
  await refused;
  send();
  await expect.poll(() => gate.waiting).toBeGreaterThan(0);
  expect(await button('Stopping…').count()).toBe(1);
  await visitor.page.waitForTimeout(1200);
  gate.open();
  await button('Resume').waitFor();
  expect(await visitor.sidebar.getByText('No import to cancel').count()).toBe(0);
  await visitor.sidebar.getByText(/^Canceled\. The rows imported so far are kept/).waitFor();
});

test('resumes after a cancel, opens Today, sets up the jobs, and keeps showing which data is missing', async () => {
  const { sellerId } = workbench.market.announcement;
  const shop = { name: 'My shop', baseUrl: MARKET, sellerId, settings: { caps: 'price-history 2' } };
  expect(await callOfPage(workbench.host, 'saveConnection', [shop])).toMatchObject({ ok: true });
  gate.shut();
  await button('Resume').click();
  const progress = visitor.sidebar.getByRole('progressbar', { name: 'Importing your shop' });
  await progress.waitFor();
  await expect.poll(() => gate.waiting).toBeGreaterThan(0);
  // The import goes on while a form is open.
  await button('Add a connection').click();
  await progress.waitFor({ state: 'detached' });
  await button('Cancel').click();
  await progress.waitFor();
  const answer = await visitor.holdReply('cancelImport');
  await button('Cancel').click();
  await button('Stopping…').waitFor();
  const reloaded = visitor.replies('continueImport', 'state');
  // Announcements disappear after four seconds.
  const announced = visitor.sidebar.getByText(/^Import canceled\./).waitFor({ state: 'attached' });
  gate.open();
  await Promise.all([reloaded, announced]);
  // Resume stays hidden: a late cancellation would also cancel the resumed import.
  expect(await button('Resume').count()).toBe(0);
  answer();
  await button('Resume').waitFor();
  await visitor.screenshot('import-canceled');
  // Another shop can be imported meanwhile.
  const other = { name: 'Second', baseUrl: MARKET, sellerId: 'OTHER', apiKey: 'key', secretKey: 'secret' };
  await callOfPage(workbench.host, 'saveConnection', [other]);
  await visitor.openSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
  await visitor.sidebar.getByRole('heading', { name: 'Import Second' }).waitFor();
  await visitor.sidebar.getByText(/^At least \d+ calls/).waitFor();
  await visitor.screenshot('import-of-another-shop');
  await callOfPage(workbench.host, 'removeConnection', ['Second']);
  await visitor.openSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
  await button('Import my shop').waitFor({ state: 'detached' });
  await button('Resume').click();
  const imported = visitor.sidebar.getByText(/^My shop was imported\. Prices of \d+ more items will load from /);
  await imported.first().waitFor({ timeout: 120_000 });
  await visitor.screenshot('import-done');
  await expect
    .poll(() => visitor.tabs())
    .toEqual([
      ...['Today', 'Findings', 'Orders', 'Order lines', 'Packages', 'Inventory', 'Price log', 'Ad performance'],
      ...['Keywords', 'Catalog', 'Sheet1'],
    ]);
  await visitor.examineSidebar();
  await visitor.openSidebar();
  await visitor.sidebar.getByRole('tab', { name: 'Connect' }).click();
  await imported.first().waitFor();
  await visitor.sidebar.getByRole('tab', { name: 'Schedule' }).click();
  await visitor.sidebar.getByText('Orders, every 10 minutes').waitFor();
}, 240_000);
