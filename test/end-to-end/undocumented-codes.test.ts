import { expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import { startMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, SMALL } from './shop.ts';

test('undocumented codes and fields are listed once on Status, and kept in the tables', async () => {
  const shop = await startMarketplace({ scenario: 'unknown-codes' });
  const pulls = [
    { pull: { operation: 'orders', params: {} } },
    { pull: { operation: 'keywords', params: { campaignNumber: shop.announcement.campaigns[0] } } },
    { pull: { operation: 'inventory', params: { values: shop.announcement.itemNumbers } } },
  ];
  const read = { get: 'Status!A1:G60', as: 'values' };
  const replies = await runScenario([
    { open: {} },
    { market: { scenario: 'unknown-codes', orders: 40 } },
    { connect: connectionTo(shop) },
    ...pulls,
    read,
    { advance: 'PT1H' },
    ...pulls,
    read,
    { get: 'Orders!A1:AM301', as: 'values' },
  ]);
  await shop.close();
  const listed = (reply: number) =>
    (replies[reply]!.value as string[][]).filter(([about]) => about !== '').map((row) => row.slice(0, 6));
  const first = listed(6);
  expect(first[0]).toEqual(['About', 'Subject', 'State', 'Detail', 'Example', 'First seen']);
  const found = first.slice(1).map((row) => row.slice(0, 3).join(': '));
  expect(found).toContain('Orders: Order status: 9: not documented');
  expect(found).toContain('Keywords: Match type: 7: not documented');
  expect(found).toContain('Inventory: Condition: 3: not documented');
  expect(found.filter((row) => row.includes('new field'))).not.toEqual([]);
  expect(new Set(found).size).toBe(found.length);
  const second = listed(11);
  expect(second.slice(0, first.length)).toEqual(first);
  const orders = replies[12]!.value as unknown[][];
  const status = orders[0]!.indexOf('Order status');
  expect(orders.some((row) => row[status] === 9)).toBe(true);
  for (const { value } of replies.slice(3, 6)) expect(value.notes.join(' ')).toContain('See the Status sheet');
});

test('a refused identifier affects no other row and later costs only one extra call', async () => {
  const shop = await openShop();
  const good = shop.announcement.allItemNumbers.slice(0, 99);
  const pull = { pull: { operation: 'inventory', params: { type: 'Item number', values: [...good, BAD] } } };
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    pull,
    { stats: true },
    pull,
    { stats: true },
    { advance: 'P2D' },
    pull,
    { stats: true },
  ]);
  await shop.close();
  const [first, second, third] = [3, 5, 8].map((step) => replies[step]!.value);
  for (const report of [first, second, third]) {
    expect(report.state).toBe('partial');
    expect(report.errors).toHaveLength(1);
    expect(report.errors[0].message).toContain(`"${BAD}"`);
    expect(report.notFound).toEqual([]);
  }
  const calls = [4, 6, 9].map((step) => replies[step]!.value.fetches.total);
  expect(calls[0]).toBeLessThanOrEqual(15);
  expect(calls.slice(1)).toEqual([2, calls[0]]);
  expect(second.notes.join(' ')).toContain('rejected before');
  expect(first.rows.added).toBeGreaterThanOrEqual(good.length);
  expect(second.rows).toMatchObject({ added: 0, changed: 0, unchanged: first.rows.added });
});

const BAD = '9SI'.padEnd(60, 'X');

test('catalog numbers are not treated as item numbers', async () => {
  const shop = await openShop();
  const [item] = shop.announcement.itemNumbers;
  const values = { type: '0', values: [item, '20-250-259'] };
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    { pull: { operation: 'inventory', params: values } },
  ]);
  await shop.close();
  expect(replies[3]!.value.notFound).toEqual(['20-250-259']);
  expect(replies[3]!.value.notes.join(' ')).toContain('which begin with 9SI');
});

