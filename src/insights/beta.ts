/** The beta distribution, which all forecasts are made of: its distribution function and quantiles. */

/** Up to here shares are exact to 1e-6; callers avoid greater parameters. */
export const GREATEST = 2000;

/** The share of the distribution below `x`, which lies between 0 and 1. */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The fraction converges fast only on this side of the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  return (Math.exp(logDensity(x, a, b)) * x * (1 - x) * fraction(x, a, b)) / a;
}

/** The `x` below which the share lies: Newton's steps, or half of the interval where one would leave it. */
export function betaQuantile(share: number, a: number, b: number): number {
  // Near 1 a number has fewer digits than near 0.
  if (a > b) return 1 - betaQuantile(1 - share, b, a);
  let [low, high] = [0, 1];
  let x = a / (a + b);
  for (let step = 0; step < MOST_STEPS; step++) {
    const off = betaShare(x, a, b) - share;
    if (off > 0) high = x;
    else low = x;
    const next = x - off / Math.exp(logDensity(x, a, b));
    const to = next > low && next < high ? next : (low + high) / 2;
    if (Math.abs(to - x) <= PRECISION * x) return to;
    x = to;
  }
  return x;
}

const MOST_STEPS = 200;
const PRECISION = 1e-10;

function logDensity(x: number, a: number, b: number): number {
  return logGamma(a + b) - logGamma(a) - logGamma(b) + (a - 1) * Math.log(x) + (b - 1) * Math.log(1 - x);
}

/** The continued fraction of the incomplete beta function, by Lentz's method (Numerical Recipes 6.4). */
function fraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonzero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < MOST_STEPS; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonzero(1 + even * d);
    c = nonzero(1 + even / c);
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonzero(1 + odd * d);
    c = nonzero(1 + odd / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < PRECISION) break;
  }
  return value;
}

function nonzero(value: number): number {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** Lanczos' approximation, exact to 15 digits for positive numbers. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(z: number): number {
  const t = z + 6.5;
  const sum = LANCZOS.reduce((total, each, index) => (index === 0 ? each : total + each / (z + index - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(sum);
}
