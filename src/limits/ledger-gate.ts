/** The calls that one execution may make: a gate per seller and operation, within the ledger and Google's daily quota. */
import type { Capped } from '../protocol/connection.ts';
import type { Admission, Gate, Sent } from '../protocol/http.ts';
import { MINUTE } from '../protocol/time.ts';
import { isFullyUsed, type Ledger, type Loan, ledgerOf, type QuotaStore, type Terms } from './ledger.ts';
import { nextSends, type SendTimes, type WaitPolicy, without } from './pacing.ts';
import { type Allowance, isUsedAsTaken, NONE, openAt, PAUSE, type Quotas, type Use } from './quotas.ts';
import type { Made, Refusal } from './usage.ts';

export interface ClosableGate extends Gate {
  /** Returns the calls that were not used. */
  close(): void;
}

/** The part of Google's daily requests that this execution may use. */
interface Fetches {
  /** Takes at most `wanted` requests, and returns how many. */
  take(wanted: number, now: number): number;
  giveBack(count: number): void;
  /** Call it after Google refused a request. */
  refused(now: number): void;
  /** When more may be taken, in epoch milliseconds. */
  nextAt(now: number): number;
}

/** The wait after other executions held the ledger's lock for too long. */
const SOON = MINUTE;

/** Reserves at least `count` calls at a time, because locking the ledger costs more than an unused reservation. */
export function reservingAhead(gate: ClosableGate, count: number): ClosableGate {
  return { ...gate, admit: (wanted, most) => gate.admit(Math.max(wanted, count), Math.min(wanted, most)) };
}

/** The answer that no call may be sent before `next`. */
function notBefore(next: number, because: Admission['because']): Admission {
  return { calls: 0, next, isReserved: false, because };
}

/** `closed` is called once the gate is closed. With `leavesLeases`, a loan that was fully used is not settled. */
function gateOf(
  ledger: Ledger,
  operation: string,
  fetches: Fetches,
  now: () => number,
  terms: Omit<Terms, 'now'>,
  leavesLeases: boolean,
  closed: () => void = () => undefined,
): ClosableGate {
  let loan: Loan | null = null;
  let sendTimes: SendTimes = [];
  /** Granted calls that were not sent yet. Repeated calls can make it negative. */
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

  /** Settles the used loan and reserves a new one. Undefined if calls were reserved. */
  const reserve = (wanted: number): Admission | undefined => {
    const at = now();
    if (closedUntil > at) {
      settle();
      return notBefore(closedUntil, 'cap');
    }
    const done = ledger.together(() => ({ refusal: reserveAt(at, wanted) }));
    if (done) return done.refusal;
    // The loan could not be settled, so all of its calls count.
    [loan, made, room] = [null, [], 0];
    return notBefore(at + SOON, 'busy');
  };

  const reserveAt = (at: number, wanted: number): Admission | undefined => {
    const open = fetches.take(wanted, at);
    if (open === 0) {
      settle();
      const next = fetches.nextAt(at);
      return notBefore(next, next - at > PAUSE ? 'day' : 'pause');
    }
    const before = loan ? { loan, made } : undefined;
    [loan, made] = [null, []];
    const grant = ledger.reserve(operation, open, { ...terms, now: at }, before);
    ({ loan, sendTimes } = grant);
    room = Math.min(open, grant.granted);
    fetches.giveBack(open - room);
    return loan ? undefined : notBefore(grant.nextAt ?? at + SOON, grant.isBusy ? 'busy' : 'cap');
  };

  return {
    admit(wanted, most) {
      const refused = loan && room > 0 ? undefined : reserve(wanted);
      if (refused) return refused;
      const at = now();
      const { calls, next } = nextSends(sendTimes, at, Math.min(most, wanted, room));
      return { calls, next: next ?? at, isReserved: true, because: 'cap' };
    },

    sent({ at, count, unanswered, refusal }: Sent) {
      room -= count;
      sendTimes = without(sendTimes, count);
      made.push({ at, count, unanswered });
      if (!refusal) return;
      // Settle at once, so that other executions do not meet the same refusal.
      closedUntil = Math.max(closedUntil, refusal.retryAt);
      settle(refusal);
    },

    heldBack() {
      settle();
      fetches.refused(now());
    },

    close: () => {
      if (loan && leavesLeases && isFullyUsed(loan, made, now())) loan = null;
      const finish = () => {
        settle();
        closed();
        return true;
      };
      if (!loan || !ledger.together(finish)) finish();
    },
  };
}

