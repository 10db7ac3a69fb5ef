/** What scripts put on cells shows in the page: merged cells, rules on contents, a filter. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from './browser.ts';
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

const rect = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns });
const value = (row: number, column: number) =>
  workbench.host.workbook.read(0, rect(row, column), 'values')[0]![0];
const selected = () => visitor.page.locator('.o-named-range-selector-container input').first().inputValue();

test('a merged area is one cell, follows its rows, and can be parted', async () => {
  const { workbook } = workbench.host;
  workbook.type(0, 1, 1, 'A title over three columns');
  const { id } = workbook.attach('merge', 0, [rect(1, 1, 1, 3)], null);
  const goesTo = async (cell: string) => {
    await visitor.goTo(cell);
    return await selected();
  };
  await expect.poll(() => goesTo('C1')).toBe('A1:C1');
  workbook.insertRows(0, 1, 1);
  await expect.poll(() => goesTo('C2')).toBe('A2:C2');
  await expect.poll(() => goesTo('C1')).toBe('C1');
  await visitor.screenshot('merged');
  workbook.detach(id);
  await expect.poll(() => goesTo('C2')).toBe('C2');
  expect(await visitor.text('A2')).toBe('A title over three columns');
});

test('a checkbox is typed by a click', async () => {
  const { workbook } = workbench.host;
  workbook.write(0, rect(4, 1, 2), 'values', [[true], [false]]);
  workbook.fill(0, rect(4, 1, 2), 'validations', { type: 'CHECKBOX', values: [], allowInvalid: true });
  await visitor.page.waitForTimeout(300);
  await visitor.pointAt('A5');
  const grid = (await visitor.page.locator('.o-grid').boundingBox())!;
  await visitor.page.mouse.click(grid.x + 98, grid.y + 26 + 4 * 21 + 10);
  await expect.poll(() => value(5, 1)).toBe(true);
  expect(value(4, 1)).toBe(true);
});

test('a list offers its choices', async () => {
  const { workbook } = workbench.host;
  const rule = { type: 'VALUE_IN_LIST', values: [['small', 'large'], true], allowInvalid: false };
  workbook.fill(0, rect(4, 2, 2), 'validations', rule);
  await visitor.page.waitForTimeout(300);
  await visitor.goTo('B4');
  await visitor.page.keyboard.press('F2');
  await visitor.page.locator('.o-autocomplete-value', { hasText: 'large' }).first().waitFor();
  await visitor.screenshot('list');
  await visitor.page.locator('.o-autocomplete-value', { hasText: 'large' }).first().click();
  await expect.poll(() => value(4, 2)).toBe('large');
  await visitor.type('B4', 'medium');
  await visitor.page.locator('.toast-note', { hasText: 'violates the data validation rules' }).waitFor();
  expect(value(4, 2)).toBe('large');
  workbook.clear(0, rect(4, 2, 2), { validations: true });
});

test('a filter has its buttons, and chooses rows in its tab', async () => {
  const { workbook } = workbench.host;
  workbook.write(0, rect(8, 4, 4, 2), 'values', [
    ['item', 'stock'],
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  workbook.attach('filter', 0, [rect(8, 4, 4, 2)], null);
  await visitor.page.waitForTimeout(300);
  const grid = (await visitor.page.locator('.o-grid').boundingBox())!;
  await visitor.page.mouse.click(grid.x + 48 + 4 * 100 - 11, grid.y + 26 + 7 * 21 + 11);
  const menu = visitor.page.locator('.o-filter-menu');
  await menu.waitFor();
  await menu.locator('.o-filter-menu-item', { hasText: /^b$/ }).click();
  await menu.getByRole('button', { name: 'Confirm' }).click();
  await visitor.screenshot('filter');
  expect(visitor.errors).toEqual([]);
});
