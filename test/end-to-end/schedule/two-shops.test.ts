/** Two shops that share part numbers in one workbook are refreshed as if each were alone. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, runs } from '../../effort.ts';
import { SILENT } from '../../host/execution/witness.ts';
import type { Host } from '../../host/host.ts';
import type { World } from '../../host/steps/world.ts';
import type { CellValue } from '../../host/workbook/surface.ts';
import type { Announcement } from '../../marketplace/server.ts';
import { newWorld, QUICK_SCHEDULE, repliesOf } from '../scenario.ts';
import { tableIn } from '../table-snapshot.ts';

const HOURS = runs(2, 24);
const SIZE = isLong ? { items: 60, orders: 80 } : { items: 12, orders: 30 };
const SHOPS = [
  { name: 'Shop', seed: 1, origin: 'https://market.test' },
  { name: 'Second', seed: 2, origin: 'https://second.test' },
] as const;
type ShopOf = (typeof SHOPS)[number];

interface Refreshed {
  readonly host: Host;
  readonly sellers: readonly string[];
  /** Requests by origin. */
  readonly asked: ReadonlyMap<string, readonly string[]>;
  readonly stats: { readonly fetches: { readonly bySeller: Readonly<Record<string, number>> } };
}

const worlds: World[] = [];

/** Creates a workbook and runs the standard jobs for several hours. */
async function refreshed(shops: readonly ShopOf[]): Promise<Refreshed> {
  const world = newWorld();
  worlds.push(world);
  // biome-ignore lint/suspicious/noExplicitAny: the value type depends on the step
  const go = async (...steps: readonly object[]): Promise<any[]> => {
    const replies = await repliesOf(world, steps);
    const failed = replies.find(({ ok }) => !ok);
    if (failed) throw new Error(failed.error!.message);
    return replies.map(({ value }) => value);
  };
  await go({ open: QUICK_SCHEDULE });
  const host = await world.host();
  const asked = new Map<string, string[]>(shops.map(({ origin }) => [origin, []]));
  host.witness = () => ({
    ...SILENT,
    calls: (method, args) => {
      if (!method.startsWith('UrlFetchApp.fetch')) return;
      for (const request of args().flat(2)) {
        const text = JSON.stringify(request);
        for (const [origin, texts] of asked) if (text.includes(origin)) texts.push(text);
      }
    },
  });
  const sellers: string[] = [];
  for (const { name, seed, origin } of shops) {
    const [market] = (await go({ market: { ...SIZE, seed, origin } })) as Announcement[];
    const { sellerId, apiKey, secretKey } = market!;
    sellers.push(sellerId);
    await go({ connect: { name, baseUrl: origin, sellerId, apiKey, secretKey } });
  }
  const [, , stats] = await go(
    { menu: 'Set up standard jobs' },
    { advance: `PT${HOURS}H` },
    { stats: true },
    { recalculate: true },
  );
  return { host, sellers, asked, stats };
}

let both: Refreshed;
let alone: readonly Refreshed[];
beforeAll(async () => {
  both = await refreshed(SHOPS);
  alone = [await refreshed([SHOPS[0]]), await refreshed([SHOPS[1]])];
}, 600_000);
afterAll(async () => {
  for (const world of worlds) await world.close();
});

type Line = Readonly<Record<string, CellValue>>;

/** Rows by header, optionally of one seller. */
function linesOf({ host }: Refreshed, table: string, seller?: string): readonly Line[] {
  const { headers, rows } = tableIn(host.workbook, table) ?? { headers: [], rows: [] };
  const lines = rows.map(({ cells }) => Object.fromEntries(headers.map((name, at) => [name, cells[at]!])));
  return seller === undefined ? lines : lines.filter((line) => line['Seller ID'] === seller);
}

const valuesOf = (lines: readonly Line[], header: string) =>
  lines.map((line) => String(line[header])).filter((value) => value !== '');

/** Columns that depend on when a job ran. Price changes of the last two hours may be missing. */
const WHEN = [
  'First seen',
  'Stock polled',
  'Prices polled',
  'Logs known',
  'Newest log',
  'Daily changes',
  'From',
  'Seen',
];

function comparable(found: Refreshed, table: string): readonly string[] {
  const until = found.host.clock.now() - 2 * 3_600_000;
  const isKnown = (at: unknown) => !(at instanceof Date) || Number(at) < until;
  return linesOf(found, table)
    .filter((line) => isKnown(line['Request time stamp']))
    .map((line) => JSON.stringify(Object.entries(line).filter(([name]) => !WHEN.includes(name) && name !== 'Row key')));
}

const TABLES = [
  ...['Orders', 'Order lines', 'Packages', 'Catalog', 'Inventory', 'Keywords', 'Ad performance', 'Price log'],
];

