import { afterAll, beforeAll, expect, it } from 'vitest';
import { Market, OPENING } from './caller.ts';
import { readWall, wallOf } from './pacific.ts';

const ORDERS = 280;
let market: Market;
// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary fields
let orders: any[];
beforeAll(async () => {
  market = await Market.open({ items: 400, orders: ORDERS });
  orders = await market.allOrders();
});
afterAll(() => market.running.close());

const sum = <T>(list: T[], of: (one: T) => number) => list.reduce((total, one) => total + of(one), 0);

async function wholeInventory() {
  const items = [];
  for (let at = 0; at < 400; at += 100) {
    const Values = market.known.allItemNumbers.slice(at, at + 100);
    items.push(...(await market.inventory({ Type: 0, Values })).json.ResponseBody.ItemList);
  }
  return items;
}

it('announces its items, requests, and campaigns', async () => {
  const { itemNumbers, allItemNumbers, requestIds, campaigns, url } = market.known;
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(allItemNumbers).toHaveLength(400);
  expect(new Set(allItemNumbers).size).toBe(400);
  expect(allItemNumbers.every((number) => /^9SI[0-9A-Z]{11}$/.test(number))).toBe(true);
  expect(itemNumbers.every((number) => allItemNumbers.includes(number))).toBe(true);
  expect(requestIds.length).toBeGreaterThanOrEqual(3);
  expect(campaigns.length).toBeGreaterThanOrEqual(2);
});

it("has stock for every item, partly abroad and partly in the operator's warehouses", async () => {
  const items = await wholeInventory();
  expect(items).toHaveLength(400);
  const countries = new Set<string>();
  let withOperator = 0;
  for (const item of items) {
    expect(
      sum(item.InventoryAllocation, (one: { AvailableQuantity: number }) => one.AvailableQuantity),
    ).toBeGreaterThan(0);
    for (const one of item.InventoryAllocation) {
      countries.add(one.WarehouseLocation);
      expect('WarehouseCode' in one).toBe(one.FulfillmentOption === '1');
      if ('WarehouseCode' in one) {
        withOperator++;
        expect(one.WarehouseCode).toMatch(/^0[678]$/);
        expect(one.Quantity).toBe(one.AvailableQuantity);
      }
    }
  }
  expect(withOperator).toBeGreaterThan(10);
  expect(countries.size).toBeGreaterThan(5);
});

it('has an item with more than 25 price logs, and accepts item numbers in any case', async () => {
  const counts = await Promise.all(
    market.known.itemNumbers.map(async (item) => (await market.prices(item)).json.ResponseBody.TotalCount),
  );
  expect(Math.max(...counts)).toBeGreaterThan(25);
  expect(Math.min(...counts)).toBe(0);
  const [first] = market.known.itemNumbers as [string];
  const lower = (await market.prices(first.toLowerCase())).json.ResponseBody;
  expect(lower).toEqual((await market.prices(first)).json.ResponseBody);
});

it('has a first lookup request for all storefronts, with an unmatched row on the first page', async () => {
  for (const storefront of ['', 'b2b/', 'can/']) {
    const { ResponseBody } = (await market.lookup(market.known.requestIds[0], undefined, storefront)).json;
    const noMatch = ResponseBody.ItemList.filter((item: { Note?: string }) => item.Note);
    expect(noMatch.length).toBeGreaterThan(0);
    for (const item of noMatch) expect('MarketItemNumber' in item).toBe(false);
    expect(ResponseBody.ItemList.some((item: object) => 'Variety' in item)).toBe(true);
    expect(ResponseBody.PageInfo.TotalCount).toBeGreaterThan(100);
  }
});

it('has a first campaign with several groups and more than 25 keywords', async () => {
  const { rows } = (await market.keywords({})).json;
  expect(rows.length).toBeGreaterThan(25);
  const groups = (await market.performance({ campaignNumber: market.known.campaigns[0] })).json.rows;
  expect(groups.length).toBeGreaterThan(1);
  const text = JSON.stringify(rows);
  for (const start of ['"=', '"+', '"@', '"-']) expect(text).toContain(`"keyword":${start}`);
});

it('has the requested number of orders, all within 60 days, in all six states', () => {
  expect(orders).toHaveLength(ORDERS);
  expect(new Set(orders.map((order) => order.OrderStatus)).size).toBe(6);
  for (const order of orders) {
    expect(order.OrderDate).toMatch(/^\d\d\/\d\d\/\d{4} (0|[1-9]\d?):\d\d:\d\d$/);
    const wall = readWall(order.OrderDate) as number;
    expect(wall).toBeLessThanOrEqual(wallOf(OPENING));
    expect(wall).toBeGreaterThan(wallOf(OPENING) - 60 * 86_400_000);
  }
});

it('has every kind of amount in some order', () => {
  for (const amount of ['ShippingAmount', 'RecyclingFeeAmount', 'DiscountAmount', 'RefundAmount']) {
    expect(orders.some((order) => order[amount] > 0)).toBe(true);
  }
});

it('has orders with awkward data, such as several packages and leading zeros', () => {
  const parts = (order: { ItemInfoList: { SellerPartNumber: string }[] }) =>
    order.ItemInfoList.map((line) => line.SellerPartNumber);
  expect(orders.some((order) => order.PackageInfoList.length > 1)).toBe(true);
  expect(
    orders.some((order) => order.PackageInfoList.some((one: { ItemInfoList: [] }) => one.ItemInfoList.length === 0)),
  ).toBe(true);
  expect(orders.some((order) => new Set(parts(order)).size < order.ItemInfoList.length)).toBe(true);
  expect(orders.some((order) => order.IsAutoVoid)).toBe(true);
  for (const zip of ['00501', '02134']) expect(orders.some((order) => order.ShipToZipCode === zip)).toBe(true);
  const text = JSON.stringify(orders);
  expect(text).toMatch(/"SellerPartNumber":"00\d+"/);
  expect(text).toMatch(/"UPCCode":"00\d{10}"/);
  expect(text).toMatch(/"UPCCode":"\d{13}"/);
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'has orders in all six states for seed %i even if the shop has only eight',
  async (seed) => {
    const small = await Market.open({ seed, items: 1, orders: 8 });
    const few = await small.allOrders();
    expect(new Set(few.map((order) => order.OrderStatus)).size).toBe(6);
    expect(few).toHaveLength(8);
    await small.running.close();
  },
);
