/** A sample that is the same for the same seed and source. */
import { Draws } from '../marketplace/chance.ts';

export function draw<T>(from: readonly T[], count: number, seed: number): readonly T[] {
  const draws = new Draws(seed);
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [drawn] = left.splice(draws.whole(0, left.length - 1), 1);
    return drawn!;
  });
}
