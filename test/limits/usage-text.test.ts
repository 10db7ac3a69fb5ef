/** What is kept of an usage: read back as it was, short enough, and told from any other text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { together } from '../../src/limits/call-slots.ts';
import { CONSUMER } from '../../src/limits/day.ts';
import { ledgerOf } from '../../src/limits/ledger.ts';
import type { QuotaStore } from '../../src/limits/quota-store.ts';
import { quotasOf } from '../../src/limits/quotas.ts';
import { freshUsage, GRAIN, type Usage } from '../../src/limits/usage.ts';
import { fitting, LONGEST_TEXT, usageFormat } from '../../src/limits/usage-text.ts';
import { runs } from '../effort.ts';
import { dayStore, type InMemoryQuotaStore, usageStore } from '../support/in-memory-quota-store.ts';
import { MINUTE } from '../support/small-ledger.ts';

const NOW = Date.UTC(2025, 5, 16, 12);

function usages(mostInstants: number): fc.Arbitrary<Usage> {
  const count = fc.integer({ min: 1, max: 10_000 });
  const few = fc.integer({ min: 1, max: 40 });
  const seconds = fc.integer({ min: -400, max: 4000 }).map((second) => NOW + second * 1000);
  return fc.record({
    slots: fc
      .array(fc.record({ at: fc.integer({ min: 1, max: 18_000 }).map((each) => NOW + each * GRAIN), count: few }), {
        maxLength: mostInstants,
        size: 'max',
      })
      .map((each) => together(each, [])),
    leases: fc.array(fc.record({ id: fc.nat(), count, until: seconds }), { maxLength: 32 }),
    estimate: fc.record({
      documented: count,
      cap: count,
      proven: fc.nat(10_000),
      step: fc.integer({ min: 1, max: 512 }),
      quiet: fc.integer({ min: 1, max: 8 }),
      nextProbe: seconds,
      closedUntil: seconds,
    }),
    serial: fc.nat(),
    seenAt: fc.constant(NOW),
  });
}

test('what is short enough is read back as it was', () => {
  fc.assert(
    fc.property(usages(60), (usage) => {
      expect(usageFormat.read(usageFormat.text(usage), NOW)).toEqual(usage);
    }),
  );
});

test('whatever is to be kept is short enough, with every slot and none earlier', () => {
  fc.assert(
    fc.property(usages(900), (usage) => {
      const text = usageFormat.text(fitting(usage));
      expect(text.length).toBeLessThanOrEqual(LONGEST_TEXT);
      expect(text).toMatch(/^[ -~]*$/);
      const read = usageFormat.read(text, NOW) as Usage;
      expect({ ...read, slots: [] }).toEqual({ ...usage, slots: [] });
      const single = ({ slots }: Usage) => slots.flatMap(({ at, count }) => Array(count).fill(at) as number[]);
      const [before, now] = [single(usage), single(read)];
      expect(now).toHaveLength(before.length);
      expect(now.every((at, index) => at >= before[index]!)).toBe(true);
    }),
    { numRuns: 25 },
  );
});

const whole = usageFormat.text({
  ...freshUsage(500, NOW),
  slots: [
    { at: NOW + 5000, count: 20 },
    { at: NOW + 65_000, count: 1 },
  ],
  leases: [{ id: 7, count: 40, until: NOW + 360_000 }],
});

test('forty calls on lease and 21 that come back take 54 characters', () => {
  expect(whole).toBe('1;sxy6o0,y6o0;dw,dw,0,1,1,0,0;7.14.a0;40pqxcp.k,8c;201');
});

test('a text that was cut short anywhere is not read', () => {
  for (let length = 0; length < whole.length; length++)
    expect(usageFormat.read(whole.slice(0, length), NOW)).toBe('unreadable');
});

test.each([
  ['empty', ''],
  ['another version', whole.replace(/^1/, '2')],
  ['other words', 'null'],
  ['a changed digit', whole.replace('.k,', '.j,')],
  ['from the day after tomorrow', usageFormat.text(freshUsage(500, NOW + 49 * 3_600_000))],
])('%s is not read', (_, text) => {
  expect(usageFormat.read(text, NOW)).toBe('unreadable');
});

/** A store that fails where a text would not say the same as the value. */
function exactly<T>(store: InMemoryQuotaStore<T>): QuotaStore<T> {
  return {
    ...store,
    set: (key, value) => {
      store.set(key, value);
      expect(store.get(key, NOW)).toEqual(value);
      expect(store.longest).toBeLessThanOrEqual(LONGEST_TEXT);
    },
  };
}

test('ledger and quotas keep what their texts say, to the millisecond and at any length', () => {
  const deed = fc.record({
    after: fc.integer({ min: 5000, max: 25_000 }),
    wanted: fc.integer({ min: 40, max: 90 }),
    share: fc.integer({ min: 1, max: 10 }).map((tenths) => tenths / 10),
  });
  fc.assert(
    fc.property(fc.array(deed, { minLength: 200, maxLength: 210 }), fc.nat(9), (deeds, refused) => {
      const ledger = ledgerOf([exactly(usageStore())], 'A1B2', () => 10_000);
      const quotas = quotasOf(exactly(dayStore()), CONSUMER);
      let now = NOW - 80 * MINUTE;
      deeds.forEach(({ after, wanted, share }, index) => {
        const taken = quotas.take('formula', { fetches: wanted, running: 6 * MINUTE, asleep: after }, now)!;
        const { loan } = ledger.reserve('orders', wanted, { now, lease: now + 6 * MINUTE });
        const at = now + Math.floor(after * share);
        const isRefused = index === 190 + refused;
        const made = [
          { at, count: Math.ceil(wanted * share) },
          { at: at + 777, count: 1, unanswered: 1 },
        ];
        if (loan && share < 1)
          ledger.settle(loan, made, at + 777, isRefused ? { at, count: 1, retryAt: at + 1234 } : undefined);
        quotas.settle(taken, { fetches: 1, running: at - now, asleep: 0 }, at);
        if (isRefused) quotas.refused('asleep', at);
        now += after;
      });
    }),
    { numRuns: runs(5, 100), endOnFailure: true },
  );
});
