/** What the items of a shop have in common: how much an item sells of which little is known. */
import type { Sales } from './stock-falls.ts';

/** A gamma distribution of the units a day that items sell, each divided by its dispersion. */
export interface Prior {
  readonly size: number;
  /** Days that it counts for beside those that were observed. */
  readonly days: number;
}

/** Fewer items tell nothing of others: then half a sale in no time, which leans to no rate. */
const FEWEST = 10;
const UNKNOWN: Prior = { size: 0.5, days: 0 };

/** A shop whose items sell alike counts for so many days at most, so that each soon speaks for itself. */
const LONGEST = 7;

/** By moments: the mean rate, and how much rates differ beyond chance. Items without a day count for nothing. */
export function priorOf(items: readonly Sales[]): Prior {
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
