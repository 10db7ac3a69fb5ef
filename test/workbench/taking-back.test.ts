/** Undo takes back what the user has done to cells, and only while that is what is there. */
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

const shows = (cell: string, text: string) => expect.poll(() => visitor.text(cell)).toBe(text);
const undo = () => visitor.page.keyboard.press('Control+z');
const redo = () => visitor.page.keyboard.press('Control+y');
const notice = (text: string) => visitor.page.locator('.toast-note', { hasText: text }).first().waitFor();

test('typing, a paste and a deletion go back one by one, and forth again', async () => {
  await visitor.type('A1', 'first');
  await visitor.type('A1', '=1+1');
  await visitor.goTo('A1');
  await visitor.page.keyboard.press('Control+c');
  await visitor.goTo('B1:B3');
  await visitor.page.keyboard.press('Control+v');
  await shows('B3', '2');
  await visitor.page.keyboard.press('Delete');
  await shows('B3', '');
  await undo();
  await shows('B3', '2');
  await undo();
  await shows('B3', '');
  await undo();
  await shows('A1', 'first');
  await undo();
  await shows('A1', '');
  await undo();
  await notice('The workbench cannot do this: undo. Reason: there is nothing to undo.');
  await redo();
  await shows('A1', 'first');
  await redo();
  await shows('A1', '2');
});

test('looks go back, and the toolbar has the buttons', async () => {
  const weight = () =>
    workbench.host.workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 }, 'fontWeights')[0]![0];
  await visitor.goTo('A1');
  await visitor.page.keyboard.press('Control+b');
  await expect.poll(weight).toBe('bold');
  await visitor.page.locator('.o-toolbar-tools [title^="Undo"]').click();
  await expect.poll(weight).toBe('normal');
  await visitor.page.locator('.o-toolbar-tools [title^="Redo"]').click();
  await expect.poll(weight).toBe('bold');
});

test('a change follows its row', async () => {
  await visitor.type('C4', 'note');
  await shows('C4', 'note');
  workbench.host.workbook.insertRows(0, 2, 3);
  await shows('C7', 'note');
  await undo();
  await shows('C7', '');
});

test('what somebody else has changed since is left to them', async () => {
  await visitor.type('D1', 'mine');
  await shows('D1', 'mine');
  workbench.host.workbook.type(0, 1, 4, 'theirs');
  await shows('D1', 'theirs');
  await undo();
  await notice('the cells have been changed since');
  await shows('D1', 'theirs');
});

test('rows that a script has sorted since are left alone', async () => {
  await visitor.type('E1', 'mine');
  await shows('E1', 'mine');
  const body = "ss.getSheets()[0].getRange('E1:E3').sort(5)";
  const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
  await workbench.host.execute({ kind: 'eval', name: 'eval', invocation });
  await undo();
  await notice('rows were sorted since');
  await shows('E1', 'mine');
});

test("another user's changes are not taken back", async () => {
  const other = await Visitor.arrive(workbench.url, browser);
  await other.page.goto(`${workbench.url}/?as=editor@shop.example`);
  await other.page.locator('body[data-state=ready] .o-sheet.active').waitFor();
  await other.page.keyboard.press('Control+z');
  await other.page.locator('.toast-note', { hasText: 'there is nothing to undo' }).waitFor();
  await other.page.close();
});

test('anything else than cells is told apart', async () => {
  await visitor.goTo('A1');
  await visitor.choose('Insert', 'row', 'above');
  await undo();
  await notice('rows or columns were inserted');
  expect(visitor.errors).toEqual([]);
});
