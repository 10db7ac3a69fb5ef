/** The beta distribution, of which all forecasts are made. Loaded when it is first asked for: most executions need none. */

/** What jStat (1.9.6) has of it; it comes without types. */
interface Statistics {
  /** The share of a beta distribution that lies below `x`. */
  ibeta(x: number, a: number, b: number): number;
  /** The `x` below which the share `p` lies. */
  ibetainv(p: number, a: number, b: number): number;
}

declare const require: (name: 'jstat') => Statistics;

/**
 * The fraction by which jStat computes it is cut after 100 steps, which is exact to 1e-6 up to here. Greater parameters
 * are for the caller to avoid.
 */
export const GREATEST = 2000;

/** The share of the distribution below `x`, which lies between 0 and 1. */
export function betaShare(x: number, a: number, b: number): number {
  return require('jstat').ibeta(x, a, b);
}

export function betaQuantile(share: number, a: number, b: number): number {
  return require('jstat').ibetainv(share, a, b);
}
