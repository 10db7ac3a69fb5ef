/** Corrupted stored data doesn't stop jobs, is reported once on Status, and is rebuilt. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import type { Fired } from '../host/host.ts';
import { HOUR, MINUTE, ScheduledShop } from './schedule/scheduled-shop.ts';

const DAMAGED = ['garbage', '{"v":1,"value":', '{"v":1,"value":"x"}', 'null', '7', ''];

let shop: ScheduledShop;
beforeAll(async () => {
  shop = await ScheduledShop.open({}, { items: 10, orders: 20 });
  await shop.pull('orders');
  await shop.pull('inventory', { values: shop.market.announcement.allItemNumbers });
  await shop.menu('Set up standard jobs');
  await shop.pass(runs(20, 60) * MINUTE);
});
afterAll(() => shop.close());

/** Groups values so that several are corrupted at once. Long runs corrupt one at a time. */
function inGroups<T>(all: readonly T[]): readonly (readonly T[])[] {
  const size = runs(16, 1);
  return all.flatMap((_, at) => (at % size === 0 ? [all.slice(at, at + size)] : []));
}

const errorsIn = (fired: readonly Fired[]) => fired.flatMap(({ result }) => (result.ok ? [] : [result.error.message]));
const failing = () => shop.rows('Jobs').flatMap(({ Name, Result }) => (/^Failed/.test(String(Result)) ? [Name] : []));
const told = () => shop.rows('Status').flatMap(({ About, Subject }) => (About === 'Stored data' ? [Subject] : []));

test('jobs survive damage to any text in document properties', async () => {
  const { document } = shop.host.stores;
  const keys = [...document.keys()].filter((key) => !key.endsWith('.consent'));
  expect(keys.length).toBeGreaterThan(15);
  for (const together of inGroups([...keys.entries()])) {
    for (const [index, key] of together) document.set(key, DAMAGED[index % DAMAGED.length]!);
    expect([together, errorsIn(await shop.pass(10 * MINUTE)), failing()]).toEqual([together, [], []]);
  }
  await shop.pass(HOUR);
  const missing = keys.map((key) => key.replace(/^market\./, '')).filter((key) => !told().includes(key));
  // Heartbeats, and ledgers of jobs that run first, are rewritten before the schedule checks for corruption.
  expect(missing.filter((key) => !/^(ledger|beat)\./.test(key))).toEqual([]);
});

test('jobs survive damage to any text in sheet metadata', async () => {
  const { workbook } = shop.host;
  const marks = workbook.findMetadata({});
  expect(marks.length).toBeGreaterThan(10);
  const orders = shop.rows('Orders').length;
  const names = () => workbook.book.sheets.map(({ name }) => name).sort();
  const before = names();
  for (const together of inGroups([...marks.entries()])) {
    for (const [index, { id }] of together) workbook.updateMetadata(id, { value: DAMAGED[index % DAMAGED.length]! });
    expect([together, errorsIn(await shop.pass(10 * MINUTE)), failing()]).toEqual([together, [], []]);
    expect([together, names()]).toEqual([together, before]);
  }
  await shop.pull('orders');
  expect(shop.rows('Orders')).toHaveLength(orders);
  expect(told()).toContain('Orders');
});

// Only the add-on writes to the cache, so truncated values suffice.
test('formulas and jobs survive damage to all texts in the cache', async () => {
  const item = shop.market.announcement.allItemNumbers[0]!;
  await shop.type({ 'Sheet1!A1': `=MARKET_STOCK("${item}")`, 'Sheet1!A2': `=MARKET_ORDER("1","Order status")` });
  const { workbook, stores } = shop.host;
  const sheet = workbook.sheetByName('Sheet1')!.sheetId;
  const shown = () => workbook.read(sheet, { row: 1, column: 1, rows: 2, columns: 1 }, 'displayValues').flat();
  const right = shown();
  for (const damaged of DAMAGED.slice(0, 2)) {
    for (const cache of stores.caches.values())
      for (const entry of cache.values()) Object.assign(entry, { value: damaged });
    await workbook.recalculate();
    await workbook.settled();
    expect([damaged, shown()]).toEqual([damaged, right]);
    expect([damaged, errorsIn(await shop.pass(10 * MINUTE)), failing()]).toEqual([damaged, [], []]);
  }
});
