/** Google rejects number formats on a sheet that the user converted to a table. */
import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const SHOP = [
  { open: { language: 'ja' } },
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

async function values(steps: readonly object[]) {
  const replies = await runScenario([...SHOP, ...steps]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  return replies.slice(SHOP.length).map(({ value }) => value);
}

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
    const steps = [ALL, TABLE, CHANGE, TYPED, late, ALL, TABLE, { eval: zip }];
    const [, before, , , , again, after, types] = await values(steps);
    expect(again).toMatchObject({ state: 'done', errors: [], rows: { added: 3 } });
    expect(cellsOf(after)).toEqual(cellsOf(before));
    expect(types).toEqual(['string', 'string', 'string']);
  },
);

test.each([false, true])(
  'if Google refuses values, the pull says how to convert the table back; late refusals: %s',
  async (lateRefusals) => {
    const [, , , , refused, , done] = await values([
      ALL,
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
  const [, , before, , , , after] = await values([
    { menu: 'Set up standard jobs' },
    { advance: 'PT1H' },
    { eval: rows },
    { fault: { typedColumns: 'Jobs' } },
    { cells: { 'Jobs!B9': 'Orders', 'Jobs!C9': 'status = Unshipped', 'Jobs!D9': 'daily' } },
    { advance: 'PT2H' },
    { eval: rows },
  ]);
  expect(after).toHaveLength(before.length + 1);
  const [header, ...jobs] = after as string[][];
  expect(jobs.flat().filter((text) => text.startsWith("'"))).toEqual([]);
  const columns = ['Name', 'Dataset', 'Filter', 'Every', 'Owner ID', 'Row key'].map((name) => header!.indexOf(name));
  const typedIn = (lines: string[][]) => lines.slice(1, 8).map((line) => columns.map((at) => line[at]));
  expect(typedIn(after)).toEqual(typedIn(before));
  const lastRun = header!.indexOf('Last run');
  expect(jobs[0]![lastRun]).not.toBe(before[1][lastRun]);
});
