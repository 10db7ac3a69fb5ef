/** What counts and in which order, whatever is found. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedOf, inOrder } from '../../../src/insights/findings/next-rows.ts';
import { runs } from '../../effort.ts';
import { HOUR, NOW } from './tables.ts';

const lines = fc.uniqueArray(fc.record({ line: fc.constantFrom('a', 'b', 'c', 'd', 'e'), cents: fc.nat(999) }), {
  selector: ({ line }) => line,
});
const findings = fc.array(
  fc.record({
    order: fc.nat(4),
    lines: fc.option(lines, { nil: undefined }),
    atRisk: fc.option(fc.nat(9999), { nil: undefined }),
    deadline: fc.option(fc.integer({ min: NOW - 50 * HOUR, max: NOW + 50 * HOUR }), { nil: undefined }),
  }),
  { maxLength: 8 },
);

test('each line counts once, under the first kind that has it, and what has no lines counts whole', () => {
  fc.assert(
    fc.property(findings, (all) => {
      const counted = countedOf(all);
      const sum = counted.reduce((total: number, cents) => total + (cents ?? 0), 0);
      const first = new Map<string, { readonly order: number; readonly cents: number }>();
      for (const each of all)
        for (const { line, cents } of each.lines ?? [])
          if (!first.has(line) || each.order < first.get(line)!.order) first.set(line, { order: each.order, cents });
      const ofLines = [...first.values()].reduce((total, { cents }) => total + cents, 0);
      const whole = all.reduce((total, each) => total + (each.lines ? 0 : (each.atRisk ?? 0)), 0);
      expect(sum).toBe(ofLines + whole);
      expect(counted).toHaveLength(all.length);
    }),
    { numRuns: runs(200, 5000) },
  );
});

test('nothing stands before what is sooner due, worth more, or of a kind before it', () => {
  fc.assert(
    fc.property(findings, (all) => {
      const ranked = inOrder(all, NOW);
      expect(ranked).toHaveLength(all.length);
      expect(all.every((each) => ranked.includes(each))).toBe(true);
      ranked.slice(1).forEach((each, index) => {
        const before = ranked[index]!;
        const isSoon = ({ deadline }: typeof each) => deadline !== undefined && deadline <= NOW + 24 * HOUR;
        if (isSoon(before) !== isSoon(each)) expect(isSoon(before)).toBe(true);
        else if (before.atRisk !== each.atRisk) expect(before.atRisk ?? -1).toBeGreaterThan(each.atRisk ?? -1);
        else expect(before.order).toBeLessThanOrEqual(each.order);
      });
    }),
    { numRuns: runs(200, 5000) },
  );
});
