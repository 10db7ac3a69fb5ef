/**
 * Limits an execution's calls to what the ledger and Google's daily quota allow, with one gate per seller and
 * operation.
 */
import type { Capped } from '../protocol/connection.ts';
import type { Admission, Gate, Sent } from '../protocol/http.ts';
import { MINUTE } from '../protocol/time.ts';
import { isFullyUsed, type Ledger, type Loan, type LoanTerms, ledgerOf, type QuotaStore } from './ledger.ts';
import { nextSends, type SendTimes, type WaitPolicy, without } from './pacing.ts';
import { type Allowance, isUsedAsTaken, NONE, openAt, PAUSE, type Quotas, type Use } from './quotas.ts';
import type { Made, Refusal } from './usage.ts';

export interface ClosableGate extends Gate {
  /** Returns unused calls. */
  close(): void;
}

/** This execution's share of the requests that Google allows per day. */
interface Fetches {
  /** Takes up to `wanted` requests and returns how many it took. */
  take(wanted: number, now: number): number;
  giveBack(count: number): void;
  refused(now: number): void;
  /** When more requests are available. */
  nextAt(now: number): number;
}

/** How long to wait after a lock timeout. */
const SOON = MINUTE;

/** Reserves at least `count` calls at a time, because locking the ledger costs more than an unused reservation. */
export function reservingAhead(gate: ClosableGate, count: number): ClosableGate {
  return { ...gate, admit: (wanted, most) => gate.admit(Math.max(wanted, count), Math.min(wanted, most)) };
}

function notBefore(next: number, because: Admission['because']): Admission {
  return { calls: 0, next, isReserved: false, because };
}

/** Calls `closed` after the gate closes. With `leavesLoans`, doesn't settle a loan whose calls were all made. */
function gateOf(
  ledger: Ledger,
  operation: string,
  fetches: Fetches,
  now: () => number,
  terms: Omit<LoanTerms, 'now'>,
  leavesLoans: boolean,
  closed: () => void = () => undefined,
): ClosableGate {
  let loan: Loan | null = null;
  let sendTimes: SendTimes = [];
  /** Number of granted calls that haven't been sent yet; negative after retries. */
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

  /** Settles the current loan and reserves a new one. If no calls were reserved, returns when to try again. */
  const reserve = (wanted: number): Admission | undefined => {
    const at = now();
    if (closedUntil > at) {
      settle();
      return notBefore(closedUntil, 'cap');
    }
    const done = ledger.together(() => ({ refusal: reserveAt(at, wanted) }));
    if (done) return done.refusal;
    // The loan couldn't be settled, so all of its calls count as used.
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
      // Settle now so that other executions don't hit the same limit.
      closedUntil = Math.max(closedUntil, refusal.retryAt);
      settle(refusal);
    },

    heldBack() {
      settle();
      fetches.refused(now());
    },

    close: () => {
      if (loan && leavesLoans && isFullyUsed(loan, made, now())) loan = null;
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
  /** Opens a gate for calls that start before `until`. Calls `closed` after the gate closes. */
  gate(of: Capped, until: number, closed?: () => void): ClosableGate;
  /** Calls taken from the daily quota and not returned. */
  spent(): number;
  /** Returns the seller's ledger, for reading only. */
  ledger(of: Capped): Ledger;
  /** Settles the daily quotas. `running`: a triggered execution's run time, in milliseconds. Close the gates first. */
  close(running?: number): void;
}

export interface BudgetTerms {
  readonly use: Use;
  /** Latest time at which Google ends the execution. */
  readonly endsBy: number;
  /** See `WaitPolicy`. */
  readonly asleep: number;
  readonly asleepForCap?: number;
  /** Allowance that this execution reserved earlier. Settled together with the calls. */
  readonly taken?: Allowance | undefined;
}

type Batches = Pick<WaitPolicy, 'atOnce' | 'batch'>;

/** The demo shop doesn't use the network, so its requests aren't counted. */
const UNCOUNTED: Fetches = {
  take: (wanted) => wanted,
  giveBack: () => undefined,
  refused: () => undefined,
  nextAt: (now) => now,
};

/** Extra requests to reserve up front, to save store accesses. */
const SPARE = { scheduled: 20, person: 20, formula: 0 } as const;

export function executionBudget(
  stores: readonly QuotaStore[],
  quotas: Quotas,
  { use, endsBy, asleep, asleepForCap, taken: before }: BudgetTerms,
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
        // On a lock timeout, allow uncounted calls: Google still enforces its own limits.
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
      // After the pause, take new requests to find out whether Google accepts them.
      left = 0;
      closedUntil = at + PAUSE;
    },
    nextAt: (at) => Math.max(closedUntil, openAt(quotas.budget(use), at)),
  };
  // Each workbook has its own demo shop, so its calls count only in the workbook's store (the first one).
  const ledger = ({ seller, cap, isDemo }: Capped) => ledgerOf(isDemo ? stores.slice(0, 1) : stores, seller, cap);
  return {
    gate(of, until, closed) {
      const counted = of.isDemo ? UNCOUNTED : fetches;
      const waitPolicy = { until, asleep, asleepForCap, ...batches };
      const terms = { endsBy, waitPolicy, probes: use !== 'formula' };
      // A formula makes only a few calls, so leaving its loan unsettled costs little and avoids a lock.
      return gateOf(ledger(of), of.operation, counted, now, terms, use === 'formula', closed);
    },
    spent: () => used,
    ledger,
    close(running = 0) {
      let open = used;
      // Settle the newest allowances first, because they show whether Google accepts requests.
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
