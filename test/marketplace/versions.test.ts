import { afterAll, beforeAll, expect, it } from 'vitest';
import { Market } from './caller.ts';

let market: Market;
beforeAll(async () => {
  market = await Market.open({ items: 30, orders: 60 });
});
afterAll(() => market.running.close());

const since: Record<string, number> = {
  SellerOrderNumber: 305,
  RecyclingFeeAmount: 306,
  OnTimeShipDueDate: 311,
  DeliverDueDate: 311,
  AutoVoidTime: 313,
  CurrencyCode: 313,
  SignatureRequired: 314,
};

it.each([304, 305, 306, 307, 309, 310, 311, 312, 313, 314, 315])(
  'version %i has exactly its fields and states',
  async (version) => {
    const orders = await market.allOrders({}, String(version));
    expect(orders).toHaveLength(60);
    for (const order of orders) {
      for (const [field, first] of Object.entries(since)) expect(field in order).toBe(version >= first);
    }
    const states = new Set(orders.map((order) => order.OrderStatus));
    expect(states.has(5)).toBe(version >= 312);
    const pending = await market.orders({ Status: 5 }, {}, String(version));
    expect(pending.status).toBe(version >= 312 ? 200 : 400);
    const bySellerNumber = { SellerOrderNumberList: { SellerOrderNumber: ['SO0000001'] } };
    const reply = await market.orders(bySellerNumber, {}, String(version));
    expect(reply.status).toBe(version >= 305 ? 200 : 400);
  },
);

it('a pending order is unshipped in versions without the pending state', async () => {
  const pending = (await market.allOrders({ Status: 5 }, '312')).map((order) => order.OrderNumber);
  const before = await market.allOrders({ OrderNumberList: { OrderNumber: pending } }, '311');
  expect(pending.length).toBeGreaterThan(0);
  expect(before.map((order) => order.OrderStatus)).toEqual(pending.map(() => 0));
});

it.each(['', '303', '308', '316', 'latest', '304.0'])('rejects version "%s"', async (version) => {
  const reply = await market.orders({}, {}, version);
  expect(reply.status).toBe(400);
  expect(reply.json[0].Message).toContain('version');
});
