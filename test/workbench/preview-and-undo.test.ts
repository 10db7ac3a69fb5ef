import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { gateBefore, type MarketGate } from './market-gate.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';

const here = visit({ clock: true, connected: true });
const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name, exact: true });
const heading = (name: string) => here.visitor.sidebar.getByRole('heading', { name });
const rowsOf = (name: string) => {
  const { workbook } = here.workbench.host;
  const sheet = workbook.sheetByName(name);
  return sheet ? workbook.lastRow(sheet.sheetId) : undefined;
};
/** Values of a column in the selected rows of a sheet. */
const selected = (sheet: string, header: string) => {
  const { workbook } = here.workbench.host;
  const [headers = [], ...rows] = valuesIn(here.workbench, sheet);
  return workbook
    .selection(workbook.sheetByName(sheet)!.sheetId)
    .rects.flatMap(({ row, rows: count }) => rows.slice(row - 2, row - 2 + count))
    .map((row) => row[headers.indexOf(header)]);
};
const inFront = () => here.visitor.page.locator('.o-sheet.active').textContent();

let gate: MarketGate;
beforeAll(async () => {
  gate = await gateBefore(here.workbench);
  await here.visitor.sidebar.getByRole('tab', { name: 'Pull' }).click();
});
afterAll(() => gate?.close());

test('previews the row counts without changing the workbook', async () => {
  const { sidebar } = here.visitor;
  await button('Estimate').click();
  await sidebar.getByText('full now').waitFor();
  await here.visitor.screenshot('plan-with-preview');
  // The spreadsheet's time zone differs from the browser's.
  const inNewYork = (at: number) =>
    new Date(at).toLocaleTimeString('en-US', {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'America/New_York',
    });
  const done = await sidebar.locator('.plan dd').nth(3).innerText();
  const now = Date.now();
  expect([-1, 0, 1].map((minutes) => `today at ${inNewYork(now + minutes * 60_000)}`)).toContain(done);
  await button('Preview the changes').click();
  await sidebar.getByRole('heading', { name: 'Orders: preview' }).waitFor();
  await sidebar
    .getByText(/No cells were written\. After the pull, the spreadsheet would be [\d.]+% full\./)
    .first()
    .waitFor();
  await here.visitor.screenshot('preview');
  const counted = await sidebar.getByRole('listitem').filter({ hasText: 'Orders' }).first().innerText();
  expect(counted).toContain('30');
  expect(await button(/Show (sheet|these|what)/).count()).toBe(0);
  expect(rowsOf('Orders')).toBeUndefined();
});

test('pulls after a preview', async () => {
  await button('Pull').click();
  await button('Undo this pull').waitFor();
  expect(rowsOf('Orders')).toBe(31);
});

longTest('undoes the pull and offers the form again', async () => {
  const { sidebar } = here.visitor;
  await button('Undo this pull').click();
  await sidebar
    .getByText(/The Orders pull from .* was undone: \d+ new rows removed, 0 changed rows restored\./)
    .first()
    .waitFor();
  expect(rowsOf('Orders')).toBe(1);
  expect(await button('Undo this pull').count()).toBe(0);
  await here.visitor.screenshot('undone');
  await button('Back to the form').click();
  await button('Pull').click();
  await button('Back to the form').waitFor();
  expect(rowsOf('Orders')).toBe(31);
});

test('drops "up to date" from a result after an hour and keeps its counts', async () => {
  const { sidebar, page } = here.visitor;
  const banner = sidebar.locator('.result .notice', { hasText: 'Your sheet is up to date.' });
  const counts = sidebar.locator('.result').getByRole('listitem').filter({ hasText: 'Orders' }).first();
  await page.clock.fastForward('50:00');
  expect([await banner.count(), await counts.isVisible()]).toEqual([1, true]);
  await page.clock.fastForward('10:00');
  await banner.waitFor({ state: 'detached' });
  expect(await counts.isVisible()).toBe(true);
});

test('marks a result as undone if it was undone from the menu', async () => {
  await button('Back to the form').click();
  const { workbook } = here.workbench.host;
  workbook.deleteRows(workbook.sheetByName('Orders')!.sheetId, 2, 3);
  await button('Pull').click();
  await button('Show what changed').click();
  await expect.poll(inFront).toBe('Changes');
  await expect.poll(() => selected('Changes', 'After')).toContain('3 orders added');
  await here.visitor.screenshot('what-changed');
  await here.visitor.menuItem('Undo last run');
  await expect.poll(() => rowsOf('Orders')).toBe(28);
  // The sidebar updates before the menu's message is dismissed.
  await here.visitor.waitForNews();
  await heading('Orders: undone').waitFor();
  await here.visitor.menuSays(/The Orders pull from .* was undone/);
  expect(await button(/Show these|Undo this pull/).count()).toBe(0);
});

longTest('selects the pulled rows at their position after a sort, by keyboard', async () => {
  const { sidebar, page } = here.visitor;
  const [headers = [], ...rows] = valuesIn(here.workbench, 'Orders');
  const asked = [2, 9, 10, 25].map((row) => rows[row]![headers.indexOf('Order number')]);
  await button('Back to the form').press('Enter');
  await sidebar.getByText('More options').press('Enter');
  await sidebar.getByLabel('Order numbers', { exact: true }).fill(asked.join('\n'));
  await button('Pull').press('Enter');
  await heading('Orders: done').waitFor();
  await sidebar.getByText('Your sheet is up to date.').first().waitFor();
  const { workbook } = here.workbench.host;
  const column = headers.indexOf('Order total amount') + 1;
  workbook.sortSheet(workbook.sheetByName('Orders')!.sheetId, { column, ascending: true });
  await button('Show these 4: Orders').press('Enter');
  await expect.poll(inFront).toBe('Orders');
  await expect.poll(() => selected('Orders', 'Order number').sort()).toEqual([...asked].sort());
  await page.waitForTimeout(400);
  await here.visitor.screenshot('these-four');
  expect(await button('Show what changed').count()).toBe(0);
});

test('shows the progress of a long pull and stops it soon after Cancel', async () => {
  const { sidebar } = here.visitor;
  const items = Array.from({ length: 60 }, (_, index) => `9SIANOSUCH${index}`);
  await button('Back to the form').click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('price-history');
  await sidebar.getByLabel('Item numbers').fill(items.join('\n'));
  gate.shut();
  await button('Pull').click();
  await expect.poll(() => gate.waiting).toBe(20);
  await here.visitor.page.clock.fastForward(2000);
  await sidebar.getByText('Calling the marketplace: 0 of 60 calls').waitFor();
  await here.visitor.screenshot('pull-under-way');
  await button('Cancel').click();
  await button('Stopping…').waitFor();
  await here.visitor.screenshot('pull-stopping');
  gate.open();
  await heading('Price history: canceled').waitFor();
  await sidebar.getByText('Stopped after 20 of 60 calls.').first().waitFor();
  expect(await sidebar.getByText(/[Dd]one about|Done/).count()).toBe(0);
  await here.visitor.screenshot('pull-canceled');
  expect(here.visitor.errors).toEqual([]);
});
