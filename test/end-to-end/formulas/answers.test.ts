import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../../marketplace/server.ts';
import { runScenario } from '../scenario.ts';
import { connectedTo, connectionTo, openShop, SMALL } from '../shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('fetches a range with blanks and unknown items in one call', async () => {
  const [one, two] = shop.announcement.itemNumbers;
  const typed = { A1: one, A3: two, A4: '9SINOSUCHITEM', B1: '=MARKET_STOCK(A1:A4)' };
  const steps = connectedTo(shop, { cells: typed }, { get: 'Sheet1!B1:B5' }, { stats: true });
  const [shown, stats] = (await runScenario(steps)).slice(-2).map(({ value }) => value);
  expect(shown).toEqual([[expect.any(Number)], [''], [expect.any(Number)], [''], ['']]);
  expect(stats.fetches.total).toBe(1);
});

test('only a change of the refresh cell fetches again, in one call for all formulas', async () => {
  const [one, two] = shop.announcement.itemNumbers;
  const formulas = { C1: '=MARKET_STOCK(A1,,,B1)', C2: '=MARKET_STOCK(A2,,,B1)' };
  const change = (typed: object) => [{ cells: typed }, { stats: true }];
  const steps = connectedTo(
    shop,
    { cells: { A1: one, A2: two, B1: 'FALSE', ...formulas } },
    { stats: true },
    ...change({ B1: 'TRUE' }),
    ...change({ B2: 'TRUE' }),
    ...change({ D1: '=MARKET_STOCK(A1)' }),
    ...change({ B1: '2025-06-16 13:59:00' }),
    ...change({ B1: '2025-06-16 14:01:00' }),
  );
  const fetches = (await runScenario(steps)).flatMap(({ value }) => (value?.fetches ? [value.fetches.total] : []));
  expect(fetches).toEqual([1, 1, 0, 0, 0, 1]);
});

test('formulas use pulled values, and MARKET_TICK updates them', async () => {
  const [id] = shop.announcement.itemNumbers;
  const pull = { pull: { operation: 'inventory', params: { values: [id] } } };
  const steps = connectedTo(
    shop,
    pull,
    { stats: true },
    {
      cells: {
        'Sheet1!A1': `=MARKET_STOCK("${id}",,,MARKET_TICK)`,
        'Sheet1!A2': '=MARKET_FRESHNESS("Inventory",MARKET_TICK)',
      },
    },
    { get: 'Sheet1!A1:B2' },
    { stats: true },
    { advance: 'PT10M' },
    pull,
    { get: 'Sheet1!A1:B2' },
    { stats: true },
  );
  const replies = (await runScenario(steps)).map(({ value }) => value);
  const [before, after] = replies.filter((value) => Array.isArray(value?.[0])) as [unknown[][], unknown[][]];
  // MARKET_FRESHNESS returns a time, because "5 minutes ago" would go stale.
  expect(before).toEqual([
    [expect.any(Number), ''],
    [expect.anything(), ''],
  ]);
  expect(Date.parse(String(after[1]![0])) - Date.parse(String(before[1]![0]))).toBeGreaterThanOrEqual(600_000);
  const [, typed, pulled] = replies.flatMap((value) => (value?.fetches ? [value.fetches.total] : []));
  expect([typed, pulled]).toEqual([0, 1]);
});

test('MARKET_ORDER reads from a fresh table, and from the marketplace otherwise', async () => {
  const steps = [
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A2:A3' },
    { fault: { evictCache: true } },
    { stats: true },
  ];
  const [numbers] = (await runScenario(steps)).filter(({ value }) => Array.isArray(value)).map(({ value }) => value);
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
  const [, fresh, old] = replies.filter(({ value }) => value?.fetches).map(({ value }) => value.fetches.total);
  expect([fresh, old]).toEqual([0, 1]);
  const grid = replies.at(-1)!.value;
  expect([grid[0][0], grid[2][1]]).toEqual([one, two]);
});

test('formulas use a new or changed connection immediately', async () => {
  const formula = `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")`;
  const replies = await runScenario([
    { open: {} },
    SMALL,
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
  expect(shown[0]).toMatch(/^Error: MARKET_NO_CONNECTION: /);
  expect(shown[1]).toMatch(/^Error: MARKET_KEY: /);
  expect(shown[2]).toEqual(expect.any(Number));
});

test('MARKET_QUOTA counts calls of formulas', async () => {
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    { cells: { 'Sheet1!A1': '=MARKET_QUOTA("orders")', 'Sheet1!A2': '=MARKET_QUOTA("orders","cap")' } },
    { cells: { 'Sheet1!A3': '=MARKET_ORDER(1,"Order number")' } },
    { cells: { 'Sheet1!A4': '=MARKET_QUOTA("orders","left",1)' } },
    { get: 'Sheet1!A1:A4' },
  ]);
  const [[before], [cap], , [after]] = replies.at(-1)!.value;
  expect([before, cap, after]).toEqual([1000, 1000, 999]);
});
