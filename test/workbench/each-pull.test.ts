/** Every operation pulled by its form in the sidebar, and the demo shop that pulls them all. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation } from '../marketplace/operations/operation.ts';
import { operations } from '../marketplace/operations/registry.ts';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
}, 600_000);

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

/** The tables that each operation fills unless told otherwise. */
const TABLES: Record<Operation['id'], string[]> = {
  orders: ['Orders', 'Order lines', 'Packages'],
  inventory: ['Inventory'],
  'price-history': ['Price log'],
  'ad-performance': ['Ad performance'],
  keywords: ['Keywords'],
  'lookup-report': ['Lookup report'],
};

const IDS = operations.map(({ id }) => id);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('in one sidebar', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await Visitor.arrive(workbench.url, browser);
    await visitor.connect(workbench.market.announcement, MARKET);
    await visitor.sidebar.getByRole('tab', { name: 'Pull' }).click();
  });

  const shop = () => workbench.market.announcement;
  /** By label, what is typed into each form. */
  const forms: Record<Operation['id'], () => Record<string, string>> = {
    orders: () => ({}),
    inventory: () => ({ Identifiers: shop().itemNumbers.join('\n') }),
    'price-history': () => ({ 'Item numbers': shop().itemNumbers.join('\n') }),
    'ad-performance': () => ({ 'From date': daysAgo(4), 'To date': daysAgo(0) }),
    keywords: () => ({ 'Campaign number': String(shop().campaigns[0]) }),
    'lookup-report': () => ({ 'Request ID': shop().requestIds[0]! }),
  };

  async function pull(operation: string, fields: Record<string, string>): Promise<void> {
    const { sidebar } = visitor;
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption(operation);
    for (const [label, text] of Object.entries(fields)) await sidebar.getByLabel(label).fill(text);
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
  }
  const back = () => visitor.sidebar.getByRole('button', { name: 'Back to the form' }).click();
  const notice = (text: string) => visitor.sidebar.locator('.notice', { hasText: text });

  test.each(IDS)('%s', async (operation) => {
    const { sidebar } = visitor;
    const tables = TABLES[operation];
    await pull(operation, forms[operation]());
    await sidebar
      .getByText(/^All that (the marketplace has of it|matches what you asked for) is in the sheet\.$/)
      .first()
      .waitFor();
    expect(await sidebar.getByRole('button', { name: /^Show sheet/ }).count()).toBe(tables.length);
    for (const table of tables)
      await expect.poll(() => visitor.text('A2', table), { timeout: 20_000 }).toMatch(/./);
    await visitor.screenshot(`pull-${operation}`);
    await back();
  });

  test('all items of the Catalog stand in place of the list, chosen by keyboard', async () => {
    const { sidebar } = visitor;
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('price-history');
    const items = sidebar.getByRole('combobox', { name: 'Items', exact: true });
    await items.focus();
    await items.press('A');
    await sidebar.getByLabel('Item numbers').waitFor({ state: 'detached' });
    await sidebar.getByRole('button', { name: 'What will it cost?' }).press('Enter');
    const calls = sidebar.locator('.plan dd').first();
    expect(Number((await calls.innerText()).replace(/\D/g, ''))).toBeGreaterThan(shop().itemNumbers.length);
    await items.press('T');
    await sidebar.getByLabel('Item numbers').fill('30');
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await notice('did you mean "0000030"?').waitFor();
  });

  test('price changes are not called complete for an item that nobody knows', async () => {
    await pull('price-history', { 'Item numbers': [...shop().itemNumbers, '9SIANOSUCH'].join('\n') });
    await visitor.sidebar
      .getByRole('list', { name: 'Notes' })
      .getByText(/^Nothing came for .*9SIANOSUCH/)
      .waitFor();
    await back();
    await pull('price-history', { 'Item numbers': '9SIANOSUCH' });
    await notice('It answers the same when it does not know an identifier').waitFor();
    await back();
  });

  test('the notes of a pull are told', async () => {
    await pull('orders', {});
    await visitor.sidebar
      .getByRole('list', { name: 'Notes' })
      .getByText(/^By status: .*Shipped/)
      .waitFor();
    await visitor.screenshot('notes');
    await back();
  });

  test('a choice that is not complete proposes values and takes others', async () => {
    const { sidebar } = visitor;
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('ad-performance');
    await sidebar.getByText('More options').click();
    const list = await sidebar.getByLabel('Keyword means').getAttribute('list');
    const proposed = await sidebar
      .locator(`datalist[id="${list}"] option`)
      .evaluateAll((all) => all.map((each) => [each.getAttribute('value'), each.getAttribute('label')]));
    expect(proposed).toContainEqual(['KEYWORD', 'Keyword']);
    await sidebar.getByLabel('Active or not').fill('Paused');
    await sidebar.getByRole('button', { name: 'What will it cost?' }).click();
    await sidebar.getByRole('heading', { name: 'What it will cost' }).waitFor();
    await sidebar.getByLabel('Active or not').fill('');
  });

  test('a form that is not filled in says what is missing', async () => {
    const { sidebar } = visitor;
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('keywords');
    await sidebar.getByLabel('Campaign number').fill('');
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await expect
      .poll(() => sidebar.locator('[role=alert], :invalid').count(), { timeout: 20_000 })
      .toBeGreaterThan(0);
    await visitor.screenshot('pull-missing');
  });
});

test('the demo shop fills all tables from the first visit', async () => {
  const fresh = await startWorkbench({ port: 0, timeZone: 'Asia/Tokyo', items: 100, orders: 60 });
  try {
    const visitor = await Visitor.arrive(fresh.url, browser);
    await visitor.sidebar.getByRole('button', { name: 'Try with the demo shop' }).click();
    await visitor.sidebar
      .getByText(/The demo shop is ready, with [\d,]+ rows/)
      .first()
      .waitFor();
    const all = Object.values(TABLES).flat();
    expect((await visitor.tabs()).map((tab) => tab.trim())).toEqual(expect.arrayContaining(all));
    for (const table of all) expect(await visitor.text('A2', table)).toMatch(/./);
    await expect.poll(() => visitor.page.locator('.o-sheet.active').textContent()).toBe('Orders');
    await visitor.screenshot('demo');
  } finally {
    await fresh.close();
  }
});
