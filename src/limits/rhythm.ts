/** The pace at which executions that come again and again spend what is given for a day. */

import { DAY } from '../protocol/time.ts';

/** So many times its even share an execution may take of what is left. */
const HASTE = 4;

/**
 * What an execution may take of `left` when the next ones come after `interval` milliseconds each: much while much is left, so
 * that a backlog is worked off, and never so much that nothing is left for those to come. What is spent comes back a day
 * later; in the long run a fifth stays unspent.
 */
export function pacedBy(left: number, interval: number): number {
  return left * Math.min(1, (HASTE * interval) / DAY);
}
