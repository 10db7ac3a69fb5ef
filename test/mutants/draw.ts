/** A sample that is the same for the same seed, and hardly another one after the source has changed. */
import { createHash } from 'node:crypto';

/** Each is drawn by its name, and by how many of that name came before it: what else there is plays no part. */
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
