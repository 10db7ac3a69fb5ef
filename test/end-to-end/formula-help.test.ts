/** The menu's help with formulas: what they need is fetched ahead, many become one, and one becomes many again. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const FETCH = { menu: 'Fetch what my formulas need' };
const INTO_ONE = { menu: 'Turn these formulas into one' };
const BACK = { menu: 'Turn back into single formulas' };
const select = (area: string) => ({ eval: `ss.getSheetByName('Sheet1').setActiveSelection('${area}')` });

function run(steps: readonly object[], market: object = {}): Promise<Reply[]> {
  return runScenario([{ open: {} }, { market }, { connect: connectionTo(shop) }, ...steps]);
}

/** What toasts said, and what cells held, in order; a step that failed fails the test. */
function told(replies: readonly Reply[]) {
  for (const { ok, error } of replies) if (!ok) throw new Error(error!.message);
  const toasts = replies.flatMap(({ value }) =>
    Array.isArray(value?.shown) ? [value.shown.map(({ text }: { text: string }) => text)] : [],
  );
  const fetches = replies.flatMap(({ value }) => (value?.fetches ? [value.fetches.total as number] : []));
  const grids = replies.flatMap(({ value }) => (Array.isArray(value?.[0]) ? [value] : []));
  return { toasts, fetches, grids };
}

/** Cells of a column from a row on. */
function down(column: string, texts: readonly string[], from = 2): Record<string, string> {
  return Object.fromEntries(texts.map((text, index) => [`Sheet1!${column}${index + from}`, text]));
}

describe('fetching what formulas need', () => {
  const COUNT = 120;
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

  test('asks in few calls for all that has grown old, and then nothing is asked again', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, COUNT);
    const replies = await run([
      { cells: formulasFor(ids) },
      { get: 'Sheet1!B2:C125' },
      { advance: 'PT7H' },
      { stats: true },
      FETCH,
      { stats: true },
      { recalculate: true },
      { stats: true },
      { get: 'Sheet1!B2:C125' },
      FETCH,
      { stats: true },
    ]);
    const { toasts, fetches, grids } = told(replies);
    expect(fetches.slice(1)).toEqual([7, 0, 0]);
    expect(toasts[0]).toEqual([
      'Fetching 125 values for 122 formulas: 7 calls (2 inventory, 5 price history), done at 21:00.',
      'Fetched 124 values for 122 formulas in 7 calls; the marketplace has nothing for 1 more; 1 formula could not be read ahead, which is =MARKET_STOCK(UPPER(A4)). Reload the spreadsheet to see them.',
    ]);
    expect(toasts[1]).toEqual([
      'All 125 values that 122 formulas need are known already; no call was made; 1 formula could not be read ahead, which is =MARKET_STOCK(UPPER(A4)).',
    ]);
    // The shop has sold since.
    expect(kindsOf(grids[1])).toEqual(kindsOf(grids[0]));
  });

  test('where the calls of the hour do not suffice it says how many are left and until when, and goes on then', async () => {
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
    // What could be had is there.
    expect(grids[0].filter(([cell]: [unknown]) => cell === 'MARKET_CAP')).toHaveLength(20);
    expect(toasts[0]).toEqual([
      'Fetching 20 values for 1 formula: 20 calls, done at 15:00 (what decides: price-history cap).',
      'Fetched 0 values for 1 formula in 0 calls, beside 40 that were known. 20 values of Price history are left: The calls of an hour for Price history are used up. Formulas can ask again from 15:00. Choose this again then: 20 calls are left, done at 15:00 at the earliest.',
    ]);
    expect(toasts[1]!.at(-1)).toBe(
      // Of seven nothing was found, which is asked again after a quarter of an hour.
      'Fetched 17 values for 1 formula in 27 calls, beside 33 that were known; the marketplace has nothing for 10 more. Reload the spreadsheet to see them.',
    );
    expect(fetches.at(-1)).toBe(27);
    expect(grids.at(-1).filter(([price]: [unknown]) => typeof price === 'number')).toHaveLength(50);
  });

  test.each<[string, Record<string, string>, unknown, object?]>([
    ['says so where there is none', {}, 'There is no formula of this add-on that needs a value.'],
    [
      'says so where none can be read ahead',
      { 'Sheet1!A1': '=MARKET_STOCK(LOWER("X"))' },
      'Nothing was fetched; 1 formula could not be read ahead, which is =MARKET_STOCK(LOWER("X")).',
    ],
    [
      'says why nothing could be fetched',
      { 'Sheet1!A1': '=MARKET_STOCK("x")' },
      expect.stringMatching(/^Fetched 0 values for 1 formula in 0 calls\. 1 value of Inventory is left: .*key/),
      { secretKey: 'not-the-secret-key' },
    ],
  ])('%s', async (_, cells, expected, changes = {}) => {
    const connect = connectionTo(shop, changes);
    expect(told(await run([{ connect }, { cells }, FETCH])).toasts[0]!.at(-1)).toEqual(expected);
  });

  test('somebody with another connection than the owner cannot fetch for formulas that do not use it', async () => {
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
    expect(toasts[0]![0]).toMatch(/ask the owner to do this\. If that is you/);
    expect(fetches.at(-1)).toBe(0);
  });
});

