/** Google's daily quotas are reserved in advance, returned if unused, and shared; its quota errors override them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Amounts, CONSUMER, NONE, type Quotas, quotasOf } from '../../src/limits/quotas.ts';
import { runs } from '../effort.ts';
import { type InMemoryQuotaStore, quotaStore } from '../support/in-memory-quota-store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = Date.UTC(2025, 5, 16, 12);
const quotasIn = (store: InMemoryQuotaStore): Quotas => quotasOf(store, CONSUMER);
const fetches = (count: number): Amounts => ({ ...NONE, fetches: count });

/** Reserves and uses this many fetches. */
function spend(quotas: Quotas, count: number, now: number): void {
  quotas.settle(quotas.take('formula', fetches(count), now)!, fetches(count));
}

describe('shares', () => {
  test('scheduled work leaves a reserve for users, and users leave a reserve for formulas', () => {
    const quotas = quotasIn(quotaStore());
    expect(quotas.left('scheduled', NOW)).toEqual({
      fetches: 16_000,
      running: 60 * MINUTE,
    });
    expect(quotas.take('scheduled', fetches(1e6), NOW)).toMatchObject({ fetches: 16_000 });
    expect(quotas.take('scheduled', fetches(1), NOW)).toMatchObject({ fetches: 0 });
    expect(quotas.take('person', fetches(1e6), NOW)).toMatchObject({ fetches: 3000 });
    expect(quotas.take('formula', fetches(1e6), NOW)).toMatchObject({ fetches: 1000 });
    expect(quotas.left('formula', NOW).fetches).toBe(0);
  });
});

describe('an execution', () => {
  const most = { fetches: 500, running: 6 * MINUTE };
  const used = { fetches: 120, running: 90_000 };

  test('returns unused quota', () => {
    const quotas = quotasIn(quotaStore());
    quotas.settle(quotas.take('person', most, NOW)!, used);
    expect(quotas.left('formula', NOW + 90_000)).toEqual({
      fetches: 19_880,
      running: 90 * MINUTE - 90_000,
    });
  });

  test('that is killed is charged everything it took', () => {
    const quotas = quotasIn(quotaStore());
    quotas.take('person', most, NOW);
    expect(quotas.left('formula', NOW)).toEqual({
      fetches: 19_500,
      running: 84 * MINUTE,
    });
  });

  test('that used more than it took is charged for it', () => {
    const quotas = quotasIn(quotaStore());
    quotas.settle(quotas.take('person', fetches(10), NOW)!, fetches(25));
    expect(quotas.left('formula', NOW).fetches).toBe(19_975);
  });

  test('takes and settles no quota while the store is locked', () => {
    const store = quotaStore();
    const quotas = quotasIn(store);
    const allowance = quotas.take('person', most, NOW)!;
    const before = quotas.left('person', NOW);
    store.isHeldByOthers = true;
    expect(quotas.take('person', most, NOW)).toBeUndefined();
    quotas.settle(allowance, used);
    store.isHeldByOthers = false;
    expect(quotas.left('person', NOW)).toEqual(before);
  });

  test('reads and writes once to take and once to settle', () => {
    const store = quotaStore();
    const quotas = quotasIn(store);
    const allowance = quotas.take('person', most, NOW)!;
    expect([store.reads, store.writes]).toEqual([1, 1]);
    quotas.settle(allowance, used);
    expect([store.reads, store.writes]).toEqual([2, 2]);
    quotas.refused(NOW);
    expect([store.reads, store.writes]).toEqual([3, 3]);
  });
});

test('taken quota returns a day later, at the full hour', () => {
  const quotas = quotasIn(quotaStore());
  spend(quotas, 15_000, NOW + 10 * MINUTE);
  expect(quotas.left('formula', NOW + 25 * HOUR - 1).fetches).toBe(5000);
  expect(quotas.left('formula', NOW + 25 * HOUR).fetches).toBe(20_000);
});

test("no 24 hours exceed the limit, and a day's record is short", () => {
  const deed = fc.record({ after: fc.nat(3 * HOUR), count: fc.nat(6000) });
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60, size: 'max' }), (deeds) => {
      const store = quotaStore();
      const quotas = quotasIn(store);
      const spent: { at: number; count: number }[] = [];
      let now = NOW;
      for (const { after, count } of deeds) {
        now += after;
        const allowance = quotas.take('formula', { fetches: count, running: 6 * MINUTE }, now)!;
        spent.push({ at: now, count: allowance.fetches });
        // Time moves forward only between executions.
        now += MINUTE;
        quotas.settle(allowance, { ...allowance, running: 61_234 });
        const day = spent.filter(({ at }) => at > now - 24 * HOUR);
        expect(day.reduce((sum, each) => sum + each.count, 0)).toBeLessThanOrEqual(20_000);
      }
      for (const text of store.texts.values()) expect(text.length).toBeLessThanOrEqual(1200);
    }),
    { numRuns: runs(50, 1000) },
  );
});