test('the pull, the header, and formulas report fields missing in an older order version', async () => {
  const shop = await openShop();
  const formula = '=MARKET_ORDERS("2025-06-01","2025-06-02",,"Order number, Currency code")';
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop, { version: '304' }) },
    { pull: { operation: 'orders', params: {} } },
    { cells: { 'Sheet1!A1': formula } },
    { get: 'Sheet1!A1', as: 'notes' },
    { connect: connectionTo(shop, { version: '314' }) },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A1:AB1', as: 'values' },
    { get: 'Orders!A1:AB1', as: 'notes' },
  ]);
  await shop.close();
  const notes = replies[3]!.value.notes.join(' ');
  expect(notes).toContain('Currency code (313)');
  expect(notes).toContain('Signature required (314)');
  expect(notes).toMatch(/Unshipped \d+/);
  expect(replies[5]!.value[0][0]).toMatch(/^Error: MARKET_ARGUMENT: .*Currency code.*313.*304/);
  expect(replies[7]!.value.notes.join(' ')).not.toContain('has no');
  const place = replies[8]!.value[0].indexOf('Currency code');
  expect(replies[9]!.value[0][place]).toContain('Order version 313');
});

test('a setting of the connection changes the requests', async () => {
  const shop = await openShop();
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: { ...connectionTo(shop), settings: { eachStatus: 'yes' } } },
    { pull: { operation: 'orders', params: {} } },
    { stats: true },
    { connect: { ...connectionTo(shop), settings: {} } },
    { pull: { operation: 'orders', params: {} } },
    { connect: { ...connectionTo(shop), settings: { envelopeWord: '<bad' } } },
  ]);
  await shop.close();
  const { state, planned, actual } = replies[3]!.value;
  expect([state, planned.calls]).toEqual(['done', actual.calls]);
  expect(replies[3]!.value.tables[0]).toMatchObject({ table: 'Orders', added: 40 });
  expect(replies[4]!.value.fetches.total).toBeGreaterThanOrEqual(6);
  expect(replies[6]!.value.rows).toMatchObject({ added: 0, changed: 0 });
  expect(replies[7]!.ok ? replies[7]!.value.ok : false).toBe(false);
});

test('a refused identifier gives its code in a range and an error in a single cell', async () => {
  const shop = await openShop();
  const [one, other] = shop.announcement.itemNumbers;
  const replies = await runScenario([
    { open: {} },
    SMALL,
    { connect: connectionTo(shop) },
    { cells: { 'Sheet1!A1': one, 'Sheet1!A2': BAD, 'Sheet1!A3': other } },
    { cells: { 'Sheet1!B1': '=MARKET_STOCK(A1:A3)', 'Sheet1!C1': '=MARKET_STOCK(A2)' } },
    { get: 'Sheet1!B1:C3', as: 'values' },
    { get: 'Sheet1!C1', as: 'notes' },
  ]);
  await shop.close();
  const [first, second, third] = replies[5]!.value;
  expect([typeof first[0], second[0], typeof third[0]]).toEqual(['number', 'MARKET_SERVICE', 'number']);
  expect(first[1]).toBe('#ERROR!');
  expect(replies[6]!.value[0][0]).toMatch(/^Error: MARKET_SERVICE: .*CT001/);
});

longTest('counts retried calls like the marketplace', async () => {
  const faults = [{ kind: 'closed', share: 0.3 }];
  const shop = await openShop();
  const itemNumbers = shop.announcement.allItemNumbers.slice(0, 20);
  const replies = await runScenario([
    { open: {} },
    { market: { faults } },
    { connect: connectionTo(shop) },
    { pull: { operation: 'price-history', params: { itemNumbers } } },
    { stats: true },
  ]);
  await shop.close();
  const counted = replies[4]!.value.fetches.byOperation['price-history'];
  expect(counted).toBeGreaterThan(itemNumbers.length);
  expect(replies[3]!.value.actual.calls.byOperation['price-history']).toBe(counted);
});
