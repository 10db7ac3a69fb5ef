/** Lists of call slots: what is merged, cut or combined says of each single call slot what it should. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  after,
  type CallSlots,
  coarser,
  first,
  freeAt,
  freeBy,
  inEach,
  together,
  total,
  without,
} from '../../src/limits/call-slots.ts';

const slots = fc
  .array(fc.record({ at: fc.integer({ min: 1, max: 60 }), count: fc.integer({ min: 1, max: 4 }) }))
  .map((each) => together(each, []));

/** Each call slot by itself. */
function singles(list: CallSlots): number[] {
  return list.flatMap(({ at, count }) => Array(count).fill(at) as number[]);
}

/** Sorted, no instant twice, no empty entry. */
function isTidy(list: CallSlots): boolean {
  return list.every(({ at, count }, index) => count > 0 && at > (list[index - 1]?.at ?? 0));
}

test('two lists together hold the slots of both', () => {
  fc.assert(
    fc.property(slots, slots, (one, other) => {
      const joined = together(one, other);
      expect(isTidy(joined)).toBe(true);
      expect(singles(joined)).toEqual([...singles(one), ...singles(other)].sort((a, b) => a - b));
    }),
  );
});

test('the first of them and the others are all of them', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: 0, max: 50 }), (list, count) => {
      expect(singles(first(list, count))).toEqual(singles(list).slice(0, count));
      expect(singles(without(list, count))).toEqual(singles(list).slice(count));
    }),
  );
});

test('what comes after an instant and what is free by then are all of them', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: 0, max: 70 }), (list, instant) => {
      expect(singles(after(list, instant))).toEqual(singles(list).filter((at) => at > instant));
      expect(freeBy(list, instant) + total(after(list, instant))).toBe(total(list));
    }),
  );
});

test('when so many are free at once', () => {
  fc.assert(
    fc.property(slots, fc.integer({ min: 1, max: 50 }), (list, count) => {
      expect(freeAt(list, count)).toBe(singles(list)[count - 1] ?? null);
    }),
  );
});

test('a slot is free in each of two stores when it is in the later', () => {
  fc.assert(
    fc.property(slots, slots, (one, other) => {
      const [here, there] = [singles(one), singles(other)];
      const both = Math.min(here.length, there.length);
      const expected = here.slice(0, both).map((at, index) => Math.max(at, there[index]!));
      expect(singles(inEach(one, other))).toEqual(expected);
    }),
  );
});

describe('a coarser list', () => {
  test('has every slot, none earlier, and none later by more than the gap', () => {
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: 20 }), (list, gap) => {
        const merged = coarser(list, gap);
        expect(isTidy(merged)).toBe(true);
        const [before, now] = [singles(list), singles(merged)];
        expect(now).toHaveLength(before.length);
        now.forEach((at, index) => {
          expect(at - before[index]!).toBeGreaterThanOrEqual(0);
          expect(at - before[index]!).toBeLessThan(gap);
        });
      }),
    );
  });

  test('has no two instants nearer than the gap', () => {
    expect(
      coarser(
        [1, 2, 3, 9, 10].map((at) => ({ at, count: 1 })),
        3,
      ),
    ).toEqual([
      { at: 3, count: 3 },
      { at: 10, count: 2 },
    ]);
  });
});
