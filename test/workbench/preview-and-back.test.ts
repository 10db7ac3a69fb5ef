/** In the sidebar a pull is looked at before, made, and taken back. */
import { beforeAll, expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';

const here = visit();
const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name, exact: true });
const rowsOf = (name: string) => {
  const { workbook } = here.workbench.host;
  const sheet = workbook.sheetByName(name);
  return sheet ? workbook.lastRow(sheet.sheetId) : undefined;
};

beforeAll(async () => {
  await here.visitor.connect(here.workbench.market.announcement, MARKET);
  await here.visitor.sidebar.getByRole('tab', { name: 'Pull' }).click();
});

test('a preview counts the rows and leaves the workbook as it is', async () => {
  const { sidebar } = here.visitor;
  await button('What will it cost?').click();
  await sidebar.getByText('full now').waitFor();
  await here.visitor.screenshot('plan-with-preview');
  await button('Preview the changes').click();
  await sidebar.getByRole('heading', { name: 'Orders: preview' }).waitFor();
  await sidebar
    .getByText(/Nothing was written\. After the pull the workbook would be [\d.]+ % full\./)
    .first()
    .waitFor();
  await here.visitor.screenshot('preview');
  const counted = await sidebar.getByRole('listitem').filter({ hasText: 'Orders' }).first().innerText();
  expect(counted).toContain('30');
  expect(await button(/Show sheet/).count()).toBe(0);
  expect(rowsOf('Orders')).toBeUndefined();
});

test('what was previewed is pulled at once; a pull that has ended is taken back, and the form is there for the next', async () => {
  const { sidebar } = here.visitor;
  await button('Pull').click();
  await button('Take this pull back').waitFor();
  expect(rowsOf('Orders')).toBe(31);
  await button('Take this pull back').click();
  await sidebar
    .getByText(/The pull of Orders of .* is taken back: \d+ new rows removed, 0 changed rows restored\./)
    .first()
    .waitFor();
  expect(rowsOf('Orders')).toBe(1);
  expect(await button('Take this pull back').count()).toBe(0);
  await here.visitor.screenshot('taken-back');
  await button('Back to the form').click();
  await button('Pull').click();
  await button('Back to the form').waitFor();
  expect(rowsOf('Orders')).toBe(31);
});

test('the menu takes back too', async () => {
  await here.visitor.menuItem('Undo last run');
  await expect.poll(() => rowsOf('Orders')).toBe(1);
});
