/** What scripts put on cells shows in the page: merged cells, rules on contents, a filter. */
import { expect, test } from 'vitest';
import { visit } from './visit.ts';

const here = visit();

const rect = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns });
const value = (row: number, column: number) =>
  here.workbench.host.workbook.read(0, rect(row, column), 'values')[0]![0];
const selected = () =>
  here.visitor.page.locator('.o-named-range-selector-container input').first().inputValue();

test('a merged area is one cell, follows its rows, and can be parted', async () => {
  const { workbook } = here.workbench.host;
  workbook.type(0, 1, 1, 'A title over three columns');
  const { id } = workbook.attach('merge', 0, [rect(1, 1, 1, 3)], null);
  const goesTo = async (cell: string) => {
    await here.visitor.goTo(cell);
    return await selected();
  };
  await expect.poll(() => goesTo('C1')).toBe('A1:C1');
  workbook.insertRows(0, 1, 1);
  await expect.poll(() => goesTo('C2')).toBe('A2:C2');
  await expect.poll(() => goesTo('C1')).toBe('C1');
  await here.visitor.screenshot('merged');
  workbook.detach(id);
  await expect.poll(() => goesTo('C2')).toBe('C2');
  expect(await here.visitor.text('A2')).toBe('A title over three columns');
});

test('a checkbox is typed by a click', async () => {
  const { workbook } = here.workbench.host;
  workbook.write(0, rect(4, 1, 2), 'values', [[true], [false]]);
  workbook.fill(0, rect(4, 1, 2), 'validations', { type: 'CHECKBOX', values: [], allowInvalid: true });
  await here.visitor.page.waitForTimeout(300);
  await here.visitor.pointAt('A5');
  const grid = (await here.visitor.page.locator('.o-grid').boundingBox())!;
  await here.visitor.page.mouse.click(grid.x + 98, grid.y + 26 + 4 * 21 + 10);
  await expect.poll(() => value(5, 1)).toBe(true);
  expect(value(4, 1)).toBe(true);
});

test('a list offers its choices', async () => {
  const { workbook } = here.workbench.host;
  const rule = { type: 'VALUE_IN_LIST', values: [['small', 'large'], true], allowInvalid: false };
  workbook.fill(0, rect(4, 2, 2), 'validations', rule);
  await here.visitor.page.waitForTimeout(300);
  await here.visitor.goTo('B4');
  await here.visitor.page.keyboard.press('F2');
  await here.visitor.page.locator('.o-autocomplete-value', { hasText: 'large' }).first().waitFor();
  await here.visitor.screenshot('list');
  await here.visitor.page.locator('.o-autocomplete-value', { hasText: 'large' }).first().click();
  await expect.poll(() => value(4, 2)).toBe('large');
  await here.visitor.type('B4', 'medium');
  await here.visitor.page.locator('.toast-note', { hasText: 'violates the data validation rules' }).waitFor();
  expect(value(4, 2)).toBe('large');
  workbook.clear(0, rect(4, 2, 2), { validations: true });
});

test('a filter has its buttons, and chooses rows in its tab', async () => {
  const { workbook } = here.workbench.host;
  workbook.write(0, rect(8, 4, 4, 2), 'values', [
    ['item', 'stock'],
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  workbook.attach('filter', 0, [rect(8, 4, 4, 2)], null);
  await here.visitor.page.waitForTimeout(300);
  const grid = (await here.visitor.page.locator('.o-grid').boundingBox())!;
  await here.visitor.page.mouse.click(grid.x + 48 + 4 * 100 - 11, grid.y + 26 + 7 * 21 + 11);
  const menu = here.visitor.page.locator('.o-filter-menu');
  await menu.waitFor();
  await menu.locator('.o-filter-menu-item', { hasText: /^b$/ }).click();
  await menu.getByRole('button', { name: 'Confirm' }).click();
  await here.visitor.screenshot('filter');
  expect(here.visitor.errors).toEqual([]);
});
