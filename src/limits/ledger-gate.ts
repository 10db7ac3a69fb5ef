/** Lets the calls of one operation through as the ledger granted them: nothing goes out that was not reserved. */

import type { Admission, Gate, Sent } from '../protocol/gate.ts';
import { HOUR, MINUTE } from '../protocol/time.ts';
import type { Grant, Ledger, Terms } from './ledger.ts';
import { nextSends } from './send-times.ts';
import type { Made, Refusal } from './usage.ts';

/** A gate that gives back what was not used. */
export interface ClosableGate extends Gate {
  close(): void;
}

/** What the platform gives for a day, as this execution may use it. */
export interface Fetches {
  /** At most `wanted`. */
  take(wanted: number, now: number): number;
  giveBack(count: number): void;
  /** The platform gives no more, whatever was counted here. */
  refused(): void;
  /** When there may be more, in epoch milliseconds; null when that is not known. */
  nextAt(now: number): number | null;
}

/** Where others held the ledger, or nothing is known of the day, the next look is worth while after so long. */
const [SOON, LATER] = [MINUTE, HOUR];

/** `termsAt` says on which terms more is reserved at an instant. */
export function gateOf(
  ledger: Ledger,
  operation: string,
  fetches: Fetches,
  now: () => number,
  termsAt: (now: number) => Terms,
): ClosableGate {
  let grant: Grant | undefined;
  /** Of the granted calls those that the day has room for. */
  let room = 0;
  let used = 0;
  let made: Made[] = [];
  let closedUntil = 0;

  const settle = (refusal?: Refusal) => {
    if (grant?.loan) ledger.settle(grant.loan, made, now(), refusal);
    fetches.giveBack(Math.max(0, room - used));
    grant = undefined;
    made = [];
    room = 0;
    used = 0;
  };

  /** What keeps calls back, if anything does. */
  const reserve = (wanted: number): Admission | undefined => {
    const at = now();
    if (closedUntil > at) return { calls: 0, next: closedUntil, isKept: false, because: 'cap' };
    const open = fetches.take(wanted, at);
    if (open === 0)
      return { calls: 0, next: fetches.nextAt(at) ?? at + LATER, isKept: false, because: 'day' };
    grant = ledger.reserve(operation, open, termsAt(at));
    room = Math.min(open, grant.granted);
    fetches.giveBack(open - room);
    return grant.loan
      ? undefined
      : { calls: 0, next: grant.nextAt ?? at + SOON, isKept: false, because: grant.left ? 'cap' : 'busy' };
  };

  return {
    admit(wanted, most) {
      if (grant?.loan && used >= room) settle();
      const refused = grant?.loan ? undefined : reserve(wanted);
      if (refused) return refused;
      const at = now();
      const { calls, next } = nextSends(grant!.sendTimes, used, at, Math.min(most, wanted, room - used));
      return { calls, next: next ?? at, isKept: true, because: 'cap' };
    },

    sent({ refusal, isDayOver, ...calls }: Sent) {
      used += calls.count;
      made.push(calls);
      if (isDayOver) fetches.refused();
      if (!refusal) return;
      // At once, so that no other execution meets the same refusal.
      closedUntil = Math.max(closedUntil, refusal.retryAt);
      settle(refusal);
    },

    close: () => settle(),
  };
}
