import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { PreparedBook } from './prepared-book.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

const MARKET = { market: { orders: 20 } };

let shop: RunningMarketplace;
/** A workbook with a valid connection and its orders. */
const book = new PreparedBook();
let orders: unknown[][];
beforeAll(async () => {
  shop = await openShop();
  const steps = [{ open: {} }, MARKET, { connect: connectionTo(shop) }, PULL, ORDERS];
  orders = (await book.go(steps)).at(-1)!.value;
  expect(orders[1]![0]).toMatch(/^\d+$/);
});
afterAll(async () => {
  await book.close();
  await shop.close();
});

const PULL = { pull: { operation: 'orders', params: {} } };
const ORDERS = { get: 'Orders!A1:AZ400', as: 'values' };

/** Pulls with a changed connection in a copy of the workbook, and compares the table. */
async function refused(changes: object, ...extra: object[]): Promise<{ report: Reply; trial: Reply; same: boolean }> {
  const replies = await book.replies([
    ...extra,
    { connect: connectionTo(shop, changes) },
    { test: 'Shop' },
    PULL,
    ORDERS,
  ]);
  const [trial, report, after] = replies.slice(-3);
  return { report: report!, trial: trial!, same: JSON.stringify(after!.value) === JSON.stringify(orders) };
}

describe.each(isLong ? ['json', 'xml'] : ['json'])('as %s', (format) => {
  test.each([
    ['a wrong API key', { apiKey: 'not-the-key' }, 'MARKET_KEY', /API key was not accepted/],
    ['a wrong secret key', { secretKey: 'not-the-secret' }, 'MARKET_KEY', /secret key was not accepted/],
    ['a wrong seller', { sellerId: 'NOBODY' }, 'MARKET_SELLER', /seller ID does not match the keys/],
    [
      'an unreachable address',
      { baseUrl: 'https://nobody.test' },
      'MARKET_UNREACHABLE',
      /cannot be reached\. Check the connection's API address/,
    ],
  ])('%s is explained, and no table changes', async (_, changes, code, words) => {
    const { report, trial, same } = await refused({ format, ...changes });
    expect(trial).toMatchObject({ ok: false, error: { name: code, message: expect.stringMatching(words) } });
    expect(report).toMatchObject({
      ok: true,
      value: {
        state: 'failed',
        rows: { added: 0, changed: 0 },
        errors: [{ code, message: expect.stringMatching(words) }],
      },
    });
    expect(same).toBe(true);
  });
});

test('reports a stopped marketplace as unreachable', async () => {
  // Port 9 on loopback is unused.
  const { report, same } = await refused(
    { baseUrl: 'https://gone.test' },
    { route: { 'https://gone.test': 'http://127.0.0.1:9' } },
  );
  expect(report.value.errors[0]).toMatchObject({ code: 'MARKET_UNREACHABLE', httpStatus: null });
  expect(same).toBe(true);
});

test('a pull without a connection says how to add one', async () => {
  const replies = await runScenario([{ open: {} }, { pull: { operation: 'orders', params: {} } }]);
  expect(replies[1]).toMatchObject({
    ok: false,
    error: { name: 'MARKET_NO_CONNECTION', message: expect.stringContaining('Connect your shop first') },
  });
});

test("a pull does not change a user's sheet with the table's name", async () => {
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { edit: ['renameSheet', 'Sheet1', { to: 'Keywords' }] },
    { cells: { 'Keywords!A1': 'my own list' } },
    { pull: { operation: 'keywords', params: { campaignNumber: shop.announcement.campaigns[0] } } },
    { get: 'Keywords!A1:B3', as: 'values' },
  ]);
  expect(replies[5]!.value.errors[0]).toMatchObject({
    code: 'MARKET_TABLE',
    message: expect.stringContaining('Rename it'),
  });
  expect(replies[6]!.value).toEqual([
    ['my own list', ''],
    ['', ''],
    ['', ''],
  ]);
});
