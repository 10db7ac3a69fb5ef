import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunksOfText, groupBy } from '../../src/protocol/lists.ts';

const remainder = (number: number) => number % 5;

test('groups keep the order of members, and keys their order of first appearance', () => {
  fc.assert(
    fc.property(fc.array(fc.nat()), (numbers) => {
      const groups = groupBy(numbers, remainder);
      expect([...groups.keys()]).toEqual([...new Set(numbers.map(remainder))]);
      for (const [key, members] of groups)
        expect(members).toEqual(numbers.filter((number) => remainder(number) === key));
    }),
  );
});

test('accepts an iterator', () => {
  expect([...groupBy([2, 4, 7].keys(), remainder)]).toEqual([
    [0, [0]],
    [1, [1]],
    [2, [2]],
  ]);
});

test('chunks of text hold as many items as fit, and a longer item gets its own', () => {
  const long = 'x'.repeat(30);
  expect(chunksOfText(['ab', 'cd', 'ef', long, 'gh'], 10)).toEqual([['ab', 'cd'], ['ef'], [long], ['gh']]);
  expect(chunksOfText([], 10)).toEqual([]);
});