describe('turning formulas into one', () => {
  const SINGLES = (ids: readonly string[], rest = '') => ids.map((_, index) => `=MARKET_STOCK($A${index + 2}${rest})`);

  /** What is not found is an error where one value was asked, and blank in a range. */
  const valuesOf = (cells: readonly unknown[]) => cells.map((cell) => (cell === '#ERROR!' ? '' : cell));

  test('gives the same values from one formula, and turning back gives the formulas as they were', async () => {
    const ids = [...shop.announcement.allItemNumbers.slice(0, 30), '', '9SINOSUCHITEM'];
    const formulas = SINGLES(ids, ',"USA"');
    const area = 'Sheet1!B1:B34';
    const replies = await run([
      { cells: { 'Sheet1!B1': 'Stock', ...down('A', ids), ...down('B', formulas) } },
      { get: area },
      { get: area, as: 'formulas' },
      select('B1:B500'),
      { stats: true },
      INTO_ONE,
      { get: area },
      { get: area, as: 'formulas' },
      { stats: true },
      select('B7'),
      BACK,
      { get: area, as: 'formulas' },
      { get: area },
      BACK,
    ]);
    const { toasts, fetches, grids } = told(replies);
    const [before, texts, after, one, back, again] = grids;
    expect(before.at(-2)).toEqual(['#ERROR!']);
    expect(after).toEqual(before.map(valuesOf));
    expect(one).toEqual(texts.map((_: unknown, index: number) => [index === 1 ? '=MARKET_STOCK($A2:$A33,"USA")' : '']));
    expect([back, again]).toEqual([texts, before]);
    expect(fetches.at(-1)).toBe(0);
    expect(toasts).toEqual([
      [
        '32 formulas are one now, in B2. One of them showed an error (B33); where nothing is found there is a blank now. Keep B2: without it all of the values go. "Turn back into single formulas" takes that back.',
      ],
      ['32 single formulas are back.'],
      [
        'Select a formula over a range that gives a value for each cell, such as =MARKET_STOCK(A2:A9). Nothing was changed.',
      ],
    ]);
  });

  test('a row goes as well, with a field from a cell, and rows that were inserted since do no harm', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 3);
    const replies = await run([
      {
        cells: {
          'Sheet1!A1': 'buybox',
          ...Object.fromEntries(
            ids.flatMap((id, index) => [
              [`Sheet1!${'BCD'[index]}1`, id],
              [`Sheet1!${'BCD'[index]}2`, `=MARKET_PRICE(${'BCD'[index]}$1,$A$1)`],
            ]),
          ),
        },
      },
      { get: 'Sheet1!B2:D2' },
      select('A2:Z2'),
      INTO_ONE,
      { get: 'Sheet1!B2:D2', as: 'formulas' },
      { get: 'Sheet1!B2:D2' },
      { edit: ['insertRow', 'Sheet1', { before: 1 }] },
      select('B3'),
      BACK,
      { get: 'Sheet1!B3:D3', as: 'formulas' },
    ]);
    const { grids } = told(replies);
    expect(grids[1]).toEqual([['=MARKET_PRICE(B$1:D$1,$A$1)', '', '']]);
    expect(grids[2]).toEqual([valuesOf(grids[0][0])]);
    expect(grids[3]).toEqual([['=MARKET_PRICE(B$2,$A$2)', '=MARKET_PRICE(C$2,$A$2)', '=MARKET_PRICE(D$2,$A$2)']]);
  });

  test('a cell that is in the way is named, and nothing is changed', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 5);
    const replies = await run([
      { cells: { ...down('A', ids), ...down('B', SINGLES(ids)), 'Sheet1!B4': '=MARKET_STOCK(A4,"CAN")' } },
      { get: 'Sheet1!A1:D8', as: 'formulas' },
      select('B2:B6'),
      INTO_ONE,
      { get: 'Sheet1!A1:D8', as: 'formulas' },
      { pull: { operation: 'orders', params: {} } },
      { eval: "ss.setActiveSheet(ss.getSheetByName('Orders'))" },
      INTO_ONE,
    ]);
    const { toasts, grids } = told(replies);
    expect(toasts).toEqual([
      [
        'B4 is in the way: it holds =MARKET_STOCK(A4,"CAN"), where =MARKET_STOCK($A4) would go on. Nothing was changed.',
      ],
      ['The rows of this table move and grow, and one formula would not go along with them. Nothing was changed.'],
    ]);
    expect(grids[1]).toEqual(grids[0]);
  });

  test('what somebody typed among the values is in the way of turning back', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 3);
    const replies = await run([
      { cells: { ...down('A', ids), ...down('B', SINGLES(ids)) } },
      select('B2:B4'),
      INTO_ONE,
      { cells: { 'Sheet1!B3': 'mine' } },
      { get: 'Sheet1!B2:B4', as: 'formulas' },
      select('B2'),
      BACK,
      { cells: { 'Sheet1!B3': null } },
      BACK,
      { get: 'Sheet1!B2:B4', as: 'formulas' },
    ]);
    const { toasts, grids } = told(replies);
    expect(toasts[1]).toEqual(['B3 is in the way: it holds "mine". Nothing was changed.']);
    expect(grids[1].flat()).toEqual(SINGLES(ids));
  });

  test('where one of the cells is protected from a person nothing is changed', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 3);
    const editor = { as: 'editor@x' };
    const replies = await run([
      { cells: { ...down('A', ids), ...down('B', SINGLES(ids)) } },
      { eval: "const p = ss.getRange('Sheet1!B4').protect(); p.removeEditors(p.getEditors())" },
      editor,
      { connect: connectionTo(shop) },
      select('B2:B4'),
      INTO_ONE,
      { get: 'Sheet1!B2:B4', as: 'formulas' },
    ]);
    const { toasts, grids } = told(replies);
    expect(toasts).toEqual([['Some of the cells B2:B4 are protected from you. Nothing was changed.']]);
    expect(grids.at(-1).flat()).toEqual(SINGLES(ids));
  });

  test('what an earlier version remembered on the sheet is found from any of its cells', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 3);
    const stored =
      '{"row":2,"column":2,"along":"down","count":3,"single":"=MARKET_STOCK($A2)","one":"=MARKET_STOCK($A2:$A4)"}';
    const replies = await run([
      { cells: { ...down('A', ids), 'Sheet1!B2': '=MARKET_STOCK($A2:$A4)' } },
      { eval: `ss.getActiveSheet().addDeveloperMetadata('market.turned', '${stored}') && null` },
      select('B3'),
      BACK,
      { get: 'Sheet1!B2:B4', as: 'formulas' },
    ]);
    const { toasts, grids } = told(replies);
    expect(toasts).toEqual([['3 single formulas are back.']]);
    expect(grids.at(-1).flat()).toEqual(SINGLES(ids));
  });

  test('ended anywhere, it can be turned back', async () => {
    const ids = shop.announcement.allItemNumbers.slice(0, 2);
    const endsOf = (item: object, most: number) =>
      Array.from({ length: most }, (_, index) => index + 1)
        .filter((call) => isLong || call === most || call % 5 === 1)
        .flatMap((call) => [
          { cells: down('B', SINGLES(ids)) },
          ...(item === BACK ? [INTO_ONE] : []),
          { fault: { killAtServiceCall: call } },
          item,
          { fault: null },
          BACK,
          { get: 'Sheet1!B2:B3', as: 'formulas' },
        ]);
    const steps = [...endsOf(INTO_ONE, 45), ...endsOf(BACK, 30)];
    const replies = (await run([{ cells: down('A', ids) }, select('B2:B3'), ...steps])).slice(5);
    const ended = (item: object) =>
      replies.filter((_, index) => steps[index] === item && 'fault' in (steps[index - 1] ?? {})).map(({ ok }) => ok);
    expect([ended(INTO_ONE)[0], ended(INTO_ONE).at(-1)]).toEqual([false, true]);
    expect(ended(BACK).filter((ok) => !ok).length).toBeGreaterThan(isLong ? 5 : 1);
    expect(ended(BACK).at(-1)).toBe(true);
    for (const { value } of replies.filter(({ value }) => Array.isArray(value?.[0])))
      expect(value.flat()).toEqual(SINGLES(ids));
  });
});

