import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import { closePages, startBrowser } from './browser.ts';
import { Visitor } from './visitor.ts';
import { startWorkbench, type Workbench } from './workbench.ts';

let workbench: Workbench;
let browser: Browser;
let first: Visitor;
let second: Visitor;

beforeAll(async () => {
  workbench = await startWorkbench({ port: 0, timeZone: 'America/New_York', items: 40, orders: 30 });
  browser = await startBrowser();
  first = await Visitor.arrive(workbench.url, browser);
  second = await Visitor.arrive(workbench.url, browser);
}, 600_000);

afterAll(async () => {
  await closePages();
  await workbench?.close();
});

const both = async (cell: string, text: string, sheet?: string) => {
  await expect.poll(() => first.text(cell, sheet)).toBe(text);
  await expect.poll(() => second.text(cell, sheet)).toBe(text);
};

test('typing in one tab shows in the other', async () => {
  await first.type('A1', '3');
  await second.type('B1', '=A1*2');
  await both('B1', '6');
  await first.type('A1', '5');
  await both('B1', '10');
  await first.screenshot('tab-one');
  await second.screenshot('tab-two');
});

test('typed text is interpreted as in Google Sheets', async () => {
  await first.type('D1', '1/2/2026');
  await first.type('D2', "'0017");
  await first.type('D3', '12.5%');
  await both('D1', '1/2/2026');
  await both('D2', '0017');
  await both('D3', '12.50%');
});

test('copied formulas adjust their references', async () => {
  await first.goTo('A1:B1');
  await first.page.keyboard.press('Control+c');
  await first.goTo('A2');
  await first.page.keyboard.press('Control+v');
  await both('B2', '10');
  expect(workbench.host.workbook.read(0, { row: 2, column: 2, rows: 1, columns: 1 }, 'formulas')).toEqual([['=A2*2']]);
});

test('bold, number formats, clearing, and inserting a row work', async () => {
  await first.goTo('A1');
  await first.page.keyboard.press('Control+b');
  const weight = () =>
    workbench.host.workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 }, 'fontWeights')[0]![0];
  await expect.poll(weight).toBe('bold');
  await first.goTo('D3');
  await first.choose('Format', 'Number', 'Percent');
  await both('D3', '12.50%');
  await first.choose('Format', 'Number', 'Automatic');
  await both('D3', '0.125');
  await first.goTo('D1:D3');
  await first.page.keyboard.press('Delete');
  await both('D2', '');
  await first.goTo('A1');
  await first.choose('Insert', 'row', 'above');
  await both('B2', '10');
  await both('B1', '');
});

test("a new sheet opens only in its user's tab, and a script can delete it", async () => {
  await first.page.locator('.o-add-sheet').click();
  await expect.poll(() => first.page.locator('.o-sheet.active').textContent()).toBe('Sheet2');
  await expect.poll(() => second.tabs()).toEqual(['Sheet1', 'Sheet2']);
  expect(await second.page.locator('.o-sheet.active').textContent()).toBe('Sheet1');
  const { workbook } = workbench.host;
  workbook.deleteSheet(workbook.sheetByName('Sheet2')!.sheetId);
  await expect.poll(() => first.tabs()).toEqual(['Sheet1']);
});

test('a sheet inserted by a script has the right position despite hidden sheets', async () => {
  const { workbook } = workbench.host;
  const seen = ['A', 'B', 'C'];
  const ids = [...seen, 'D', 'E'].map((name) => workbook.insertSheet({ name }));
  for (const id of ids.slice(seen.length)) workbook.setSheetHidden(id, true);
  await expect.poll(() => first.tabs()).toEqual(['Sheet1', ...seen]);
  const made = workbook.insertSheet({ name: 'Made', index: 2 });
  await expect.poll(() => first.tabs()).toEqual(['Sheet1', 'Made', ...seen]);
  for (const id of [made, ...ids]) workbook.deleteSheet(id);
  await expect.poll(() => first.tabs()).toEqual(['Sheet1']);
});

test('shows a note on hover and a chart over its cells', async () => {
  const { workbook } = workbench.host;
  workbook.fill(0, { row: 2, column: 2, rows: 1, columns: 1 }, 'notes', 'Ask the supplier');
  const range = { row: 1, column: 1, rows: 4, columns: 2 };
  const spec = {
    type: 'COLUMN',
    ranges: [{ sheetId: 0, ...range }],
    position: [8, 2, 0, 0],
    options: { title: 'Sales' },
    headers: 1,
  };
  const { id } = workbook.attach('chart', 0, [range], spec);
  await first.page.locator('.o-figure canvas').waitFor();
  await first.pointAt('B2');
  await first.page.locator('.cell-note', { hasText: 'Ask the supplier' }).waitFor();
  await first.screenshot('note-and-chart');
  workbook.detach(id);
  await first.page.locator('.o-figure').waitFor({ state: 'detached' });
});

test('an unsupported action shows a message', async () => {
  await first.page.keyboard.press('Control+z');
  await first.page.locator('.toast-note', { hasText: 'Cannot undo: ' }).waitFor();
});

test('Find and Replace is fully visible next to the open sidebar', async () => {
  const { page } = first;
  await page.setViewportSize({ width: 1280, height: 720 });
  if (!(await page.locator('#sidebar').isVisible())) await first.openSidebar();
  await first.goTo('A1');
  await page.keyboard.press('Control+f');
  const panel = page.locator('.o-sidePanel', { hasText: 'Find and Replace' });
  await panel.getByRole('button', { name: 'Replace all' }).waitFor();
  await first.screenshot('find-and-replace');
  // At the corners of a clipped or covered control, elementFromPoint returns another element.
  const hidden = await panel.evaluate((element) =>
    [element, ...element.querySelectorAll('input, select, button')].flatMap((part) => {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      const corners = [
        [left + 3, top + 3],
        [right - 3, bottom - 3],
      ];
      return corners.every(([x, y]) => element.contains(document.elementFromPoint(x!, y!))) ? [] : [part.outerHTML];
    }),
  );
  expect(hidden).toEqual([]);
});

test('a sheet whose cells take several messages opens completely', async () => {
  const { workbook } = workbench.host;
  await Promise.all([first.page.close(), second.page.close()]);
  const rows = runs(2500, 10_000);
  const sheet = workbook.insertSheet({ name: 'Large', rows, columns: 20 });
  const data = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 20 }, (_, column) => (column % 2 ? row + column : `item ${row}-${column}`)),
  );
  workbook.write(sheet, { row: 1, column: 1, rows, columns: 20 }, 'values', data);
  const visitor = await Visitor.arrive(workbench.url, browser);
  await visitor.showTab('Large');
  expect(await visitor.text(`T${rows}`, 'Large')).toBe(String(rows + 18));
  await visitor.goTo(`A${rows}`);
  await visitor.screenshot('large');
  await visitor.type(`A${rows}`, 'changed');
  await expect.poll(() => visitor.text(`A${rows}`, 'Large')).toBe('changed');
  expect([...visitor.errors, ...first.errors, ...second.errors]).toEqual([]);
});
