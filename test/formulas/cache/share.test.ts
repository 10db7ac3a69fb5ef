/** Formulas reuse a pull's records if the request is identical. */
import { describe, expect, test } from 'vitest';
import type { Input } from '../../../src/formulas/formula.ts';
import { share } from '../../../src/formulas/queue/known-answers.ts';
import { operations } from '../../../src/operations/registry.ts';
import { unitsOf } from '../../../src/protocol/cursor.ts';
import type { AnyRecord } from '../../../src/protocol/fields.ts';
import { readParams } from '../../../src/protocol/params.ts';
import { chanceOf, InMemoryShop } from '../../support/in-memory-storm.ts';

const stock = (itemNumber: string, sellerPartNumber: string, availableQuantity: number): AnyRecord =>
  ({ itemNumber, sellerPartNumber, inventoryAllocation: [{ availableQuantity }] }) as unknown as AnyRecord;
const RECORDS = [stock('9SIA', 'a', 1), stock('9SIB', 'b', 2)];

function shopAfter(input: Readonly<Record<string, unknown>>, records: readonly AnyRecord[] = RECORDS): InMemoryShop {
  const shop = new InMemoryShop();
  const { params } = readParams(operations.inventory, input);
  const whole = unitsOf(operations.inventory, params).map((unit) => ({ params: unit, records }));
  share(shop.openCache(), 'shop', 'inventory', 'main', whole, shop.now);
  return shop;
}

function valueIn(shop: InMemoryShop, inputs: readonly Input[]) {
  return shop.run([{ name: 'MARKET_STOCK', inputs }], chanceOf(1)).shown[0]!.value;
}

describe('after a pull of some items', () => {
  test.each([
    [['9SIA'], 1],
    [['b'], 2],
    [[[['9SIA'], ['b']]], [[1], [2]]],
  ] as [Input[], unknown][])('%j is answered without a call', (inputs, expected) => {
    const shop = shopAfter({ values: ['9SIA', 'b'] });
    expect(valueIn(shop, inputs)).toEqual(expected);
    expect(shop.calls).toEqual([]);
  });

  test("an item that the pull didn't find is reported as missing", () => {
    const shop = shopAfter({ values: ['9SIA', '9SIX'] });
    expect(valueIn(shop, [[['9SIX']]])).toEqual([['']]);
    expect(shop.calls).toEqual([]);
  });

  test('a different warehouse, type or item needs a call', () => {
    const shop = shopAfter({ values: ['b'], warehouseList: ['USA'] });
    expect(valueIn(shop, ['b', 'usa'])).toBe(2);
    expect(shop.calls).toEqual([]);
    valueIn(shop, ['b']);
    valueIn(shop, [[['b']], 'USA', 2]);
    valueIn(shop, ['c', 'USA']);
    expect(shop.calls).toEqual([['b'], ['b'], ['c']]);
  });
});

test('after a pull of price changes, the latest price is shown without a call', () => {
  const shop = new InMemoryShop();
  const change = (targetUnitPrice: number, at: number) =>
    ({ marketItemNumber: '9SIA', targetUnitPrice, requestTimeStamp: { at, text: '' } }) as unknown as AnyRecord;
  const params = { itemNumbers: ['9SIA'] };
  const records = [change(5, shop.now - 2), change(7, shop.now - 1)];
  share(shop.openCache(), 'shop', 'price-history', 'main', [{ params, records }], shop.now);
  const { shown } = shop.run([{ name: 'MARKET_PRICE', inputs: ['9SIA'] }], chanceOf(1));
  expect(shown[0]!.value).toBe(7);
  expect(shop.calls).toEqual([]);
});
