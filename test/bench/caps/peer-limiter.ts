/** A limiter without shared state: every execution gets the same number of calls. */
import type { LimiterOf } from './simulate.ts';

export function peerLimiter(calls: number): LimiterOf {
  return () => ({
    begin: (_, wanted, now) => ({
      sendTimes: [{ at: now, count: Math.min(wanted, calls) }],
      done: () => undefined,
    }),
  });
}
