import { expect, test } from 'vitest';
import { callOfPage } from '../host/steps/product.ts';
import { everyExample } from '../operations/registry.ts';
import { valuesIn } from './values-in.ts';
import { connectShop, visit } from './visit.ts';
import type { Visitor } from './visitor.ts';

const here = visit({ clock: true, timeZone: 'Asia/Tokyo' });

const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const tab = (name: string) => here.visitor.sidebar.getByRole('tab', { name });

/** Tables of each operation, except Ad periods. */
const TABLES = Object.fromEntries(
  everyExample.map(({ id, tables }) => [id, Object.keys(tables).filter((table) => table !== 'Ad periods')]),
);

/** The last column of each table that must be visible next to the sidebar. */
const LAST_DECIDING = Object.fromEntries(
  everyExample.flatMap(({ id, tables }) =>
    Object.entries(tables).flatMap(([table, { first }]) =>
      TABLES[id]!.includes(table) && table !== 'Lookup report' ? [[table, first.split(', ').at(-1)!] as const] : [],
    ),
  ),
);

/** Width of a 1,440-pixel screen minus the sidebar, row numbers, and scrollbar. */
const BESIDE_SIDEBAR = 1440 - 300 - 48 - 15;

/** Focuses the sheet, then the sidebar. */
async function comeBack(): Promise<void> {
  await here.visitor.goTo('A1');
  await tab('Connect').click();
}

/** Calls a sidebar function of another window of the same user. */
async function inAnotherWindow(name: string, ...args: unknown[]): Promise<void> {
  expect(await callOfPage(here.workbench.host, name, args)).toMatchObject({ ok: true, value: { ok: true } });
}

test('fills all tables with the demo shop on the first visit, and keeps Remove away from the pointer', async () => {
  const { visitor } = here;
  const start = button('Try with the demo shop');
  await start.waitFor();
  const { y, height } = (await start.boundingBox())!;
  await start.click();
  await visitor.sidebar
    .getByText(/The demo shop is ready: [\d,]+ rows/)
    .first()
    .waitFor();
  const ready = visitor.sidebar.getByRole('heading', { name: 'Take a look around' });
  await expect.poll(() => ready.evaluate((element) => element === document.activeElement)).toBe(true);
  await visitor.screenshot('demo-ready');
  const { y: from } = (await button('Remove Demo shop').boundingBox())!;
  expect(from).toBeGreaterThan(y + height);
  const all = Object.values(TABLES).flat();
  const hidden = ['Ad periods', 'Lookup report'];
  await expect.poll(() => visitor.tabs()).toHaveLength(11);
  const tabs = (await visitor.tabs()).map((tab) => tab.trim());
  expect(tabs).toEqual(expect.arrayContaining(['Sheet1', ...all.filter((table) => !hidden.includes(table))]));
  for (const table of all) await expect.poll(() => visitor.text('A2', table)).toMatch(/./);
  await expect.poll(() => visitor.page.locator('.o-sheet.active').textContent()).toBe('Today');
  await visitor.screenshot('demo');
  const { workbook } = here.workbench.host;
  for (const [table, last] of Object.entries(LAST_DECIDING)) {
    const { sheetId } = workbook.sheetByName(table)!;
    const columns = valuesIn(here.workbench, table)[0]!.indexOf(last) + 1;
    const widths = Array.from({ length: columns }, (_, index) => workbook.columnWidth(sheetId, index + 1));
    expect(columns, `${last} of ${table}`).toBeGreaterThan(0);
    const width = widths.reduce((sum, each) => sum + each, 0);
    expect(width, `${table} up to ${last}`).toBeLessThanOrEqual(BESIDE_SIDEBAR);
  }
});

test('a link on Today or Findings opens the row that it names', async () => {
  const { visitor, workbench } = here;
  await visitor.showTab('Today');
  const [, label = ''] = (await visitor.text('B16', 'Today'))!.split('\n');
  await follow(visitor, 'B16');
  await showsRowOf(visitor, label, 'Today');
  await visitor.showTab('Findings');
  const record = `${String.fromCharCode(65 + valuesIn(workbench, 'Findings')[0]!.indexOf('Record'))}2`;
  expect(await visitor.text(record, 'Findings')).toBe(label);
  await follow(visitor, record);
  await showsRowOf(visitor, label, 'Findings');
});

test('lists the data that removing the demo shop would delete', async () => {
  const { visitor } = here;
  await button('Remove Demo shop').press('Enter');
  await visitor.sidebar.getByText(/^\d+ sheets will be deleted: Orders, Order lines, /).waitFor();
  await visitor.screenshot('demo-losses');
  // The safe choice has focus.
  await visitor.page.keyboard.press('Enter');
  await expect.poll(() => button('Keep it').count()).toBe(0);
  expect(await visitor.tabs()).toContain('Orders');
});

