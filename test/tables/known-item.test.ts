/** Keeps the two smallest identifiers of each kind, in whatever order they arrive. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newLeast, take, takeAll } from '../../src/tables/catalog/identity.ts';
import { keyOf } from '../../src/tables/catalog/item-keys.ts';

const spellings = fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'c', 'C', 'd'), {
  minLength: 1,
  maxLength: 7,
});

test('keeps the smallest spelling of the smallest identifier, and the next identifier', () => {
  fc.assert(
    fc.property(spellings, (values) => {
      const least = newLeast();
      for (const value of values) take(least, 'sellerPartNumber', value);
      const keys = [...new Set(values.map((value) => keyOf('sellerPartNumber', value)))].sort();
      const smallest = (key: string | undefined) =>
        values.filter((value) => keyOf('sellerPartNumber', value) === key).sort()[0];
      expect(least.first.sellerPartNumber).toBe(smallest(keys[0]));
      expect(keyOf('sellerPartNumber', least.second.sellerPartNumber ?? '')).toBe(keys[1] ?? '');
    }),
    { numRuns: 300 },
  );
});

test('takes every trait of a row and ignores missing traits', () => {
  const least = newLeast();
  takeAll(least, { itemNumber: '9SIB', title: 'x' });
  takeAll(least, { itemNumber: '9SIA' });
  take(least, 'title', undefined);
  expect(least).toEqual({ first: { itemNumber: '9SIA', title: 'x' }, second: { itemNumber: '9SIB' } });
});

test('compares UPC codes without leading zeros', () => {
  const least = newLeast();
  for (const value of ['0012', '12', '2', '0003']) take(least, 'upcCode', value);
  expect(least).toEqual({ first: { upcCode: '0012' }, second: { upcCode: '2' } });
});
