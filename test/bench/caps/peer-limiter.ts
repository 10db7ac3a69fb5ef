/** A limiter unaware of other executions: it allows the same number of calls in each. */
import type { LimiterOf } from './simulate.ts';

export function peerLimiter(calls: number): LimiterOf {
  return () => ({
    begin: (_, wanted, now) => ({
      sendTimes: [{ at: now, count: Math.min(wanted, calls) }],
      done: () => undefined,
    }),
  });
}
