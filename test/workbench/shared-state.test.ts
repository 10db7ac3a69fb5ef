/** The sidebar keeps up with what is changed elsewhere, takes back what it told, and asks before it deletes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
  visitor = await Visitor.arrive(workbench.url, browser);
}, 600_000);

afterAll(async () => {
  await browser?.close();
  await workbench?.close();
});

const button = (name: string | RegExp) => visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => visitor.sidebar.getByRole('tab', { name });

/** Somebody looks at the sheet, and then at the sidebar again. */
async function comeBack(): Promise<void> {
  await visitor.goTo('A1');
  await tab('Connect').click();
}

async function tryDemoByMenu(): Promise<void> {
  await visitor.menuItem('Try with the demo shop');
  await expect.poll(() => visitor.tabs(), { timeout: 30_000 }).toContain('Lookup report');
  await visitor.page.locator('.toast-note').first().waitFor();
}

test('a demo shop that the menu connected and removed comes and goes when somebody comes back', async () => {
  await button('Connect your shop').waitFor();
  await tryDemoByMenu();
  await comeBack();
  await visitor.sidebar.getByRole('heading', { name: 'Demo shop' }).waitFor();
  await visitor.menuItem('Remove the demo shop');
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
  await comeBack();
  await button('Try with the demo shop').waitFor();
});

test('a form that is being filled in stays as it is', async () => {
  await button('Connect your shop').click();
  await visitor.sidebar.getByLabel('Seller ID').fill('A006');
  await tryDemoByMenu();
  await visitor.goTo('A1');
  await visitor.sidebar.getByLabel('Seller ID').click();
  await tab('Pull').click();
  await visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).waitFor();
  await tab('Connect').click();
  expect(await visitor.sidebar.getByLabel('Seller ID').inputValue()).toBe('A006');
  await button('Cancel').click();
  await visitor.sidebar.getByRole('heading', { name: 'Demo shop' }).waitFor();
});

test('what was typed into the form of a pull is there again after a while without any connection', async () => {
  await tab('Pull').click();
  const what = visitor.sidebar.getByRole('combobox', { name: 'What to pull' });
  await what.selectOption('price-history');
  await visitor.sidebar.getByLabel('Item numbers').fill('9SIAFIRST');
  await visitor.menuItem('Remove the demo shop');
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
  await comeBack();
  await button('Connect your shop').waitFor();
  await tab('Pull').click();
  await visitor.sidebar.getByText('Nothing to pull from yet').waitFor();
  await tab('Connect').click();
  await visitor.connect(workbench.market.announcement, MARKET);
  await tab('Pull').click();
  expect(await visitor.sidebar.getByLabel('Item numbers').inputValue()).toBe('9SIAFIRST');
});

test('what was saved is not told above a test of it', async () => {
  await tab('Connect').click();
  await button(/^Edit /).click();
  await visitor.sidebar.getByLabel('API key').fill('wrong');
  await visitor.sidebar.getByRole('button', { name: 'Save', exact: true }).click();
  const saved = visitor.sidebar.locator('.notice', { hasText: 'is saved' });
  await saved.waitFor();
  await button(/^Test /).click();
  await visitor.sidebar.getByText('The API key is not accepted').first().waitFor();
  expect(await saved.count()).toBe(0);
  await button(/^Edit /).click();
  await visitor.sidebar.getByLabel('API key').fill(workbench.market.announcement.apiKey);
  await visitor.sidebar.getByRole('button', { name: 'Save', exact: true }).click();
  await saved.waitFor();
});

test('data of buyers is deleted only after a question', async () => {
  const person = visitor.sidebar.getByRole('switch', { name: 'Names and addresses' });
  await person.click();
  await button('Turn on').click();
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await visitor.sidebar.getByText('Delete names and addresses of buyers?').waitFor();
  await visitor.screenshot('buyer-data-off');
  await button('Leave on').click();
  expect(await person.getAttribute('aria-checked')).toBe('true');
  await person.click();
  await button('Turn off').click();
  await expect.poll(() => person.getAttribute('aria-checked')).toBe('false');
  const destination = visitor.sidebar.getByRole('switch', { name: 'Destination state and country' });
  await destination.click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('true');
  await destination.click();
  await visitor.sidebar.getByText('Delete states and countries?').waitFor();
  await button('Turn off').click();
  await expect.poll(() => destination.getAttribute('aria-checked')).toBe('false');
  expect(visitor.errors).toEqual([]);
});
