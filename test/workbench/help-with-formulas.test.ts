/** The menu's help with formulas, in the browser: what is selected is what becomes one, and what is fetched is known. */
import { beforeAll, expect, test } from 'vitest';
import { MARKET } from './demo-shop.ts';
import { visit } from './visit.ts';

const here = visit();
const toast = (text: string | RegExp) => here.visitor.page.locator('.toast-note', { hasText: text }).first();
const formulasOf = (cells: readonly string[]) => {
  const { workbook } = here.workbench.host;
  const { sheetId } = workbook.sheetByName('Sheet1')!;
  return cells.map(
    (cell) =>
      workbook.read(
        sheetId,
        { row: Number(cell.slice(1)), column: 2, rows: 1, columns: 1 },
        'formulas',
      )[0]![0],
  );
};
const CELLS = ['B1', 'B2', 'B3'];
const SINGLES = ['=MARKET_STOCK(A1)', '=MARKET_STOCK(A2)', '=MARKET_STOCK(A3)'];

beforeAll(async () => {
  const { visitor, workbench } = here;
  const { announcement } = workbench.market;
  await visitor.connect(announcement, MARKET);
  for (const [index, id] of announcement.itemNumbers.slice(0, 3).entries()) {
    await visitor.type(`A${index + 1}`, id);
    await visitor.type(`B${index + 1}`, SINGLES[index]!);
  }
}, 120_000);

test('formulas that are selected become one, and single ones again', async () => {
  const { visitor } = here;
  await expect.poll(() => visitor.text('B3'), { timeout: 30_000 }).toMatch(/^\d+$/);
  const shown = await Promise.all(CELLS.map((cell) => visitor.text(cell)));
  await visitor.goTo('B1:B3');
  await visitor.menuItem('Turn these formulas into one');
  await toast('3 formulas are one now, in B1.').waitFor();
  await visitor.screenshot('many-as-one');
  expect(formulasOf(CELLS)).toEqual(['=MARKET_STOCK(A1:A3)', '', '']);
  await expect.poll(() => Promise.all(CELLS.map((cell) => visitor.text(cell)))).toEqual(shown);
  await visitor.goTo('B2');
  await visitor.menuItem('Turn back into single formulas');
  await toast('3 single formulas are back.').waitFor();
  expect(formulasOf(CELLS)).toEqual(SINGLES);
});

test('what formulas need is fetched, and the page says how it went', async () => {
  const { visitor } = here;
  await visitor.menuItem('Fetch what my formulas need');
  await toast('All 3 values that 3 formulas need are known already; no call was made.').waitFor();
  await visitor.screenshot('fetched-for-formulas');
});
