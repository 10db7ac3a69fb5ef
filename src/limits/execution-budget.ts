/** What one execution may call: gates by seller and operation, within what the platform gives for a day. */
import type { Capped } from '../protocol/caps.ts';
import { type Ledger, ledgerOf, type QuotaStore } from './ledger.ts';
import { type ClosableGate, type Fetches, gateOf } from './ledger-gate.ts';
import { type Allowance, isUsedAsTaken, NONE, openAt, PAUSE, type Quotas, type Use } from './quotas.ts';

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

/** How an execution spends. */
export interface BudgetTerms {
  readonly use: Use;
  /** When the execution is ended at the latest, in epoch milliseconds. */
  readonly lease: number;
  /** Milliseconds that it may wait, and the same for all calls of an hour. */
  readonly asleep: number;
  readonly asleepForCap?: number;
  /** As of `Terms`. */
  readonly leavesLeases?: boolean;
  /** What the execution took from the day before, to be settled with its calls. */
  readonly taken?: Allowance;
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
  { use, lease, asleep, asleepForCap, leavesLeases, taken: before }: BudgetTerms,
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
      const waitPolicy = {
        until,
        asleep,
        ...(asleepForCap === undefined ? {} : { asleepForCap }),
        ...batches,
      };
      const terms = { lease, waitPolicy, probes: use !== 'formula', leavesLeases };
      return gateOf(ledger(of), of.operation, counted, now, (at) => ({ ...terms, now: at }), closed);
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
        if (!isUsedAsTaken(allowance, spent)) quotas.settle(allowance, spent, now());
      }
      taken.length = 0;
      left = 0;
      used = 0;
    },
  };
}
