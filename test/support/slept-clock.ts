/** A clock that moves with sleep alone, and notes for how long somebody slept. */
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
