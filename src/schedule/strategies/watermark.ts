/** A round over names: each is taken once a cycle, whatever becomes of it. */
import type { NextPulls, StrategyInput } from './strategy.ts';

type When = Pick<StrategyInput, 'state' | 'cycleAt'>;

/**
 * What is left of this cycle's round, in the order of the texts. What was taken before and is due all the same has
 * failed: it is passed over until the next cycle, so that it keeps no other from its turn.
 */
export function afterWatermark(due: readonly string[], { state, cycleAt }: When): readonly string[] {
  const after = state.round === cycleAt ? String(state.after ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** The turn in which the first `count` of what is left are taken. */
export function movedWatermark(
  left: readonly string[],
  count: number,
  { state, cycleAt }: When,
): Pick<NextPulls, 'isLast' | 'state'> {
  const last = left[Math.min(count, left.length) - 1];
  const after = state.round === cycleAt ? state.after : undefined;
  return {
    isLast: count >= left.length,
    state: { ...state, round: cycleAt, after: last ?? after ?? '' },
  };
}
