/** Checks item and shop totals against a generated shop whose amounts are known to the cent. */
import { describe, expect, test } from 'vitest';
import type { LinePrice } from '../../../src/insights/facts/orders.ts';
import {
  adSpendOf,
  contributionOf,
  earningsOf,
  type OrderAmounts,
} from '../../../src/insights/reports/item-earnings.ts';
import { runs } from '../../effort.ts';
import { Draws } from '../../marketplace/chance.ts';

interface KnownLine extends LinePrice {
  readonly item: string;
}

interface KnownOrder {
  readonly order: OrderAmounts & { readonly sellerId: string };
  readonly lines: readonly KnownLine[];
}

interface Truth {
  units: number;
  /** The total prices of the included line items, and the total refunds for them. */
  prices: number;
  refunded: number;
}

interface KnownShop {
  readonly orders: KnownOrder[];
  readonly items: Map<string, Truth>;
  readonly totals: { units: number; revenue: number; shipping: number; refunded: number };
}

/** Generates orders and their true totals; splits each refund across line items and shipping. */
function knownShop(seed: number, sellerId: string, count: number): KnownShop {
  const draws = new Draws(seed, sellerId.length, sellerId.charCodeAt(0));
  const shop: KnownShop = {
    orders: [],
    items: new Map(),
    totals: { units: 0, revenue: 0, shipping: 0, refunded: 0 },
  };
  for (let order = 0; order < count; order++) {
    const lines: KnownLine[] = [];
    const isVoid = draws.chance(0.1);
    const shippingAmount = draws.whole(0, 1200);
    let discount = draws.chance(0.3) ? draws.whole(1, 900) : 0;
    let refund = draws.chance(0.2) ? draws.whole(0, shippingAmount) : 0;
    const counted: number[] = [];
    for (let at = draws.whole(1, 4); at > 0; at--) {
      const item = `I${draws.whole(1, 12)}`;
      const isCanceled = draws.chance(0.1);
      const orderedQty = draws.whole(1, 5);
      const price = draws.whole(100, 30_000) * orderedQty;
      const back = draws.chance(0.15) ? draws.whole(0, price) : 0;
      refund += back;
      lines.push({
        ...{ item: `${sellerId} ${item}`, orderedQty, status: isCanceled ? 3 : 2 },
        ...{ unitPrice: price / orderedQty / 100, extendUnitPrice: price / 100 },
      });
      if (isVoid || isCanceled) continue;
      counted.push(price);
      const truth = shop.items.get(item) ?? { units: 0, prices: 0, refunded: 0 };
      shop.items.set(item, {
        units: truth.units + orderedQty,
        prices: truth.prices + price,
        refunded: truth.refunded + back,
      });
      shop.totals.units += orderedQty;
    }
    if (counted.length === 0) discount = 0;
    const amounts = {
      ...{ sellerId, orderStatus: isVoid ? 4 : draws.whole(0, 3) },
      ...{ shippingAmount: shippingAmount / 100, recyclingFeeAmount: null, orderTotalAmount: null },
      ...{ discountAmount: discount / 100, refundAmount: refund / 100 },
    };
    shop.orders.push({ order: amounts, lines });
    if (isVoid) continue;
    shop.totals.revenue += counted.reduce((sum, price) => sum + price, -discount);
    shop.totals.refunded += refund;
    if (counted.length > 0) shop.totals.shipping += shippingAmount;
  }
  return shop;
}

describe.each(Array.from({ length: runs(5, 200) }, (_, index) => index + 1))('shops of seed %i', (seed) => {
  const shops = ['A1', 'B2'].map((sellerId) => [sellerId, knownShop(seed, sellerId, 300)] as const);
  const { items, totals } = earningsOf(
    shops.flatMap(([, { orders }]) => orders),
    ({ item }) => item,
    ({ order }) => order.sellerId,
  );

  test.each(shops)('%s adds up to the cent', (sellerId, known) => {
    const { refunded, ...sums } = known.totals;
    const none = { pendingUnits: 0, pendingRevenue: 0 };
    expect(totals.get(sellerId)).toEqual({ ...sums, refundLow: refunded, refundHigh: refunded, ...none });
    const own = [...items].filter(([key]) => key.startsWith(`${sellerId} `)).map(([, each]) => each);
    expect(own.reduce((sum, { revenue }) => sum + revenue, 0)).toBe(known.totals.revenue);
    expect(own.reduce((sum, { shipping }) => sum + shipping, 0)).toBe(known.totals.shipping);
    expect(own.reduce((sum, { units }) => sum + units, 0)).toBe(known.totals.units);
  });

  test.each(shops)('%s has each true value within its bounds', (sellerId, known) => {
    for (const [item, truth] of known.items) {
      const found = items.get(`${sellerId} ${item}`)!;
      expect(found.units).toBe(truth.units);
      expect(found.revenue).toBeLessThanOrEqual(truth.prices);
      expect(found.refundLow).toBeLessThanOrEqual(truth.refunded);
      expect(found.refundHigh).toBeGreaterThanOrEqual(truth.refunded);
    }
  });
});

test('orders with payment pending are listed separately', () => {
  const order = (orderStatus: number) => ({
    ...{ orderStatus, shippingAmount: 6, recyclingFeeAmount: null, discountAmount: 1, refundAmount: 2 },
    orderTotalAmount: null,
  });
  const lines = [{ status: null, orderedQty: 2, unitPrice: 10, extendUnitPrice: 20 }];
  const { items } = earningsOf(
    [
      { order: order(5), lines },
      { order: order(0), lines },
      { order: order(4), lines },
    ],
    () => 'I',
    () => '',
  );
  expect(items.get('I')).toEqual({
    ...{ units: 2, revenue: 1900, shipping: 600, refundLow: 0, refundHigh: 200 },
    ...{ pendingUnits: 2, pendingRevenue: 1900 },
  });
});

test('a contribution is revenue and shipping less refunds, costs, and fees, for both refund bounds', () => {
  const earned = { units: 2, revenue: 10_000, shipping: 500, refundLow: 1000, refundHigh: 2000 };
  expect(contributionOf(earned, { cost: 1000, shipCost: 300, fee: 0.1 })).toEqual({
    earned: 10_500,
    low: 9000 - 2000 + 500 - 2600,
    high: 8100 + 500 - 2600,
  });
});

test('ad spend on one product belongs to it; on several, each gets a range up to all of it', () => {
  const { items, shops } = adSpendOf(
    [
      { sellerId: 'A', cents: 1010, products: ['I'] },
      { sellerId: 'A', cents: 2020, products: ['I', 'J'] },
      { sellerId: 'A', cents: 100, products: ['I', 'i'] },
      { sellerId: 'A', cents: 500, products: [] },
      { sellerId: 'B', cents: 700, products: ['I'] },
    ],
    (sellerId, item) => `${sellerId} ${item.toLowerCase()}`,
  );
  expect(Object.fromEntries(items)).toEqual({
    'A i': { low: 1110, high: 3130 },
    'A j': { low: 0, high: 2020 },
    'B i': { low: 700, high: 700 },
  });
  expect(Object.fromEntries(shops)).toEqual({ A: 3630, B: 700 });
});
