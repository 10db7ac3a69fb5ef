/** What stands in the tables of the workbook is not asked for, and stands in where nothing can be asked. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const FORGET = { fault: { evictCache: true } };

/** What the `stats` and `get` steps reply, in their order. */
async function run(steps: readonly object[]) {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    { connect: connectionTo(shop) },
    ...steps,
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  return {
    fetches: replies.filter(({ value }) => value?.fetches).map(({ value }) => value.fetches.total as number),
    grids: replies.filter(({ value }) => Array.isArray(value)).map(({ value }) => value as unknown[][]),
  };
}

test('stock is taken from the table that a pull filled, unless pulls asked for some warehouses only', async () => {
  const values = shop.announcement.itemNumbers.slice(0, 3);
  const { fetches, grids } = await run([
    { pull: { operation: 'inventory', params: { values } } },
    FORGET,
    { stats: true },
    { cells: { 'Sheet1!A1': `=MARKET_STOCK("${values[0]}")`, 'Sheet1!A2': `=MARKET_STOCK("${values[1]}")` } },
    { get: 'Sheet1!A1:A2' },
    { stats: true },
    { pull: { operation: 'inventory', params: { values, warehouseList: ['USA'] } } },
    FORGET,
    { stats: true },
    { recalculate: true },
    { get: 'Sheet1!A1:A2' },
    { stats: true },
  ]);
  const [, afterPull, , afterNarrow] = fetches;
  expect([afterPull, afterNarrow]).toEqual([0, 1]);
  const [first, second] = grids;
  expect(first!.flat().every((cell) => typeof cell === 'number')).toBe(true);
  expect(second).toEqual(first);
});

test('prices are taken from the log, and stand in where nothing more can be asked', async () => {
  const totals = await Promise.all(
    shop.announcement.itemNumbers.map(async (id) => {
      const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${id.toLowerCase()}?pageindex=1&pagesize=1`;
      const { ResponseBody } = (await askShop(shop, 'GET', path)) as { ResponseBody: { TotalCount: number } };
      return [id, ResponseBody.TotalCount] as const;
    }),
  );
  // Full pages may be a part of what there is.
  const itemNumbers = totals.filter(([, total]) => total % 25 > 0).map(([id]) => id);
  expect(itemNumbers.length).toBeGreaterThan(3);
  const cells = itemNumbers.map((id, row) => [`Sheet1!A${row + 1}`, `=MARKET_PRICE("${id}")`] as const);
  const range = `Sheet1!A1:A${itemNumbers.length}`;
  const { fetches, grids } = await run([
    { pull: { operation: 'price-history', params: { itemNumbers } } },
    FORGET,
    { stats: true },
    { cells: Object.fromEntries(cells) },
    { get: range },
    { stats: true },
    { advance: 'PT7H' },
    FORGET,
    { fault: { quota: 'urlfetch' } },
    { recalculate: true },
    { get: range },
  ]);
  expect(fetches[1]).toBe(0);
  const [fresh, old] = [grids[0], grids.at(-1)];
  expect(fresh!.flat().every((cell) => typeof cell === 'number')).toBe(true);
  expect(old).toEqual(fresh);
});