test('shows changes from another window without a click', async () => {
  const { visitor } = here;
  await tab('Activity').click();
  await visitor.sidebar.getByRole('listitem').filter({ hasText: 'Lookup report' }).first().waitFor();
  const inSidebar = visitor.sidebar.getByRole('listitem').filter({ hasText: 'from the sidebar' });
  expect(await inSidebar.count()).toBe(0);
  await inAnotherWindow('startPull', { operation: 'orders', params: {} });
  await visitor.waitForNews();
  await inSidebar.first().waitFor();
});

test('keeps a form that is being filled in while the demo shop is removed from the menu by keyboard', async () => {
  const { visitor } = here;
  const { sidebar } = visitor;
  await tab('Pull').click();
  await sidebar.getByRole('combobox', { name: 'What to pull' }).selectOption('orders');
  await button('Estimate').click();
  await sidebar.getByRole('heading', { name: 'Estimate' }).waitFor();
  expect(await sidebar.getByText('known after the first page').count()).toBe(0);
  await visitor.screenshot('demo-plan');
  await button(/^Pull$/).click();
  await button('Show sheet: Orders').waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor();
  await tab('Connect').click();
  await button('Add a connection').click();
  await sidebar.getByLabel('Seller ID').fill('A006');
  await visitor.menuItemByKeys('Remove the demo shop');
  await visitor.agreeByKeys(/sheets will be deleted: Orders/);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
  await visitor.goTo('A1');
  await sidebar.getByLabel('Seller ID').click();
  await tab('Pull').click();
  await button('Show sheet: Orders').waitFor();
  await tab('Connect').click();
  expect(await sidebar.getByLabel('Seller ID').inputValue()).toBe('A006');
  await button('Cancel').click();
  await button('Try with the demo shop').waitFor();
});

test('reports the deleted sheets of a removed demo shop and stops offering them', async () => {
  const { visitor } = here;
  await tab('Pull').click();
  await button('Show sheet: Orders').click();
  // The message is next to the button.
  const card = visitor.sidebar.getByRole('listitem').filter({ has: button('Show sheet: Orders') });
  await card.getByRole('alert').getByText('The Orders sheet does not exist.').waitFor();
  await visitor.screenshot('demo-removed-pull');
  await button('Back to the form').click();
  await visitor.sidebar.getByRole('heading', { name: 'No connection yet' }).waitFor();
  await tab('Activity').click();
  await button('Show Log').waitFor({ state: 'detached' });
  await visitor.screenshot('demo-removed-activity');
  await comeBack();
  await button('Connect your shop').waitFor();
});

test('shows a removal in another window without a click, and keeps the input of the pull form', async () => {
  const { visitor, workbench } = here;
  await connectShop(workbench);
  await visitor.waitForNews();
  await button('Add a connection').waitFor();
  await tab('Pull').click();
  const what = visitor.sidebar.getByRole('combobox', { name: 'What to pull' });
  await what.selectOption('price-history');
  await visitor.sidebar.getByLabel('Item numbers').fill('9SIAFIRST');
  await inAnotherWindow('removeConnection', 'My shop');
  await visitor.waitForNews();
  await visitor.sidebar.getByText('No connection yet').waitFor();
  await connectShop(workbench);
  await visitor.waitForNews();
  await what.waitFor();
  expect(await visitor.sidebar.getByLabel('Item numbers').inputValue()).toBe('9SIAFIRST');
  expect(visitor.errors).toEqual([]);
});

/** Clicks a cell's link popover. Finds the cell by its fill handle. */
async function follow(visitor: Visitor, cell: string): Promise<void> {
  const { page } = visitor;
  await visitor.goTo(cell);
  const link = page.locator('.o-link').first();
  const pointed = async () => {
    const { x, y } = (await page.locator('.o-autofill').boundingBox())!;
    await page.mouse.move(x - 60, y + 40);
    await page.mouse.move(x - 30, y - 4, { steps: 4 });
    return await link.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  };
  // Late cells can still change row heights and thus move the cell away from the pointer.
  await expect.poll(pointed).toBe(true);
  await link.click();
}

async function showsRowOf(visitor: Visitor, label: string, from: string): Promise<void> {
  const active = visitor.page.locator('.o-sheet.active');
  await expect.poll(() => active.textContent()).not.toMatch(from);
  const table = (await active.textContent())!.trim();
  const at = await selectedRow(visitor);
  const texts = await Promise.all(['A', 'B', 'C'].map((column) => visitor.text(`${column}${at}`, table)));
  expect(texts.filter((text) => text && label.includes(text))).not.toEqual([]);
}

async function selectedRow({ page }: Visitor): Promise<number> {
  const name = await page.locator('.o-named-range-selector-container input').first().inputValue();
  return Number(/\d+/.exec(name)![0]);
}
