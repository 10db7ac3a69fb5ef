import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { callOfPage } from '../host/steps/product.ts';
import { expectLines } from '../support/lines.ts';
import { formulaHelp } from './formula-help.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';

const here = visit({ connected: true });

const OFFERED = formulaHelp(readFileSync(new URL('../../dist/Code.js', import.meta.url), 'utf8'));

const inSheet1 = (cell: string) => {
  const { workbook } = here.workbench.host;
  const { sheetId } = workbook.sheetByName('Sheet1')!;
  const place = { row: Number(cell.slice(1)), column: cell.charCodeAt(0) - 64, rows: 1, columns: 1 };
  return workbook.read(sheetId, place, 'formulas')[0]![0];
};
const shows = (cell: string) => expect.poll(() => here.visitor.text(cell));

/** Expected value of the cell, or of the first cell below a table's header. */
const RESULTS: Readonly<Record<string, readonly [typed: string, below: boolean, shows: RegExp]>> = {
  MARKET_STOCK: ['=MARKET_STOCK(A1)', false, /^\d+$/],
  MARKET_PRICE: ['=MARKET_PRICE(A1)', false, /^\d+([.,]\d+)?$/],
  MARKET_ORDER: ['=MARKET_ORDER(A5,"Order status")', false, /^\d$/],
  MARKET_INVENTORY: ['=MARKET_INVENTORY(A1)', true, /\S/],
  MARKET_LOOKUP_REPORT: ['=MARKET_LOOKUP_REPORT(A6)', true, /\S/],
  MARKET_PRICE_HISTORY: ['=MARKET_PRICE_HISTORY(A1,,3)', true, /^9SI/],
  MARKET_AD_PERFORMANCE: ['=MARKET_AD_PERFORMANCE("last 7 days")', true, /\S/],
  MARKET_KEYWORDS: ['=MARKET_KEYWORDS(A4)', true, /\S/],
  MARKET_ORDERS: ['=MARKET_ORDERS("last 14 days")', true, /\S/],
  MARKET_FRESHNESS: ['=MARKET_FRESHNESS("Orders")', false, /\d/],
  MARKET_QUOTA: ['=MARKET_QUOTA("orders")', false, /^\d+$/],
  MARKET_CHECK: ['=MARKET_CHECK()', true, /^The script runs on V8$/],
};

/** The other formulas are typed in the same way. */
const TYPED = isLong ? OFFERED : OFFERED.filter(({ name }) => name === 'MARKET_ORDERS');

beforeAll(async () => {
  const { workbook } = here.workbench.host;
  const { itemNumbers } = here.workbench.market.announcement;
  for (const [index, item] of itemNumbers.slice(0, 3).entries()) workbook.type(0, index + 1, 1, item);
});

longTest('Refresh now updates formulas and the page shows the result', async () => {
  const { visitor } = here;
  for (const row of [1, 2, 3]) await visitor.type(`B${row}`, `=MARKET_STOCK(A${row})`);
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
  await page.keyboard.type('time of the next call');
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

longTest("the Help tab finds topics by sellers' wording", async () => {
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

describe('with orders pulled', () => {
  beforeAll(async () => {
    const { host, market } = here.workbench;
    const { campaigns, requestIds } = market.announcement;
    await callOfPage(host, 'startPull', [{ operation: 'orders', params: {} }]);
    // Make room for tables.
    for (const row of [1, 2]) host.workbook.type(0, row, 4, '');
    const order = valuesIn(here.workbench, 'Orders')[1]![0];
    for (const [index, value] of [campaigns[0], order, requestIds[0]].entries())
      host.workbook.type(0, index + 4, 1, String(value));
    await here.visitor.showTab('Sheet1');
  });

  test('covers every formula', () => {
    expectLines(
      OFFERED.map(({ name }) => name),
      Object.keys(RESULTS),
      {
        list: 'RESULTS in test/workbench/formulas-and-help.test.ts',
        line: 'what is typed, whether the result is a table, and what is shown',
      },
    );
  });

  test.each(TYPED)('$name shows argument help while typing, then its result', async (offered) => {
    const [typed, isTable, shown] = RESULTS[offered.name]!;
    const { visitor } = here;
    const { keyboard } = visitor.page;
    const assistant = visitor.page.locator('.o-formula-assistant');
    const begin = `${offered.name}(`;
    await visitor.goTo('C1');
    await keyboard.type('=');
    await keyboard.insertText(begin);
    for (const { description } of offered.arguments)
      await assistant.getByText(description).first().waitFor({ state: 'attached' });
    await keyboard.insertText(typed.slice(1 + begin.length));
    await keyboard.press('Enter');
    await shows(isTable ? 'C2' : 'C1').toMatch(shown);
    await here.visitor.goTo('C1');
    await here.visitor.page.keyboard.press('Delete');
    await shows('C1').toBe('');
  });
});

test('an error shows its code and advice on hover', async () => {
  await here.visitor.type('C1', '=MARKET_STOCK(A1,"US")');
  await shows('C1').toBe('#ERROR!');
  await here.visitor.pointAt('C1');
  const sentence = 'MARKET_ARGUMENT: "warehouse" takes 3-letter codes such as USA, not "US".';
  await here.visitor.page.locator('.o-error-tooltip', { hasText: sentence }).waitFor();
  await here.visitor.goTo('C1');
  await here.visitor.page.keyboard.press('Delete');
});

test("typing a formula suggests the add-on's", async () => {
  await here.visitor.goTo('E1');
  await here.visitor.page.keyboard.type('=MARKET_ST', { delay: 20 });
  await here.visitor.page.locator('.o-autocomplete-value', { hasText: 'MARKET_STOCK' }).waitFor();
  await here.visitor.screenshot('completion');
  await here.visitor.page.keyboard.press('Escape');
  await here.visitor.page.keyboard.press('Escape');
});

test('a formula with a range fills a column, and changing an argument recalculates a table', async () => {
  const { workbook } = here.workbench.host;
  const { itemNumbers } = here.workbench.market.announcement;
  await here.visitor.type('E1', '=MARKET_STOCK(A1:A3)');
  await shows('E3').toMatch(/^\d+$/);
  await here.visitor.type('G1', '=MARKET_PRICE_HISTORY(A1)');
  await shows('G2').toBe(itemNumbers[0]);
  const inWorkbook = (row: number, column: number) =>
    workbook.read(0, { row, column, rows: 1, columns: 1 }, 'displayValues')[0]![0]!;
  const shown: (string | undefined)[] = [];
  for (const item of itemNumbers.slice(1)) {
    await here.visitor.type('A1', item);
    await expect.poll(() => inWorkbook(1, 1)).toBe(item);
    await workbook.settled();
    await shows('G2').toBe(inWorkbook(2, 7));
    shown.push(await here.visitor.text('G2'));
    if (shown.at(-1) === item) break;
  }
  // Not every item has a price history.
  expect(itemNumbers.slice(1)).toContain(shown.at(-1));
  await here.visitor.screenshot('formulas');
});

test('the page makes no outside requests and causes no errors', () => {
  expect([here.visitor.errors, here.visitor.outside]).toEqual([[], []]);
});
