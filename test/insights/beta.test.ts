/** Checks the beta distribution against sums of binomial probabilities. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { betaQuantile, betaShare, GREATEST } from '../../src/insights/reports/reorder/forecast.ts';

/**
 * Probability of at least `a` successes in `a + b - 1` trials with probability `x`. For integers, this equals the
 * distribution function at `x`.
 */
function binomialTail(x: number, a: number, b: number): number {
  const draws = a + b - 1;
  let logarithm = draws * Math.log(1 - x);
  let tail = a <= 0 ? Math.exp(logarithm) : 0;
  for (let count = 1; count <= draws; count++) {
    logarithm += Math.log((draws - count + 1) / count) + Math.log(x / (1 - x));
    if (count >= a) tail += Math.exp(logarithm);
  }
  return tail;
}

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

test('a share equals a sum of binomials', () => {
  const parameter = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: GREATEST }));
  fc.assert(
    fc.property(share, parameter, parameter, (x, a, b) => {
      expect(betaShare(x, a, b)).toBeCloseTo(binomialTail(x, a, b), 5);
    }),
    { numRuns: 200 },
  );
});

test.each([
  [-1, 0],
  [0, 0],
  [1, 1],
  [2, 1],
])('the share below %d is exactly %d', (x, expected) => {
  for (const [a, b] of [
    [1, 1],
    [0.5, 7],
    [30, 2],
  ] as const)
    expect(betaShare(x, a, b)).toBe(expected);
});

test('a quantile has its chance below it, even for fractional parameters', () => {
  const parameter = fc.double({ min: 0.1, max: GREATEST, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(0.1, 0.5, 0.9), parameter, parameter, (chance, a, b) => {
      expect(betaShare(betaQuantile(chance, a, b), a, b)).toBeCloseTo(chance, 4);
    }),
    { numRuns: 500 },
  );
});