test('what a formula shows gets the formats of the tables, and nothing beside it', async () => {
  const replies = await run([
    {
      cells: {
        'Sheet1!A1': '=MARKET_ORDERS("last 30 days", , , "Order number, Order date, Order total amount")',
        'Sheet1!D2': 'mine',
      },
    },
    { get: 'Sheet1!A1:A4' },
    select('B3'),
    { menu: 'Format this result' },
    { get: 'Sheet1!A1:D3', as: 'formats' },
    { eval: "return ss.getSheetByName('Sheet1').getRange('A1:D2').getFontWeights()" },
    select('D2'),
    { menu: 'Format this result' },
  ]);
  const { toasts, grids } = told(replies);
  const [cells, formats, weights] = grids;
  expect(cells.map(([cell]: [string]) => cell !== '')).toEqual([true, true, true, true]);
  expect(formats.slice(1)).toEqual([2, 3].map(() => ['@', 'yyyy-mm-dd hh:mm:ss', '#,##0.00', formats[0][3]]));
  expect(formats[0]).toEqual(Array(4).fill(formats[0][3]));
  expect(weights).toEqual([
    ['bold', 'bold', 'bold', 'normal'],
    ['normal', 'normal', 'normal', 'normal'],
  ]);
  expect(toasts.map(([text]) => text)).toEqual([
    expect.stringMatching(/^A1:C\d+ has the formats of the tables now\./),
    'Select a cell of what a formula of this add-on shows first. Nothing was changed.',
  ]);
});
