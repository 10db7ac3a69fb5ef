/** A clock that advances only on sleep, plus a list of the sleeps. */
import type { Clock } from '../../src/protocol/http.ts';

export function sleptClock(): { readonly clock: Clock; readonly slept: readonly number[] } {
  let now = 0;
  const slept: number[] = [];
  return {
    slept,
    clock: {
      now: () => now,
      sleep: (milliseconds) => {
        slept.push(milliseconds);
        now += milliseconds;
      },
    },
  };
}
