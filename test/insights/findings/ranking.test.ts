import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOrder } from '../../../src/insights/findings/next-rows.ts';
import { runs } from '../../effort.ts';
import { HOUR, NOW } from './tables.ts';

const KINDS = ['void-soon', 'overdue', 'mismatch', 'out-of-stock', 'late-data'];

const findings = fc.uniqueArray(
  fc.record({
    row: fc.record({ key: fc.string({ minLength: 1, maxLength: 3 }) }),
    kinds: fc.subarray(KINDS, { minLength: 1 }),
    atRisk: fc.option(fc.nat(99), { nil: undefined }),
    weekLoss: fc.option(fc.nat(99), { nil: undefined }),
    deadline: fc.option(fc.integer({ min: NOW - 50 * HOUR, max: NOW + 50 * HOUR }), { nil: undefined }),
  }),
  { maxLength: 8, selector: ({ row }) => row.key },
);

test('ranks deadlines within a day first, then overdue orders, then amounts, then kinds', () => {
  fc.assert(
    fc.property(findings, (all) => {
      const ranked = inOrder(all, NOW);
      expect(new Set(ranked)).toEqual(new Set(all));
      expect(inOrder([...all].reverse(), NOW)).toEqual(ranked);
      const group = ({ deadline, kinds }: (typeof all)[number]) => {
        if (deadline !== undefined && deadline >= NOW && deadline <= NOW + 24 * HOUR) return 0;
        return kinds.includes('overdue') ? 1 : 2;
      };
      const amount = ({ atRisk, weekLoss }: (typeof all)[number]) => Math.max(atRisk ?? -1, weekLoss ?? -1);
      ranked.slice(1).forEach((each, index) => {
        const before = ranked[index]!;
        if (group(before) !== group(each)) expect(group(before)).toBeLessThan(group(each));
        else if (group(each) === 0 && before.deadline !== each.deadline)
          expect(before.deadline).toBeLessThan(each.deadline!);
        else if (amount(before) !== amount(each)) expect(amount(before)).toBeGreaterThan(amount(each));
        else expect(KINDS.indexOf(before.kinds[0]!)).toBeLessThanOrEqual(KINDS.indexOf(each.kinds[0]!));
      });
    }),
    { numRuns: runs(200, 5000) },
  );
});
