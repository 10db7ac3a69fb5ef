/** An operation's usage record: merging old counts, and settling reserved calls. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  freeSlots,
  freshUsage,
  IN_FLIGHT,
  reserved,
  settled,
  tickOf,
  tidy,
  type Usage,
} from '../../src/limits/usage.ts';
import { storedText } from '../../src/protocol/store.ts';
import { BACK, NOW, SECOND } from '../support/small-ledger.ts';

const CAP = 10_000;
const start = tickOf(NOW);

/** One entry per call: the time when it becomes free. */
const singles = (usage: Usage) => freeSlots(usage, NOW).flatMap(({ at, count }) => Array<number>(count).fill(at));

const usages: fc.Arbitrary<Usage> = fc
  .uniqueArray(fc.integer({ min: 0, max: 17_500 }), { minLength: 300, maxLength: 900, size: 'max' })
  .map((ticks) => ({
    ...freshUsage(CAP, NOW),
    counts: Object.fromEntries(ticks.map((tick) => [start - tick, 1 + (tick % 40)])),
  }));

test('a record of any length is merged to 7,000 characters, keeps every call, and frees no call early', () => {
  fc.assert(
    fc.property(usages, (usage) => {
      const kept = tidy(usage, NOW);
      expect(storedText(kept, 1).length).toBeLessThanOrEqual(7000);
      const [before, after] = [singles(usage), singles(kept)];
      expect(after).toHaveLength(before.length);
      expect(after.every((at, index) => at >= before[index]!)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

test('counts older than an hour are dropped', () => {
  const counts = { [start]: 1, [tickOf(NOW - BACK)]: 1 };
  expect(tidy({ ...freshUsage(CAP, NOW), counts }, NOW).counts).toEqual({ [start]: 1 });
});

test('a loan whose count was merged into a later one is settled there', () => {
  const [withLoan, reservation] = reserved(freshUsage(CAP, NOW), 5, NOW);
  const merged = { ...withLoan, counts: { [reservation.tick + 9]: 12 } };
  const { counts } = settled(merged, reservation, 5, [{ at: NOW, count: 3 }]);
  expect(counts).toEqual({ [start]: 3, [reservation.tick + 9]: 7 });
});

test('a loan takes no calls from a record that started after it', () => {
  const [, reservation] = reserved(freshUsage(CAP, NOW), 5, NOW);
  const [younger] = reserved(freshUsage(CAP, NOW + SECOND), 8, NOW);
  const { counts } = settled(younger, reservation, 5, [{ at: NOW, count: 3 }]);
  expect(counts).toEqual({ [start]: 3, [tickOf(NOW + IN_FLIGHT)]: 8 });
});

test('calls are free again after an hour plus the clock tolerance', () => {
  const usage = { ...freshUsage(1, NOW), counts: { [start]: 1 } };
  expect(freeSlots(usage, NOW)).toEqual([{ at: NOW + BACK, count: 1 }]);
});
