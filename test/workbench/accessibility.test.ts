/** Whatever the sidebar shows has no serious accessibility finding, and fits into its 300 pixels. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closePages, startBrowser } from './browser.ts';
import { MARKET } from './demo-shop.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
}, 600_000);

beforeEach(async () => {
  visitor = await Visitor.arrive(workbench.url, browser);
});

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

interface Found {
  readonly grave: readonly unknown[];
  readonly passes: number;
  readonly widths: readonly [content: number, room: number];
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function examine(): Promise<void> {
  const frame = visitor.page.frames().find((each) => each.parentFrame() !== null)!;
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe);
  const found = (await frame.evaluate(`axe.run({ resultTypes: ['violations'] }).then(({ violations, passes }) => ({
    grave: violations.filter(({ impact }) => /serious|critical/.test(impact))
      .map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    passes: passes.length,
    widths: [document.documentElement.scrollWidth, document.documentElement.clientWidth],
  }))`)) as Found;
  expect(found.passes).toBeGreaterThan(5);
  expect(found.grave).toEqual([]);
  expect(found.widths[0]).toBe(found.widths[1]);
}

const button = (name: string | RegExp) => visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => visitor.sidebar.getByRole('tab', { name });

test('at first, and while there is nothing to pull from', async () => {
  await button('Connect your shop').waitFor();
  await examine();
  for (const name of ['Today', 'Pull', 'Schedule', 'Activity']) {
    await tab(name).click();
    await examine();
  }
  await tab('Help').click();
  for (const part of ['Formulas', 'Error codes', 'Tables and columns'])
    await visitor.sidebar.getByText(new RegExp(`^${part}`)).click();
  await visitor.sidebar
    .getByText(/^Columns/)
    .first()
    .click();
  await examine();
});

test('a connection, its form with all of its settings, and the questions before something is deleted', async () => {
  await visitor.connect(workbench.market.announcement, MARKET);
  await examine();
  await button(/^Edit /).click();
  await visitor.sidebar.getByText('More options').first().click();
  await visitor.sidebar.getByText('If your marketplace differs').click();
  await visitor.sidebar.getByLabel('Seconds to wait for an answer').fill('3');
  await button('Save').click();
  await visitor.sidebar.getByRole('alert').waitFor();
  await examine();
  await button('Cancel').click();
  await button(/^Edit /).click();
  const secret = visitor.sidebar.getByLabel('Secret key');
  await secret.fill('wrong');
  await button('Save').click();
  await button('Leave it so').waitFor();
  await examine();
  await secret.fill(workbench.market.announcement.secretKey);
  await button('Save').click();
  await visitor.sidebar.getByRole('heading', { name: 'Connections' }).waitFor();
  await visitor.sidebar.getByRole('switch', { name: 'Names and addresses' }).click();
  await button(/^Remove /).click();
  await button('Keep it').waitFor();
  await examine();
});

test('every form with all of its options, a plan, and a result with notes', async () => {
  const { sidebar } = visitor;
  await tab('Pull').click();
  const what = sidebar.getByRole('combobox', { name: 'What to pull' });
  const operations = await what.locator('option').evaluateAll((all) => all.map((each) => each.getAttribute('value')!));
  expect(operations).toHaveLength(6);
  for (const operation of operations) {
    await what.selectOption(operation);
    const folds = sidebar.locator('summary').filter({ hasText: /^(More options|Columns|Do this every)/ });
    for (const fold of await folds.all()) if (await fold.isVisible()) await fold.click();
    await examine();
  }
  await what.selectOption('orders');
  await button('What will it cost?').click();
  await sidebar.getByRole('heading', { name: 'What it will cost' }).waitFor();
  await examine();
  await button('Pull').click();
  await sidebar.getByRole('list', { name: 'Notes' }).waitFor();
  await examine();
  await tab('Today').click();
  await sidebar.getByRole('list', { name: 'What needs you' }).waitFor();
  await examine();
  await tab('Pull').click();
  await button('Back to the form').click();
  await sidebar.getByText('Add a desk').click();
  await sidebar.getByRole('heading', { name: 'Reorder' }).waitFor();
  await examine();
});

test('tables to copy, and a text to be copied by hand', async () => {
  const { sidebar, page } = visitor;
  await tab('Pull').click();
  await button('Pull').click();
  await button('Copy for pasting: Orders').waitFor();
  await page
    .frames()
    .find((each) => each.parentFrame() !== null)!
    .evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error());
    });
  await button('Back to the form').click();
  await sidebar.getByText('Copy a table').click();
  await button('Copy for pasting: Orders').click();
  await sidebar.getByRole('textbox', { name: 'Rows of Orders' }).waitFor();
  await examine();
});

test('a schedule with jobs of all kinds, its forms, a question and a refusal', async () => {
  const { sidebar } = visitor;
  await tab('Schedule').click();
  await button('Set up standard jobs').click();
  await button(/^Pause: Orders, every 10 minutes/).click();
  await button(/^Go on: Orders/).waitFor();
  const { workbook } = workbench.host;
  workbook.type(workbook.sheetByName('Jobs')!.sheetId, 9, 2, 'Weather');
  await button(/^Run now: Ad performance/).click();
  await sidebar.getByText('not run').waitFor();
  await sidebar.getByText('fresh', { exact: true }).first().waitFor();
  await examine();
  await sidebar.locator('summary', { hasText: 'Add a job' }).click();
  await sidebar.locator('summary', { hasText: 'Who you are' }).click();
  await button('Add the job').click();
  await sidebar.getByRole('alert').waitFor();
  await button(/^Remove: Weather/).click();
  await examine();
  await button('Turn off').click();
  await sidebar.getByText('Nobody has turned the schedule on').waitFor();
  await examine();
});

test('what goes on: a pull that waits, calls that are spent, runs of all kinds', async () => {
  const { sidebar } = visitor;
  await tab('Connect').click();
  await button(/^Edit /).click();
  await sidebar.getByText('If your marketplace differs').click();
  await sidebar.getByLabel('Calls an hour, where they are not as documented').fill('price-history 1');
  await button('Save').click();
  await sidebar.getByText('1 setting differs.').waitFor();
  await tab('Pull').click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('price-history');
  await sidebar.getByLabel('Item numbers').fill(workbench.market.announcement.itemNumbers.slice(0, 2).join('\n'));
  await button('Pull').click();
  await sidebar.getByRole('heading', { name: 'Price history: waiting' }).waitFor();
  await tab('Activity').click();
  await button(/^Go on: /).waitFor();
  await examine();
  await button(/^Cancel: /).click();
  await sidebar.getByText('Price history is canceled.').first().waitFor();
  await examine();
});
