/** Revenue and refunds add up exactly, and the bounds contain each line item's true refund. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LinePrice } from '../../../src/insights/facts/orders.ts';
import { lineAmounts, type OrderAmounts } from '../../../src/insights/reports/item-earnings.ts';

const order = (amounts: Partial<OrderAmounts> = {}): OrderAmounts => ({
  orderStatus: 2,
  shippingAmount: 0,
  recyclingFeeAmount: 0,
  discountAmount: 0,
  refundAmount: 0,
  orderTotalAmount: null,
  ...amounts,
});
const line = (extendUnitPrice: number | null, others: Partial<LinePrice> = {}): LinePrice => ({
  status: 2,
  orderedQty: 2,
  unitPrice: (extendUnitPrice ?? 0) / 2,
  extendUnitPrice,
  ...others,
});
const CANCELED = { status: 3 };

const revenues = (amounts: Partial<OrderAmounts>, lines: readonly LinePrice[]) =>
  lineAmounts(order(amounts), lines).map((each) => each?.revenue);
const refunds = (amounts: Partial<OrderAmounts>, lines: readonly LinePrice[]) =>
  lineAmounts(order(amounts), lines).map((each) => each && [each.refundLow, each.refundHigh]);

describe('revenue of a line', () => {
  test.each<[says: string, Partial<OrderAmounts>, readonly LinePrice[], readonly (number | undefined)[]]>([
    ['is its price', {}, [line(10.1), line(0.3)], [1010, 30]],
    ['is units times unit price without an extended price', {}, [line(null, { unitPrice: 4.05 })], [810]],
    ['is reduced by its share of the discount', { discountAmount: 3 }, [line(20), line(10)], [1800, 900]],
    [
      'gets the leftover cent of the discount by largest remainder',
      { discountAmount: 1 },
      [line(10), line(10), line(10)],
      [966, 967, 967],
    ],
    ['treats a negative discount like a positive one', { discountAmount: -3 }, [line(20), line(10)], [1800, 900]],
    ['is undefined in a voided order', { orderStatus: 4, discountAmount: 3 }, [line(20)], [undefined]],
    [
      'puts the whole discount on lines that are not canceled',
      { discountAmount: 3 },
      [line(20, CANCELED), line(10)],
      [undefined, 700],
    ],
    ['may be negative', { discountAmount: 3 }, [line(0), line(0)], [-300, 0]],
    ['is empty without lines', { discountAmount: 3 }, [], []],
    ['is zero without any price', {}, [line(null, { unitPrice: null })], [0]],
  ])('%s', (_, amounts, lines, expected) => {
    expect(revenues(amounts, lines)).toEqual(expected);
  });
});

describe('refund of a line', () => {
  test.each<[says: string, Partial<OrderAmounts>, readonly LinePrice[], readonly unknown[]]>([
    [
      'is anything from zero to the whole refund',
      { refundAmount: 5 },
      [line(20), line(10)],
      [
        [0, 500],
        [0, 500],
      ],
    ],
    [
      'is at most its price',
      { refundAmount: 15 },
      [line(20), line(10)],
      [
        [500, 1500],
        [0, 1000],
      ],
    ],
    ['is exact for a single line', { refundAmount: 15 }, [line(20)], [[1500, 1500]]],
    ['may be partly for shipping', { refundAmount: 15, shippingAmount: 6 }, [line(20)], [[900, 1500]]],
    ['may be for a canceled line', { refundAmount: 15 }, [line(20), line(12, CANCELED)], [[0, 1500], undefined]],
    [
      'may be for an amount that only the total includes',
      { refundAmount: 15, orderTotalAmount: 27 },
      [line(20)],
      [[800, 1500]],
    ],
    ['is at most the price, even if the refund exceeds all lines', { refundAmount: 33 }, [line(20)], [[2000, 2000]]],
    ['treats a negative refund like a positive one', { refundAmount: -15 }, [line(20)], [[1500, 1500]]],
  ])('%s', (_, amounts, lines, expected) => {
    expect(refunds(amounts, lines)).toEqual(expected);
  });
});

const cents = fc.integer({ min: 0, max: 5_000_00 });
const anOrder = fc.record({
  prices: fc.array(fc.record({ price: cents, isCanceled: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  discount: fc.integer({ min: 0, max: 40_00 }),
  shipping: fc.integer({ min: 0, max: 30_00 }),
  fee: fc.integer({ min: 0, max: 6_00 }),
  /** The refunded shares of each line item, of the shipping, and of the fee. */
  parts: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 8, maxLength: 8 }),
});

test('revenues add up to prices less discount, and the true refund is within its bounds', () => {
  fc.assert(
    fc.property(anOrder, ({ prices, discount, shipping, fee, parts }) => {
      const refunded = prices.map(({ price }, index) => Math.round(price * parts[index]!));
      const rest = Math.round(shipping * parts[6]!) + Math.round(fee * parts[7]!);
      const amounts = lineAmounts(
        order({
          discountAmount: discount / 100,
          shippingAmount: shipping / 100,
          recyclingFeeAmount: fee / 100,
          refundAmount: refunded.reduce((sum, each) => sum + each, rest) / 100,
        }),
        prices.map(({ price, isCanceled }) => line(price / 100, isCanceled ? CANCELED : {})),
      );
      const counted = prices.filter(({ isCanceled }) => !isCanceled);
      const revenue = amounts.reduce((sum, each) => sum + (each?.revenue ?? 0), 0);
      const price = counted.reduce((sum, each) => sum + each.price, 0);
      expect(revenue).toBe(counted.length === 0 ? 0 : price - discount);
      amounts.forEach((each, index) => {
        expect(each === undefined).toBe(prices[index]!.isCanceled);
        if (!each) return;
        expect(each.refundLow).toBeLessThanOrEqual(refunded[index]!);
        expect(each.refundHigh).toBeGreaterThanOrEqual(refunded[index]!);
      });
    }),
    { numRuns: 500 },
  );
});
