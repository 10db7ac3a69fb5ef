/** Resolves item numbers, part numbers, and UPC codes through the Catalog; never guesses. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Params } from '../../src/protocol/params.ts';
import {
  type AskingOperation,
  allItems,
  itemListOf,
  type Meaning,
  meaningsOf,
  needsCatalog,
  type Traits,
  unclearText,
} from '../../src/tables/catalog/item-keys.ts';

const { inventory, orders, 'price-history': prices } = operations;

const CATALOG: readonly Traits[] = [
  { itemNumber: '9SI1', sellerPartNumber: 'SSD-1', upcCode: '812674021181' },
  { itemNumber: '9SI2', sellerPartNumber: '0000472', upcCode: '000123456789' },
  { itemNumber: '9SI3', sellerPartNumber: '007' },
  { itemNumber: '9SI4', sellerPartNumber: '7' },
  { itemNumber: '9SI5', sellerPartNumber: 'TWICE' },
  { itemNumber: '9SI6', sellerPartNumber: 'TWICE' },
  { itemNumber: '9SI7', sellerPartNumber: '0012' },
  { itemNumber: '9SI8', sellerPartNumber: '012' },
  { sellerPartNumber: 'NO-NUMBER', upcCode: '412674021181' },
  { itemNumber: '9si9', sellerPartNumber: 'lower', upcCode: '512674021181' },
  { itemNumber: '9SI10', sellerPartNumber: 'OTHER', upcCode: '512674021181' },
];

/** Returns the identifier unchanged if it needs no Catalog lookup. */
function meaning(operation: AskingOperation, identifier: string, params: Params = {}): Meaning {
  const list = itemListOf(operation, params)!;
  return needsCatalog(list, identifier)
    ? meaningsOf(CATALOG, list, [identifier]).get(identifier)!
    : { asks: identifier, meant: [] };
}

const asks = (asked: string) => ({ asks: asked, meant: [] });

describe('prices are requested by item number', () => {
  test.each([
    ['an item number', '9SI1', asks('9SI1')],
    ['an item number that is not in the Catalog', '9SIX', asks('9SIX')],
    ['a part number', 'SSD-1', asks('9SI1')],
    ['a part number in lower case', 'ssd-1', asks('9SI1')],
    ['a UPC code', '812674021181', asks('9SI1')],
    ['a UPC code whose leading zeros were lost in a number cell', '123456789', asks('9SI2')],
    ['a part number without its leading zeros is ambiguous', '472', { meant: ['0000472'] }],
    ['two digits match part numbers, never a UPC code', '12', { meant: ['0012', '012'] }],
    ['a part number with leading zeros', '007', asks('9SI3')],
    ['the same number without zeros, another part', '7', asks('9SI4')],
    ['the same number with one zero, neither part', '07', { meant: ['007', '7'] }],
    ['a part number that two items share', 'TWICE', { meant: ['9SI5', '9SI6'] }],
    ['a UPC code that two items share', '512674021181', { meant: ['9si9', '9SI10'] }],
    ['an item number typed into the Catalog in lower case', 'LOWER', asks('9SI9')],
    ['a part number whose item has no item number', 'NO-NUMBER', { meant: [] }],
    ['an unknown identifier', 'elsewhere', { meant: [] }],
  ])('%s', (_, identifier, expected) => {
    expect(meaning(prices, identifier)).toEqual(expected);
  });
});

describe('stock is requested by item number or part number', () => {
  test.each([
    ['a part number is sent unchanged', 'SSD-1', {}, asks('SSD-1')],
    ['an unknown identifier is sent unchanged', 'elsewhere', {}, asks('elsewhere')],
    ['a UPC code becomes its item number', '812674021181', {}, asks('9SI1')],
    ['a UPC code becomes the part number of an item without an item number', '412674021181', {}, asks('NO-NUMBER')],
    ['digits are sent unchanged, with a suggestion', '472', {}, { asks: '472', meant: ['0000472'] }],
    ['digits that are a part number', '7', {}, asks('7')],
    ['type 1 (part number) sends anything unchanged', '812674021181', { type: '1' }, asks('812674021181')],
    ['type 2 (UPC code) sends anything unchanged', '812674021181', { type: '2' }, asks('812674021181')],
    ['type 0 (item number) sends anything unchanged', 'SSD-1', { type: '0' }, asks('SSD-1')],
  ])('%s', (_, identifier, params, expected) => {
    expect(meaning(inventory, identifier, params)).toEqual(expected);
  });
});

test('an operation without an item parameter has no item list', () => {
  expect(itemListOf(orders, {})).toBeUndefined();
});

test('random catalogs: an identifier resolves only to the only item that has it', () => {
  const digits = fc.stringMatching(/^0{0,3}[1-3]{1,2}$/);
  const rows = fc.array(fc.record({ itemNumber: fc.nat(9).map((n) => `9SI${n}`), sellerPartNumber: digits }));
  fc.assert(
    fc.property(rows, digits, (catalog, typed) => {
      const list = itemListOf(prices, {})!;
      const { asks: asked, meant } = meaningsOf(catalog, list, [typed]).get(typed)!;
      const own = new Set(catalog.flatMap((row) => (row.sellerPartNumber === typed ? row.itemNumber : [])));
      const alike = new Set(
        catalog.map((row) => row.sellerPartNumber).filter((part) => Number(part) === Number(typed)),
      );
      expect(asked).toBe(own.size === 1 ? [...own][0] : undefined);
      if (own.size === 0) expect([...meant].sort()).toEqual([...alike].sort());
      if (own.size > 1) expect(new Set(meant)).toEqual(own);
    }),
  );
});

describe('all items of the Catalog', () => {
  const all = (operation: AskingOperation, params: Params = {}) =>
    allItems([...CATALOG, {}, { upcCode: '99' }], itemListOf(operation, params)!);

  test('are listed by item number, each once', () => {
    const { identifiers, unnamed } = all(prices);
    expect(identifiers).toEqual([...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `9SI${n}`)]);
    expect(unnamed).toBe(2);
  });

  test('are listed by part number if no type is chosen', () => {
    const { identifiers, unnamed } = all(inventory);
    expect(identifiers).toHaveLength(10);
    expect(identifiers).toContain('NO-NUMBER');
    expect(unnamed).toBe(1);
  });

  test.each([
    ['0', '9SI1'],
    ['1', 'SSD-1'],
    ['2', '812674021181'],
  ])('type %s lists identifiers of that type', (type, first) => {
    expect(all(inventory, { type }).identifiers[0]).toBe(first);
  });
});

test('the message gives instructions for each kind of unresolved identifier', () => {
  expect(
    unclearText([
      { identifier: 'A', meant: [] },
      { identifier: '472', meant: ['0000472'] },
    ]),
  ).toBe(
    `The Catalog has no item number for "A". Pull Orders or Inventory first, or add the item number to the Catalog. "472" isn't in the Catalog. Did you mean "0000472"? Enter it as text, with leading zeros.`,
  );
  expect(unclearText([{ identifier: '12', meant: ['0012', '012'] }])).toBe(
    '"12" could be "0012", "012". Enter the one you mean.',
  );
});
