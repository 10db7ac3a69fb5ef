import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { parseCsv } from '../host/inside/csv.ts';
import { everyExample, exampleIds, exampleOf } from '../operations/registry.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';
import type { Visitor } from './visitor.ts';
import type { Workbench } from './workbench.ts';

const here = visit({ connected: true });
let workbench: Workbench;
let visitor: Visitor;

beforeAll(async () => {
  ({ workbench, visitor } = here);
  await visitor.sidebar.getByRole('tab', { name: 'Pull' }).click();
});

/** Excludes Ad periods. */
const TABLES = Object.fromEntries(
  everyExample.map(({ id, tables }) => [id, Object.keys(tables).filter((table) => table !== 'Ad periods')]),
);

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const shop = () => workbench.market.announcement;
async function pull(operation: string, fields: Record<string, string>): Promise<void> {
  const { sidebar } = visitor;
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption(operation);
  for (const [label, text] of Object.entries(fields)) await sidebar.getByLabel(label).fill(text);
  await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
  await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
}
const back = () => visitor.sidebar.getByRole('button', { name: 'Back to the form' }).click();
const notice = (text: string) => visitor.sidebar.locator('.notice', { hasText: text });

test('shows the notes of a pull and its sheets, and a double-click does not select their text', async () => {
  const { sidebar, page } = visitor;
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await sidebar.getByRole('button', { name: 'Pull', exact: true }).dblclick();
  await sidebar
    .getByRole('list', { name: 'Notes' })
    .getByText(/^By status: .*Shipped/)
    .waitFor();
  const frame = page.frames().find((each) => each.parentFrame() !== null)!;
  expect(await frame.evaluate(() => String(getSelection()))).toBe('');
  await visitor.screenshot('notes');
  await visitor.examineSidebar();
  await sidebar.getByRole('tab', { name: 'Today' }).click();
  await sidebar.getByRole('list', { name: 'Needs attention' }).waitFor();
  await visitor.examineSidebar();
  await sidebar.getByRole('tab', { name: 'Pull' }).click();
  await sidebar.getByRole('button', { name: 'Show sheet: Order lines' }).click();
  await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('Order lines');
  await back();
});

test('chooses the columns of a new sheet with the pull', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('lookup-report');
  await sidebar.getByLabel('Request ID').fill(shop().requestIds[0]!);
  await sidebar.getByText('Columns', { exact: true }).click();
  const boxes = sidebar.getByRole('group', { name: 'Lookup report' });
  await boxes.getByLabel('UPC', { exact: true }).uncheck();
  await visitor.screenshot('columns');
  await pull('lookup-report', {});
  const { workbook } = workbench.host;
  const { sheetId } = workbook.sheetByName('Lookup report')!;
  const [header = [], ...rows] = valuesIn(workbench, 'Lookup report');
  const upc = header.indexOf('UPC') + 1;
  expect(rows.map((row) => row[upc - 1]).join('')).toMatch(/\d/);
  expect(workbook.isColumnHidden(sheetId, upc)).toBe(true);
  await back();
  await sidebar.getByText('Lookup report already exists').waitFor({ state: 'attached' });
  expect(await boxes.count()).toBe(0);
});

