import { afterEach, beforeEach, expect, it } from 'vitest';
import { Market, OPENING } from './caller.ts';

const HOUR = 3_600_000;
let market: Market;
beforeEach(async () => {
  market = await Market.open({ items: 60, orders: 250, caps: 'none' });
});
afterEach(() => market.running.close());

const at = (hours: number) => {
  market.clock.now = OPENING + hours * HOUR;
};
const statuses = async () =>
  new Map((await market.allOrders()).map((order) => [order.OrderNumber as number, order.OrderStatus as number]));

/** The possible next states of each state. */
const next: Record<number, number[]> = {
  5: [5, 0, 1, 2, 3, 4],
  0: [0, 1, 2, 3, 4],
  1: [1, 2, 3],
  2: [2, 3],
  3: [3],
  4: [4],
};

it('orders never return to an earlier state, and end up invoiced or voided', async () => {
  let before = await statuses();
  for (const hours of [6, 12, 24, 48, 72, 96, 400]) {
    at(hours);
    const after = await statuses();
    expect(after.size).toBe(250);
    for (const [number, status] of before) expect(next[status]).toContain(after.get(number));
    if (hours <= 72) expect([...after.values()]).not.toEqual([...before.values()]);
    before = after;
  }
  expect(new Set(before.values())).toEqual(new Set([3, 4]));
});

it('orders go through every state: paid, partially shipped, shipped, invoiced, voided', async () => {
  const seen = new Set<string>();
  const before = await statuses();
  for (let hours = 1; hours <= 110; hours += 2) {
    at(hours);
    const OrderNumber = [...before].flatMap(([number, status]) => (status === 3 || status === 4 ? [] : number));
    for (const order of await market.allOrders({ OrderNumberList: { OrderNumber } })) {
      seen.add(`${before.get(order.OrderNumber)} to ${order.OrderStatus}`);
      before.set(order.OrderNumber, order.OrderStatus);
    }
  }
  const moves = ['5 to 0', '0 to 1', '0 to 2', '0 to 4', '1 to 2', '2 to 3'];
  expect([...seen]).toEqual(expect.arrayContaining(moves));
});

it('a pending order is dated at its payment as soon as the payment is validated', async () => {
  const pending = await market.allOrders({ Status: 5 });
  expect(pending.length).toBeGreaterThan(0);
  at(31);
  const OrderNumberList = { OrderNumber: pending.map((order) => order.OrderNumber) };
  const paid = await market.allOrders({ OrderNumberList });
  const opening = '2025-06-16 11:00:00';
  for (const order of paid) expect(order.OrderStatus).not.toBe(5);
  for (const order of paid) expect(order.OrderDate).toMatch(/^06\/1[678]\/2025/);
  const since = await market.allOrders({ OrderDateFrom: opening });
  expect(since).toEqual(paid);
});

it('shipping an order marks it as downloaded', async () => {
  const fresh = (await market.allOrders({ Status: 0 })).filter((order) => !order.OrderDownloaded);
  const OrderNumberList = { OrderNumber: fresh.map((order) => order.OrderNumber) };
  let marked = 0;
  for (let hours = 1; hours <= 80; hours += 3) {
    at(hours);
    for (const order of await market.allOrders({ OrderNumberList })) {
      expect(order.OrderDownloaded).toBe([1, 2, 3].includes(order.OrderStatus));
      if (order.OrderDownloaded) marked++;
    }
  }
  expect(marked).toBeGreaterThan(0);
});

it('an unshipped order is voided on time, and a shipped one is marked as downloaded', async () => {
  const soon = await market.allOrders({ VoidSoon: 24 });
  at(25);
  const OrderNumberList = { OrderNumber: soon.map((order) => order.OrderNumber) };
  const later = await market.allOrders({ OrderNumberList });
  expect(later.some((order) => order.OrderStatus === 4 && order.IsAutoVoid)).toBe(true);
  for (const order of later) expect(order.OrderStatus).not.toBe(0);
  for (const order of later) if (order.OrderStatus !== 4) expect(order.OrderDownloaded).toBe(true);
});

it('nothing changes within an hour; prices and stock change later', async () => {
  const [item] = market.known.itemNumbers as [string];
  const state = async () => ({
    orders: await market.allOrders(),
    prices: (await market.prices(item)).json.ResponseBody,
    stock: (await market.inventory({ Type: 0, Values: market.known.itemNumbers })).json.ResponseBody,
  });
  const first = await state();
  at(0.99);
  expect(await state()).toEqual(first);
  at(30);
  const later = await state();
  expect(later.stock).not.toEqual(first.stock);
  expect(later.prices.TotalCount).toBeGreaterThan(first.prices.TotalCount);
  const added = later.prices.TotalCount - first.prices.TotalCount;
  expect(later.prices.PriceLogs.slice(added)).toEqual(first.prices.PriceLogs.slice(0, 25 - added));
  at(0);
  expect(await state()).toEqual(first);
});

it('the shop can be read as of a time before the opening', async () => {
  const now = await market.allOrders();
  at(-10 * 24);
  const then = await market.allOrders();
  expect((await market.lookup(market.known.requestIds[0])).json[0].Code).toBe('DF006');
  expect(then.length).toBeGreaterThan(50);
  expect(then.length).toBeLessThan(now.length);
  expect(now.slice(-then.length).map((order) => order.OrderNumber)).toEqual(then.map((order) => order.OrderNumber));
});
