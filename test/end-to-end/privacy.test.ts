import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop, pullsFrom } from './shop.ts';

const ORDERS = 40;
const MARKET = { market: { orders: ORDERS, items: 20 } };

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop(MARKET.market);
});
afterAll(() => shop.close());

const BUYER_HEADERS = [
  'Customer name',
  'Customer phone number',
  'Customer email address',
  'Ship to address 1',
  'Ship to address 2',
  'Ship to city name',
  'Ship to state code',
  'Ship to zip code',
  'Ship to country code',
  'Ship to first name',
  'Ship to last name',
  'Ship to company',
];

interface Orders {
  ResponseBody: { OrderInfoList: { OrderNumber: number; ShipToZipCode: string; CustomerName: string }[] };
}

async function rawOrders(): Promise<Orders['ResponseBody']['OrderInfoList']> {
  const page = await askShop(shop, 'PUT', '/marketplace/b2b/ordermgmt/order/orderinfo?version=314', {
    OperationType: 'GetOrderInfoRequest',
    RequestBody: { PageIndex: 1, PageSize: 100, RequestCriteria: {} },
  });
  return (page as Orders).ResponseBody.OrderInfoList;
}

test('keys are only in user properties', async () => {
  const { apiKey, secretKey } = shop.announcement;
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { sidebar: ['listConnections'] },
    { sidebar: ['state'] },
    { test: 'Shop' },
    ...pullsFrom(shop),
    { cells: { 'Sheet1!A1': `=MARKET_STOCK("${shop.announcement.itemNumbers[0]}")` } },
    { connect: connectionTo(shop, { name: 'Wrong', secretKey: `${secretKey}x` }) },
    { test: 'Wrong' },
    { pull: { operation: 'orders', params: { connection: 'Wrong' } } },
    { dump: true },
  ]);
  const dump = replies.at(-1)!.value;
  const user = dump.properties.user;
  expect(JSON.stringify(user)).toContain(secretKey);
  const elsewhere = JSON.stringify({ ...dump, properties: { ...dump.properties, user: null } });
  const said = JSON.stringify(replies.filter(({ step }) => step !== 2 && step !== replies.length));
  for (const key of [apiKey, secretKey]) {
    expect(elsewhere).not.toContain(key);
    expect(said).not.toContain(key);
  }
});

test('without consent, buyer data is stored nowhere', async () => {
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { cells: { 'Sheet1!A1': '=MARKET_ORDERS("2025-06-01","2025-06-16")' } },
    { get: 'Orders!A1:AZ1', as: 'values' },
    { dump: true },
  ]);
  expect(replies[3]!.value.rows.added).toBeGreaterThan(ORDERS);
  const header = replies[5]!.value[0];
  expect(header.filter((name: string) => BUYER_HEADERS.includes(name))).toEqual([]);
  const everything = JSON.stringify(replies[6]!.value);
  for (const { CustomerName } of await rawOrders()) expect(everything).not.toContain(CustomerName);
});

test('with consent, buyer fields are pulled, and ZIP codes keep their zeros', async () => {
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { consent: { buyerData: true, retentionDays: 30 } },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A1:AZ301', as: 'values' },
    { dump: true },
  ]);
  const [header, ...rows] = replies[6]!.value;
  const place = (name: string) => header.indexOf(name);
  for (const name of BUYER_HEADERS) expect(place(name)).toBeGreaterThanOrEqual(0);
  const shown = new Map(rows.map((row: string[]) => [row[place('Order number')], row[place('Ship to zip code')]]));
  const raw = await rawOrders();
  expect(raw.some(({ ShipToZipCode }) => ShipToZipCode.startsWith('0'))).toBe(true);
  for (const order of raw) expect(shown.get(String(order.OrderNumber))).toBe(order.ShipToZipCode);
  // Only cells may contain buyer data.
  const { properties, cache, logs, mails } = replies[7]!.value;
  const kept = JSON.stringify({ properties, cache, logs, mails });
  for (const { CustomerName } of raw) expect(kept).not.toContain(CustomerName);
});

