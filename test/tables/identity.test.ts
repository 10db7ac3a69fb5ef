/** Which item a row and a fact are about: what is filled, what is added, what contradicts itself. */
import { expect, test } from 'vitest';
import { resolve } from '../../src/tables/catalog/identity.ts';
import { keyOf, type Trait } from '../../src/tables/catalog/item-keys.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import { item, product, question, rowsAfter, type Short, short, traits } from '../support/items-in-short.ts';

const CASES: readonly [name: string, rows: Short[], facts: Fact[], rows: Short[], conflicts?: string[]][] = [
  ['an item that nobody knew gets a row', [], [item({ i: '9SI1', s: 'A' })], [{ i: '9SI1', s: 'A' }]],
  ['an item number in any case is that item', [{ i: '9SIa' }], [item({ i: '9siA', s: 'A' })], [{ i: '9SIa', s: 'A' }]],
  ['a part number typed in gets its item', [{ s: 'sku' }], [item({ i: '9SI1', s: 'SKU' })], [{ i: '9SI1', s: 'sku' }]],
  [
    'an item number typed in gets the rest',
    [{ i: '9SI1' }],
    [item({ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' }],
  ],
  [
    'facts about one item are one row',
    [],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI1', u: '12' }), item({ s: 'a', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '12', t: 'T' }],
  ],
  ['a part number alone gets a row, once', [], [item({ s: 'A' }), item({ s: 'a', t: 'T' })], [{ s: 'A', t: 'T' }]],
  [
    'part numbers that differ in zeros at their beginning are two items',
    [{ s: '007' }],
    [item({ s: '7', t: 'T' })],
    [{ s: '007' }, { s: '7', t: 'T' }],
  ],
  [
    'what a cell holds stays',
    [{ i: '9SI1', t: 'mine' }],
    [item({ i: '9SI1', t: 'theirs' })],
    [{ i: '9SI1', t: 'mine' }],
  ],
  // UPC codes and maker part numbers.
  [
    'one UPC code of two items joins nothing',
    [],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'one maker part number of two items neither',
    [],
    [item({ s: 'A', m: 'M' }), item({ s: 'B', m: 'M' })],
    [
      { s: 'A', m: 'M' },
      { s: 'B', m: 'M' },
    ],
  ],
  [
    'a UPC code typed in gets the only item that has it',
    [{ u: '12' }],
    [item({ i: '9SI1', s: 'A', u: '012' })],
    [{ i: '9SI1', s: 'A', u: '12' }],
  ],
  [
    'but none of two',
    [{ u: '12' }],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [{ u: '12' }, { i: '9SI1', u: '12' }, { i: '9SI2', u: '12' }],
  ],
  [
    'nor does it join a fact to one of two rows',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [item({ u: '12', t: 'T' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'a maker part number typed in gets the only item that has it',
    [{ m: 'M' }],
    [item({ s: 'A', m: 'm' })],
    [{ s: 'A', m: 'M' }],
  ],
  ['a line with nothing but a UPC code is an item', [], [item({ u: '12', t: 'T' })], [{ u: '12', t: 'T' }]],
  ['a maker part number alone is none: makers have the same ones', [], [item({ m: 'M' })], []],
  [
    'two rows with one UPC code are not the same item',
    [{ u: '12', m: 'M' }, { u: '12' }],
    [item({ u: '12' })],
    [{ u: '12', m: 'M' }, { u: '12' }],
  ],
  // Products of the catalogue.
  ['a product of the catalogue gets no row', [], [product({ u: '12', m: 'M', t: 'T' })], []],
  [
    'but completes what has its UPC code',
    [{ i: '9SI1', u: '12', t: 'mine' }, { u: '13' }],
    [product({ u: '12', m: 'M', t: 'T' }), product({ u: '13', t: 'U' })],
    [
      { i: '9SI1', u: '12', m: 'M', t: 'mine' },
      { u: '13', t: 'U' },
    ],
  ],
  [
    'unless two have it',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [product({ u: '12', t: 'T' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'and never over what an operation says of the item',
    [],
    [product({ u: '12', t: 'A title' }), item({ i: '9SI1', u: '12', t: 'The title' })],
    [{ i: '9SI1', u: '12', t: 'The title' }],
  ],
  [
    'nor is it a contradiction that the catalogue has another maker part number',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [product({ u: '12', m: 'N' })],
    [{ i: '9SI1', u: '12', m: 'M' }],
  ],
  // Questions.
  ['a question fills and adds nothing', [{ s: 'A' }], [question({ s: 'A' }), question({ i: '9SI1' })], [{ s: 'A' }]],
  // Contradictions.
  [
    'one part number with two item numbers',
    [{ i: '9SI1', s: 'A' }],
    [item({ i: '9SI2', s: 'a' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'a' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a row with only that part number is neither',
    [{ s: 'A' }],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI2', s: 'A' })],
    [{ s: 'A' }, { i: '9SI1', s: 'A' }, { i: '9SI2', s: 'A' }],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'and a fact with only it is about neither',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ s: 'A', t: 'T' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'two part numbers of an item',
    [{ i: '9SI1', s: 'B' }],
    [item({ i: '9SI1', s: 'A' })],
    [{ i: '9SI1', s: 'B' }],
    ['9SI1: several seller part numbers (A; B)'],
  ],
  [
    'two UPC codes of an item',
    [],
    [item({ i: '9SI1', u: '13' }), item({ i: '9SI1', u: '12' })],
    [{ i: '9SI1', u: '12' }],
    ['9SI1: several UPC codes (12; 13)'],
  ],
  [
    'of several spellings the same one is taken, in whatever order they come',
    [],
    [
      item({ i: '9SI1', u: 'b' }),
      item({ i: '9SI1', u: 'c' }),
      item({ i: '9SI1', u: 'C' }),
      item({ i: '9SI1', u: 'B' }),
    ],
    [{ i: '9SI1', u: 'B' }],
    ['9SI1: several UPC codes (B; C)'],
  ],
  [
    'two UPC codes of a part number',
    [{ s: 'A', u: '12' }],
    [item({ s: 'A', u: '13' })],
    [{ s: 'A', u: '12' }],
    ['A: several UPC codes (12; 13)'],
  ],
  [
    'two maker part numbers',
    [{ i: '9SI1', m: 'M' }],
    [item({ i: '9SI1', m: 'N' })],
    [{ i: '9SI1', m: 'M' }],
    ['9SI1: several mfr part numbers (M; N)'],
  ],
  [
    'the same in other spellings is none',
    [{ i: '9SI1', s: 'a', u: '0012', m: 'm' }],
    [item({ i: '9si1', s: 'A', u: '12', m: 'M', t: 'T' })],
    [{ i: '9SI1', s: 'a', u: '0012', m: 'm', t: 'T' }],
  ],
  [
    'two rows that turn out to be one item are both filled',
    [{ s: 'A' }, { i: '9SI1' }],
    [item({ i: '9SI1', s: 'A', t: 'T' })],
    [
      { i: '9SI1', s: 'A', t: 'T' },
      { i: '9SI1', s: 'A', t: 'T' },
    ],
    ['9SI1: several rows (2 rows)'],
  ],
  [
    'what has only a UPC code contradicts nothing, for it may be another item',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [item({ u: '12', m: 'N', t: 'T' })],
    [{ i: '9SI1', u: '12', m: 'M', t: 'T' }],
  ],
  [
    'what a row has that turns out to be an item is known of the item',
    [
      { u: '12', m: 'M' },
      { i: '9SI1', u: '12' },
    ],
    [item({ i: '9SI1' })],
    [
      { i: '9SI1', u: '12', m: 'M' },
      { i: '9SI1', u: '12', m: 'M' },
    ],
    ['9SI1: several rows (2 rows)'],
  ],
  [
    'what completes an item leads to it at once',
    [{ m: 'M' }, { s: 'A', u: '12' }],
    [item({ u: '12', m: 'M' })],
    [
      { s: 'A', u: '12', m: 'M' },
      { s: 'A', u: '12', m: 'M' },
    ],
    ['A: several rows (2 rows)'],
  ],
  [
    'a part number of two items has as many UPC codes, which is no other contradiction',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ s: 'A', u: '12' }), item({ s: 'A', u: '13' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a contradiction that no fact of now is about is left',
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'A' },
    ],
    [item({ i: '9SI3' })],
    [{ i: '9SI1', s: 'A' }, { i: '9SI2', s: 'A' }, { i: '9SI3' }],
  ],
];

test.each(CASES)('%s', (_, rows, facts, expected, conflicts = []) => {
  expect(rowsAfter(rows.map(traits), facts).map(short)).toEqual(expected);
  const found = resolve(rows.map(traits), facts).conflicts;
  expect(found.map(({ subject, state, example }) => `${subject}: ${state} (${example})`)).toEqual(conflicts);
});

test.each<[string, Short[], Fact[], number[]]>([
  ['rows of items that came', [{ i: '9SI1' }, { i: '9SI2' }, { s: 'A' }], [item({ i: '9SI2', s: 'A' })], [1, 2]],
  [
    'rows that were asked for',
    [{ s: 'A' }, { u: '012' }, { i: '9SI1' }, { u: '12', s: 'B' }],
    [question({ u: '12' }), question({ s: 'a' })],
    [0, 1, 3],
  ],
  [
    'no row that only shares a UPC code with one that came',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [item({ i: '9SI1', u: '12' })],
    [0],
  ],
  [
    'rows of both kinds, in their order',
    [{ i: '9SI1' }, { s: 'A' }, { i: '9SI2' }],
    [item({ i: '9SI2' }), question({ s: 'A' }), item({ i: '9SI1' })],
    [0, 1, 2],
  ],
  ['no row without any identifier', [{ t: 'T' }, {}], [item({ i: '9SI1', t: 'T' }), question({})], []],
])('a fact is about %s', (_, rows, facts, met) => {
  expect(resolve(rows.map(traits), facts).met).toEqual(met);
});

test.each<[Trait, string, string, boolean]>([
  ['sellerPartNumber', '007', '7', false],
  ['itemNumber', '007', '7', false],
  ['mfrPartNumber', '007', '7', false],
  ['upcCode', '007', '7', true],
  ['upcCode', '00', '0', true],
  ['upcCode', '0', '', false],
  ['upcCode', '00A', 'A', false],
  ['upcCode', '70', '7', false],
  ['sellerPartNumber', ' Ab ', 'aB', true],
])('the %s "%s" is "%s" in another spelling: %s', (trait, one, other, isSame) => {
  expect(keyOf(trait, one) === keyOf(trait, other)).toBe(isSame);
});
