/** A limiter that knows nothing of other executions: in each it lets the same number of calls go. */
import type { LimiterOf } from './simulate.ts';

export function peerLimiter(calls: number): LimiterOf {
  return () => ({
    begin: (_, wanted, now) => ({
      sendTimes: [{ at: now, count: Math.min(wanted, calls) }],
      done: () => undefined,
    }),
  });
}
