import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { PreparedBook } from '../prepared-book.ts';
import type { Reply } from '../scenario.ts';

const [OWNER, EDITOR] = ['a@x', 'editor@x'];
const STOCK = {
  cells: { B1: 'SSD-000001', B2: 'HUB-000003', C1: '=MARKET_STOCK(B1)', C2: '=MARKET_STOCK(B2)' },
};
const SHOWN = { get: 'Sheet1!C1:C2' };
const NUMBERS = [[expect.any(Number)], [expect.any(Number)]];
const FETCH = { menu: 'Refresh now' };

const book = new PreparedBook();
let connect: (changes?: object) => object;
beforeEach(async () => {
  const [, market] = await book.go([{ open: { owner: OWNER } }, { market: { items: 10, orders: 10 } }]);
  const { sellerId, apiKey, secretKey, url: baseUrl } = market!.value;
  connect = (changes) => ({
    connect: { ...{ name: 'Shop', baseUrl, sellerId, apiKey, secretKey }, ...changes },
  });
});
afterAll(() => book.close());

async function last(...steps: readonly object[]): Promise<Reply['value']> {
  return (await book.go(steps)).at(-1)!.value;
}

const said = ({ shown }: { shown: readonly { readonly text: string }[] }) => shown.map(({ text }) => text);

describe('an editor in a workbook whose owner has connected a shop', () => {
  beforeEach(() => book.go([connect(), { as: EDITOR }]));

  test("types formulas that use the owner's connection, with or without one of their own", async () => {
    expect(await last(STOCK, SHOWN)).toEqual(NUMBERS);
    const other = connect({ name: 'Mine', sellerId: 'OTHER', secretKey: 'another-secret-key' });
    const orders = { D1: '=MARKET_ORDERS("last 7 days")', E40: '=MARKET_STOCK(B1,,,1)' };
    expect(await last(other, { reopen: true }, SHOWN)).toEqual(NUMBERS);
    expect(await last({ cells: orders }, { get: 'Sheet1!D1:E2' })).toEqual([
      ['Seller ID', 'Order number'],
      ['ASDG', expect.any(String)],
    ]);
    expect(await last({ get: 'Sheet1!E40' })).toEqual([[expect.any(Number)]]);
  });

  test("spends the owner's hourly calls", async () => {
    const left = (mark: number) => ({ cells: { A1: `=MARKET_QUOTA("inventory","left",${mark})` } });
    const read = { get: 'Sheet1!A1' };
    expect(await last(left(1), read)).toEqual([[10_000]]);
    expect(await last(STOCK, left(2), read)).toEqual([[9999]]);
    expect(await last({ as: OWNER }, left(3), read)).toEqual([[9999]]);
  });

  test.each([
    [
      'no connection',
      () => [],
      /^Connect your shop first: .* someone else owns this spreadsheet, ask them: its formulas use/,
    ],
    [
      'another connection',
      () => [connect({ name: 'Mine' }), { reopen: true }],
      /^Formulas use the spreadsheet owner's connections, not yours\. Ask the owner/,
    ],
  ])('with %s cannot fetch values for formulas', async (_, steps, words) => {
    await book.go([STOCK, ...steps(), { stats: true }]);
    expect(said(await last(FETCH))).toEqual([expect.stringMatching(words)]);
    expect((await last({ stats: true })).fetches.total).toBe(0);
  });

  test('with the same connection under the same name can fetch values for formulas', async () => {
    const shown = await last(STOCK, connect(), { reopen: true }, { advance: 'PT2H' }, FETCH);
    expect(said(shown).at(-1)).toMatch(
      /^Fetched 2 values for formulas in 1 call. Reload the spreadsheet to see them\./,
    );
    expect(await last({ stats: true }, { as: OWNER }, { reopen: true }, SHOWN)).toEqual(NUMBERS);
    expect((await last({ stats: true })).fetches.total).toBe(0);
  });

  test('sees no key of the owner anywhere', async () => {
    const stored = JSON.stringify(
      await last(STOCK, { eval: 'return PropertiesService.getUserProperties().getProperties()' }),
    );
    expect(stored).not.toContain('apiKey');
  });
});

test("formulas do not use an editor's connection if the owner has none, and say so", async () => {
  const note = { get: 'Sheet1!C1', as: 'notes' };
  const shown = await last({ as: EDITOR }, connect(), STOCK, note);
  expect(shown[0][0]).toMatch(/^Error: MARKET_NO_CONNECTION: .* If someone else owns this spreadsheet, ask them/);
  expect(await last({ as: OWNER }, connect(), { reopen: true }, SHOWN)).toEqual(NUMBERS);
});

test('a copy of the workbook uses the connection of its new owner', async () => {
  await book.go([connect(), STOCK, { as: EDITOR }, { copy: true }, { reopen: true }]);
  expect((await last({ get: 'Sheet1!C1', as: 'notes' }))[0][0]).toMatch(/^Error: MARKET_NO_CONNECTION: /);
  expect(await last(connect(), { reopen: true }, SHOWN)).toEqual(NUMBERS);
});

describe("the owner's connection", () => {
  const SHELF = { recalculate: true };
  const stats = { stats: true };
  const elsewhere = (print: string) => ({
    eval: `const user = PropertiesService.getUserProperties();
      for (const [key, text] of Object.entries(user.getProperties()))
        if (text.includes('"secretKey"')) user.setProperty(key, text.replace('"ASDG"', '"${print}"'));`,
  });

  test('when changed in another workbook, never mixes values of two shops', async () => {
    await book.go([connect(), STOCK, { advance: 'PT5M' }, elsewhere('OTHER')]);
    const typed = { cells: { B3: 'SSD-000001', C3: '=MARKET_STOCK(B3,,,1)' } };
    const notes = { get: 'Sheet1!C1:C3', as: 'notes' };
    expect(await last(typed, SHELF, notes)).toEqual(Array(3).fill([expect.stringMatching(/^Error: MARKET_SELLER: /)]));
  });

  test('keeps its values while other users save or pull with theirs', async () => {
    const other = connect({ name: 'Mine', settings: { caps: 'orders 999' } });
    const pull = { pull: { operation: 'inventory', params: { values: ['SSD-000001'] } } };
    await book.go([connect(), STOCK, { advance: 'PT30M' }, { as: EDITOR }, other, pull, stats]);
    expect((await last(SHELF, stats)).fetches.total).toBe(0);
    expect(said(await last(FETCH))[0]).toMatch(/not yours\. Ask the owner/);
    expect(await last(SHOWN)).toEqual(NUMBERS);
  });
});