// The other forms have the same kinds of fields, and other tests pull their tables.
const asked = isLong ? exampleIds : (['ad-performance'] as const);
test.each(asked)('pulls %s by keyboard alone', async (operation) => {
  const { sidebar, page } = visitor;
  const tables = TABLES[operation]!;
  const what = sidebar.getByRole('combobox', { name: 'What to pull' });
  await visitor.tabTo(what);
  await page.keyboard.type((await what.locator(`option[value="${operation}"]`).textContent())!);
  expect(await what.inputValue()).toBe(operation);
  for (const [label, text] of Object.entries(exampleOf(operation).form(shop(), daysAgo))) {
    const field = sidebar.getByLabel(label);
    await visitor.tabTo(field);
    const isDay = (await field.getAttribute('type')) === 'date';
    // Type date inputs part by part in the browser locale's order.
    await page.keyboard.type(isDay ? text.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1') : text);
    expect(await field.inputValue()).toBe(text);
  }
  const folds = sidebar.locator('summary').filter({ hasText: /^(More options|Columns|Repeat this pull)/ });
  for (const fold of await folds.all()) if (await fold.isVisible()) await fold.click();
  // Only this form has every kind of field.
  if (isLong || operation === 'ad-performance') await visitor.examineSidebar();
  await visitor.pressOn(sidebar.getByRole('button', { name: 'Pull', exact: true }));
  await sidebar.getByRole('button', { name: 'Back to the form' }).waitFor();
  await sidebar.getByText('Your sheet is up to date.').first().waitFor();
  expect(await sidebar.getByRole('button', { name: /^Show sheet/ }).count()).toBe(tables.length);
  for (const table of tables) await expect.poll(() => visitor.text('A2', table)).toMatch(/./);
  await visitor.screenshot(`pull-${operation}`);
  await back();
});

const form = (operation: string) =>
  visitor.sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption(operation);
const chip = (name: string | RegExp) => visitor.sidebar.getByRole('button', { name });
const isPressed = (name: string | RegExp) => chip(name).getAttribute('aria-pressed');

const LISTS: [operation: string, label: string][] = [['inventory', 'Identifiers']];
if (isLong) LISTS.push(['price-history', 'Item numbers']);
test.each(LISTS)(
  '%s: chooses all items of the Catalog, the selected cells, or typed items by keyboard',
  async (operation, label) => {
    const { sidebar, page } = visitor;
    await form(operation);
    const whole = /^All of the Catalog \(\d+\)$/;
    await chip(whole).press('Enter');
    await sidebar.getByLabel(label).waitFor({ state: 'detached' });
    expect(await isPressed(whole)).toBe('true');
    await visitor.screenshot(`items-all-${operation}`);
    await sidebar.getByRole('button', { name: 'Estimate' }).press('Enter');
    const known = Number((await chip(whole).innerText()).replace(/\D/g, ''));
    expect(known).toBeGreaterThan(shop().itemNumbers.length);
    const calls = sidebar.locator('.plan dd').first();
    await calls.waitFor();
    await visitor.examineSidebar();
    // Item numbers and part numbers need separate calls.
    const expected = operation === 'inventory' ? 2 : known;
    expect(Number((await calls.innerText()).replace(/\D/g, ''))).toBe(expected);
    await visitor.showTab('Order lines');
    const [header = [], ...lines] = valuesIn(workbench, 'Order lines');
    const at = header.indexOf('Market item number');
    const letter = String.fromCharCode(65 + at);
    await visitor.goTo(`${letter}1:${letter}4`);
    await chip('Selected cells').press('Enter');
    await sidebar
      .locator('.hint')
      .getByText(/^\d values? from Order lines!\w+:\w+\. Skipped the header "Market item number"\./)
      .waitFor();
    const items = [...new Set(lines.slice(0, 3).map((line) => String(line[at])))];
    expect((await sidebar.getByLabel(label).inputValue()).split('\n')).toEqual(items);
    expect(await isPressed('Selected cells')).toBe('true');
    await visitor.screenshot(`items-selected-${operation}`);
    await sidebar.getByLabel(label).focus();
    await page.keyboard.type('x');
    expect([await isPressed('Selected cells'), await isPressed('Enter a list')]).toEqual(['false', 'true']);
  },
);

test('asks about a number that lost its leading zeros', async () => {
  await form('price-history');
  await visitor.sidebar.getByLabel('Item numbers').fill('4');
  await chip('Pull').first().click();
  await notice('did you mean "0000004"?').waitFor();
});

longTest('skips a pasted header', async () => {
  await pull('price-history', { 'Item numbers': `Item number\n${shop().itemNumbers[0]}` });
  await visitor.sidebar.getByText('"Item number" looks like a header and was skipped.').waitFor();
  await back();
});

test('selects a period with one button, by pointer or keyboard', async () => {
  const { sidebar } = visitor;
  await form('ad-performance');
  await expect.poll(() => chip('30 days').getAttribute('aria-disabled')).toBeNull();
  await chip('30 days').press('Enter');
  const day = (label: string) => sidebar.getByLabel(label).inputValue();
  const days = async () => (Date.parse(await day('To date')) - Date.parse(await day('From date'))) / 86_400_000;
  expect(await days()).toBe(29);
  expect(await isPressed('30 days')).toBe('true');
  await sidebar.getByLabel('From date').fill(await day('To date'));
  expect([await isPressed('30 days'), await isPressed('Today')]).toEqual(['false', 'true']);
  await visitor.screenshot('period');
  await form('orders');
  await expect.poll(() => chip('Last month').getAttribute('aria-disabled')).toBeNull();
  await chip('Last month').press('Enter');
  expect(await day('Order date from')).toMatch(/-01$/);
  await chip('Last month').press('Enter');
  expect(await day('Order date from')).toBe('');
});

test('fills in selected cells beside what was typed while they were read', async () => {
  const { sidebar } = visitor;
  await form('orders');
  await sidebar.getByText('More options').click();
  await visitor.showTab('Orders');
  await visitor.goTo('A2:A3');
  const answer = await visitor.holdReply('selectedCells');
  await chip('Selected cells as Order numbers').click();
  await sidebar.getByLabel('Order date from').fill('2025-06-01');
  answer();
  await sidebar
    .locator('.hint')
    .getByText(/^2 values from Orders!/)
    .waitFor();
  expect(await sidebar.getByLabel('Order date from').inputValue()).toBe('2025-06-01');
  await sidebar.getByLabel('Order date from').fill('');
  const late = await visitor.holdReply('selectedCells');
  const read = chip('Selected cells as Order numbers');
  await read.click();
  await sidebar.getByLabel('Order numbers', { exact: true }).fill('typed later');
  late();
  await expect.poll(() => read.getAttribute('aria-busy')).toBe('false');
  expect(await sidebar.getByLabel('Order numbers', { exact: true }).inputValue()).toBe('typed later');
  await sidebar.getByLabel('Order numbers', { exact: true }).fill('');
  await sidebar.getByText('More options').click();
});

test('drops an estimate that arrives after the form was changed', async () => {
  const { sidebar } = visitor;
  await form('orders');
  const answer = await visitor.holdReply('planPull');
  const estimate = sidebar.getByRole('button', { name: 'Estimate' });
  await estimate.click();
  await sidebar.getByLabel('Order date from').fill('2025-06-01');
  answer();
  await expect.poll(() => estimate.getAttribute('aria-busy')).toBe('false');
  expect(await sidebar.getByRole('heading', { name: 'Estimate' }).count()).toBe(0);
  await estimate.click();
  await sidebar.getByRole('heading', { name: 'Estimate' }).waitFor();
  await sidebar.getByLabel('Order date from').fill('');
});

longTest('takes order numbers from selected cells', async () => {
  const { sidebar } = visitor;
  await form('orders');
  await sidebar.getByText('More options').click();
  await visitor.showTab('Orders');
  await visitor.goTo('A2:A4');
  const { workbook } = workbench.host;
  const { sheetId } = workbook.sheetByName('Orders')!;
  const [filter] = workbook.attachments('filter', sheetId);
  const third = String(valuesIn(workbench, 'Orders')[3]![0]);
  workbook.updateAttachment(filter!.id, { spec: { 0: [third] } });
  await chip('Selected cells as Order numbers').click();
  await sidebar
    .locator('.hint')
    .getByText(/^2 values from Orders!.* Skipped 1 hidden row\.$/)
    .waitFor();
  workbook.updateAttachment(filter!.id, { spec: null });
  await pull('orders', {});
  await sidebar.getByRole('heading', { name: 'Orders: done' }).waitFor();
  const [download] = await Promise.all([
    visitor.page.waitForEvent('download'),
    chip('Download these 2: Orders').click(),
  ]);
  const lines = parseCsv(readFileSync(await download.path(), 'utf8').slice(1), ',');
  const orders = valuesIn(workbench, 'Orders');
  expect(lines.map(([number]) => number).sort()).toEqual([0, 1, 2].map((row) => orders[row]![0]).sort());
  // The rows are out of view, so the selection must scroll.
  await visitor.goTo('A900');
  await expect.poll(() => visitor.topRow()).toBeGreaterThan(100);
  await chip('Show these 2: Orders').press('Enter');
  await expect.poll(() => visitor.topRow()).toBeLessThan(10);
  await back();
  await sidebar.getByLabel('Order numbers', { exact: true }).fill('');
});

test('saves a pull as a job', async () => {
  const { sidebar } = visitor;
  await form('keywords');
  await sidebar.getByLabel('Campaign number').fill(String(shop().campaigns[0]));
  await sidebar.getByText('Repeat this pull').click();
  await chip('Save as a job').click();
  await notice('Every is blank').waitFor();
  await sidebar.getByLabel('Every', { exact: true }).fill('daily');
  await visitor.page.keyboard.press('Enter');
  const name = `Keywords (campaign number ${shop().campaigns[0]}), every day`;
  await notice(`Job added: ${name}.`).waitFor();
  await visitor.screenshot('kept');
  expect(valuesIn(workbench, 'Jobs')[1]![0]).toBe(name);
});

longTest('notes the items without data', async () => {
  await pull('price-history', { 'Item numbers': [...shop().itemNumbers.slice(0, 2), '9SIANOSUCH'].join('\n') });
  await visitor.sidebar
    .getByRole('list', { name: 'Notes' })
    .getByText(/^No data for .*9SIANOSUCH/)
    .waitFor();
  await back();
});

test('does not call price changes complete for an unknown item', async () => {
  await pull('price-history', { 'Item numbers': '9SIANOSUCH' });
  await notice('This also happens with unknown identifiers').waitFor();
  await back();
});

test('suggests values for an open-ended list and accepts others', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('ad-performance');
  await sidebar.getByText('More options').click();
  const list = await sidebar.getByLabel('Keyword means').getAttribute('list');
  const proposed = await sidebar
    .locator(`datalist[id="${list}"] option`)
    .evaluateAll((all) => all.map((each) => [each.getAttribute('value'), each.getAttribute('label')]));
  expect(proposed).toContainEqual(['KEYWORD', 'Keyword']);
  await sidebar.getByLabel('Active or not').fill('Paused');
  await sidebar.getByRole('button', { name: 'Estimate' }).click();
  await sidebar.getByRole('heading', { name: 'Estimate' }).waitFor();
  await sidebar.getByLabel('Active or not').fill('');
});

test('says which fields are missing', async () => {
  const { sidebar } = visitor;
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('keywords');
  await sidebar.getByLabel('Campaign number').fill('');
  await sidebar.getByRole('button', { name: 'Pull', exact: true }).click();
  await expect.poll(() => sidebar.locator('[role=alert], :invalid').count()).toBeGreaterThan(0);
  await visitor.screenshot('pull-missing');
  await sidebar.getByText('Add a report').click();
  await sidebar.getByRole('heading', { name: 'Reorder' }).waitFor();
  await visitor.examineSidebar();
});
