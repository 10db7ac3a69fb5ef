/** The demo shop from the menu: it fills every table, and goes without a trace. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, TABLES } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** What a workbench sets. */
function offer(): object {
  const { sellerId, apiKey, secretKey, itemNumbers, campaigns, requestIds } = shop.announcement;
  const demo = {
    baseUrl: 'https://market.test',
    sellerId,
    apiKey,
    secretKey,
    itemNumbers,
    campaigns,
    requestIds,
  };
  const text = JSON.stringify(JSON.stringify(demo));
  return { eval: `PropertiesService.getScriptProperties().setProperty('DEMO_SHOP', ${text})` };
}

const START = { menu: 'Try with the demo shop' };
/** When the table was last read, as a cell; the second argument makes it another question. */
const freshness = (cell: string, refresh: number) => ({
  cells: { [`Sheet1!${cell}`]: `=MARKET_FRESHNESS("Orders",${refresh})` },
});
const END = { menu: 'Remove the demo shop' };

test('fills all tables and takes them away again', async () => {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    offer(),
    START,
    { sheets: true },
    freshness('A1', 1),
    { get: 'Sheet1!A1', as: 'values' },
    END,
    { sheets: true },
    freshness('A2', 2),
    { get: 'Sheet1!A2', as: 'values' },
  ]);
  const names = (step: number) => replies[step]!.value.map(({ name }: { name: string }) => name);
  expect(replies[3]!.value.shown[0].text).toMatch(/^The tables are filled: [\d,]+ new rows\.$/);
  expect(names(4)).toEqual(expect.arrayContaining([...TABLES, 'Catalog']));
  expect(replies[6]!.value).toEqual([[expect.stringMatching(/^2025-06-16T/)]]);
  expect(replies[7]!.value.shown[1].text).toBe('The demo shop and its tables are gone.');
  expect(names(8)).toEqual(['Sheet1']);
  expect(replies[10]!.value).toEqual([['']]);
});

test('is asked first whether it may go, with what the person has put there; open sidebars learn of it', async () => {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    offer(),
    START,
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
  // A look for news is one call to the cache.
  const { byMethod } = replies[9]!.value.serviceCalls as { byMethod: Record<string, number> };
  const calls = Object.keys(byMethod).filter(
    (name) => !/getActive\w+$|^(Properties|Lock|Cache)Service\./.test(name),
  );
  expect(calls).toEqual(['Cache.getAll']);
  const [asked, told] = replies[10]!.value.shown;
  expect(asked).toMatchObject({ what: 'alert', title: 'Remove the demo shop?' });
  expect(asked.text).toMatch(/^\d+ sheets go with it: Orders, Order lines, /);
  expect(asked.text).toContain('Your own columns go too: Margin (Inventory).');
  expect(asked.text).toContain('Your notes go too: on 1 row of Orders.');
  expect(told.text).toBe('The demo shop stays.');
  expect(replies[11]!.value.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([...TABLES]),
  );
  expect(replies[12]!.value).not.toEqual(replies[8]!.value);
});

test('leaves the tables when another shop may have rows in them', async () => {
  const replies = await runScenario([
    { open: {} },
    { market: {} },
    offer(),
    START,
    { connect: connectionTo(shop, { name: 'Mine' }) },
    END,
    { sidebar: ['listConnections'] },
    { sheets: true },
  ]);
  expect(replies[5]!.value.shown[0].text).toMatch(/tables stay/);
  expect(replies[5]!.value.shown[1].text).toMatch(/^The demo shop is gone\./);
  expect(replies[6]!.value.value.map(({ name }: { name: string }) => name)).toEqual(['Mine']);
  expect(replies[7]!.value.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining([...TABLES]),
  );
});

test('says where it is when there is none', async () => {
  const replies = await runScenario([{ open: {} }, START]);
  expect(replies[1]!.value.shown[0].text).toMatch(/^There is no demo shop here\./);
});
