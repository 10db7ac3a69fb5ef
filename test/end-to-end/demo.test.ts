import { expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { World } from '../host/steps/world.ts';
import { repliesOf, runScenario } from './scenario.ts';
import { connectionTo, openShop, TABLES, TABS } from './shop.ts';

const START = { menu: 'Try with the demo shop' };
const freshness = (cell: string, refresh: number) => ({
  cells: { [`Sheet1!${cell}`]: `=MARKET_FRESHNESS("Orders",${refresh})` },
});
const SMALL = [
  { sidebar: ['startDemo'] },
  { pull: { operation: 'orders', params: { status: '0' } } },
  { pull: { operation: 'inventory', params: { values: ['9SIDEMOSHOP15OD2YF'] } } },
];
const END = { menu: 'Remove the demo shop' };

test('the demo shop fills all tables without a network call and is removed completely', async () => {
  const replies = await runScenario([
    { open: { latency: 1 } },
    START,
    TABS,
    { sidebar: ['activity'] },
    freshness('A1', 1),
    // Three days later, type a formula for an item that isn't in any table.
    { advance: 'P3D' },
    { cells: { 'Sheet1!B1': '=MARKET_PRICE_HISTORY("9SIDEMOSHOP15OD2YF",,1,"requestTimeStamp")' } },
    { get: 'Sheet1!A1:B2', as: 'values' },
    { pull: { operation: 'orders', params: { orderDateFrom: '2025-06-16', status: '1' } } },
    { stats: true },
    END,
    { sheets: true },
    freshness('A2', 2),
    { get: 'Sheet1!A2', as: 'values' },
  ]);
  const names = (step: number) => replies[step]!.value.map(({ name }: { name: string }) => name);
  expect(replies[1]!.value.shown[0].text).toMatch(/^Demo data loaded: [\d,]+ new rows\.$/);
  const [active, ...tabs] = replies[2]!.value as string[];
  expect(active).toBe('Today');
  expect(tabs.filter((name) => !name.endsWith(' hidden'))).toEqual([
    ...['Today', 'Findings', 'Orders', 'Order lines', 'Packages', 'Inventory', 'Price log'],
    ...['Ad performance', 'Keywords', 'Catalog', 'Sheet1'],
  ]);
  expect(tabs.map((name) => name.replace(' hidden', ''))).toEqual(expect.arrayContaining([...TABLES]));
  // Demo calls use up the hourly cap like any shop's, but not the daily quota.
  const { gauges, fetchesLeft } = replies[3]!.value.value;
  expect(gauges[0]).toMatchObject({ operation: 'orders', cap: 1000, left: 998 });
  expect(fetchesLeft).toBe(19_000);
  expect(replies[7]!.value).toEqual([
    [expect.stringMatching(/^2025-06-16T18:00:/), 'Request time stamp'],
    ['', '2025-06-15T23:14:09.312Z'],
  ]);
  expect(replies[8]!.value).toMatchObject({ state: 'done', rows: { added: 0, changed: 0, unchanged: 5 } });
  const { fetches, executions } = replies[9]!.value;
  expect(fetches.total).toBe(0);
  // Measured on the host's clock with realistic service latencies.
  expect(executions.find(({ kind }: { kind: string }) => kind === 'menu').ms).toBeLessThan(30_000);
  expect(replies[10]!.value.shown[1].text).toBe('Demo shop and its tables removed.');
  expect(names(11)).toEqual(['Sheet1']);
  expect(replies[13]!.value).toEqual([['']]);
});

test("removing the demo shop asks for confirmation, names the user's data, and notifies open sidebars", async () => {
  const replies = await runScenario([
    { open: {} },
    ...SMALL,
    { edit: ['insertColumn', 'Inventory', { before: 2 }] },
    { cells: { 'Inventory!B1': 'Margin', 'Inventory!B2': '0.2' } },
    { edit: ['note', 'Orders', { cell: 'B2', text: 'call them' }] },
    { stats: true },
    { sidebar: ['revision'] },
    { stats: true },
    { ...END, confirm: false },
    { sheets: true },
    { sidebar: ['revision'] },
  ]);
  // Checking for updates takes one cache call.
  const { byMethod } = replies[9]!.value.serviceCalls as { byMethod: Record<string, number> };
  const calls = Object.keys(byMethod).filter((name) => !/getActive\w+$|^(Properties|Lock|Cache)Service\./.test(name));
  expect(calls).toEqual(['Cache.getAll']);
  const [asked, told] = replies[10]!.value.shown;
  expect(asked).toMatchObject({ what: 'alert', title: 'Remove the demo shop?' });
  expect(asked.text).toMatch(/^\d+ sheets will be deleted: Orders, Order lines, .* and Today\./);
  expect(asked.text).toContain('Cells in columns you added will be deleted too: Margin (Inventory).');
  expect(asked.text).toContain('Your notes will be deleted too: on 1 row in Orders.');
  expect(told.text).toBe('The demo shop was not removed.');
  expect(replies[11]!.value.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Orders', 'Inventory']),
  );
  expect(replies[12]!.value).not.toEqual(replies[8]!.value);
});

test("removing the demo shop keeps another shop's rows and jobs", async () => {
  const market = { orders: 60 };
  const shop = await openShop(market);
  try {
    const get = (table: string) => ({ get: `${table}!A1:AZ400`, as: 'values' });
    const replies = await runScenario([
      { open: {} },
      START,
      { market },
      { connect: connectionTo(shop) },
      { sidebar: ['setUpJobs'] },
      isLong ? { advance: 'PT25M' } : { pull: { operation: 'orders', params: { connection: 'Shop' } } },
      get('Orders'),
      END,
      get('Orders'),
      get('Findings'),
      { advance: isLong ? 'PT25M' : 'PT15M' },
      ...['Jobs', 'Status', 'Today data'].map(get),
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const [before, { shown }, orders, findings, , jobs, status, today] = replies.slice(6).map(({ value }) => value);
    const column = (grid: string[][], header: string) =>
      grid.slice(1).flatMap((row) => row[grid[0]!.indexOf(header)] || []);
    const sellers = (grid: string[][]) => [...new Set(column(grid, 'Seller ID'))];
    const { sellerId } = shop.announcement;
    expect(sellers(before)).toHaveLength(2);
    expect(shown[0].text).toMatch(
      /^[\d,]+ rows of the demo shop will be deleted: Orders, .*\n\n7 jobs will be deleted\.\n\n/,
    );
    expect(shown[1].text).toMatch(/^Demo shop removed with [\d,]+ rows and 7 jobs\.$/);
    expect([sellers(orders), sellers(findings)]).toEqual([[sellerId], [sellerId]]);
    expect(column(orders, 'Seller ID')).toHaveLength(
      column(before, 'Seller ID').filter((each) => each === sellerId).length,
    );
    expect(column(jobs, 'Filter').join()).not.toContain('Demo shop');
    expect(column(jobs, 'Result').join()).not.toContain('Failed');
    expect(column(status, 'Subject').join()).not.toMatch(/unknown| of /);
    expect(today.flat().join()).not.toContain('#REF!');
  } finally {
    await shop.close();
  }
});

test('explains a missing demo file', async () => {
  const bundle = readBundle(freshBundle());
  const world = new World({ ...bundle, page: (name) => (name === 'Demo' ? undefined : bundle.page(name)) });
  try {
    const [, tried] = await repliesOf(world, [{ open: {} }, START]);
    expect(tried!.value.shown[0].text).toMatch(
      /^The demo shop is not available: the script.s Demo file cannot be read/,
    );
  } finally {
    await world.close();
  }
});
