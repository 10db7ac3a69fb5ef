/** Checks the splitting and merging of call slot lists against lists of single slots. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CallSlots, first, freeBy, inEach, without } from '../../src/limits/pacing.ts';

const slots: fc.Arbitrary<CallSlots> = fc
  .uniqueArray(fc.integer({ min: 1, max: 60 }))
  .chain((instants) =>
    fc.tuple(
      ...[...instants]
        .sort((a, b) => a - b)
        .map((at) => fc.integer({ min: 1, max: 4 }).map((count) => ({ at, count }))),
    ),
  );

/** One entry per slot. */
function singles(list: CallSlots): number[] {
  return list.flatMap(({ at, count }) => Array(count).fill(at) as number[]);
}

test('first and without split a list at a slot', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: 0, max: 50 }), (list, count) => {
      expect(singles(first(list, count))).toEqual(singles(list).slice(0, count));
      expect(singles(without(list, count))).toEqual(singles(list).slice(count));
    }),
  );
});

test('freeBy counts the slots that are free at or before a time', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: 0, max: 70 }), (list, instant) => {
      expect(freeBy(list, instant)).toBe(singles(list).filter((at) => at <= instant).length);
    }),
  );
});

test('a slot in two stores is free at the later of both times', () => {
  fc.assert(
    fc.property(slots, slots, (one, other) => {
      const [here, there] = [singles(one), singles(other)];
      const both = Math.min(here.length, there.length);
      const expected = here.slice(0, both).map((at, index) => Math.max(at, there[index]!));
      expect(singles(inEach(one, other))).toEqual(expected);
    }),
  );
});