export interface ExecutionBudget {
  /** A gate for calls that begin before `until` (epoch milliseconds). `closed` is called once the gate is closed. */
  gate(of: Capped, until: number, closed?: () => void): ClosableGate;
  /** The number of calls taken from the day and not returned. */
  spent(): number;
  /** The seller's ledger, for callers that only read it. */
  ledger(of: Capped): Ledger;
  /** Settles the use of the day: calls, and the milliseconds that a triggered execution ran. Close the gates first. */
  close(running?: number): void;
}

export interface BudgetTerms {
  readonly use: Use;
  /** When Google has ended the execution at the latest, in epoch milliseconds. */
  readonly lease: number;
  /** See `WaitPolicy`. */
  readonly asleep: number;
  readonly asleepForCap?: number;
  /** An allowance that the execution took before, which is settled with its calls. */
  readonly taken?: Allowance | undefined;
}

type Batches = Pick<WaitPolicy, 'atOnce' | 'batch'>;

/** For calls to the demo shop, which reach no network. */
const UNCOUNTED: Fetches = {
  take: (wanted) => wanted,
  giveBack: () => undefined,
  refused: () => undefined,
  nextAt: (now) => now,
};

/** Extra requests that are reserved up front, so that not every call needs the store. */
const SPARE = { scheduled: 20, person: 20, formula: 0 } as const;

export function executionBudget(
  stores: readonly QuotaStore[],
  quotas: Quotas,
  { use, lease, asleep, asleepForCap, taken: before }: BudgetTerms,
  batches: Batches,
  now: () => number,
): ExecutionBudget {
  const taken = before ? [before] : [];
  let left = before?.fetches ?? 0;
  let used = 0;
  let closedUntil = 0;
  const fetches: Fetches = {
    take(wanted, at) {
      if (closedUntil > at) return 0;
      if (left < wanted) {
        const more = quotas.take(use, { ...NONE, fetches: wanted - left + SPARE[use] }, at);
        if (more) taken.push(more);
        // If the lock is busy, calls are not counted: Google's own refusal still stops them.
        left += more ? more.fetches : wanted - left;
      }
      const granted = Math.min(wanted, left);
      left -= granted;
      used += granted;
      return granted;
    },
    giveBack(count) {
      left += count;
      used -= count;
    },
    refused(at) {
      quotas.refused(at);
      // Requests must be taken anew after the pause, to show whether Google accepts them again.
      left = 0;
      closedUntil = at + PAUSE;
    },
    nextAt: (at) => Math.max(closedUntil, openAt(quotas.budget(use, at), 'fetches', at)),
  };
  // Each workbook has its own demo shop, so its calls count only in the first store, which is the workbook's own.
  const ledger = ({ seller, cap, isDemo }: Capped) => ledgerOf(isDemo ? stores.slice(0, 1) : stores, seller, () => cap);
  return {
    gate(of, until, closed) {
      const counted = of.isDemo ? UNCOUNTED : fetches;
      const waitPolicy = { until, asleep, asleepForCap, ...batches };
      const terms = { lease, waitPolicy, probes: use !== 'formula' };
      // A formula makes few calls, so leaving its used loan unsettled costs little and saves a lock.
      return gateOf(ledger(of), of.operation, counted, now, terms, use === 'formula', closed);
    },
    spent: () => used,
    ledger,
    close(running = 0) {
      let open = used;
      // The newest allowances are settled first, because they show whether Google accepts requests again.
      for (const [index, allowance] of [...taken.entries()].reverse()) {
        const share = Math.min(open, allowance.fetches);
        open -= share;
        const spent = { running: index === 0 ? running : 0, fetches: share };
        if (!isUsedAsTaken(allowance, spent)) quotas.settle(allowance, spent);
      }
      taken.length = 0;
      left = 0;
      used = 0;
    },
  };
}
