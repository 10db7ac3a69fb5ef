import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { visit } from './visit.ts';

const here = visit({ clock: true });

const rect = (row: number, column: number, rows = 1, columns = 1) => ({ row, column, rows, columns });
const value = (row: number, column: number) => here.workbench.host.workbook.read(0, rect(row, column), 'values')[0]![0];
const selected = () => here.visitor.page.locator('.o-named-range-selector-container input').first().inputValue();

test('a merged range is selected as one cell, follows its rows, and can be split', async () => {
  const { workbook } = here.workbench.host;
  workbook.type(0, 1, 1, 'A title over three columns');
  const { id } = workbook.attach('merge', 0, [rect(1, 1, 1, 3)], null);
  const goesTo = async (cell: string) => {
    // The name box ignores the name of the selected cell, even after a merge or split.
    await here.visitor.goTo('E5');
    await here.visitor.goTo(cell);
    // The name box shows the typed text until the grid is redrawn.
    await here.visitor.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
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

test('a click toggles a check box', async () => {
  const { workbook } = here.workbench.host;
  workbook.write(0, rect(4, 1, 2), 'values', [[true], [false]]);
  workbook.fill(0, rect(4, 1, 2), 'validations', { type: 'CHECKBOX', values: [], allowInvalid: true });
  await expect.poll(() => here.visitor.text('A5')).toBe('FALSE');
  await here.visitor.pointAt('A5');
  const grid = (await here.visitor.page.locator('.o-grid').boundingBox())!;
  await here.visitor.page.mouse.click(grid.x + 98, grid.y + 26 + 4 * 21 + 10);
  await expect.poll(() => value(5, 1)).toBe(true);
  expect(value(4, 1)).toBe(true);
});

test('a dropdown offers its choices', async () => {
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
  const refusal = here.visitor.page.locator('.toast-note', { hasText: 'violates the data validation rules' });
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  expect(value(4, 2)).toBe('large');
  workbook.clear(0, rect(4, 2, 2), { validations: true });
});

test('a filter shows its buttons and hides rows', async () => {
  const { workbook } = here.workbench.host;
  workbook.write(0, rect(8, 4, 4, 2), 'values', [
    ['item', 'stock'],
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  workbook.attach('filter', 0, [rect(8, 4, 4, 2)], null);
  await expect.poll(() => here.visitor.text('E11')).toBe('3');
  const grid = (await here.visitor.page.locator('.o-grid').boundingBox())!;
  await here.visitor.page.mouse.click(grid.x + 48 + 4 * 100 - 11, grid.y + 26 + 7 * 21 + 11);
  const menu = here.visitor.page.locator('.o-filter-menu');
  await menu.waitFor();
  await menu.locator('.o-filter-menu-item', { hasText: /^b$/ }).click();
  await menu.getByRole('button', { name: 'Confirm' }).click();
  await here.visitor.screenshot('filter');
  const hidden = () => run('return [8, 9, 10, 11].map((row) => ss.getSheets()[0].isRowHiddenByFilter(row))');
  await expect.poll(async () => ((await hidden()) as { value?: unknown }).value).toEqual([false, false, true, false]);
  expect(here.visitor.errors).toEqual([]);
});

const run = (body: string) => {
  const invocation = {
    type: 'eval' as const,
    body: `const sheet = ss.getSheetByName('Looks'); ${body}`,
    sheetId: null,
    base: '',
  };
  return here.workbench.host.execute({ kind: 'menu', name: 'eval', invocation });
};

test('conditional formats are drawn, update with their cells, and follow moved columns', async () => {
  await run(`const made = ss.insertSheet('Looks');
    made.getRange('A1:C4').setValues([['Order', 'Status', 'Amount'], ['1', 'Voided', 5], ['2', 'Shipped', 20], ['3', 'Shipped', 30]]);
    const rule = () => SpreadsheetApp.newConditionalFormatRule();
    made.setConditionalFormatRules([
      rule().whenTextEqualTo('Voided').setFontColor('#80868b').setStrikethrough(true).setRanges([made.getRange('B2:B')]).build(),
      rule().whenFormulaSatisfied('=$C2>10').setBackground('#e6f4ea').setRanges([made.getRange('A2:A')]).build(),
    ])`);
  const look = (cell: string) => here.visitor.look(cell, 'Looks');
  await here.visitor.showTab('Looks');
  await expect.poll(() => look('B2')).toMatchObject({ textColor: '#80868b', strikethrough: true });
  const filled = async () => [(await look('A2')).fillColor, (await look('A3')).fillColor];
  await expect.poll(filled).toEqual([undefined, '#e6f4ea']);
  await here.visitor.type('C2', '11');
  await expect.poll(async () => (await look('A2')).fillColor).toBe('#e6f4ea');
  const { workbook } = here.workbench.host;
  workbook.moveColumns(workbook.sheetByName('Looks')!.sheetId, 3, 1, 1);
  await here.visitor.type('A2', '9');
  const moved = async () => [(await look('B2')).fillColor, (await look('B3')).fillColor, (await look('C2')).textColor];
  await expect.poll(moved).toEqual([undefined, '#e6f4ea', '#80868b']);
});

test('a row grows with a wrapped header and shrinks with a wider column', async () => {
  const height = async () => (await here.visitor.look('A1', 'Looks')).height;
  await run("sheet.getRange('1:1').setWrap(true); sheet.getRange('A1').setValue('On time ship due date')");
  await expect.poll(height).toBeGreaterThan(35);
  await run('sheet.setColumnWidth(1, 300)');
  await expect.poll(height).toBe(21);
  await run('sheet.setColumnWidth(1, 100)');
  await expect.poll(height).toBeGreaterThan(35);
});

test("a chart has two axes, follows a script's move, and can be dragged", async () => {
  await run(`sheet.insertChart(sheet.newChart().asComboChart().addRange(sheet.getRange('A1:C4')).setNumHeaders(1)
    .setOption('series', { 0: { type: 'bars' }, 1: { type: 'line', targetAxisIndex: 1 } }).setPosition(3, 4, 0, 0).build())`);
  const { page } = here.visitor;
  const figure = page.locator('.o-figure');
  await figure.locator('canvas').waitFor();
  const axes = () =>
    page.evaluate(() => {
      const { Chart } = globalThis as unknown as { Chart: { getChart(at: Element): { scales: object } } };
      return Object.keys(Chart.getChart(document.querySelector('.o-figure canvas')!)?.scales ?? {});
    });
  await expect.poll(axes).toEqual(expect.arrayContaining(['x', 'y', 'y1']));
  const before = (await figure.boundingBox())!;
  await run('const [chart] = sheet.getCharts(); sheet.updateChart(chart.modify().setPosition(5, 5, 0, 0).build())');
  await expect.poll(async () => (await figure.boundingBox())!.x - before.x).toBe(100);
  const { x, y } = (await figure.boundingBox())!;
  await page.mouse.move(x + 60, y + 15);
  await page.mouse.down();
  await page.mouse.move(x + 360, y + 57, { steps: 6 });
  await page.mouse.up();
  const { workbook } = here.workbench.host;
  const position = () => (workbook.attachments('chart')[0]!.spec as { position: number[] }).position;
  await expect.poll(position).toEqual([7, 8, 0, 0]);
  await here.visitor.screenshot('looks');
});

test('a link opens its range', async () => {
  await run('sheet.getRange(\'D2\').setFormula(\'=HYPERLINK("#gid=0&range=B3:C4", "Rows")\')');
  await expect.poll(() => here.visitor.text('D2', 'Looks')).toBe('Rows');
  await here.visitor.goTo('D2');
  await here.visitor.page.keyboard.press('Alt+Enter');
  await expect.poll(selected).toBe('B3:C4');
  expect(await here.visitor.page.locator('.o-sheet.active').textContent()).toBe('Sheet1');
});

test('ranges selected by a script are selected on the page', async () => {
  const { page } = here.visitor;
  const { sheetId } = here.workbench.host.workbook.sheetByName('Looks')!;
  const selected = { rects: [rect(2, 1, 1, 3), rect(4, 1, 1, 3)], cell: { row: 4, column: 1 } };
  await page.route('**/api/menu', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: { ok: true, value: null, shown: [], sheet: sheetId, selected } })
      : route.continue(),
  );
  await here.visitor.menuItem('Open sidebar');
  await page.locator('.o-sheet.active', { hasText: 'Looks' }).waitFor();
  await page.unroute('**/api/menu');
  const values = () => page.locator('.o-selection-statistic').textContent();
  await expect.poll(values).toBe('Sum: 43');
  await here.visitor.screenshot('selected');
});

const notes = () => here.visitor.page.locator('.toast-note');

test.each([
  ["'five'", false],
  ["'six', 'Title', 6", false],
  ["'more', 'Title', 900", true],
  ["'until closed', 'Title', -1", true],
])('toast(%s) still shows after ten minutes: %s', async (args, stays) => {
  await run(`ss.toast(${args})`);
  await notes().waitFor();
  await here.visitor.page.clock.fastForward('10:00');
  expect(await notes().count()).toBe(stays ? 1 : 0);
  if (stays) await notes().getByRole('button', { name: 'Dismiss' }).click();
});

test('toasts appear while the script runs, are replaced by newer ones, and can be closed', async () => {
  let proceed = () => {};
  const proceeded = new Promise<void>((done) => {
    proceed = done;
  });
  const gate = createServer((_, response) => void proceeded.then(() => response.end('on')));
  await new Promise<void>((done) => gate.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}/`;
  const running = run(`ss.toast('Working…', '', -1); UrlFetchApp.fetch('${url}'); ss.toast('Done.', '', -1)`);
  await notes().filter({ hasText: 'Working…' }).waitFor();
  await here.visitor.screenshot('toast-while-running');
  proceed();
  expect((await running).ok).toBe(true);
  await notes().filter({ hasText: 'Done.' }).waitFor();
  expect(await notes().allTextContents()).toEqual(['Done.×']);
  await notes().getByRole('button', { name: 'Dismiss' }).click();
  expect(await notes().count()).toBe(0);
  gate.close();
});

test("a script's dialog waits for a button or Escape", async () => {
  const asked = `const ui = SpreadsheetApp.getUi();
    return String(ui.alert('Remove the rows?', 'Twelve notes of yours go with them.', ui.ButtonSet.OK_CANCEL))`;
  const dialog = here.visitor.page.locator('dialog.script');
  const answers: unknown[] = [];
  for (const answer of ['OK', 'Cancel', 'Escape']) {
    const running = run(asked);
    await dialog.getByText('Twelve notes of yours go with them.').waitFor();
    if (answer === 'Escape') await here.visitor.page.keyboard.press('Escape');
    else await dialog.getByRole('button', { name: answer }).click();
    answers.push(((await running) as { value?: unknown }).value);
  }
  expect(answers).toEqual(['OK', 'CANCEL', 'CLOSE']);
  expect(await dialog.count()).toBe(0);
});

test('a sheet tab can be clicked before an added sheet is drawn', async () => {
  const { page } = here.visitor;
  const { workbook } = here.workbench.host;
  const tabs = page.locator('.o-sheet');
  const before = await tabs.count();
  const { x, y } = (await tabs.first().boundingBox())!;
  // Nothing is drawn while the clock is paused.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  workbook.type(workbook.insertSheet({ name: 'Added' }), 1, 1, 'here');
  await expect.poll(() => page.evaluate(`workbench.textAt('Added', 'A1')`)).toBe('here');
  expect(await tabs.count()).toBe(before);
  await page.mouse.click(x + 5, y + 5);
  await page.clock.resume();
  await expect.poll(() => tabs.count()).toBe(before + 1);
  expect(here.visitor.errors).toEqual([]);
  await here.visitor.showTab('Added');
  await here.visitor.showTab('Sheet1');
});

test('menus, grid, and sidebar fit side by side at 1,024 by 640', async () => {
  const { page } = here.visitor;
  await page.setViewportSize({ width: 1024, height: 640 });
  if (!(await page.locator('#sidebar iframe').isVisible())) await here.visitor.openSidebar();
  const side = (await page.locator('#sidebar').boundingBox())!;
  const rightOf = async (part: string) => {
    const { x, width } = (await page.locator(part).first().boundingBox())!;
    return x + width;
  };
  expect(side.x + side.width).toBe(1024);
  expect(side.width).toBe(300);
  await expect.poll(() => rightOf('.o-grid')).toBeLessThanOrEqual(side.x);
  expect(await rightOf('.o-topbar-composer')).toBeLessThanOrEqual(side.x);
  expect(await rightOf('.o-spreadsheet-bottombar-wrapper')).toBeLessThanOrEqual(side.x);
  await page.locator('.o-topbar-menu', { hasText: 'Extensions' }).waitFor();
  await run("ss.toast('Short.', '', -1)");
  const toast = page.locator('.toast-note', { hasText: 'Short.' });
  await toast.waitFor();
  const { x, width } = (await toast.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(side.x);
  await here.visitor.screenshot('small');
  expect(here.visitor.errors).toEqual([]);
});