test('withdrawing consent removes buyer data and keeps everything else', async () => {
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { consent: { buyerData: true } },
    { pull: { operation: 'orders', params: {} } },
    { edit: ['insertRow', 'Orders', { before: 3 }] },
    { cells: { 'Orders!A3': 'my own row' } },
    { consent: { buyerData: false } },
    { get: 'Orders!A1:AZ302', as: 'values' },
    { pull: { operation: 'orders', params: {} } },
    { get: 'Orders!A1:AZ302', as: 'values' },
    { dump: true },
  ]);
  const [header, ...rows] = replies[8]!.value;
  const places = BUYER_HEADERS.map((name) => header.indexOf(name));
  expect(places.every((place) => place >= 0)).toBe(true);
  for (const row of rows) expect(places.map((place) => row[place]).join('')).toBe('');
  expect(rows[1][0]).toBe('my own row');
  expect(rows.filter((row: string[]) => /^\d+$/.test(row[header.indexOf('Order number')]!))).toHaveLength(ORDERS);
  expect(replies[9]!.value.rows).toMatchObject({ added: 0, changed: 0 });
  const everything = JSON.stringify(replies[11]!.value);
  for (const { CustomerName } of await rawOrders()) expect(everything).not.toContain(CustomerName);
});

/** Other scripts in the workbook can fill both stores, up to 500 KB each. */
const FILL = `for (const store of [PropertiesService.getDocumentProperties(), PropertiesService.getUserProperties()]) {
  for (const size of [9000, 500, 20, 1])
    for (let at = 0; at < 100; at++) {
      try { store.setProperty('full.' + size + '.' + at, 'x'.repeat(size)); } catch (error) { break; }
    }
  try { store.setProperty('one more', 'x'.repeat(100)); } catch (error) { continue; }
  throw new Error('A store is not full.');
}`;

test('withdrawing consent works even if all stores are full', async () => {
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { consent: { buyerData: true } },
    { pull: { operation: 'orders', params: {} } },
    { dump: true },
    { eval: FILL },
    { consent: { buyerData: false } },
    { get: 'Orders!A1:AZ302', as: 'values' },
    { sidebar: ['state'] },
    { dump: true },
  ]);
  const some = (await rawOrders())[0]!.CustomerName;
  expect(JSON.stringify(replies[5]!.value)).toContain(some);
  expect(replies[6]).toMatchObject({ ok: true });
  expect(replies[7]).toMatchObject({ ok: true });
  const everything = JSON.stringify(replies[10]!.value);
  for (const { CustomerName } of await rawOrders()) expect(everything).not.toContain(CustomerName);
  expect(replies[9]!.value.value.consents).toMatchObject([{ buyerData: false }]);
});

test('buyer data is removed after its retention period, and old orders do not bring it back', async () => {
  const buyers = (replies: { value: string[][] }) => {
    const [header, ...rows] = replies.value;
    const places = BUYER_HEADERS.map((name) => header!.indexOf(name)).filter((place) => place >= 0);
    return rows.filter((row) => places.some((place) => row[place] !== '')).length;
  };
  const read = { get: 'Orders!A1:AZ301', as: 'values' };
  const replies = await runScenario([
    { open: {} },
    MARKET,
    { connect: connectionTo(shop) },
    { consent: { buyerData: true, retentionDays: 30 } },
    { pull: { operation: 'orders', params: {} } },
    read,
    { advance: 'P29D' },
    { pull: { operation: 'orders', params: {} } },
    read,
    { advance: 'P2D' },
    { pull: { operation: 'orders', params: {} } },
    read,
    { dump: true },
  ]);
  expect(buyers(replies[5]!)).toBe(ORDERS);
  expect(buyers(replies[8]!)).toBe(ORDERS);
  expect(buyers(replies[11]!)).toBe(0);
  const everything = JSON.stringify(replies[12]!.value);
  for (const { CustomerName } of await rawOrders()) expect(everything).not.toContain(CustomerName);
});

test('withdrawing consent completes even if the execution is killed', async () => {
  const fresh = [{ open: {} }, MARKET, { connect: connectionTo(shop) }];
  const some = { operation: 'orders', params: { orderDateFrom: '2025-06-14' } };
  const replies = await runScenario(
    // The eighth call stores the consent.
    (isLong ? [8, 10, 13, 17] : [8, 13]).flatMap((call) => [
      ...fresh,
      { consent: { buyerData: true } },
      { pull: some },
      { fault: { killAtServiceCall: call } },
      { consent: { buyerData: false } },
      { fault: null },
      { pull: some },
      { dump: true },
    ]),
  );
  for (let step = 9; step < replies.length; step += 10) {
    const everything = JSON.stringify(replies[step]!.value);
    for (const { CustomerName } of await rawOrders()) expect(everything).not.toContain(CustomerName);
  }
});
