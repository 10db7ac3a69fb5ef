/** The shop lives by the clock: in whole hours, forward and back. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Market, OPENING } from './caller.ts';

const HOUR = 3_600_000;
let market: Market;
beforeEach(async () => {
  market = await Market.open({ items: 100, orders: 250, caps: 'none' });
});
afterEach(() => market.running.close());

const at = (hours: number) => {
  market.clock.now = OPENING + hours * HOUR;
};
const statuses = async () =>
  new Map(
    (await market.allOrders()).map((order) => [order.OrderNumber as number, order.OrderStatus as number]),
  );

/** The states that may follow each state. */
const next: Record<number, number[]> = {
  5: [5, 0, 1, 2, 3, 4],
  0: [0, 1, 2, 3, 4],
  1: [1, 2, 3],
  2: [2, 3],
  3: [3],
  4: [4],
};

it('moves orders only forward, until each is invoiced or voided', async () => {
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

it('voids an unshipped order when its time has come, and marks a shipped one as downloaded', async () => {
  const soon = await market.allOrders({ VoidSoon: 24 });
  at(25);
  const OrderNumberList = { OrderNumber: soon.map((order) => order.OrderNumber) };
  const later = await market.allOrders({ OrderNumberList });
  expect(later.some((order) => order.OrderStatus === 4 && order.IsAutoVoid)).toBe(true);
  for (const order of later) expect(order.OrderStatus).not.toBe(0);
  for (const order of later) if (order.OrderStatus !== 4) expect(order.OrderDownloaded).toBe(true);
});

it('stands still within an hour, and changes prices and stock later', async () => {
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

it('knows what was before it opened', async () => {
  const now = await market.allOrders();
  at(-10 * 24);
  const then = await market.allOrders();
  expect(then.length).toBeGreaterThan(50);
  expect(then.length).toBeLessThan(now.length);
  expect(now.slice(-then.length).map((order) => order.OrderNumber)).toEqual(
    then.map((order) => order.OrderNumber),
  );
});