describe('when Google refuses a fetch', () => {
  const left = (quotas: Quotas, at: number) => quotas.left('formula', at).fetches;

  test('the first refusal starts a one-minute pause', () => {
    const quotas = quotasIn(quotaStore());
    spend(quotas, 100, NOW);
    quotas.refused(NOW);
    // The same quota error in other executions doesn't extend the pause.
    quotas.refused(NOW + 30 * SECOND);
    expect(left(quotas, NOW + MINUTE - 1)).toBe(0);
    expect(left(quotas, NOW + MINUTE)).toBe(19_900);
  });

  test("a refusal after the pause closes the quota until the day's first use is 24 hours old", () => {
    const quotas = quotasIn(quotaStore());
    spend(quotas, 100, NOW);
    quotas.refused(NOW + 5 * HOUR - MINUTE);
    quotas.refused(NOW + 5 * HOUR);
    for (const use of ['scheduled', 'person', 'formula'] as const)
      expect(quotas.left(use, NOW + 24 * HOUR - 1).fetches).toBe(0);
    expect(quotas.left('person', NOW + 6 * HOUR).running).toBe(90 * MINUTE);
    expect(left(quotas, NOW + 24 * HOUR)).toBe(20_000);
  });

  test('hours without fetches do not count', () => {
    const quotas = quotasIn(quotaStore());
    quotas.settle(quotas.take('scheduled', { fetches: 0, running: MINUTE }, NOW)!, { fetches: 0, running: MINUTE });
    spend(quotas, 100, NOW + 3 * HOUR);
    quotas.refused(NOW + 5 * HOUR - MINUTE);
    quotas.refused(NOW + 5 * HOUR);
    expect(left(quotas, NOW + 27 * HOUR - 1)).toBe(0);
    expect(left(quotas, NOW + 27 * HOUR)).toBe(20_000);
  });

  test('uses more than 24 hours old do not count', () => {
    const quotas = quotasIn(quotaStore());
    spend(quotas, 100, NOW);
    spend(quotas, 100, NOW + 3 * HOUR);
    quotas.refused(NOW + 24.5 * HOUR - MINUTE);
    quotas.refused(NOW + 24.5 * HOUR);
    expect(left(quotas, NOW + 27 * HOUR - 1)).toBe(0);
    expect(left(quotas, NOW + 27 * HOUR)).toBe(20_000);
  });

  test('a refusal after the pause closes the quota for an hour if no use is known', () => {
    const quotas = quotasIn(quotaStore());
    quotas.refused(NOW - MINUTE);
    quotas.refused(NOW);
    expect(left(quotas, NOW + HOUR - 1)).toBe(0);
    expect(left(quotas, NOW + HOUR)).toBe(20_000);
  });

  test.each([
    ['a fetch succeeded after the pause', NOW + MINUTE, NOW + 2 * MINUTE],
    ['the last refusal was hours ago', undefined, NOW + 2 * HOUR + MINUTE],
  ])('a refusal starts a new pause when %s', (_, used, again) => {
    const quotas = quotasIn(quotaStore());
    quotas.refused(NOW);
    if (used !== undefined) spend(quotas, 3, used);
    quotas.refused(again);
    expect(left(quotas, again + MINUTE - 1)).toBe(0);
    expect(left(quotas, again + MINUTE)).toBeGreaterThan(19_000);
  });

  test("an execution without a fetch after the pause isn't a success", () => {
    const quotas = quotasIn(quotaStore());
    quotas.refused(NOW);
    quotas.settle(quotas.take('person', fetches(3), NOW + MINUTE)!, fetches(0));
    quotas.refused(NOW + 2 * MINUTE);
    expect(left(quotas, NOW + HOUR)).toBe(0);
  });

  test("a fetch taken before the refusal isn't a success after it", () => {
    const quotas = quotasIn(quotaStore());
    const before = quotas.take('person', fetches(10), NOW - SECOND)!;
    quotas.refused(NOW);
    quotas.settle(before, fetches(10));
    quotas.refused(NOW + 3 * MINUTE);
    expect(left(quotas, NOW + HOUR)).toBe(0);
  });
});

test.each(['{}', '{"v":2,"value":{}}', '{"v":1,'])('an unreadable record %s is replaced', (text) => {
  const store = quotaStore();
  store.texts.set('quotas', text);
  expect(quotasIn(store).left('formula', NOW).fetches).toBe(20_000);
});
