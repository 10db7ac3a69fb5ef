import { describe, expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';

const here = visit();

const shows = (cell: string, sheet?: string) => expect.poll(() => here.visitor.text(cell, sheet));

describe('in this order', () => {
  test('a formula without a connection shows an error and its reason', async () => {
    await here.visitor.type('J1', '=MARKET_STOCK("9SIA")');
    await shows('J1').toBe('#ERROR!');
    await here.visitor.pointAt('J1');
    const note = here.visitor.page.locator('.o-error-tooltip');
    await note.waitFor();
    expect(await note.textContent()).toContain('MARKET_NO_CONNECTION');
    await here.visitor.screenshot('error-note');
  });

  test('reports a wrong key', async () => {
    const { sidebar } = here.visitor;
    await here.visitor.saveConnection({ ...here.workbench.market.announcement, apiKey: 'wrong' }, MARKET);
    await sidebar.getByText('"My shop" was saved, but the test failed.').first().waitFor();
    await sidebar.getByText('The API key was not accepted').first().waitFor();
    // The form shows only the invalid field.
    expect(await sidebar.getByRole('tabpanel').locator('label').allTextContents()).toEqual(['API key']);
    await here.visitor.screenshot('wrong-key');
    await sidebar.getByRole('button', { name: 'Show all fields' }).click();
    await sidebar.getByLabel('API address').waitFor();
    await sidebar.getByRole('button', { name: 'Close', exact: true }).click();
    await sidebar.getByRole('button', { name: /^Remove / }).click();
    await sidebar.getByText('Its keys will be deleted. Tables in this spreadsheet will be kept.').waitFor();
    await sidebar.getByRole('button', { name: 'Remove', exact: true }).click();
    await sidebar.getByRole('button', { name: 'Connect your shop' }).waitFor();
  });

  test('the right keys connect', async () => {
    const { sidebar } = here.visitor;
    const { sellerId } = here.workbench.market.announcement;
    await here.visitor.connect(here.workbench.market.announcement, MARKET);
    await sidebar.getByText(`"My shop" was saved. Connected as seller ${sellerId}.`).first().waitFor();
    await sidebar.locator('.answers .mark.good').first().waitFor();
    await here.visitor.screenshot('connected');
  });

  test('reopening the spreadsheet recalculates its formulas with the connection', async () => {
    await here.visitor.page.reload();
    await here.visitor.page.locator('body[data-state=ready] .o-sheet.active').waitFor();
    await here.visitor.openSidebar();
    await shows('J1').toBe('#ERROR!');
    await here.visitor.pointAt('J1');
    await here.visitor.page.locator('.o-error-tooltip', { hasText: 'MARKET_NOT_FOUND' }).waitFor();
  });

  test('orders are pulled into their table', async () => {
    const { sidebar } = here.visitor;
    await sidebar.getByRole('tab', { name: 'Pull' }).click();
    await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
    await expect.poll(() => here.visitor.tabs()).toContain('Orders');
    await here.visitor.showTab('Orders');
    await shows('A1', 'Orders').toBe('Order number');
    await shows('A2', 'Orders').toMatch(/^\d+$/);
    await here.visitor.screenshot('orders');
    await sidebar
      .getByRole('button', { name: /^Show sheet/ })
      .nth(1)
      .click();
    await expect.poll(() => here.visitor.page.locator('.o-sheet.active').textContent()).toBe('Order lines');
  });

  test('formulas return a number and two tables', async () => {
    const { itemNumbers } = here.workbench.market.announcement;
    await here.visitor.showTab('Sheet1');
    for (const [index, item] of itemNumbers.slice(0, 3).entries()) await here.visitor.type(`A${index + 1}`, item);
    await here.visitor.type('B1', '=MARKET_STOCK(A1)');
    await shows('B1').toMatch(/^\d+$/);
    await here.visitor.type('C1', '=MARKET_STOCK(A1:A3)');
    await shows('C3').toMatch(/^\d+$/);
    await here.visitor.type('A10', '=MARKET_PRICE_HISTORY(A1)');
    await shows('A11').toBe(itemNumbers[0]);
    await here.visitor.type('A50', '=MARKET_ORDERS("2020-01-01","2100-01-01")');
    await shows('A51').not.toBe('');
    await here.visitor.goTo('A1');
    await here.visitor.screenshot('formulas');
  });

  test('changing an argument recalculates a formula', async () => {
    const { workbook } = here.workbench.host;
    const inWorkbook = (row: number) =>
      workbook.read(0, { row, column: 1, rows: 1, columns: 1 }, 'displayValues')[0]![0]!;
    const shown: (string | undefined)[] = [];
    for (const item of here.workbench.market.announcement.itemNumbers.slice(1)) {
      await here.visitor.type('A1', item);
      await expect.poll(() => inWorkbook(1)).toBe(item);
      await workbook.settled();
      await shows('A11').toBe(inWorkbook(11));
      shown.push(await here.visitor.text('A11'));
      if (shown.at(-1) === item) return;
    }
    // Not every item has a price history.
    expect(shown).toContain(here.workbench.market.announcement.itemNumbers.at(-1));
  });

  test("typing a formula suggests the add-on's", async () => {
    await here.visitor.goTo('E1');
    await here.visitor.page.keyboard.type('=MARKET_ST', { delay: 20 });
    await here.visitor.page.locator('.o-autocomplete-value', { hasText: 'MARKET_STOCK' }).waitFor();
    await here.visitor.screenshot('completion');
    await here.visitor.page.keyboard.press('Escape');
    await here.visitor.page.keyboard.press('Escape');
  });

  test('reports a stopped marketplace in the sidebar and in a cell', async () => {
    await here.workbench.stopMarket();
    const { sidebar } = here.visitor;
    await sidebar.getByRole('button', { name: 'Back to the form' }).click();
    await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
    await sidebar
      .getByText(/could not be reached|cannot be reached|unreachable|did not answer|no answer/i)
      .first()
      .waitFor();
    await here.visitor.screenshot('stopped');
    await here.visitor.type('E1', '=MARKET_STOCK("9SIANEVERASKED")');
    await shows('E1').toBe('#ERROR!');
    expect(here.visitor.errors).toEqual([]);
    expect(here.visitor.outside).toEqual([]);
  });
});
