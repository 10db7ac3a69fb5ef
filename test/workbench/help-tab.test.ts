import { beforeAll, expect, test } from 'vitest';
import { visit } from './visit.ts';

const here = visit({ connected: true });
const inSheet1 = (cell: string) => {
  const { workbook } = here.workbench.host;
  const { sheetId } = workbook.sheetByName('Sheet1')!;
  const place = { row: Number(cell.slice(1)), column: cell.charCodeAt(0) - 64, rows: 1, columns: 1 };
  return workbook.read(sheetId, place, 'formulas')[0]![0];
};
const SINGLES = ['=MARKET_STOCK(A1)', '=MARKET_STOCK(A2)', '=MARKET_STOCK(A3)'];

beforeAll(async () => {
  const { visitor, workbench } = here;
  const { announcement } = workbench.market;
  for (const [index, id] of announcement.itemNumbers.slice(0, 3).entries()) {
    await visitor.type(`A${index + 1}`, id);
    await visitor.type(`B${index + 1}`, SINGLES[index]!);
  }
});

test('Refresh now updates formulas and the page shows the result', async () => {
  const { visitor } = here;
  await expect.poll(() => visitor.text('B3')).toMatch(/^\d+$/);
  await visitor.menuItem('Refresh now');
  await visitor.menuSays('Formulas are up to date.');
  await visitor.screenshot('refreshed-formulas');
});

test('the Help tab finds a topic and inserts an example into the active cell, by keyboard alone', async () => {
  const { visitor } = here;
  const { page, sidebar } = visitor;
  await visitor.goTo('D1');
  await sidebar.getByRole('tab', { name: 'Connect' }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Tab');
  await page.keyboard.type('next call available');
  await sidebar.getByRole('heading', { name: 'MARKET_QUOTA' }).waitFor();
  expect(await sidebar.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'MARKET_QUOTA',
    'Version and support',
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const written = '=MARKET_QUOTA("Price history", "next")';
  await sidebar.getByText(`${written} inserted in Sheet1!D1.`, { exact: true }).first().waitFor();
  expect(inSheet1('D1')).toBe(written);
  await expect.poll(() => visitor.text('D1')).toMatch(/\d/);
  // Filled cells aren't overwritten, and missing tables are named.
  await page.keyboard.press('Enter');
  await sidebar.getByText('D1 is not empty. Click an empty cell first.').waitFor();
  await visitor.goTo('D2');
  await sidebar.getByLabel('Search help').fill('one field per order number');
  await sidebar.getByRole('button', { name: 'Insert example: MARKET_ORDER', exact: true }).click();
  await sidebar.getByText('values from Orders, which has no sheet yet').waitFor();
  await visitor.screenshot('help');
});

test('the Help tab finds a column with its table', async () => {
  const { sidebar } = here.visitor;
  await sidebar.getByLabel('Search help').fill('tracking number');
  expect(await sidebar.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'What is the tracking number of an order?',
    'Packages',
    'Version and support',
  ]);
  await sidebar.getByText('Columns (1)', { exact: true }).waitFor();
  await here.visitor.screenshot('help-column');
});

test("the Help tab finds topics by sellers' wording", async () => {
  const { sidebar } = here.visitor;
  const asked = {
    'what is out of stock?': 'Which items are out of stock?',
    'What is my ACoS for 14 days': 'What is my ACoS for the last 14 days?',
    'what voids soon': 'Which orders will be voided soon?',
    'what ships today': 'What ships today, and what is late?',
    'who undercuts me': 'Who is undercutting my prices?',
    'sales by month and item': "What are an item's monthly sales?",
    'margin with my costs': 'What are my margin and profit after costs and fees?',
    'tracking number of an order': 'What is the tracking number of an order?',
    'bids above suggestion': 'Which bids are above the suggested range?',
    'last month orders csv': "How do I get last month's orders as a CSV file?",
    'stock of all items': 'How do I get stock levels for all items?',
    'what changed since yesterday': 'What changed since yesterday?',
    restock: 'What should I reorder, and when?',
    fee: "What can't this add-on do?",
  };
  for (const [typed, question] of Object.entries(asked)) {
    await sidebar.getByLabel('Search help').fill(typed);
    await sidebar.getByRole('heading', { name: question }).waitFor();
  }
  await sidebar.getByLabel('Search help').fill('');
});

test('the Help tab shows the version and a preview of the support report', async () => {
  const { sidebar } = here.visitor;
  await sidebar.getByText(/^Version \d+\.\d+\.\d+, in this spreadsheet since /).waitFor();
  await sidebar.getByRole('button', { name: 'Create a support report' }).click();
  const report = sidebar.getByLabel('Support report');
  await expect.poll(() => report.inputValue()).toContain('Connections (default first):');
  await sidebar.getByRole('button', { name: 'Copy report' }).scrollIntoViewIfNeeded();
  await here.visitor.screenshot('report-for-support');
});
