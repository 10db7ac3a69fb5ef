/** Grouping loses nothing and keeps orders. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBy } from '../../src/protocol/lists.ts';

const remainder = (number: number) => number % 5;

test('each list has all that have its key, in their order, and keys come as they first came', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      const groups = groupBy(numbers, remainder);
      expect([...groups.keys()]).toEqual([...new Set(numbers.map(remainder))]);
      for (const [key, members] of groups)
        expect(members).toEqual(numbers.filter((number) => remainder(number) === key));
    }),
  );
});

test('what can be gone through only once will do', () => {
  expect([...groupBy([2, 4, 7].keys(), remainder)]).toEqual([
    [0, [0]],
    [1, [1]],
    [2, [2]],
  ]);
});
