/** Draws a seeded sample that barely changes when the source changes. */
import { createHash } from 'node:crypto';

/** Each draw depends only on the item's name and its index among items with that name. */
export function draw<T>(from: readonly T[], count: number, seed: number, nameOf: (each: T) => string): readonly T[] {
  const seen = new Map<string, number>();
  const lots = from.map((each) => {
    const name = nameOf(each);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return {
      each,
      lot: createHash('sha256')
        .update(JSON.stringify([seed, name, before]))
        .digest('hex'),
    };
  });
  lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return lots.slice(0, count).map(({ each }) => each);
}
