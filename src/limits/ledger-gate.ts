/** What one execution may call: gates by seller and operation, within the ledger and what the platform gives for a day. */
import type { Capped } from '../protocol/connection.ts';
import type { Admission, Gate, Sent } from '../protocol/http.ts';
import { MINUTE } from '../protocol/time.ts';
import { isFullyUsed, type Ledger, type Loan, ledgerOf, type QuotaStore, type Terms } from './ledger.ts';
import { nextSends, type SendTimes, without } from './pacing.ts';
import { type Allowance, isUsedAsTaken, NONE, openAt, PAUSE, type Quotas, type Use } from './quotas.ts';
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

/** `closed` is called once the gate is closed. */
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
    const grant = ledger.reserve(operation, open, { ...terms, now: at }, before);
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
  /** Calls may begin until an instant in epoch milliseconds; `closed` is called once the gate is closed. */
  gate(of: Capped, until: number, closed?: () => void): ClosableGate;
  /** Calls taken from the day and not returned. */
  spent(): number;
  /** The ledger of a seller, to look into it. */
  ledger(of: Capped): Ledger;
  /** Settles what was used of the day: calls, and the milliseconds that a triggered execution ran. Close the gates first. */
  close(running?: number): void;
}

export interface BudgetTerms {
  readonly use: Use;
  /** When the execution is ended at the latest, in epoch milliseconds. */
  readonly lease: number;
  /** Milliseconds that it may wait, and the same for all calls of an hour. */
  readonly asleep: number;
  readonly asleepForCap?: number;
  /** What the execution took from the day before, to be settled with its calls. */
  readonly taken?: Allowance | undefined;
}

/** Calls in parallel, and the milliseconds from one batch to the next. */
interface Batches {
  readonly atOnce: number;
  readonly batch: number;
}

/** For calls that reach no network. */
const UNCOUNTED: Fetches = {
  take: (wanted) => wanted,
  giveBack: () => undefined,
  refused: () => undefined,
  nextAt: (now) => now,
};

/** Taken beyond what is wanted, so that not every call needs the store. */
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
        // While others hold the count, calls go out uncounted: Google's own refusal still holds.
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
      // Only what is taken after the pause shows whether Google accepts requests again.
      left = 0;
      closedUntil = at + PAUSE;
    },
    nextAt: (at) => Math.max(closedUntil, openAt(quotas.budget(use, at), 'fetches', at)),
  };
  // Each workbook has its own demo shop, so its calls count only in the first store, the workbook's own.
  const ledger = ({ seller, cap, isDemo }: Capped) => ledgerOf(isDemo ? stores.slice(0, 1) : stores, seller, () => cap);
  return {
    gate(of, until, closed) {
      const counted = of.isDemo ? UNCOUNTED : fetches;
      const waitPolicy = { until, asleep, asleepForCap, ...batches };
      const terms = { lease, waitPolicy, probes: use !== 'formula' };
      // A formula makes few calls: to leave its used reservation as it is saves a lock.
      return gateOf(ledger(of), of.operation, counted, now, terms, use === 'formula', closed);
    },
    spent: () => used,
    ledger,
    close(running = 0) {
      let open = used;
      // Newest first, because they show whether Google accepts requests again.
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
