import { describe, expect, test } from 'vitest';
import type { Input } from '../../../src/formulas/formula.ts';
import { findFormula } from '../../../src/formulas/functions/registry.ts';
import { faultOf } from '../../protocol/fault.ts';
import { answers, evaluateWith, NOW } from '../../support/noted-answers.ts';

describe('MARKET_PRICE', () => {
  const change = (MarketItemNumber: string, day: number, prices: readonly (number | null)[]) => ({
    MarketItemNumber,
    RequestTimeStamp: `2025-06-0${day}T00:00:00Z`,
    OriginalUnitPrice: prices[0],
    TargetUnitPrice: prices[1],
    BuyboxUnitPrice: prices[2],
  });
  const changes = [
    change('9SIA', 1, [20, 19, 15]),
    change('9SIA', 3, [19, 17.1, 17]),
    change('9SIA', 2, [21, 19, 16]),
    change('9SIB', 1, [5, 6, 0]),
    change('9SIC', 1, [5, null, null]),
  ];
  const of = (inputs: readonly Input[]) => evaluateWith(findFormula('MARKET_PRICE'), inputs, answers(changes));

  test.each([
    [undefined, 17.1],
    ['price', 17.1],
    ['previous', 19],
    ['buybox', 17],
    ['gap', 0.1],
    ['GAP%', 0.1 / 17],
    ['time', new Date('2025-06-03T00:00:00Z')],
  ])('takes %s from the newest change', (field, expected) => {
    expect(of(['9SIA', field])).toEqual(expected);
  });

  test('keeps the shape of a range; unknown items, missing prices, and divisions by 0 are blank', () => {
    const range = [
      ['9SIA', '9SIB'],
      ['', '9SIX'],
    ];
    expect(of([range])).toEqual([
      [17.1, 6],
      ['', ''],
    ]);
    expect(of([[['9SIB'], ['9SIC']], 'gap%'])).toEqual([[''], ['']]);
    expect(of([[['9SIB'], ['9SIC']], 'gap'])).toEqual([[6], ['']]);
  });
});

describe('MARKET_ORDER', () => {
  const order = (OrderNumber: number, OrderStatusDescription: string) => ({
    OrderNumber,
    OrderStatusDescription,
    CustomerName: 'Secret Name',
    ShipToZipCode: 'Secret Zip',
  });
  const orders = [order(2, 'Shipped'), order(1, 'Voided')];
  const of = (inputs: readonly Input[], every = {}) =>
    evaluateWith(findFormula('MARKET_ORDER'), inputs, answers(orders, { every }));

  test.each([
    [[1, 'Order status description'], 'Voided'],
    [[' 2 ', 'orderStatusDescription'], 'Shipped'],
    [[2, 'As of'], new Date(NOW)],
    [
      [[[2], [''], [7], [1]], 'orderStatusDescription'],
      [['Shipped'], [''], [''], ['Voided']],
    ],
    [[[[2, 1]], 'orderStatusDescription'], [['Shipped', 'Voided']]],
  ] as [Input[], unknown][])('returns one field for %j', (inputs, expected) => {
    expect(of(inputs)).toEqual(expected);
  });

  test('returns a header and one row per number, aligned with the input, if no field is given', () => {
    const [header, ...rows] = of([[[2], [''], [7], [1]]]) as unknown[][];
    const number = header!.indexOf('Order number');
    expect(rows.map((row) => row[number])).toEqual(['2', '', '', '1']);
    expect(rows[1]!.every((cell) => cell === '')).toBe(true);
    expect(of([2])).toEqual([header, rows[0]]);
    expect(JSON.stringify(rows)).not.toContain('Secret');
  });

  test.each(['Customer name', 'shipToZipCode'])('refuses the buyer field %s', (field) => {
    expect(faultOf(() => of([2, field])).code).toBe('MARKET_ARGUMENT');
  });

  test('reports a single unknown order as not found', () => {
    expect(faultOf(() => of([7])).code).toBe('MARKET_NOT_FOUND');
    expect(faultOf(() => of([7, 'Order status'])).code).toBe('MARKET_NOT_FOUND');
  });
});
