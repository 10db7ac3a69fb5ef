import { beforeAll, expect, test } from 'vitest';
import { longTest, runs } from '../effort.ts';
import { performEdits } from './edits.ts';
import { visit } from './visit.ts';
import type { Visitor } from './visitor.ts';
import type { Workbench } from './workbench.ts';

const here = visit();
let workbench: Workbench;
let visitor: Visitor;

beforeAll(() => {
  ({ workbench, visitor } = here);
});

const shows = (cell: string, text: string, sheet?: string) => expect.poll(() => visitor.text(cell, sheet)).toBe(text);

test('typing recalculates formulas', async () => {
  await visitor.type('A1', '3');
  await visitor.type('B1', '=A1*2');
  await shows('B1', '6');
  await visitor.type('A1', '5');
  await shows('B1', '10');
  await visitor.screenshot('typed');
});

test('typed text is interpreted as in Google Sheets', async () => {
  await visitor.type('D1', '1/2/2026');
  await visitor.type('D2', "'0017");
  await visitor.type('D3', '12.5%');
  await shows('D1', '1/2/2026');
  await shows('D2', '0017');
  await shows('D3', '12.50%');
});

longTest('copied formulas adjust their references', async () => {
  await visitor.goTo('A1:B1');
  await visitor.page.keyboard.press('Control+c');
  await visitor.goTo('A2');
  await visitor.page.keyboard.press('Control+v');
  await shows('B2', '10');
  expect(workbench.host.workbook.read(0, { row: 2, column: 2, rows: 1, columns: 1 }, 'formulas')).toEqual([['=A2*2']]);
});

test('bold, number formats, clearing, and inserting a row work', async () => {
  await visitor.goTo('A1');
  await visitor.page.keyboard.press('Control+b');
  const weight = () =>
    workbench.host.workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 }, 'fontWeights')[0]![0];
  await expect.poll(weight).toBe('bold');
  await visitor.goTo('D3');
  await visitor.choose('Format', 'Number', 'Percent');
  await shows('D3', '12.50%');
  await visitor.choose('Format', 'Number', 'Automatic');
  await shows('D3', '0.125');
  await visitor.goTo('D1:D3');
  await visitor.page.keyboard.press('Delete');
  await shows('D2', '');
  await visitor.goTo('A1');
  await visitor.choose('Insert', 'row', 'above');
  await shows('B2', '10');
  await shows('B1', '');
});

test('a new sheet opens, and a script can delete it', async () => {
  await visitor.page.locator('.o-add-sheet').click();
  await expect.poll(() => visitor.page.locator('.o-sheet.active').textContent()).toBe('Sheet2');
  const { workbook } = workbench.host;
  workbook.deleteSheet(workbook.sheetByName('Sheet2')!.sheetId);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
});

test('a sheet inserted by a script has the right position despite hidden sheets', async () => {
  const { workbook } = workbench.host;
  const seen = ['A', 'B', 'C'];
  const ids = [...seen, 'D', 'E'].map((name) => workbook.insertSheet({ name }));
  for (const id of ids.slice(seen.length)) workbook.setSheetHidden(id, true);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1', ...seen]);
  const made = workbook.insertSheet({ name: 'Made', index: 2 });
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1', 'Made', ...seen]);
  for (const id of [made, ...ids]) workbook.deleteSheet(id);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
});

test('text being typed is entered when another sheet is shown, and no tab is dragged', async () => {
  const { workbook } = workbench.host;
  const { page } = visitor;
  const next = workbook.insertSheet({ name: 'Next' });
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1', 'Next']);
  await visitor.goTo('F1');
  await page.keyboard.type('abc');
  await visitor.showTab('Next');
  await visitor.showTab('Sheet1');
  await shows('F1', 'abc');
  await visitor.goTo('F2');
  await page.keyboard.type('def');
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('Next');
  await page.mouse.move(600, 400);
  await page.mouse.move(5, 400);
  await page.mouse.click(300, 400);
  await page.keyboard.press('Alt+ArrowUp');
  await shows('F2', 'def');
  expect(await visitor.tabs()).toEqual(['Sheet1', 'Next']);
  workbook.deleteSheet(next);
});

