/** Params that the order version doesn't support are rejected before the call, and never requested automatically. */
import { expect, test } from 'vitest';
import { adPerformance } from '../../src/operations/ad-performance.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { orders } from '../../src/operations/orders.ts';
import { priceHistory } from '../../src/operations/price-history.ts';
import { unitsOf } from '../../src/protocol/cursor.ts';
import { readParams } from '../../src/protocol/params.ts';
import { faultOf } from './fault.ts';

test.each([
  ['"status" Payment Pending', { status: 'Payment Pending' }, '311', '312'],
  ['"status" Payment Pending', { status: 5 }, '304', '312'],
  ['"sellerOrderNumbers"', { sellerOrderNumbers: 'S1' }, '304', '305'],
])('%s of %o with version %s needs %s', (what, input, version, needed) => {
  const error = faultOf(() => readParams(orders, input, { version }));
  expect(error.code).toBe('MARKET_ARGUMENT');
  expect(error.message).toBe(`${what} needs order version ${needed}, but yours is ${version}. Enter a higher version.`);
  expect(() => readParams(orders, input, { version: needed })).not.toThrow();
  expect(() => readParams(orders, { ...input, version: needed }, { version })).not.toThrow();
});

test.each([
  [{ orderNumbers: '1', status: 5 }, ['status']],
  [{ orderNumbers: '1', sellerOrderNumbers: 'S1' }, ['sellerOrderNumbers']],
  [{ orderNumbers: '1', orderDateFrom: '2025-07-01', orderDateTo: '2025-06-01' }, ['orderDateFrom', 'orderDateTo']],
])("params overridden by order numbers, as in %o, aren't rejected", (input, ignored) => {
  const checked = readParams(orders, input, { version: '304' });
  expect(checked).toEqual({ params: { orderNumbers: ['1'] }, ignored, headers: [] });
});

test('seller order numbers that override a status need their version', () => {
  const input = { sellerOrderNumbers: 'S1', status: 5 };
  const error = faultOf(() => readParams(orders, input, { version: '304' }));
  expect(error.message).toContain('"sellerOrderNumbers"');
  expect(readParams(orders, input, { version: '305' }).ignored).toEqual(['status']);
});

test.each([
  ['304', ['0', '1', '2', '3', '4']],
  ['312', ['0', '1', '2', '3', '4', '5']],
])('requesting each status separately, version %s covers %j', (version, statuses) => {
  const terms = { version, settings: { eachStatus: true } };
  const { params } = readParams(orders, { orderDateFrom: '2025-06-01' }, terms);
  const units = unitsOf(orders, params, terms);
  expect(units.map(({ status }) => status)).toEqual(statuses);
  expect(units.every(({ orderDateFrom }) => orderDateFrom === '2025-06-01 00:00:00')).toBe(true);
});

test("a given status or order numbers aren't split by status", () => {
  const terms = { version: '314', settings: { eachStatus: true } };
  expect(unitsOf(orders, readParams(orders, { status: 2 }, terms).params, terms)).toHaveLength(1);
  expect(unitsOf(orders, readParams(orders, { orderNumbers: ['1', '2'] }, terms).params, terms)).toHaveLength(1);
});

test('country codes are sent in uppercase, other strings unchanged', () => {
  expect(readParams(inventory, { values: 'sku-a', warehouseList: 'usa, Can' }).params).toEqual({
    values: ['sku-a'],
    warehouseList: ['USA', 'CAN'],
  });
  const period = { fromDate: '2025-06-01', toDate: '2025-06-02' };
  expect(readParams(adPerformance, { ...period, countryCode: 'usa' }).params.countryCode).toBe('USA');
});

test('an item number in two spellings is requested once, and part numbers unchanged', () => {
  const spelled = (input: object) => readParams(inventory, { ...input }).params.values;
  const values = ['9sia', '9SIA', 'sku', 'SKU'];
  expect(spelled({ values })).toEqual(['9SIA', 'sku', 'SKU']);
  expect(spelled({ values, type: 'Item number' })).toEqual(['9SIA', 'sku', 'SKU']);
  expect(spelled({ values, type: 1 })).toEqual(values);
  expect(readParams(priceHistory, { itemNumbers: '9sia, 9SIA, n82e' }).params.itemNumbers).toEqual(['9SIA', 'n82e']);
});

test.each(['US', 'USA1', 'U5A'])('a country code "%s" is rejected before any call', (code) => {
  const { message } = faultOf(() => readParams(inventory, { values: 'sku-a', warehouseList: ['USA', code] }));
  expect(message).toBe(`"warehouseList" takes 3-letter codes such as USA, not "${code}".`);
});
