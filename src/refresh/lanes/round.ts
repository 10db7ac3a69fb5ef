/** A round over names: each is taken once a cycle, whatever becomes of it. */
import type { Occasion, Turn } from './lane.ts';

type When = Pick<Occasion, 'memory' | 'cycleAt'>;

/**
 * What is left of this cycle's round, in the order of the texts. What was taken before and is due all the same has
 * failed: it is passed over until the next cycle, so that it keeps no other from its turn.
 */
export function leftOf(due: readonly string[], { memory, cycleAt }: When): readonly string[] {
  const after = memory.round === cycleAt ? String(memory.after ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** The turn in which the first `count` of what is left are taken. */
export function taking(
  left: readonly string[],
  count: number,
  { memory, cycleAt }: When,
): Pick<Turn, 'isLast' | 'memory'> {
  const last = left[Math.min(count, left.length) - 1];
  const after = memory.round === cycleAt ? memory.after : undefined;
  return {
    isLast: count >= left.length,
    memory: { ...memory, round: cycleAt, after: last ?? after ?? '' },
  };
}
