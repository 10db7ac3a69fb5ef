import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { longTest, runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const FETCH = { menu: 'Refresh now' };

function run(steps: readonly object[], market: object = {}): Promise<Reply[]> {
  return runScenario([
    { open: {} },
    { market: { ...SMALL.market, ...market } },
    { connect: connectionTo(shop) },
    ...steps,
  ]);
}

/** Returns toasts, call counts, and cell values in order. Throws if a step failed. */
function told(replies: readonly Reply[]) {
  for (const { ok, error } of replies) if (!ok) throw new Error(error!.message);
  const toasts = replies.flatMap(({ value }) =>
    Array.isArray(value?.shown) ? [value.shown.map(({ text }: { text: string }) => text)] : [],
  );
  const fetches = replies.flatMap(({ value }) => (value?.fetches ? [value.fetches.total as number] : []));
  const grids = replies.flatMap(({ value }) => (Array.isArray(value?.[0]) ? [value] : []));
  return { toasts, fetches, grids };
}

function down(column: string, texts: readonly string[], from = 2): Record<string, string> {
  return Object.fromEntries(texts.map((text, index) => [`Sheet1!${column}${index + from}`, text]));
}

describe('"Refresh now" for formulas', () => {
  const COUNT = runs(30, 120);
  const kindsOf = (grid: readonly (readonly unknown[])[]) => grid.map((cells) => cells.map((cell) => typeof cell));
  const formulasFor = (ids: readonly string[]) => ({
    ...down('A', ids),
    ...down(
      'B',
      ids.map((_, index) => `=MARKET_STOCK(A${index + 2})`),
    ),
    'Sheet1!C2': '=MARKET_PRICE(A2:A6)',
    'Sheet1!C8': '=IF(A2="","",MARKET_STOCK(A3))',
    'Sheet1!C9': '=MARKET_STOCK(UPPER(A4))',
    'Sheet1!D2': '=MARKET_QUOTA("orders")',
  });

  test('fetches all expired values in a few calls', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, COUNT);
    const read = { get: `Sheet1!B2:C${COUNT + 5}` };
    const replies = await run([
      { cells: formulasFor(ids) },
      read,
      { advance: 'PT7H' },
      { stats: true },
      FETCH,
      { stats: true },
      { recalculate: true },
      { stats: true },
      read,
      FETCH,
      { stats: true },
    ]);
    const { toasts, fetches, grids } = told(replies);
    // A hundred stock values per call, and five prices.
    const calls = Math.ceil(COUNT / 100) + 5;
    expect(fetches.slice(1)).toEqual([calls, 0, 0]);
    expect(toasts).toEqual([
      [`Fetched ${COUNT + 4} values for formulas in ${calls} calls. Reload the spreadsheet to see them.`],
      ['Formulas are up to date.'],
    ]);
    // Values may differ, because the shop sold items in between.
    expect(kindsOf(grids[1])).toEqual(kindsOf(grids[0]));
  });

  test('shows the number of missing values when hourly calls run out, and fetches them later', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 60);
    const replies = await run([
      { connect: connectionTo(shop, { settings: { caps: 'price-history 40' } }) },
      { cells: { ...down('A', ids), 'Sheet1!C1': '=MARKET_PRICE(A2:A61)' } },
      { get: 'Sheet1!C1:C60' },
      FETCH,
      { advance: 'PT90M' },
      { stats: true },
      FETCH,
      { recalculate: true },
      { stats: true },
      { get: 'Sheet1!C1:C60' },
    ]);
    const { toasts, fetches, grids } = told(replies);
    expect(grids[0].filter(([cell]: [unknown]) => cell === 'MARKET_CAP')).toHaveLength(20);
    expect(toasts[0]![0]).toMatch(
      /^Fetched 0 values for formulas in 0 calls\. Missing 20 values from Price history: The hourly calls for Price history are used up\. Refresh again after 3:00 PM\./,
    );
    // Seven calls had no result and are retried after 15 minutes.
    expect(toasts[1]!.at(-1)).toMatch(/^Fetched 17 values for formulas in 27 calls\./);
    expect(fetches.at(-1)).toBe(27);
    expect(grids.at(-1).filter(([price]: [unknown]) => typeof price === 'number')).toHaveLength(50);
  });

  longTest('reports jobs and formulas in one line', async () => {
    const [id] = shop.announcement.itemNumbers;
    const job = { dataset: 'Keywords', filter: `campaign number = ${shop.announcement.campaigns[0]}`, every: 'daily' };
    const replies = await run([
      { sidebar: ['addJob', job] },
      { cells: { 'Sheet1!A1': `=MARKET_STOCK("${id}")`, 'Sheet1!A2': '=MARKET_PRICE(A3)', 'Sheet1!A3': id! } },
      { advance: 'PT7H' },
      FETCH,
    ]);
    expect(told(replies).toasts[0]!.at(-1)).toMatch(
      /^1 of 1 jobs done\. Fetched \d values? for formulas in \d calls?\. Reload the spreadsheet to see (it|them)\.$/,
    );
  });

  test.each<[string, Record<string, string>, unknown, object?]>([
    [
      'does not mention formulas if none uses the marketplace',
      { 'Sheet1!A1': '=MARKET_QUOTA("orders")' },
      'You have no jobs yet. Choose Schedule ▸ Set up standard jobs in the menu.',
    ],
    [
      'says why no value could be fetched',
      { 'Sheet1!A1': '=MARKET_STOCK("x")' },
      expect.stringMatching(/^Fetched 0 values for formulas in 0 calls\. Missing 1 value from Inventory: .*key/),
      { secretKey: 'not-the-secret-key' },
    ],
  ])('%s', async (_, cells, expected, changes = {}) => {
    const connect = connectionTo(shop, changes);
    expect(told(await run([{ connect }, { cells }, FETCH])).toasts[0]!.at(-1)).toEqual(expected);
  });

  test("is refused for users whose connection differs from the owner's", async () => {
    const replies = await run([
      { cells: { 'Sheet1!A1': `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")` } },
      { as: 'editor@x' },
      { connect: connectionTo(shop, { name: 'Other' }) },
      { recalculate: true },
      { stats: true },
      FETCH,
      { stats: true },
    ]);
    const { toasts, fetches } = told(replies);
    expect(toasts[0]![0]).toMatch(/Ask the owner to do this\. If you are the owner/);
    expect(fetches.at(-1)).toBe(0);
  });
});
