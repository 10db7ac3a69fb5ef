import { expect, test } from 'vitest';
import { identifierMatches } from '../../src/tables/catalog/identifier-matches.ts';
import type { Items } from '../../src/tables/catalog/items.ts';

const ITEMS = { each: [], fields: { itemNumber: 'number', sellerPartNumber: 'part' } } as unknown as Items;

const matches = identifierMatches(
  [
    { upcCode: '0012', itemNumber: '9SIA', sellerPartNumber: 'a' },
    { upcCode: '12', itemNumber: '9SIB' },
    { upcCode: '12', itemNumber: '9SIA' },
    { upcCode: '77', sellerPartNumber: 'a' },
    { upcCode: '88' },
    { itemNumber: '9SIC', sellerPartNumber: 'c' },
  ],
  'upcCode',
  ITEMS,
);

test.each([
  ['12', true],
  ['00012', true],
  ['77', true],
  ['88', false],
  ['99', false],
  ['', false],
])('finds the identifier "%s": %s', (identifier, isKnown) => {
  expect(matches.knows(identifier)).toBe(isKnown);
});

test('lists every item of the identifiers once', () => {
  expect(matches.itemsOf(['12'])).toEqual(['9SIA', '9SIB']);
  expect(matches.itemsOf(['77', '88', ''])).toEqual([]);
  expect(matches.itemsOf(['012', '12', '77'])).toEqual(['9SIA', '9SIB']);
});

test.each([
  [{ number: '9sia' }, ['12', '12']],
  [{ number: '9SIB' }, ['12']],
  [{ part: 'A' }, ['12', '77']],
  [{ number: '9SIB', part: 'a' }, ['12', '12', '77']],
  [{ number: '9SIC', part: 'c' }, []],
  [{ number: 'a', part: '9SIA' }, []],
  [{}, []],
])("finds %j's identifiers: %j", (record, keys) => {
  expect(matches.keysOf(record)).toEqual(keys);
});

test('matches a record that has only the item number', () => {
  const byNumber = { each: [], fields: { itemNumber: 'number' } } as unknown as Items;
  const found = identifierMatches([{ upcCode: '1', itemNumber: '9SIA', sellerPartNumber: 'a' }], 'upcCode', byNumber);
  expect(found.keysOf({ number: '9SIA', part: 'a' })).toEqual(['1']);
  expect(found.keysOf({ part: 'a' })).toEqual([]);
});
