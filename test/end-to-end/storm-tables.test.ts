import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop, SMALL } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const FORGET = { fault: { evictCache: true } };

async function run(steps: readonly object[]) {
  const replies = await runScenario([{ open: {} }, SMALL, { connect: connectionTo(shop) }, ...steps]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  return {
    fetches: replies.filter(({ value }) => value?.fetches).map(({ value }) => value.fetches.total as number),
    grids: replies.filter(({ value }) => Array.isArray(value)).map(({ value }) => value as unknown[][]),
  };
}

test('reads stock from the pulled table, unless the pull was limited to some warehouses', async () => {
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

test('ranges show the last values while the service is down, and an error code for unknown ones', async () => {
  const ids = shop.announcement.itemNumbers.slice(0, 4);
  const cells = (column: string, texts: readonly string[]) =>
    Object.fromEntries(texts.map((text, row) => [`Sheet1!${column}${row + 1}`, text]));
  const { grids } = await run([
    { cells: { ...cells('A', ids.slice(0, 3)), 'Sheet1!B1': '=MARKET_STOCK(A1:A4)' } },
    { get: 'Sheet1!B1:B4' },
    { advance: 'PT2H' },
    { route: { 'https://market.test': 'http://127.0.0.1:9' } },
    { cells: { 'Sheet1!A4': ids[3]! } },
    { get: 'Sheet1!B1:B4' },
    { cells: { 'Sheet1!C1': '=MARKET_INVENTORY(A1:A4,,,"Seller part number, Available quantity")' } },
    { get: 'Sheet1!C2:D40' },
  ]);
  const [before = [], after = [], table = []] = grids.filter(({ length }) => length > 0);
  expect(before.flat()).toEqual([...Array(3).fill(expect.any(Number)), '']);
  expect(after.flat()).toEqual([...before.flat().slice(0, 3), 'MARKET_UNREACHABLE']);
  const rows = table.filter(([first]) => first !== '');
  expect(rows.pop()).toEqual(['MARKET_UNREACHABLE', '']);
  expect(new Set(rows.map(([sku]) => sku)).size).toBe(3);
  expect(rows.every(([, stock]) => typeof stock === 'number')).toBe(true);
});

test('known values survive a night without the service if they are shown in between', async () => {
  const [id = ''] = shop.announcement.itemNumbers;
  const { grids } = await run([
    { cells: { 'Sheet1!A1': `=MARKET_STOCK("${id}")`, 'Sheet1!A2': `=MARKET_PRICE("${id}","time")` } },
    { get: 'Sheet1!A1:A2' },
    { route: { 'https://market.test': 'http://127.0.0.1:9' } },
    ...Array.from({ length: 4 }, () => [{ advance: 'PT5H30M' }, { recalculate: true }]).flat(),
    { get: 'Sheet1!A1:A2' },
  ]);
  const [before, after] = grids.filter(({ length }) => length > 0);
  expect(before!.flat().includes('#ERROR!')).toBe(false);
  expect(after).toEqual(before);
});

test('reads prices from the price log, including when calls are used up', async () => {
  const totals = await Promise.all(
    shop.announcement.itemNumbers.map(async (id) => {
      const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${id.toLowerCase()}?pageindex=1&pagesize=1`;
      const { ResponseBody } = (await askShop(shop, 'GET', path)) as { ResponseBody: { TotalCount: number } };
      return [id, ResponseBody.TotalCount] as const;
    }),
  );
  // Skip items with a full last page, because their log may continue.
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
