import { readFileSync } from 'node:fs';
import type { Frame } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { parseCsv } from '../host/inside/csv.ts';
import { valuesIn } from './values-in.ts';
import { visit } from './visit.ts';

const here = visit({ connected: true });
const button = (name: string | RegExp) => here.visitor.sidebar.getByRole('button', { name });
const values = (name: string) => valuesIn(here.workbench, name);
const place = (header: string) => values('Orders')[0]!.indexOf(header);
const HOSTILE = "=cmd|' /C calc'!A0";

beforeAll(async () => {
  const { context, sidebar } = here.visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: here.workbench.url });
  await sidebar.getByRole('tab', { name: 'Pull' }).click();
});

async function pull(): Promise<void> {
  await button('Pull').click();
  await button('Back to the form').waitFor();
}

/** Returns the name and content of the file downloaded on click. */
async function downloaded(press: () => Promise<void>): Promise<readonly [name: string, file: Buffer]> {
  const [download] = await Promise.all([here.visitor.page.waitForEvent('download'), press()]);
  return [download.suggestedFilename(), readFileSync(await download.path())];
}

function sidebarFrame(): Frame {
  return here.visitor.page.frames().find((each) => each.parentFrame() !== null)!;
}

test('shows no tables before the first pull', async () => {
  await here.visitor.sidebar.getByText('Copy a table').click();
  await here.visitor.sidebar.getByText('No tables yet. Pull one first.').waitFor();
});

test('offers the tables of a finished pull as files, including user columns', async () => {
  await pull();
  const { workbook } = here.workbench.host;
  const { sheetId } = workbook.sheetByName('Orders')!;
  const column = workbook.lastColumn(sheetId) + 1;
  workbook.type(sheetId, 1, column, 'My note');
  // The apostrophe makes it text.
  workbook.type(sheetId, 2, column, `'${HOSTILE}`);
  const [name, file] = await downloaded(() => button(/^Download these \d+: Orders$/).click());
  expect(name).toBe('Orders.csv');
  expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const [header, ...rows] = parseCsv(file.toString('utf8').slice(1), ',');
  const sheet = values('Orders');
  expect(rows).toHaveLength(sheet.length - 1);
  expect(rows.map((row) => row[header!.indexOf('Order number')])).toEqual(
    sheet.slice(1).map((row) => row[place('Order number')]),
  );
  expect(rows[0]![header!.indexOf('Order date')]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(rows[0]![header!.indexOf('My note')]).toBe(`'${HOSTILE}`);
  for (const hidden of ['Row key', 'Raw dates', 'Customer name']) expect(header).not.toContain(hidden);
  await here.visitor.sidebar.getByText(`${rows.length} rows from this pull saved to Orders.csv.`).first().waitFor();
  await here.visitor.screenshot('copy-after-a-pull');
});

test('copies rows that can be pasted into another sheet, with formulas as text', async () => {
  await button('Copy table: Orders').click();
  await here.visitor.sidebar
    .getByText(/rows copied\. Paste them/)
    .first()
    .waitFor();
  const text = await here.visitor.page.evaluate(() => navigator.clipboard.readText());
  const lines = text.split('\n').map((line) => line.split('\t'));
  expect(lines).toHaveLength(values('Orders').length);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  await here.visitor.showTab('Sheet1');
  await here.visitor.goTo('A1');
  await here.visitor.page.keyboard.press('Control+v');
  await expect.poll(() => here.visitor.text('A1')).toBe('Order number');
  const pasted = () => values('Sheet1')[1]!;
  await expect.poll(() => String(pasted()[0])).toBe(String(values('Orders')[1]![place('Order number')]));
  const { workbook } = here.workbench.host;
  const formulas = workbook.read(0, { row: 1, column: 1, rows: lines.length, columns: lines[0]!.length }, 'formulas');
  expect(formulas.flat().filter((formula) => formula !== '')).toEqual([]);
  expect(String(pasted()[lines[0]!.indexOf('My note')])).toContain(HOSTILE);
});

test('selects and saves a table by keyboard', async () => {
  const { page, sidebar } = here.visitor;
  await button('Back to the form').click();
  const summary = sidebar.locator('summary', { hasText: 'Copy a table' });
  await summary.focus();
  await page.keyboard.press('Enter');
  const choice = sidebar.getByLabel('Table', { exact: true });
  await choice.waitFor();
  expect(await choice.locator('option').allTextContents()).toEqual([
    'Orders',
    'Order lines',
    'Packages',
    'Catalog',
    'Rules',
    'Status',
    'Log',
    'Changes',
    'Findings',
  ]);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  const [name, file] = await downloaded(() => page.keyboard.press('Enter'));
  expect(name).toBe('Order lines.csv');
  expect(parseCsv(file.toString('utf8').slice(1), ',')).toHaveLength(values('Order lines').length);
  await here.visitor.screenshot('copy-a-table');
});

test('shows text to copy manually if the browser blocks the clipboard', async () => {
  const { page, sidebar } = here.visitor;
  await sidebarFrame().evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await button('Copy table: Order lines').click();
  const area = sidebar.getByRole('textbox', { name: 'Rows from Order lines' });
  await area.waitFor();
  const text = await area.inputValue();
  expect(text.split('\n')).toHaveLength(values('Order lines').length);
  await page.evaluate(() => navigator.clipboard.writeText('nothing'));
  await page.keyboard.press('Control+c');
  const held = await page.evaluate(() => navigator.clipboard.readText());
  expect(held.replace(/\r/g, '')).toBe(text);
  await here.visitor.screenshot('copy-manually');
  await here.visitor.examineSidebar();
  expect(here.visitor.errors).toEqual([]);
});

longTest('reports the deleted sheet of a table', async () => {
  const { workbook } = here.workbench.host;
  const { sheetId } = workbook.sheetByName('Order lines')!;
  await here.visitor.changeDuring('tableText', () => workbook.deleteSheet(sheetId));
  await button('Download CSV: Order lines').click();
  await here.visitor.sidebar.getByRole('alert').getByText('Order lines has no sheet yet. Pull it first.').waitFor();
  expect(here.visitor.errors).toEqual([]);
});
