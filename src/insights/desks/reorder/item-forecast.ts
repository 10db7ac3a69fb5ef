/** What an item will sell, and how long its stock lasts: single sales at a rate that is known as well as sales tell it. */
import { betaQuantile, betaShare, GREATEST } from '../../beta.ts';
import type { Prior } from './prior.ts';
import type { Sales } from './stock-falls.ts';

/**
 * The rate, in units a day over `dispersion`, is gamma distributed with this size, over these days. Demand is counted in
 * units over `dispersion` too: what varies more than single sales comes as if several left at once.
 */
export interface Forecast {
  readonly size: number;
  readonly days: number;
  readonly dispersion: number;
  /** As in `Sales`. */
  readonly week?: readonly number[] | undefined;
}

/**
 * What chance makes of few sales: so many units are doubted, because an item is not forecast before it has sold some, and
 * often had luck when it has; and of so few purchases, large ones are missing rather than not. Measured, see the README.
 */
const DOUBTED_UNITS = 4;
const MISSING_PURCHASES = { slow: 5, fast: 0.5 } as const;

export function forecastOf({ units, days, dispersion: seen, week }: Sales, prior: Prior): Forecast {
  const missing = MISSING_PURCHASES[units < days ? 'slow' : 'fast'];
  const dispersion = units > 0 ? 1 + (seen - 1) * (1 + (missing * seen) / units) : 1;
  const size = prior.size + units / dispersion;
  // So much is known of nobody's demand: the rate then is sure to 2 %.
  const share = Math.min(units / (units + DOUBTED_UNITS), GREATEST / size);
  return { size: size * share, days: (prior.days + days) * share, dispersion, week };
}

/** Units a day. */
export function rateOf({ size, days, dispersion }: Forecast): number {
  return (dispersion * size) / days;
}

/** In so many days, with this chance, or sooner, so many units are sold. */
export function daysLeft({ size, days, dispersion, week }: Forecast, units: number, chance: number): number {
  if (units <= 0) return 0;
  // Of more the chance of the single sale adds nothing: the time grows with them.
  const counted = Math.min(units / dispersion, GREATEST);
  const x = betaQuantile(chance, counted, size);
  const average = ((days * x) / (1 - x)) * (units / dispersion / counted);
  return week ? inWeek(average, week) : average;
}

/** Average days as they come: some of them sell more. */
function inWeek(days: number, week: readonly number[]): number {
  const whole = Math.floor(days / 7);
  let left = days - whole * 7;
  for (const [index, share] of week.entries()) {
    if (left <= share) return whole * 7 + index + left / share;
    left -= share;
  }
  return (whole + 1) * 7;
}

/** The chance that at most so many units are sold in these days. */
export function chanceOfAtMost(forecast: Forecast, units: number, inDays: number): number {
  if (units < 0) return 0;
  const { size, days, dispersion } = forecast;
  // Between whole numbers of the scaled units it is the mean of both, so that a dispersion of 1 counts units as they are.
  const counted = (units + 0.5) / dispersion + 0.5;
  const scale = Math.min(1, GREATEST / counted);
  return betaShare(days / (days + inDays * scale), size, counted * scale);
}

/** The least number of units beyond which no more are sold in these days with this chance. */
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
