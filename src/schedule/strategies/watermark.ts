/** The watermark of a cycle over names in order: each is taken once, whatever becomes of it. */
import type { NextPulls, StrategyInput } from './strategy.ts';

type AtCycle = Pick<StrategyInput, 'state' | 'cycleAt'>;

/**
 * What is left of this cycle, in the order of the texts. What was taken before and is due all the same has
 * failed: it is passed over until the next cycle, so that it keeps no other waiting.
 */
export function afterWatermark(due: readonly string[], { state, cycleAt }: AtCycle): readonly string[] {
  const after = state.cycle === cycleAt ? String(state.watermark ?? '') : '';
  return [...new Set(due)].filter((name) => name > after).sort();
}

/** The watermark once the first `count` of what is left are taken, and whether these are all. */
export function movedWatermark(
  left: readonly string[],
  count: number,
  { state, cycleAt }: AtCycle,
): Pick<NextPulls, 'isLast' | 'state'> {
  const last = left[Math.min(count, left.length) - 1];
  const before = state.cycle === cycleAt ? state.watermark : undefined;
  return {
    isLast: count >= left.length,
    state: { ...state, cycle: cycleAt, watermark: last ?? before ?? '' },
  };
}
