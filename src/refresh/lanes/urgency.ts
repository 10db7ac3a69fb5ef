/** How urgent it is to read an item again: what is overdue first, then what most likely has changed for longest. */
import { DAY } from './time.ts';

export interface Reading {
  /** When it was last read; nothing for never. */
  readonly readAt?: number;
  readonly dailyChanges?: number;
  /** Age that it is not to exceed. */
  readonly within: number;
}

/** Age that nothing is ever to exceed, and how long it is until the next chance. */
export interface Limits {
  readonly worst: number;
  readonly gap: number;
}

/** What is known never to have changed is taken to change so often a day. */
const RARE = 1 / 90;

/** All lengths in milliseconds. A later class comes first, whatever the fraction. */
export function urgency(
  { readAt, dailyChanges = RARE, within }: Reading,
  limits: Limits,
  now: number,
): number {
  if (readAt === undefined) return 2;
  const age = Math.max(1, now - readAt);
  // The chance after the next may be a little late.
  const then = age + 2 * limits.gap;
  if (then > limits.worst) return 3 + fraction(age / limits.worst);
  if (then > within) return 1 + fraction(age / within);
  // Polled at this pace, the changes of all are found after the least time: changes that wait, times how long.
  return fraction(Math.max(dailyChanges, RARE / 10) * (age / DAY) ** 2);
}

/** From 0 to 1, growing with any positive number. */
function fraction(value: number): number {
  return Math.min(0.999, Math.max(0, (Math.log2(value) + 60) / 120));
}

/** The `count` most urgent, in that order. Numbers are sorted once: of tens of thousands few are wanted. */
export function mostUrgent<T>(
  items: readonly T[],
  urgencyOf: (item: T) => number,
  count: number,
): readonly T[] {
  if (count < 1) return [];
  const urgencies = Float64Array.from(items, urgencyOf);
  const sorted = urgencies.slice().sort();
  const least = sorted[Math.max(0, sorted.length - count)]!;
  const places: number[] = [];
  for (let place = 0; place < urgencies.length; place++) if (urgencies[place]! >= least) places.push(place);
  places.sort((one, other) => urgencies[other]! - urgencies[one]!);
  return places.slice(0, count).map((place) => items[place]!);
}
