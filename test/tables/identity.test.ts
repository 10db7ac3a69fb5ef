/** Facts fill blanks in matching rows, add rows, or conflict. */
import { expect, test } from 'vitest';
import { resolve } from '../../src/tables/catalog/identity.ts';
import { keyOf, type Trait } from '../../src/tables/catalog/item-keys.ts';
import type { Fact } from '../../src/tables/catalog/items.ts';
import { item, product, question, rowsAfter, type Short, short, traits } from '../support/items-in-short.ts';

const CASES: readonly [name: string, rows: Short[], facts: Fact[], rows: Short[], conflicts?: string[]][] = [
  ['an unknown item gets a row', [], [item({ i: '9SI1', s: 'A' })], [{ i: '9SI1', s: 'A' }]],
  ['an item number matches in any case', [{ i: '9SIa' }], [item({ i: '9siA', s: 'A' })], [{ i: '9SIa', s: 'A' }]],
  [
    'a typed part number gets its item number',
    [{ s: 'sku' }],
    [item({ i: '9SI1', s: 'SKU' })],
    [{ i: '9SI1', s: 'sku' }],
  ],
  [
    'a typed item number gets the other traits',
    [{ i: '9SI1' }],
    [item({ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '1', m: 'M', t: 'T' }],
  ],
  [
    'several facts about one item make one row',
    [],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI1', u: '12' }), item({ s: 'a', t: 'T' })],
    [{ i: '9SI1', s: 'A', u: '12', t: 'T' }],
  ],
  ['a part number alone gets one row', [], [item({ s: 'A' }), item({ s: 'a', t: 'T' })], [{ s: 'A', t: 'T' }]],
  [
    'part numbers that differ in leading zeros are two items',
    [{ s: '007' }],
    [item({ s: '7', t: 'T' })],
    [{ s: '007' }, { s: '7', t: 'T' }],
  ],
  ['a filled cell stays', [{ i: '9SI1', t: 'mine' }], [item({ i: '9SI1', t: 'theirs' })], [{ i: '9SI1', t: 'mine' }]],
  [
    'two items with the same UPC code stay separate',
    [],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
  ],
  [
    'two items with the same manufacturer part number stay separate',
    [],
    [item({ s: 'A', m: 'M' }), item({ s: 'B', m: 'M' })],
    [
      { s: 'A', m: 'M' },
      { s: 'B', m: 'M' },
    ],
  ],
  [
    'a typed UPC code is filled in from the only item that has it',
    [{ u: '12' }],
    [item({ i: '9SI1', s: 'A', u: '012' })],
    [{ i: '9SI1', s: 'A', u: '12' }],
  ],
  [
    'a typed UPC code stays alone when two items have it',
    [{ u: '12' }],
    [item({ i: '9SI1', u: '12' }), item({ i: '9SI2', u: '12' })],
    [{ u: '12' }, { i: '9SI1', u: '12' }, { i: '9SI2', u: '12' }],
  ],
  [
    'a fact with only a UPC code fills neither of two rows that have it',
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
    'a typed manufacturer part number is filled in from the only item that has it',
    [{ m: 'M' }],
    [item({ s: 'A', m: 'm' })],
    [{ s: 'A', m: 'M' }],
  ],
  ['an order line with only a UPC code is an item', [], [item({ u: '12', t: 'T' })], [{ u: '12', t: 'T' }]],
  ['a manufacturer part number alone is not an item, because manufacturers reuse them', [], [item({ m: 'M' })], []],
  [
    'two rows with the same UPC code are not the same item',
    [{ u: '12', m: 'M' }, { u: '12' }],
    [item({ u: '12' })],
    [{ u: '12', m: 'M' }, { u: '12' }],
  ],
  ['a catalog product gets no row', [], [product({ u: '12', m: 'M', t: 'T' })], []],
  [
    'a catalog product fills the only row with its UPC code',
    [{ i: '9SI1', u: '12', t: 'mine' }, { u: '13' }],
    [product({ u: '12', m: 'M', t: 'T' }), product({ u: '13', t: 'U' })],
    [
      { i: '9SI1', u: '12', m: 'M', t: 'mine' },
      { u: '13', t: 'U' },
    ],
  ],
  [
    'a catalog product fills neither of two rows with its UPC code',
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
    "a catalog product does not override an operation's title",
    [],
    [product({ u: '12', t: 'A title' }), item({ i: '9SI1', u: '12', t: 'The title' })],
    [{ i: '9SI1', u: '12', t: 'The title' }],
  ],
  [
    'a different manufacturer part number in the catalog is not a conflict',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [product({ u: '12', m: 'N' })],
    [{ i: '9SI1', u: '12', m: 'M' }],
  ],
  ['a request fills and adds nothing', [{ s: 'A' }], [question({ s: 'A' }), question({ i: '9SI1' })], [{ s: 'A' }]],
  [
    'one part number with two item numbers is a conflict',
    [{ i: '9SI1', s: 'A' }],
    [item({ i: '9SI2', s: 'a' })],
    [
      { i: '9SI1', s: 'A' },
      { i: '9SI2', s: 'a' },
    ],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a row with only that part number belongs to neither item',
    [{ s: 'A' }],
    [item({ i: '9SI1', s: 'A' }), item({ i: '9SI2', s: 'A' })],
    [{ s: 'A' }, { i: '9SI1', s: 'A' }, { i: '9SI2', s: 'A' }],
    ['A: several item numbers (9SI1; 9SI2)'],
  ],
  [
    'a fact with only that part number belongs to neither item',
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
    'two part numbers of one item are a conflict',
    [{ i: '9SI1', s: 'B' }],
    [item({ i: '9SI1', s: 'A' })],
    [{ i: '9SI1', s: 'B' }],
    ['9SI1: several seller part numbers (A; B)'],
  ],
  [
    'two UPC codes of one item are a conflict',
    [],
    [item({ i: '9SI1', u: '13' }), item({ i: '9SI1', u: '12' })],
    [{ i: '9SI1', u: '12' }],
    ['9SI1: several UPC codes (12; 13)'],
  ],
  [
    'picks the same one of several spellings in any order',
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
    'two UPC codes of one part number are a conflict',
    [{ s: 'A', u: '12' }],
    [item({ s: 'A', u: '13' })],
    [{ s: 'A', u: '12' }],
    ['A: several UPC codes (12; 13)'],
  ],
  [
    'two manufacturer part numbers are a conflict',
    [{ i: '9SI1', m: 'M' }],
    [item({ i: '9SI1', m: 'N' })],
    [{ i: '9SI1', m: 'M' }],
    ['9SI1: several mfr part numbers (M; N)'],
  ],
  [
    'the same identifiers in other spellings are not a conflict',
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
    'a fact with only a UPC code cannot conflict, because it may be another item',
    [{ i: '9SI1', u: '12', m: 'M' }],
    [item({ u: '12', m: 'N', t: 'T' })],
    [{ i: '9SI1', u: '12', m: 'M', t: 'T' }],
  ],
  [
    'a row that turns out to be an item passes its traits to the item',
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
    'an identifier filled in by a fact finds further rows at once',
    [{ m: 'M' }, { s: 'A', u: '12' }],
    [item({ u: '12', m: 'M' })],
    [
      { s: 'A', u: '12', m: 'M' },
      { s: 'A', u: '12', m: 'M' },
    ],
    ['A: several rows (2 rows)'],
  ],
  [
    'two UPC codes of a part number with two item numbers add no second conflict',
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
    'a conflict without a new fact is not reported',
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
  ['rows of returned items', [{ i: '9SI1' }, { i: '9SI2' }, { s: 'A' }], [item({ i: '9SI2', s: 'A' })], [1, 2]],
  [
    'rows of requested identifiers',
    [{ s: 'A' }, { u: '012' }, { i: '9SI1' }, { u: '12', s: 'B' }],
    [question({ u: '12' }), question({ s: 'a' })],
    [0, 1, 3],
  ],
  [
    'no row that shares only a UPC code with a returned item',
    [
      { i: '9SI1', u: '12' },
      { i: '9SI2', u: '12' },
    ],
    [item({ i: '9SI1', u: '12' })],
    [0],
  ],
  [
    'rows of returned and requested items, in sheet order',
    [{ i: '9SI1' }, { s: 'A' }, { i: '9SI2' }],
    [item({ i: '9SI2' }), question({ s: 'A' }), item({ i: '9SI1' })],
    [0, 1, 2],
  ],
  ['no row without an identifier', [{ t: 'T' }, {}], [item({ i: '9SI1', t: 'T' }), question({})], []],
])('facts are matched to %s', (_, rows, facts, met) => {
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
])('%s "%s" and "%s" are the same identifier: %s', (trait, one, other, isSame) => {
  expect(keyOf(trait, one) === keyOf(trait, other)).toBe(isSame);
});
