/** Formulas typed into cells: a number, spilled tables, and errors that begin with their code. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

async function type(cells: Record<string, string>, range: string, as = 'values', connect = true) {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    ...(connect ? [{ connect: connectionTo(shop) }] : []),
    { cells },
    { get: range, as },
    { stats: true },
  ]);
  expect(replies.every(({ ok }) => ok)).toBe(true);
  return { grid: replies.at(-2)!.value, stats: replies.at(-1)!.value };
}

interface Inventory {
  ResponseBody: { ItemList: { ItemNumber: string; InventoryAllocation: { AvailableQuantity: number }[] }[] };
}

test('MARKET_STOCK gives the pieces of an item over all warehouses', async () => {
  const [id] = shop.announcement.itemNumbers;
  const answer = (await askShop(shop, 'POST', '/marketplace/contentmgmt/item/international/inventorylist', {
    Type: 0,
    Values: [id],
  })) as Inventory;
  const pieces = answer.ResponseBody.ItemList[0]!.InventoryAllocation.reduce(
    (sum, each) => sum + each.AvailableQuantity,
    0,
  );
  const { grid } = await type({ 'Sheet1!A1': `=MARKET_STOCK("${id}")` }, 'Sheet1!A1:A1');
  expect(grid).toEqual([[pieces]]);
});

test('MARKET_STOCK over a range keeps its shape, blanks included, and makes one call', async () => {
  const [one, two] = shop.announcement.itemNumbers;
  const { grid, stats } = await type(
    {
      'Sheet1!A1': one!,
      'Sheet1!A3': two!,
      'Sheet1!A4': '9SINOSUCHITEM',
      'Sheet1!B1': '=MARKET_STOCK(A1:A4)',
    },
    'Sheet1!B1:B5',
  );
  expect(grid).toEqual([[expect.any(Number)], [''], [expect.any(Number)], [''], ['']]);
  expect(stats.fetches.total).toBe(1);
});

test('MARKET_PRICE_HISTORY spills newest first, 25 changes below a header', async () => {
  const histories = await Promise.all(
    shop.announcement.itemNumbers.map(async (id) => {
      const path = `/marketplace/usa/contentmgmt/item/repricer/item/history/${id.toLowerCase()}?pageindex=1&pagesize=1`;
      return {
        id,
        total: ((await askShop(shop, 'GET', path)) as { ResponseBody: { TotalCount: number } }).ResponseBody
          .TotalCount,
      };
    }),
  );
  const { id } = histories.find(({ total }) => total > 25)!;
  const { grid } = await type({ 'Sheet1!A1': `=MARKET_PRICE_HISTORY("${id}")` }, 'Sheet1!A1:L30');
  expect(grid[0].slice(0, 5)).toEqual([
    'Market item number',
    'Original unit price',
    'Target unit price',
    'Buybox unit price',
    'Request time stamp',
  ]);
  const times = grid.slice(1, 26).map((row: unknown[]) => row[4]);
  expect(times.every((time: unknown) => typeof time === 'string' && time !== '')).toBe(true);
  expect(times).toEqual([...times].sort().reverse());
  expect(grid[26].every((cell: unknown) => cell === '')).toBe(true);
});

test('MARKET_ORDERS spills the orders of a period, given as text or as date cells, without buyers', async () => {
  const typed = await type({ 'Sheet1!A1': '=MARKET_ORDERS("2025-06-01","2025-06-07")' }, 'Sheet1!A1:AD400');
  const rows = typed.grid.slice(1).filter((row: unknown[]) => row[1] !== '');
  expect(rows.length).toBeGreaterThan(0);
  const place = typed.grid[0].indexOf('Order date');
  for (const row of rows) {
    expect(row[place] >= '2025-06-01T07:00:00.000Z').toBe(true);
    expect(row[place] < '2025-06-08T07:00:00.000Z').toBe(true);
  }
  expect(typed.grid[0].filter((name: string) => /^(Customer|Ship to)/.test(name))).toEqual([]);
  const cells = await type(
    { 'Sheet1!A1': '2025-06-01', 'Sheet1!B1': '2025-06-07', 'Sheet1!A2': '=MARKET_ORDERS(A1,B1)' },
    'Sheet1!A2:AD401',
  );
  expect(cells.grid).toEqual(typed.grid);
});

test.each([
  ['=MARKET_STOCK("9SINOSUCHITEM")', true, 'MARKET_NOT_FOUND'],
  ['=MARKET_ORDERS("yesterday-ish","2025-06-07")', true, 'MARKET_ARGUMENT'],
  ['=MARKET_STOCK("X")', false, 'MARKET_NO_CONNECTION'],
])('%s (connected: %s) shows #ERROR! with %s in its note', async (formula, connect, code) => {
  const shown = await type({ 'Sheet1!A1': formula }, 'Sheet1!A1:A1', 'display', connect);
  expect(shown.grid).toEqual([['#ERROR!']]);
  const noted = await type({ 'Sheet1!A1': formula }, 'Sheet1!A1:A1', 'notes', connect);
  expect(noted.grid[0][0]).toMatch(new RegExp(`^${code}: `));
});

test("a marketplace slower than a formula may wait ends with its code, not with Google's own error", async () => {
  const replies = await runScenario([
    { open: {} },
    { market: { latency: 40_000 } },
    { connect: connectionTo(shop) },
    { cells: { 'Sheet1!A1': `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")` } },
    { get: 'Sheet1!A1:A1', as: 'notes' },
  ]);
  expect(replies[4]!.value[0][0]).toMatch(/^MARKET_TIMEOUT: /);
});

test('MARKET_ORDER takes an order from its table while that is fresh, and asks when it is not', async () => {
  const steps = [
    { open: {} },
    { market: {} },
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!B2:B3' },
    { fault: { evictCache: true } },
    { stats: true },
  ];
  const [numbers] = (await runScenario(steps))
    .filter(({ value }) => Array.isArray(value))
    .map(({ value }) => value);
  const [one, two] = (numbers as string[][]).map(([number]) => number);
  const replies = await runScenario([
    ...steps,
    {
      cells: {
        'Sheet1!A1': `=MARKET_ORDER("${one}","Order number")`,
        'Sheet1!A2': `=MARKET_ORDER("${two}")`,
      },
    },
    { stats: true },
    { advance: 'PT40M' },
    { recalculate: true },
    { stats: true },
    { get: 'Sheet1!A1:B3' },
  ]);
  const [, fresh, old] = replies
    .filter(({ value }) => value?.fetches)
    .map(({ value }) => value.fetches.total);
  expect([fresh, old]).toEqual([0, 1]);
  const grid = replies.at(-1)!.value;
  expect([grid[0][0], grid[2][1]]).toEqual([one, two]);
});

test('formulas know at once of a connection that was made or changed', async () => {
  const formula = `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")`;
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    { cells: { 'Sheet1!A1': formula } },
    { get: 'Sheet1!A1:A1', as: 'notes' },
    { connect: connectionTo(shop, { secretKey: 'not-the-secret-key' }) },
    { recalculate: true },
    { get: 'Sheet1!A1:A1', as: 'notes' },
    { connect: connectionTo(shop) },
    { recalculate: true },
    { get: 'Sheet1!A1:A1' },
  ]);
  const shown = replies.filter(({ value }) => Array.isArray(value)).map(({ value }) => value[0][0]);
  expect(shown[0]).toMatch(/^MARKET_NO_CONNECTION: /);
  expect(shown[1]).toMatch(/^MARKET_KEY: /);
  expect(shown[2]).toEqual(expect.any(Number));
});

test('MARKET_QUOTA counts what formulas spend', async () => {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    { connect: connectionTo(shop) },
    { cells: { 'Sheet1!A1': '=MARKET_QUOTA("orders")', 'Sheet1!A2': '=MARKET_QUOTA("orders","cap")' } },
    { cells: { 'Sheet1!A3': '=MARKET_ORDER(1,"Order number")' } },
    { cells: { 'Sheet1!A4': '=MARKET_QUOTA("orders","left",1)' } },
    { get: 'Sheet1!A1:A4' },
  ]);
  const [[before], [cap], , [after]] = replies.at(-1)!.value;
  expect([before, cap, after]).toEqual([1000, 1000, 999]);
});
