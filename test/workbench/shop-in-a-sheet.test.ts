/** A seller's first hour: connect by the sidebar, pull orders, use the formulas, and what happens when things fail. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

const shows = (cell: string, sheet?: string) =>
  expect.poll(() => visitor.text(cell, sheet), { timeout: 20_000 });

describe('in this order', () => {
  test('a formula without a connection shows an error and why', async () => {
    await visitor.type('J1', '=MARKET_STOCK("9SIA")');
    await shows('J1').toBe('#ERROR!');
    await visitor.pointAt('J1');
    const note = visitor.page.locator('.o-error-tooltip');
    await note.waitFor();
    expect(await note.textContent()).toContain('MARKET_NO_CONNECTION');
    await visitor.screenshot('error-note');
  });

  test('a wrong key is told', async () => {
    const { sidebar } = visitor;
    await visitor.connect({ ...workbench.market.announcement, apiKey: 'wrong' }, MARKET);
    await sidebar.getByRole('button', { name: /^Test / }).click();
    await sidebar.getByText('The API key is not accepted').first().waitFor();
    await visitor.screenshot('wrong-key');
    await sidebar.getByRole('button', { name: /^Remove / }).click();
    await sidebar.getByRole('button', { name: 'Remove', exact: true }).click();
    await sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
  });

  test('the right keys connect', async () => {
    const { sidebar } = visitor;
    await visitor.connect(workbench.market.announcement, MARKET);
    await sidebar.getByRole('button', { name: /^Test / }).click();
    await sidebar.locator('.answers .mark.good').first().waitFor();
    await visitor.screenshot('connected');
  });

  test('opened again, the spreadsheet runs its formulas again, now with the connection', async () => {
    await visitor.page.reload();
    await visitor.page.locator('body[data-state=ready] .o-sheet.active').waitFor();
    await visitor.openSidebar();
    await shows('J1').toBe('#ERROR!');
    await visitor.pointAt('J1');
    await visitor.page.locator('.o-error-tooltip', { hasText: 'MARKET_NOT_FOUND' }).waitFor();
  });

  test('orders are pulled into their table', async () => {
    const { sidebar } = visitor;
    await sidebar.getByRole('tab', { name: 'Pull' }).click();
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
    await expect.poll(() => visitor.tabs()).toContain('Orders');
    await visitor.showTab('Orders');
    await shows('B1', 'Orders').toBe('Order number');
    await shows('B2', 'Orders').toMatch(/^\d+$/);
    await visitor.screenshot('orders');
    await sidebar
      .getByRole('button', { name: /^Show sheet/ })
      .nth(1)
      .click();
    await expect.poll(() => visitor.page.locator('.o-sheet.active').textContent()).toBe('Order lines');
  });

  test('the formulas give a number and two spills', async () => {
    const { itemNumbers } = workbench.market.announcement;
    await visitor.showTab('Sheet1');
    for (const [index, item] of itemNumbers.slice(0, 3).entries()) await visitor.type(`A${index + 1}`, item);
    await visitor.type('B1', '=MARKET_STOCK(A1)');
    await shows('B1').toMatch(/^\d+$/);
    await visitor.type('C1', '=MARKET_STOCK(A1:A3)');
    await shows('C3').toMatch(/^\d+$/);
    await visitor.type('A10', '=MARKET_PRICE_HISTORY(A1)');
    await shows('A11').toBe(itemNumbers[0]);
    await visitor.type('A50', '=MARKET_ORDERS("2020-01-01","2100-01-01")');
    await shows('A51').not.toBe('');
    await visitor.goTo('A1');
    await visitor.screenshot('formulas');
  });

  test('a changed argument calculates again', async () => {
    const { workbook } = workbench.host;
    const inWorkbook = (row: number) =>
      workbook.read(0, { row, column: 1, rows: 1, columns: 1 }, 'displayValues')[0]![0]!;
    const shown: (string | undefined)[] = [];
    for (const item of workbench.market.announcement.itemNumbers.slice(1)) {
      await visitor.type('A1', item);
      await expect.poll(() => inWorkbook(1)).toBe(item);
      await workbook.settled();
      await shows('A11').toBe(inWorkbook(11));
      shown.push(await visitor.text('A11'));
      if (shown.at(-1) === item) return;
    }
    // Not every item has a price history, but one of so many has.
    expect(shown).toContain(workbench.market.announcement.itemNumbers.at(-1));
  });

  test('typing a formula offers ours', async () => {
    await visitor.goTo('E1');
    await visitor.page.keyboard.type('=MARKET_ST', { delay: 20 });
    await visitor.page.locator('.o-autocomplete-value', { hasText: 'MARKET_STOCK' }).waitFor();
    await visitor.screenshot('completion');
    await visitor.page.keyboard.press('Escape');
    await visitor.page.keyboard.press('Escape');
  });

  test('a marketplace that has stopped is told in the sidebar and in a cell', async () => {
    await workbench.stopMarket();
    const { sidebar } = visitor;
    await sidebar.getByRole('button', { name: 'Back to the form' }).click();
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await sidebar
      .getByText(/could not be reached|cannot be reached|unreachable|did not answer|no answer/i)
      .first()
      .waitFor();
    await visitor.screenshot('stopped');
    await visitor.type('E1', '=MARKET_STOCK("9SIANEVERASKED")');
    await shows('E1').toBe('#ERROR!');
    expect(visitor.errors).toEqual([]);
    expect(visitor.outside).toEqual([]);
  });
});
