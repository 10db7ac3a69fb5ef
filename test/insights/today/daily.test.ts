/** Orders and ads by day, open orders, and what changed since somebody looked. */
import { expect, test } from 'vitest';
import {
  adsByDay,
  type ChangeRow,
  newsSince,
  ordersByDay,
  voidTimes,
} from '../../../src/insights/today/today-facts.ts';

const at = (text: string) => Date.parse(text);
const order = (orderDate: string | null, orderTotalAmount: number | null, orderStatus = 2) => ({
  orderDate: orderDate === null ? null : at(orderDate),
  orderTotalAmount,
  orderStatus,
  fulfillmentOption: 0,
});

test('orders stand on the day of the zone, void ones nowhere', () => {
  const rows = [
    order('2025-03-09T07:59:00Z', 10.1),
    order('2025-03-09T08:00:00Z', 20.2),
    order('2025-03-10T06:59:00Z', 30.3),
    order('2025-03-10T07:00:00Z', null),
    order('2025-03-10T12:00:00Z', 99, 4),
    order(null, 99),
    order('2025-01-01T12:00:00Z', 99),
  ];
  const days = ordersByDay(rows, '2025-03-10', 'America/Los_Angeles');
  expect(days).toHaveLength(30);
  expect(days[0]!.day).toBe('2025-02-09');
  expect(days.slice(-3)).toEqual([
    { day: '2025-03-08', orders: 1, value: 10.1 },
    { day: '2025-03-09', orders: 2, value: 50.5 },
    { day: '2025-03-10', orders: 1, value: 0 },
  ]);
  expect(days.slice(0, -3).every(({ orders }) => orders === 0)).toBe(true);
});

test('ads stand on whole days, and ACoS is that of the sums', () => {
  const ad = (fromDate: string, toDate: string, spend: number | null, sales: number) => ({
    fromDate,
    toDate,
    spend,
    sales,
  });
  const days = adsByDay(
    [
      ad('2025-03-09', '2025-03-09', 10.1, 50),
      ad('2025-03-09', '2025-03-09', 20.2, 51),
      ad('2025-03-08', '2025-03-08', 5, 0),
      ad('2025-03-08', '2025-03-09', 99, 99),
      ad('2025-03-10', '2025-03-10', 99, 99),
    ],
    '2025-03-10',
  );
  expect(days).toHaveLength(30);
  expect(days.slice(-2)).toEqual([
    { day: '2025-03-08', spend: 5, acos: undefined },
    { day: '2025-03-09', spend: 30.3, acos: 0.3 },
  ]);
});

test('open orders are those that the seller ships, and void when that is known', () => {
  const open = (orderStatus: number, fulfillmentOption: number | null, autoVoidTime: number | null = null) => ({
    ...order(null, 1, orderStatus),
    fulfillmentOption,
    autoVoidTime,
  });
  const rows = [open(0, 0, 30), open(1, null, 20), open(0, 0), open(2, 0, 10), open(0, 1, 5)];
  expect(voidTimes(rows)).toEqual([20, 30]);
});

test('each order, stock and item is news once', () => {
  const change = (table: string, record: string, column: string | null, after: string, time = 10): ChangeRow => ({
    time,
    sellerId: 'A',
    table,
    record,
    column,
    before: null,
    after,
  });
  const rows = [
    change('Orders', '1', null, 'added'),
    change('Orders', '1', 'Order status', '2'),
    change('Orders', '2', 'Order status', '2'),
    change('Orders', '2', 'Order total amount', '2'),
    change('Orders', '3', 'Order status', '2', 5),
    change('Order lines', '9', null, 'added'),
    change('Inventory', 'X, USA', 'Available quantity', '0'),
    change('Inventory', 'Y, USA', 'Available quantity', '7'),
    change('Inventory', 'Y, USA', 'Available quantity', '0'),
    change('Inventory', 'Z, USA', 'Warehouse location', '0'),
    change('Price log', 'X, 2025-03-10 00:00', null, 'added'),
    change('Price log', 'X, 2025-03-11 00:00', null, 'added'),
  ];
  const news = newsSince(5, rows, 'Available quantity');
  expect(news).toEqual({ newOrders: 1, changedOrders: 1, stockToZero: 1, pricesMoved: 1 });
  expect(newsSince(10, rows, 'Available quantity')).toEqual({
    newOrders: 0,
    changedOrders: 0,
    stockToZero: 0,
    pricesMoved: 0,
  });
});
