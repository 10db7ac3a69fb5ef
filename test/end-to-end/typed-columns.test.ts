/** Google rejects number formats on a sheet that the user converted to a table. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedBook } from './prepared-book.ts';
import { QUICK_SCHEDULE, runScenario } from './scenario.ts';

const shop = (options: object = {}) => [
  { open: { language: 'ja', ...options } },
  { market: { orders: 30, items: 10 } },
  { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
];
const ALL = { pull: { operation: 'orders', params: {} } };
const TABLE = { get: 'Orders!A1:AZ40', as: 'values' };
const CHANGE = {
  eval: `const sheet = ss.getSheetByName('Orders'); sheet.deleteRows(2, 3);
    sheet.getRange(4, 1, 1, 2).clearContent()`,
};
const TYPED = { fault: { typedColumns: 'Orders' } };

/** A workbook with orders. */
const book = new PreparedBook();
let before: unknown[][];
beforeAll(async () => {
  before = (await book.go([...shop(), ALL, TABLE])).at(-1)!.value;
});
afterAll(() => book.close());

function cellsOf(table: unknown[][]): unknown[][] {
  const asOf = table[0]!.indexOf('As of');
  return table.map((row) => row.filter((_, index) => index !== asOf));
}

test.each([false, true])(
  'a pull writes without formats, and text stays text; late refusals: %s',
  async (lateRefusals) => {
    const zip =
      "const sheet = ss.getSheetByName('Orders'); const at = sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0].indexOf('Order number') + 1; return sheet.getRange(2, at, 3, 1).getValues().flat().map((value) => typeof value)";
    const late = { fault: { lateRefusals } };
    const [, , , again, after, types] = await book.values([CHANGE, TYPED, late, ALL, TABLE, { eval: zip }]);
    expect(again).toMatchObject({ state: 'done', errors: [], rows: { added: 3 } });
    expect(cellsOf(after)).toEqual(cellsOf(before));
    expect(types).toEqual(['string', 'string', 'string']);
  },
);

test.each([false, true])(
  'if Google refuses values, the pull says how to convert the table back; late refusals: %s',
  async (lateRefusals) => {
    const [, , , refused, , done] = await book.values([
      CHANGE,
      { fault: { lateRefusals } },
      { fault: { typedColumns: 'Orders', values: true } },
      ALL,
      { fault: null },
      ALL,
    ]);
    const [{ code, message }] = refused.errors;
    expect(code).toBe('MARKET_TABLE');
    expect(message).toMatch(/^The "Orders" sheet .* Choose Format ▸ Convert to range, then pull again\.$/);
    expect(message).not.toMatch(/protection|validation/);
    expect(done).toMatchObject({ state: 'done', errors: [] });
  },
);

test('jobs keep running, and the texts of their rows keep their form', async () => {
  const rows = "return ss.getSheetByName('Jobs').getDataRange().getValues().map((row) => row.map(String))";
  const steps = [
    { menu: 'Set up standard jobs' },
    { advance: 'PT1H' },
    { eval: rows },
    { fault: { typedColumns: 'Jobs' } },
    { cells: { 'Jobs!B9': 'Orders', 'Jobs!C9': 'status = Unshipped', 'Jobs!D9': 'daily' } },
    { advance: 'PT2H' },
    { eval: rows },
  ];
  const replies = await runScenario([...shop(QUICK_SCHEDULE), ...steps]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const [, , jobsBefore, , , , after] = replies.slice(3).map(({ value }) => value);
  expect(after).toHaveLength(jobsBefore.length + 1);
  const [header, ...jobs] = after as string[][];
  expect(jobs.flat().filter((text) => text.startsWith("'"))).toEqual([]);
  const columns = ['Name', 'Dataset', 'Filter', 'Every', 'Owner ID', 'Row key'].map((name) => header!.indexOf(name));
  const typedIn = (lines: string[][]) => lines.slice(1, 8).map((line) => columns.map((at) => line[at]));
  expect(typedIn(after)).toEqual(typedIn(jobsBefore));
  const lastRun = header!.indexOf('Last run');
  expect(jobs[0]![lastRun]).not.toBe(jobsBefore[1][lastRun]);
});
