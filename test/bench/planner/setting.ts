/** A workload's initial ledger and quotas, and its plan. */
import { type Ledger, ledgerOf } from '../../../src/limits/ledger.ts';
import { BY_PERSON, type Pacing } from '../../../src/limits/pacing.ts';
import { type Cost, planWork } from '../../../src/limits/planner.ts';
import { CONSUMER, type Quotas, quotasOf } from '../../../src/limits/quotas.ts';
import type { Capped } from '../../../src/protocol/connection.ts';
import { type InMemoryQuotaStore, quotaStore } from '../../support/in-memory-quota-store.ts';
import type { Workload } from './workload.ts';

export interface Setting {
  readonly stores: readonly InMemoryQuotaStore[];
  ledgerOf(operation: string): Ledger;
  cappedBy(operation: string): Capped;
  readonly quotas: Quotas;
  readonly pacing: Pacing;
}

/** Limits to lift for comparison. */
export type Lifted = (limit: string) => boolean;

const SELLER = 'A1B2';
const SHORT_LEASE = 60_000;
const HOUR = 3_600_000;
const PLENTY = 1e6;

export function settingOf(workload: Workload, isLifted: Lifted): Setting {
  const { now, tasks, taken } = workload;
  const capOf = (operation: string) => {
    const { cap } = tasks.find((task) => task.operation === operation)!;
    return isLifted(`${operation} cap`) ? PLENTY : cap;
  };
  const stores = Array.from({ length: workload.stores }, () => quotaStore());
  const ledgerFor = (operation: string) => ledgerOf(stores, SELLER, capOf(operation));
  for (const { operation, spent } of tasks) {
    const ledger = ledgerFor(operation);
    for (const { before, count } of [...spent].sort((a, b) => b.before - a.before)) {
      const at = now - before;
      const { loan, granted } = ledger.reserve(operation, count, { now: at, endsBy: at + SHORT_LEASE });
      if (loan) ledger.settle(loan, [{ at, count: granted }], at);
    }
  }
  const limits = { ...CONSUMER, ...(isLifted('daily fetches') ? { fetches: PLENTY } : {}) };
  const quotas = quotasOf(quotaStore(), limits);
  for (const { hoursBefore, fetches } of [...taken].sort((a, b) => b.hoursBefore - a.hoursBefore)) {
    const at = now - hoursBefore * HOUR;
    const allowance = quotas.take('person', { fetches, running: 0 }, at)!;
    quotas.settle(allowance, allowance);
  }
  return {
    stores,
    ledgerOf: ledgerFor,
    cappedBy: (operation) => ({ seller: SELLER, operation, cap: capOf(operation) }),
    quotas,
    // The ledger rejects reservations longer than a day.
    pacing: isLifted('execution time') ? { ...BY_PERSON, softStop: 23 * HOUR } : BY_PERSON,
  };
}

export function planOf({ now, tasks }: Workload, { ledgerOf: ledgerFor, quotas }: Setting): Cost {
  return planWork(tasks, {
    now,
    usages: (operation) => ledgerFor(operation).usages(operation, now),
    budget: quotas.budget('person'),
  });
}
