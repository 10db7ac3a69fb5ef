import { expect, test } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { MARKET } from './demo-shop.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';

const here = visit({ connected: true });
const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => here.visitor.sidebar.getByRole('tab', { name });
const panel = () => here.visitor.sidebar.getByRole('tabpanel');
const waiting = () => panel().getByRole('list', { name: 'In progress' }).getByRole('listitem');
const meter = (name: string) => panel().getByRole('meter', { name });

const HOUR = 3_600_000;
const CAP = 10;
/** Saving the changed connection used one call. */
const LEFT = 9;

test('is empty at first', async () => {
  const { sidebar } = here.visitor;
  await tab('Connect').click();
  await button(/^Edit /).click();
  await sidebar.getByText('Advanced settings').click();
  await sidebar.getByLabel('Calls per hour, if different from the documentation').fill(`price-history ${CAP}`);
  await button('Save').click();
  await sidebar.getByText('1 setting changed.').waitFor();
  await tab('Activity').click();
  await panel().getByText('No runs yet.').waitFor();
  expect(await meter('Price history calls').getAttribute('aria-valuetext')).toBe(`${LEFT} of ${CAP} left`);
  expect(await button(/^Show /).count()).toBe(0);
  await here.visitor.screenshot('activity-empty');
});

test('shows a pull that ran out of calls, and when calls are available again', async () => {
  const { sidebar } = here.visitor;
  await tab('Pull').click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('price-history');
  const items = here.workbench.market.announcement.allItemNumbers.slice(0, LEFT + 6);
  await sidebar.getByLabel('Item numbers').fill(items.join('\n'));
  await button('Pull').click();
  await sidebar.getByRole('heading', { name: 'Price history: waiting' }).waitFor();
  await tab('Activity').click();
  await waiting()
    .getByText(/6 calls left \(from the sidebar, you\)\. Next calls available (today|tomorrow) at/)
    .waitFor();
  expect(await meter('Price history calls').getAttribute('aria-valuenow')).toBe('0');
  await panel()
    .getByText(/^Next call available (today|tomorrow) at/)
    .waitFor();
  await panel()
    .getByText(/^18,\d{3} of Google's 20,000 daily calls left for pulls; 1,000 reserved for formulas\.$/)
    .waitFor();
  await here.visitor.screenshot('activity-waiting');
  await here.visitor.examineSidebar();
});

test('keeps a pull waiting if it is resumed too early and finishes it later', async () => {
  const { sidebar } = here.visitor;
  await button('Resume: Price history').click();
  await sidebar.getByRole('heading', { name: 'Price history: waiting' }).waitFor();
  expect(await tab('Pull').getAttribute('aria-selected')).toBe('true');
  // Call slots become free a few seconds after the hour.
  await fetch(`${here.workbench.url}/api/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ by: 2 * HOUR }),
  });
  await tab('Activity').click();
  await button('Resume: Price history').click();
  await sidebar.getByRole('heading', { name: 'Price history: done' }).waitFor();
  expect(new Set(valuesIn(here.workbench, 'Price log').map((row) => row[0])).size).toBeGreaterThan(CAP);
  await tab('Activity').click();
  await panel().getByText('No pulls in progress.').waitFor();
  const run = panel().getByRole('listitem').filter({ hasText: 'from the sidebar' }).first();
  await run.getByText('done').waitFor();
  await here.visitor.screenshot('activity-done');
});

test('cancels a pull by keyboard, keeps its rows, and shows the Log', async () => {
  const { page, sidebar } = here.visitor;
  await tab('Pull').click();
  await button('Back to the form').click();
  await button('Pull').click();
  await sidebar.getByRole('heading', { name: 'Price history: waiting' }).waitFor();
  await tab('Pull').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const rows = valuesIn(here.workbench, 'Price log').length;
  await button('Cancel: Price history').focus();
  await page.keyboard.press('Enter');
  await panel()
    .getByText(/^Price history canceled\. Stopped after \d+ of \d+ calls\. Kept: [\d,]+ rows in Price log\.$/)
    .waitFor();
  await panel().getByText('No pulls in progress.').waitFor();
  expect(valuesIn(here.workbench, 'Price log')).toHaveLength(rows);
  await panel().getByText('canceled', { exact: true }).waitFor();
  await button('Show Log').click();
  await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('Log');
});

test('a waiting pull that ended elsewhere no longer offers to continue', async () => {
  const { host } = here.workbench;
  const { sidebar } = here.visitor;
  await tab('Pull').click();
  await button('Pull').click();
  await sidebar.getByRole('heading', { name: 'Price history: waiting' }).waitFor();
  const { value } = (await callOfPage(host, 'activity', [])) as { value: { value: { open: { id: string }[] } } };
  expect(await callOfPage(host, 'cancelPull', [value.value.open[0]!.id])).toMatchObject({ value: { ok: true } });
  await sidebar.locator('html').evaluate(() => window.dispatchEvent(new Event('focus')));
  await sidebar.getByRole('heading', { name: 'Price history: ended' }).waitFor();
  await panel().getByText('This pull has ended. Activity shows its result.').waitFor();
  expect(await button('Continue').count()).toBe(0);
  await here.visitor.screenshot('pull-ended-elsewhere');
  await button('Back to the form').click();
  await tab('Activity').click();
});

test('reports a deleted sheet on click and stops offering it after a reload', async () => {
  const { workbook } = here.workbench.host;
  await button('Show Status').waitFor();
  await here.visitor.changeDuring('showTable', () => workbook.deleteSheet(workbook.sheetByName('Status')!.sheetId));
  await button('Show Status').click();
  await panel().getByRole('alert').getByText('The Status sheet does not exist.').waitFor();
  await button('Reload').click();
  await button('Show Status').waitFor({ state: 'detached' });
  await button('Show Log').waitFor();
  await here.visitor.screenshot('activity-without-status');
});

test('undoes a run by keyboard and marks it as undone', async () => {
  const before = valuesIn(here.workbench, 'Price log').length;
  const offered = button(/^Undo: Price history, /);
  const others = (await offered.count()) - 1;
  await offered.last().focus();
  await here.visitor.page.keyboard.press('Enter');
  const message = panel().getByText(/was undone: \d+ new rows removed/);
  const [, removed] = /(\d+) new rows/.exec((await message.textContent())!)!;
  expect(before - valuesIn(here.workbench, 'Price log').length).toBe(Number(removed));
  expect(Number(removed)).toBeGreaterThan(0);
  await panel().getByText('undone', { exact: true }).waitFor();
  await expect.poll(() => offered.count()).toBe(others);
  await here.visitor.screenshot('activity-undone');
  await here.visitor.examineSidebar();
});

test('saves no file from parts of a table that changed between them', async () => {
  const { page, sidebar } = here.visitor;
  const rows = [30_000, 30_000, 30_001];
  // The shop is too small for files in several parts.
  await page.route('**/api/run*', async (route) => {
    if (!route.request().postData()?.includes('"exportFile"')) return route.fallback();
    const response = await route.fetch();
    const reply = await response.json();
    Object.assign(reply.value.value, { next: 10_000, rows: rows.shift() });
    await route.fulfill({ response, json: reply });
  });
  await sidebar.getByText('Export a file').click();
  await button('CSV: ').click();
  await sidebar.getByText('The table changed meanwhile. Try again.').waitFor();
  expect(rows).toEqual([]);
  await page.unroute('**/api/run*');
});

test('shows advice for a failed run', async () => {
  // A wrong key fails at once, without the retries of an unreachable address.
  const { sellerId, secretKey } = here.workbench.market.announcement;
  const wrong = { name: 'My shop', baseUrl: MARKET, sellerId, apiKey: 'wrong', secretKey };
  expect(await callOfPage(here.workbench.host, 'saveConnection', [wrong])).toMatchObject({ ok: true });
  await tab('Pull').click();
  // This form doesn't offer the canceled pull's operation.
  await here.visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await button('Pull').click();
  await here.visitor.sidebar.getByRole('heading', { name: 'Orders: failed' }).waitFor();
  await tab('Activity').click();
  await panel().getByRole('listitem').filter({ hasText: 'failed' }).first().locator('.wrong').waitFor();
  await here.visitor.screenshot('activity-failed');
  await here.visitor.examineSidebar();
  expect(here.visitor.errors).toEqual([]);
});
