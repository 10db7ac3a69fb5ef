/** Forecasts an item's demand and days of stock from its own sales, with the shop's other items as the prior. */
import type { Sales } from './sales.ts';

/**
 * The rate (units per day ÷ `dispersion`) has a gamma distribution with shape `size` and rate parameter `days`. A
 * dispersion above 1 models purchases of several units.
 */
export interface Forecast {
  readonly size: number;
  readonly days: number;
  readonly dispersion: number;
  readonly week?: readonly number[] | undefined;
}

/**
 * Empirical corrections for items with few sales: the first forecast follows unusually good sales, and a few purchases
 * rarely include a large one.
 */
const DOUBTED_UNITS = 4;
const MISSING_PURCHASES = 2;

/** Relative variance that each observed day adds to the rate, because demand drifts. Empirical. */
const DRIFT = 0.0002;

export function forecastOf(
  { units, days: observed, dispersion: seen, burst, week }: Omit<Sales, 'seen'>,
  prior: Prior,
): Forecast {
  const dispersion = units > 0 ? Math.max(seen, 1 + (burst - 1) * (1 + (MISSING_PURCHASES * burst) / units)) : 1;
  const trusted = units / (units + DOUBTED_UNITS);
  const [size, days] = [(prior.size + units / dispersion) * trusted, (prior.days + observed) * trusted];
  const steady = 1 / (1 + DRIFT * days * size);
  return { size: size * steady, days: days * steady, dispersion, week };
}

export function rateOf({ size, days, dispersion }: Forecast): number {
  return (dispersion * size) / days;
}

/** Returns the number of days within which `units` are sold with probability `chance`. */
export function daysLeft({ size, days, dispersion, week }: Forecast, units: number, chance: number): number {
  if (units <= 0) return 0;
  const { purchases, scale } = purchasesIn(units - 1, dispersion);
  const x = betaQuantile(chance, purchases, size);
  const average = (days * x) / (1 - x) / scale;
  return week ? calendarDays(average, week) : average;
}

/** Returns the probability that at most `units` are sold within `inDays` days. */
export function chanceOfAtMost({ size, days, dispersion, week }: Forecast, units: number, inDays: number): number {
  if (units < 0) return 0;
  const { purchases, scale } = purchasesIn(units, dispersion);
  return betaShare(days / (days + (week ? averageDays(inDays, week) : inDays) * scale), size, purchases);
}

/**
 * Returns how many purchases it takes to sell more than `units`, with a continuity correction. Above GREATEST, caps the
 * count and scales the time down, because randomness averages out at that size.
 */
function purchasesIn(units: number, dispersion: number): { readonly purchases: number; readonly scale: number } {
  const all = (units + 0.5) / dispersion + 0.5;
  const scale = Math.min(1, GREATEST / all);
  return { purchases: all * scale, scale };
}

function calendarDays(average: number, week: readonly number[]) {
  const whole = Math.floor(average / 7);
  let left = average - whole * 7;
  for (const [index, share] of week.entries()) {
    if (left <= share) return whole * 7 + index + left / share;
    left -= share;
  }
  return (whole + 1) * 7;
}

function averageDays(calendar: number, week: readonly number[]) {
  const whole = Math.floor(calendar / 7);
  return week.reduce(
    (sum, share, index) => sum + share * (whole + Math.min(1, Math.max(0, calendar - whole * 7 - index))),
    0,
  );
}

/** Returns the fewest units that cover `inDays` days of sales with probability `chance`. */
export function unitsSold(forecast: Forecast, inDays: number, chance: number): number {
  const isEnough = (units: number) => chanceOfAtMost(forecast, units, inDays) >= chance;
  let [low, high] = [-1, Math.max(1, Math.ceil(rateOf(forecast) * inDays))];
  while (!isEnough(high)) [low, high] = [high, high * 2];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

const STEPS = 64;

/** Returns how much demand over `inDays` days is expected to exceed the stock, in units. */
export function expectedShortage(forecast: Forecast, stock: number, inDays: number): number {
  const most = unitsSold(forecast, inDays, 0.999);
  const step = Math.max(1, (most - stock) / STEPS);
  let shortage = 0;
  for (let units = stock; units < most; units += step)
    shortage += step * (1 - chanceOfAtMost(forecast, units + (step - 1) / 2, inDays));
  return shortage;
}

/** Gamma distribution of the rates (units per day ÷ dispersion) of a shop's items. */
export interface Prior {
  readonly size: number;
  /** Weight of the prior, in observed days. */
  readonly days: number;
}

/** With fewer items than this, the prior is uninformative: half a sale in zero days. */
const FEWEST = 10;
const UNKNOWN: Prior = { size: 0.5, days: 0 };

/** Maximum weight of the prior, in days, so that an item's own sales soon dominate. */
const LONGEST = 7;

/** Estimates the prior by the method of moments, from the mean and the excess variance of the rates. */
export function priorOf(items: readonly Pick<Sales, 'units' | 'days' | 'dispersion'>[]): Prior {
  const known = items.flatMap(({ units, days, dispersion }) => (days > 0 ? [{ units: units / dispersion, days }] : []));
  const days = known.reduce((total, item) => total + item.days, 0);
  const mean = known.reduce((total, item) => total + item.units, 0) / days;
  if (known.length < FEWEST || !(mean > 0)) return UNKNOWN;
  const squares = known.reduce((total, item) => total + item.days * (item.units / item.days - mean) ** 2, 0);
  const weight = days - known.reduce((total, item) => total + item.days ** 2, 0) / days;
  const variance = (squares - (known.length - 1) * mean) / weight;
  const worth = variance > 0 ? Math.min(mean / variance, LONGEST) : LONGEST;
  return { size: mean * worth, days: worth };
}

/** `betaShare` is accurate to 1e-6 for parameters up to this value. */
export const GREATEST = 2000;

/** Returns the beta distribution function at `x` (0 to 1). */
export function betaShare(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The continued fraction converges quickly only on this side of the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  return (Math.exp(logDensity(x, a, b)) * x * (1 - x) * fraction(x, a, b)) / a;
}

/** Returns the beta quantile by Newton's method, with bisection if a step leaves the bracket. */
export function betaQuantile(share: number, a: number, b: number): number {
  // Floating-point numbers are less precise near 1 than near 0.
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

function logDensity(x: number, a: number, b: number) {
  return logGamma(a + b) - logGamma(a) - logGamma(b) + (a - 1) * Math.log(x) + (b - 1) * Math.log(1 - x);
}

/** Continued fraction of the incomplete beta function, by Lentz's method (Numerical Recipes 6.4). */
function fraction(x: number, a: number, b: number) {
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

function nonzero(value: number) {
  return Math.abs(value) < 1e-300 ? 1e-300 : value;
}

/** Lanczos approximation, accurate to 15 digits for positive numbers. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function logGamma(z: number) {
  const t = z + 6.5;
  const sum = LANCZOS.reduce((total, each, index) => (index === 0 ? each : total + each / (z + index - 1)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(sum);
}
