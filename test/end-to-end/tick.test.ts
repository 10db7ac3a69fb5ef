/** MARKET_TICK, the cell that every run updates, makes formulas show pulled values without a call. MARKET_NOW is next to it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { listenTo, PreparedBook, pulled } from './prepared-book.ts';
import { newWorld, runScenario, valuesOf } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

const ORDERS = { operation: 'orders', params: {} };

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

test('MARKET_TICK exists after the first pull, and formulas accept pulled values as newer', async () => {
  const ids = shop.announcement.allItemNumbers.slice(0, 30);
  const cells = Object.fromEntries(
    ids.map((id, row) => [`Sheet1!A${row + 1}`, `=MARKET_PRICE("${id}","time",MARKET_TICK)`]),
  );
  const replies = await runScenario([
    { open: {} },
    // With this latency, a pull's slices are read seconds before the pull ends.
    { market: { latency: 1500 } },
    { connect: connectionTo(shop) },
    { pull: { operation: 'price-history', params: { itemNumbers: ids } } },
    { cells },
    { stats: true },
    { advance: 'PT10M' },
    { recalculate: true },
    { stats: true },
    { pull: { operation: 'price-history', params: { itemNumbers: ids.slice(0, 29) } } },
    { stats: true },
    { eval: "ss.getRangeByName('MARKET_TICK').getValue()" },
    { stats: true },
    { get: 'Sheet1!A1:A30', as: 'notes' },
  ]);
  const fetches = replies.flatMap(({ value }) => (value?.fetches ? [value.fetches.total as number] : []));
  // The value of the item missing from this pull is older than the tick.
  expect(fetches).toEqual([30, 0, 29 + 1, 0]);
  const notes: string[] = replies.at(-1)!.value.flat();
  expect(notes.filter((note) => note.startsWith('#'))).toEqual([]);
});

test('formulas that refer to MARKET_TICK and to a table are fetched by Refresh now', async () => {
  const large = await openShop({ items: 90 });
  try {
    const values = large.announcement.allItemNumbers.slice(0, 90);
    const formula = (row: number) => `=MARKET_STOCK(Catalog!B${row}, , , MARKET_TICK)`;
    const replies = await runScenario([
      { open: {} },
      { market: {} },
      { connect: connectionTo(large) },
      { pull: { operation: 'inventory', params: { type: '0', values } } },
      { cells: Object.fromEntries(values.map((_, index) => [`Sheet1!A${index + 1}`, formula(index + 2)])) },
      { advance: 'PT12H' },
      { stats: true },
      { menu: 'Refresh now' },
      { stats: true },
      { recalculate: true },
      { stats: true },
      { get: 'Sheet1!A1:A90', as: 'values' },
    ]);
    const [refresh, recalculation, cells] = [8, 10, 11].map((step) => replies[step]!.value);
    expect([refresh.fetches.total, recalculation.fetches.total]).toEqual([1, 0]);
    expect(cells.flat().filter((cell: unknown) => typeof cell !== 'number')).toEqual([]);
  } finally {
    await large.close();
  }
});

test('formulas find a table that a pull created over several executions', async () => {
  const world = newWorld();
  try {
    const go = (...steps: object[]) => valuesOf(world, steps);
    await go({ open: {} }, { market: { latency: 3000 } }, { connect: connectionTo(shop) }, { pull: ORDERS });
    const itemNumbers = shop.announcement.allItemNumbers.slice(0, 60);
    const request = { operation: 'price-history', params: { itemNumbers } };
    let executions = 0;
    for (let state = 'running'; state === 'running'; executions++) {
      const [report] = await go({ sidebar: ['startPull', { ...request, seconds: 5 }] });
      ({ state } = report.value);
    }
    expect(executions).toBeGreaterThan(1);
    const [shown, { fetches }] = await go(
      { fault: { evictCache: true } },
      { stats: true },
      { cells: { 'Sheet1!A1': `=MARKET_PRICE("${itemNumbers[0]}")` } },
      { get: 'Sheet1!A1', as: 'values' },
      { stats: true },
    ).then((values) => values.slice(3));
    expect([typeof shown[0][0], fetches.total]).toEqual(['number', 0]);
  } finally {
    await world.close();
  }
});

/** `book` is a connected workbook; `whole` is its copy after the pull, which made these calls. */
async function firstPull(pull: Parameters<typeof pulled>[1]) {
  const book = new PreparedBook();
  await book.go([{ open: {} }, { market: { orders: 10, caps: 'none' } }, { connect: connectionTo(shop) }]);
  const whole = await book.twin();
  const calls: string[] = [];
  listenTo(whole, calls);
  await pulled(whole, pull);
  return { book, whole, calls };
}

test('a pull killed before it writes the current time is repaired by the next pull', async () => {
  const { book, calls } = await firstPull(ORDERS);
  const host = await book.twin();
  host.faults.at('serviceCall', calls.lastIndexOf('Spreadsheet.setNamedRange') + 2);
  expect(await pulled(host, ORDERS)).toBeUndefined();
  const { workbook } = host;
  const times = () => {
    const { sheetId } = workbook.sheetByName('Status')!;
    const row = { row: 1, column: 1, rows: 1, columns: workbook.lastColumn(sheetId) };
    return workbook.read(sheetId, row, 'formulas')[0]!.filter((formula) => formula === '=NOW()').length;
  };
  expect(times()).toBe(0);
  expect((await pulled(host, ORDERS))?.state).toBe('done');
  expect(times()).toBe(1);
  await book.close();
});

test('a pull killed while it formats a new sheet leaves the header of Status to the next pull', async () => {
  const pull = { operation: 'keywords', params: { campaignNumber: shop.announcement.campaigns[0]! } };
  const { book, whole, calls } = await firstPull(pull);
  const header = ({ workbook }: typeof whole) => {
    const { sheetId } = workbook.sheetByName('Status')!;
    const row = { row: 1, column: 1, rows: 1, columns: workbook.lastColumn(sheetId) };
    const [values, notes] = [workbook.read(sheetId, row, 'values')[0]!, workbook.read(sheetId, row, 'notes')];
    const hidden = values.map((_, index) => workbook.isColumnHidden(sheetId, index + 1));
    return [values.map((value) => (typeof value === 'string' ? value : 'time')), notes, hidden];
  };
  const inserted = calls.flatMap((call, index) => (call === 'Spreadsheet.insertSheet' ? [index] : []));
  expect(inserted.length).toBeGreaterThan(8);
  for (const index of inserted) {
    const host = await book.twin();
    host.faults.at('serviceCall', calls.indexOf('Sheet.setFrozenRows', index) + 1);
    expect(await pulled(host, pull)).toBeUndefined();
    expect((await pulled(host, pull))?.state).toBe('done');
    expect({ index, header: header(host) }).toEqual({ index, header: header(whole) });
  }
  await book.close();
});