test('text typed over a link replaces it', async () => {
  await visitor.type('F3', '=HYPERLINK("#gid=0&range=A1", "Go")');
  await shows('F3', 'Go');
  await visitor.type('F3', 'done');
  await shows('F3', 'done');
});

test('a pasted value without a format takes none from its target', async () => {
  await visitor.type('F4', '5');
  await visitor.type('F5', '12%');
  await shows('F5', '12%');
  await visitor.goTo('F4');
  await visitor.page.keyboard.press('Control+c');
  await visitor.goTo('F5');
  await visitor.page.keyboard.press('Control+v');
  await shows('F5', '5');
});

test('sorting a selection leaves frozen rows in place', () => {
  const { workbook } = workbench.host;
  const sheet = workbook.insertSheet({ name: 'Sorted' });
  const rect = { row: 1, column: 1, rows: 3, columns: 2 };
  workbook.write(sheet, rect, 'values', [
    ['Name', 'Count'],
    ['b', 2],
    ['a', 1],
  ]);
  workbook.setFrozen(sheet, { rows: 1 });
  performEdits(workbook, [{ do: 'sort', sheet, by: 2, ascending: true, ...rect }]);
  expect(workbook.read(sheet, rect, 'values')).toEqual([
    ['Name', 'Count'],
    ['a', 1],
    ['b', 2],
  ]);
  workbook.deleteSheet(sheet);
});

test('a tab moves past hidden sheets', async () => {
  const { workbook } = workbench.host;
  const [shown, hidden, moved] = ['Shown', 'Hidden', 'Moved'].map((name) => workbook.insertSheet({ name }));
  workbook.setSheetHidden(hidden!, true);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1', 'Shown', 'Moved']);
  await visitor.page.locator('.o-sheet', { hasText: 'Moved' }).click({ button: 'right' });
  await visitor.page.locator('.o-menu-item', { hasText: 'Move left' }).click();
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1', 'Moved', 'Shown']);
  for (const id of [shown!, hidden!, moved!]) workbook.deleteSheet(id);
  await expect.poll(() => visitor.tabs()).toEqual(['Sheet1']);
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
  await visitor.page.locator('.o-figure canvas').waitFor();
  await visitor.pointAt('B2');
  await visitor.page.locator('.cell-note', { hasText: 'Ask the supplier' }).waitFor();
  await visitor.screenshot('note-and-chart');
  workbook.detach(id);
  await visitor.page.locator('.o-figure').waitFor({ state: 'detached' });
});

test('an unsupported action shows a message', async () => {
  await visitor.page.keyboard.press('Control+z');
  await visitor.page.locator('.toast-note', { hasText: 'Cannot undo: ' }).waitFor();
});

longTest('Find and Replace is fully visible next to the open sidebar', async () => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1280, height: 720 });
  if (!(await page.locator('#sidebar').isVisible())) await visitor.openSidebar();
  await visitor.goTo('A1');
  await page.keyboard.press('Control+f');
  const panel = page.locator('.o-sidePanel', { hasText: 'Find and Replace' });
  await panel.getByRole('button', { name: 'Replace all' }).waitFor();
  await visitor.screenshot('find-and-replace');
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
  const rows = runs(1100, 10_000);
  const sheet = workbook.insertSheet({ name: 'Large', rows, columns: 20 });
  const data = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: 20 }, (_, column) => (column % 2 ? row + column : `item ${row}-${column}`)),
  );
  workbook.write(sheet, { row: 1, column: 1, rows, columns: 20 }, 'values', data);
  await visitor.load();
  await visitor.showTab('Large');
  expect(await visitor.text(`T${rows}`, 'Large')).toBe(String(rows + 18));
  await visitor.goTo(`A${rows}`);
  await visitor.screenshot('large');
  await visitor.type(`A${rows}`, 'changed');
  await expect.poll(() => visitor.text(`A${rows}`, 'Large')).toBe('changed');
  expect(visitor.errors).toEqual([]);
});
