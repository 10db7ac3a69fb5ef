import { expect, test } from 'vitest';
import { visit } from './visit.ts';

const here = visit();

const shows = (cell: string, text: string) => expect.poll(() => here.visitor.text(cell)).toBe(text);
const undo = () => here.visitor.page.keyboard.press('Control+z');
const redo = () => here.visitor.page.keyboard.press('Control+y');
const notice = (text: string) => here.visitor.page.locator('.toast-note', { hasText: text }).first().waitFor();

test('undoes typing, a paste, and a deletion one by one, and redoes them', async () => {
  await here.visitor.type('A1', 'first');
  await here.visitor.type('A1', '=1+1');
  // The page copies the displayed text, which comes from the server.
  await shows('A1', '2');
  await here.visitor.goTo('A1');
  await here.visitor.page.keyboard.press('Control+c');
  await here.visitor.goTo('B1:B3');
  await here.visitor.page.keyboard.press('Control+v');
  await shows('B3', '2');
  await here.visitor.page.keyboard.press('Delete');
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
  await notice('Nothing to undo.');
  await redo();
  await shows('A1', 'first');
  await redo();
  await shows('A1', '2');
});

test('undoes formatting, by keyboard and with the toolbar buttons', async () => {
  const weight = () =>
    here.workbench.host.workbook.read(0, { row: 1, column: 1, rows: 1, columns: 1 }, 'fontWeights')[0]![0];
  await here.visitor.goTo('A1');
  await here.visitor.page.keyboard.press('Control+b');
  await expect.poll(weight).toBe('bold');
  await here.visitor.page.locator('.o-toolbar-tools [title^="Undo"]').click();
  await expect.poll(weight).toBe('normal');
  await here.visitor.page.locator('.o-toolbar-tools [title^="Redo"]').click();
  await expect.poll(weight).toBe('bold');
});

test('undoes a change after its row moved', async () => {
  await here.visitor.type('C4', 'note');
  await shows('C4', 'note');
  here.workbench.host.workbook.insertRows(0, 2, 3);
  await shows('C7', 'note');
  await undo();
  await shows('C7', '');
});

test('does not undo cells that another user changed since', async () => {
  await here.visitor.type('D1', 'mine');
  await shows('D1', 'mine');
  here.workbench.host.workbook.type(0, 1, 4, 'theirs');
  await shows('D1', 'theirs');
  await undo();
  await notice('the cells were changed since then');
  await shows('D1', 'theirs');
});

test('does not undo rows that a script sorted since', async () => {
  await here.visitor.type('E1', 'mine');
  await shows('E1', 'mine');
  const body = "ss.getSheets()[0].getRange('E1:E3').sort(5)";
  const invocation = { type: 'eval' as const, body, sheetId: null, base: '' };
  await here.workbench.host.execute({ kind: 'eval', name: 'eval', invocation });
  await undo();
  await notice('rows were sorted since then');
  await shows('E1', 'mine');
});

test("does not undo another user's changes", async () => {
  const headers = { 'content-type': 'application/json' };
  const address = `${here.workbench.url}/api/undo?as=editor%40shop.example`;
  const refused = await fetch(address, { method: 'POST', headers, body: '{}' });
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining('Nothing to undo') });
});

test('explains that inserted rows cannot be undone', async () => {
  await here.visitor.goTo('A1');
  await here.visitor.choose('Insert', 'row', 'above');
  await undo();
  await notice('rows or columns were inserted');
  expect(here.visitor.errors).toEqual([]);
});
