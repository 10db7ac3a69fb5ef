/** A header that somebody sorted into the rows: nothing is written until it is back, and the pull says so. */
import { expect, test } from 'vitest';
import { runScenario } from '../end-to-end/scenario.ts';

const PULL = { pull: { operation: 'orders', params: {} } };
const READ = { get: 'Orders!A1:AF30', as: 'values' };
const sorting = (ascending: boolean) => ({
  eval: `const sheet = ss.getSheetByName('Orders'); sheet.setFrozenRows(0); ss.deleteSheet(sh);
    sheet.getRange(1, 1, sheet.getLastRow(), sheet.getLastColumn()).sort({ column: 1, ascending: ${ascending} })`,
});

test.each(['bound', 'addon'])('a header that was sorted away is named, and costs no row (%s)', async (mode) => {
  const replies = await runScenario([
    { open: { mode } },
    { market: { seed: 31, orders: 20, items: 10, caps: 'none' } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    PULL,
    READ,
    sorting(true),
    READ,
    PULL,
    READ,
    // Texts sort after numbers: the header comes to the top again.
    sorting(false),
    PULL,
    READ,
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const value = (at: number) => replies[at]!.value;
  const keys = (at: number) => value(at).map((row: string[]) => row[0]);
  expect(keys(6)[0]).not.toBe('Order number');
  expect(value(7)).toMatchObject({ state: 'failed', errors: [{ code: 'MARKET_TABLE' }] });
  expect(value(7).errors[0].message).toMatch(/"Orders" has lost its column .* undo that change/);
  expect(value(8)).toEqual(value(6));
  expect(value(10)).toMatchObject({ state: 'done', rows: { added: 0 } });
  expect(keys(11).sort()).toEqual(keys(4).sort());
});
