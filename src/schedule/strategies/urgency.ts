/** How urgent it is to read an item again: what is overdue first, then what most likely has changed for longest. */
import { DAY } from '../../protocol/time.ts';

/** Age that nothing is ever to exceed, and how long it is until the next chance. */
export interface Limits {
  readonly worst: number;
  readonly gap: number;
}

/** What is known never to have changed is taken to change so often a day. */
const RARE = 1 / 90;

/** Of what was never read: only what is too old comes before it. */
export const UNREAD = 2;

/**
 * Of an item that was read before so long and is to be no older than `within`, all in milliseconds. A higher class comes
 * first, whatever the fraction.
 */
export function urgency(age: number, dailyChanges: number | undefined, within: number, { worst, gap }: Limits): number {
  // The chance after the next may be a little late.
  const then = age + 2 * gap;
  if (then > worst) return 3 + fraction(age / worst);
  if (then > within) return 1 + fraction(age / within);
  // Read in this order, changes wait for the least time on average: what most likely came, times how long it waits.
  return fraction(Math.max(dailyChanges ?? 0, RARE) * (age / DAY) ** 2);
}

/** From 0 to 1, growing with any positive number. */
function fraction(value: number): number {
  return Math.min(0.999, Math.max(0, (Math.log2(value) + 60) / 120));
}

/** The `count` most urgent, in that order. Numbers are sorted once: of tens of thousands few are wanted. */
export function mostUrgent<T>(items: readonly T[], urgencyOf: (item: T) => number, count: number): readonly T[] {
  if (count < 1) return [];
  const urgencies = Float64Array.from(items, urgencyOf);
  const sorted = urgencies.slice().sort();
  const least = sorted[Math.max(0, sorted.length - count)]!;
  const places: number[] = [];
  for (let place = 0; place < urgencies.length; place++) if (urgencies[place]! >= least) places.push(place);
  places.sort((one, other) => urgencies[other]! - urgencies[one]!);
  return places.slice(0, count).map((place) => items[place]!);
}