test('every table has the same rows per shop as in a workbook with one shop', () => {
  const [one, other] = both.sellers.map((seller) => valuesOf(linesOf(both, 'Catalog', seller), 'Seller part number'));
  expect(one!.filter((part) => other!.includes(part)).length).toBeGreaterThan(2);
  for (const table of TABLES) {
    const own = alone.map((each) => comparable(each, table));
    expect(Math.min(...own.map(({ length }) => length)), table).toBeGreaterThan(5);
    expect([...comparable(both, table)].sort(), table).toEqual(own.flat().sort());
  }
});

test('no request contains data of the other shop', () => {
  expect(Object.keys(both.stats.fetches.bySeller).sort()).toEqual([...both.sellers].sort());
  SHOPS.forEach(({ origin }, index) => {
    const known = (seller: string) => [
      ...valuesOf(linesOf(both, 'Orders', seller), 'Order number'),
      ...valuesOf(linesOf(both, 'Catalog', seller), 'Seller part number'),
      ...valuesOf(linesOf(both, 'Catalog', seller), 'Item number'),
      ...valuesOf(linesOf(both, 'Ad performance', seller), 'Campaign number'),
    ];
    const own = new Set(known(both.sellers[index]!));
    const foreign = known(both.sellers[1 - index]!).filter((each) => !own.has(each));
    const texts = both.asked.get(origin)!.join('\n');
    expect(foreign.length).toBeGreaterThan(10);
    expect(foreign.filter((each) => texts.includes(each))).toEqual([]);
  });
});

test('tables of both shops are fresh, without contradictions', () => {
  const status = linesOf(both, 'Status');
  expect(status.filter(({ State }) => State === 'contradiction')).toEqual([]);
  const freshness = status.filter(({ About }) => About === 'Freshness');
  const states = Object.fromEntries(freshness.map(({ Subject, State }) => [String(Subject), State]));
  for (const seller of both.sellers) {
    for (const table of ['Orders', 'Ad performance', 'Inventory', 'Keywords', 'Price log'])
      expect(states[`${table} of ${seller}`], table).toBe('fresh');
    // The user never entered a lookup request.
    expect(states[`Lookup report of ${seller}`]).toBe('due');
  }
  const waiting = linesOf(both, 'Jobs').filter(({ Result }) => String(Result).startsWith('Waits. '));
  expect(waiting.map(({ Dataset }) => Dataset)).toEqual(['Lookup report', 'Lookup report']);
});

test('freshness on Status stays correct without a run', async () => {
  const world = worlds[0]!;
  await repliesOf(world, [{ menu: 'Pause all jobs' }, { advance: isLong ? 'PT90M' : 'PT4H' }, { recalculate: true }]);
  const { host } = both;
  const [line] = linesOf(both, 'Status').filter(({ Subject }) => Subject === `Orders of ${both.sellers[0]}`);
  expect(line!.State).toBe('late');
  const { workbook } = host;
  const formulas = workbook.sheets().map(({ sheetId }) => {
    const [rows, columns] = [workbook.lastRow(sheetId), workbook.lastColumn(sheetId)];
    if (rows === 0) return [];
    return workbook.read(sheetId, { row: 1, column: 1, rows, columns }, 'formulas').flat().map(String);
  });
  const counted = (text: string) => formulas.map((all) => all.filter((formula) => formula.includes(text)).length);
  expect(Math.max(...counted('MARKET_NOW'))).toBeGreaterThan(10);
  // Sheets recalculates each NOW() on every edit.
  expect(Math.max(...counted('NOW()'))).toBe(1);
});

test('formulas call the shop that they name, once each', async () => {
  const world = worlds[0]!;
  const part = valuesOf(linesOf(both, 'Catalog', both.sellers[0]!), 'Seller part number').find((each) =>
    valuesOf(linesOf(both, 'Catalog', both.sellers[1]!), 'Seller part number').includes(each),
  )!;
  const typed = { 'Sheet1!A1': `'${part}`, 'Sheet1!B1': '=MARKET_STOCK(A1)' };
  const named = {
    'Sheet1!C1': '=MARKET_STOCK(A1,,,,"Second")',
    'Sheet1!D1': '=MARKET_STOCK(A1,,,,"Shop")',
    'Sheet1!E1': '=MARKET_FRESHNESS("Orders",,"Second")',
  };
  const replies = await repliesOf(world, [
    { advance: 'PT2H' },
    { stats: true },
    { cells: { ...typed, ...named } },
    { stats: true },
    { get: 'Sheet1!B1:E1' },
  ]);
  const { fetches } = replies[3]!.value;
  expect(fetches.bySeller).toEqual(Object.fromEntries(both.sellers.map((seller) => [seller, 1])));
  const [[first, second, again, fresh]] = replies[4]!.value;
  const stockOf = (seller: string) =>
    linesOf(both, 'Inventory', seller)
      .filter((line) => line['Seller part number'] === part)
      .reduce((sum, line) => sum + Number(line['Available quantity']), 0);
  expect([first, again]).toEqual([first, first]);
  expect(typeof second).toBe('number');
  expect(stockOf(both.sellers[0]!) === stockOf(both.sellers[1]!) || first !== second).toBe(true);
  expect(typeof fresh).toBe('string');
});
