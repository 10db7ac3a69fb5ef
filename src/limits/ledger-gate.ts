/** The gate of one operation: it lets calls through as the ledger granted them, and none that were not reserved. */
import type { Admission, Gate, Sent } from '../protocol/gate.ts';
import { MINUTE } from '../protocol/time.ts';
import { nextSends, type SendTimes, without } from './call-slots.ts';
import { isFullyUsed, type Ledger, type Loan, type Terms } from './ledger.ts';
import { PAUSE } from './quotas.ts';
import type { Made, Refusal } from './usage.ts';

/** A gate that gives back what was not used. */
export interface ClosableGate extends Gate {
  close(): void;
}

/** Google's daily requests, as far as this execution may use them. */
export interface Fetches {
  /** At most `wanted`. */
  take(wanted: number, now: number): number;
  giveBack(count: number): void;
  /** Google refused requests, whatever was counted here. */
  refused(now: number): void;
  /** When more may be taken, in epoch milliseconds. */
  nextAt(now: number): number;
}

/** When to try again after others held the ledger. */
const SOON = MINUTE;

/** Reserves `count` calls at once, because each hold of the ledger costs more than a call that is returned. */
export function reservingAhead(gate: ClosableGate, count: number): ClosableGate {
  return { ...gate, admit: (wanted, most) => gate.admit(Math.max(wanted, count), Math.min(wanted, most)) };
}

/** `termsAt` gives the terms of a reservation; `closed` is called once the gate is closed. */
export function gateOf(
  ledger: Ledger,
  operation: string,
  fetches: Fetches,
  now: () => number,
  termsAt: (now: number) => Terms,
  closed: () => void = () => undefined,
): ClosableGate {
  let loan: Loan | null = null;
  /** When they may go out. */
  let sendTimes: SendTimes = [];
  /** Granted calls that were not sent yet; negative after retries. */
  let room = 0;
  let made: Made[] = [];
  let closedUntil = 0;

  const settle = (refusal?: Refusal) => {
    if (loan) ledger.settle(loan, made, now(), refusal);
    fetches.giveBack(Math.max(0, room));
    loan = null;
    made = [];
    room = 0;
  };

  /** Settles the used loan and reserves a new one; returns what keeps calls back, if anything does. */
  const reserve = (wanted: number): Admission | undefined => {
    const at = now();
    if (closedUntil > at) {
      settle();
      return { calls: 0, next: closedUntil, isKept: false, because: 'cap' };
    }
    const done = ledger.together(() => ({ keptBack: reserveAt(at, wanted) }));
    if (done) return done.keptBack;
    // The loan could not be settled, so all of its calls count.
    [loan, made, room] = [null, [], 0];
    return { calls: 0, next: at + SOON, isKept: false, because: 'busy' };
  };

  const reserveAt = (at: number, wanted: number): Admission | undefined => {
    const open = fetches.take(wanted, at);
    if (open === 0) {
      settle();
      const next = fetches.nextAt(at);
      return { calls: 0, next, isKept: false, because: next - at > PAUSE ? 'day' : 'pause' };
    }
    const before = loan ? { loan, made } : undefined;
    [loan, made] = [null, []];
    const grant = ledger.reserve(operation, open, termsAt(at), before);
    ({ loan, sendTimes } = grant);
    room = Math.min(open, grant.granted);
    fetches.giveBack(open - room);
    return loan
      ? undefined
      : { calls: 0, next: grant.nextAt ?? at + SOON, isKept: false, because: grant.isBusy ? 'busy' : 'cap' };
  };

  return {
    admit(wanted, most) {
      const refused = loan && room > 0 ? undefined : reserve(wanted);
      if (refused) return refused;
      const at = now();
      const { calls, next } = nextSends(sendTimes, at, Math.min(most, wanted, room));
      return { calls, next: next ?? at, isKept: true, because: 'cap' };
    },

    sent({ at, count, unanswered, refusal }: Sent) {
      room -= count;
      sendTimes = without(sendTimes, count);
      made.push({ at, count, unanswered });
      if (!refusal) return;
      // At once, so that no other execution meets the same refusal.
      closedUntil = Math.max(closedUntil, refusal.retryAt);
      settle(refusal);
    },

    heldBack() {
      settle();
      fetches.refused(now());
    },

    close: () => {
      if (loan && termsAt(now()).leavesLeases && isFullyUsed(loan, made, now())) loan = null;
      const settled =
        loan &&
        ledger.together(() => {
          settle();
          closed();
          return true;
        });
      if (settled) return;
      settle();
      closed();
    },
  };
}
