/** Whether buyers order after a click in an ad group as often as in its account. */

export interface Clicks {
  readonly clicks: number;
  readonly orders: number;
}

export type ConversionVerdict = 'worse' | 'better' | 'as the account' | 'too early';

export interface Conversion {
  /** Orders a click, drawn towards the account's mean: few clicks prove little. */
  readonly rate: number | undefined;
  /** Orders a click in the whole account. */
  readonly mean: number;
  /** Orders that as many clicks bring in the account. */
  readonly expected: number;
  /** How far the rate lies above the account's, in standard deviations. */
  readonly deviations: number;
  readonly verdict: ConversionVerdict;
}

/** What is known before the first click is worth an order, and never more than so many clicks. */
const MOST_PRIOR_CLICKS = 100;

/** One group in fifty lies beyond by chance. */
const DEVIATIONS = 2.33;

/** Below, nothing is said; from the second on, a group that lies within is as the account. In expected orders. */
const TOO_FEW = 5;
const ENOUGH = 20;

/**
 * Beta-binomial: the prior has the mean of the account. Rates are compared by the arcsine of their square root, whose
 * deviation does not depend on the rate, so that few orders are judged alike on both sides. The group is a part of the
 * account: the more of its clicks it has, the less the two can differ.
 */
export function conversionOf(group: Clicks, account: Clicks): Conversion {
  const mean = account.clicks > 0 ? Math.min(1, account.orders / account.clicks) : 0;
  if (mean === 0) return { rate: undefined, mean, expected: 0, deviations: 0, verdict: 'too early' };
  const prior = Math.min(MOST_PRIOR_CLICKS, 1 / mean);
  const rate = (mean * prior + group.orders) / (prior + group.clicks);
  const variance = 1 / (prior + group.clicks) - 1 / (prior + account.clicks);
  const deviations = variance > 0 ? (2 * (arcsine(rate) - arcsine(mean))) / Math.sqrt(variance) : 0;
  const expected = mean * group.clicks;
  return { rate, mean, expected, deviations, verdict: verdictOf(expected, deviations) };
}

function arcsine(rate: number): number {
  return Math.asin(Math.sqrt(Math.min(1, rate)));
}

function verdictOf(expected: number, deviations: number): ConversionVerdict {
  if (expected < TOO_FEW) return 'too early';
  if (Math.abs(deviations) > DEVIATIONS) return deviations < 0 ? 'worse' : 'better';
  return expected < ENOUGH ? 'too early' : 'as the account';
}
