/** In any sequence of executions, no hour exceeds the cap, regardless of when the service counts each call. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ledgerOf } from '../../src/limits/ledger.ts';
import { IN_FLIGHT, SKEW } from '../../src/limits/usage.ts';
import { runs } from '../effort.ts';
import { quotaStore } from '../support/in-memory-quota-store.ts';
import { CAP, HOUR, MINUTE, NOW, OPERATION, SECOND } from '../support/small-ledger.ts';

interface Deed {
  /**
   * Milliseconds after the previous execution, or `free`: when the next call slot is free by this execution's clock.
   */
  readonly after: number | 'free';
  readonly wanted: number;
  /** Milliseconds in flight. */
  readonly takes: number;
  /** Clock error in milliseconds. */
  readonly off: number;
  readonly dies: boolean;
  /** Share of the granted calls that are made. */
  readonly share: number;
}

/** Calls, and the period in which the service may count them. */
interface Calls {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.record({
    after: fc.oneof(fc.nat(10 * SECOND), fc.nat(20 * MINUTE), fc.constant('free' as const)),
    wanted: fc.constantFrom(2 * CAP, 2 * CAP, 30, 1),
    takes: fc.nat(5 * MINUTE),
    off: fc.constantFrom(-SKEW / 2, 0, SKEW / 2),
    dies: fc.nat(7).map((each) => each === 0),
    share: fc.constantFrom(1, 1, 1, 0.4, 0),
  }),
  { maxLength: 60, size: 'max' },
);

/** Runs overlapping executions. Each reserves at its start and settles at its end. */
function carriedOut(all: readonly Deed[]): Calls[] {
  const ledger = ledgerOf([quotaStore(), quotaStore()], 'A1B2', CAP);
  const made: Calls[] = [];
  let open: { at: number; settle: () => void }[] = [];
  let now = NOW;
  for (const { after, wanted, takes, off, dies, share } of all) {
    const next = after === 'free' ? (ledger.availability(OPERATION, now + off).free[0]?.at ?? 0) - off : now + after;
    now = Math.max(now, next);
    for (const { settle } of open.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) settle();
    open = open.filter(({ at }) => at > now);
    const { granted, loan } = ledger.reserve(OPERATION, wanted, {
      now: now + off,
      endsBy: now + off + 6 * MINUTE,
    });
    const count = Math.round(granted * share);
    if (!loan) continue;
    const end = now + takes;
    if (!dies) open.push({ at: end, settle: () => ledger.settle(loan, [{ at: end + off, count }], end + off) });
    made.push({ from: now, to: dies ? now + 6 * MINUTE + IN_FLIGHT : end, count });
  }
  return made;
}

test('no hour exceeds the cap', () => {
  fc.assert(
    fc.property(deeds, (all) => {
      const made = carriedOut(all);
      for (const { to } of made) {
        const within = made.filter((each) => each.to >= to && each.from < to + HOUR);
        expect(within.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(CAP);
      }
    }),
    { numRuns: runs(75, 5000) },
  );
});
